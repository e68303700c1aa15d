"""What waits for a second role, and the digest by which that role confirms it."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from faro.wire.dictionary import Dictionary, Fields
from faro.wire.errors import FaroError
from firmware.trust.rows import MSG_PROVISION
from firmware.trust.two_roles import DIGEST_BYTES, FINGERPRINT_BYTES, LABEL


def fingerprint_of(parameters: bytes) -> Fields:
    """What is shown of PROVISION: its own fields are secret."""
    return {"fingerprint": parameters[:FINGERPRINT_BYTES]}


class Unconfirmed(FaroError):
    """No answer came to a confirmation, and the board does not say that it was carried out."""


@dataclass(frozen=True)
class Deed:
    """A request that one role made, with all its parameters."""

    unique_id: str
    request: int
    number: int
    role: int
    person: int
    left_s: int
    parameters: bytes

    @classmethod
    def of(cls, unique_id: str, fields: Fields) -> Deed:
        """From the fields of DEED."""
        return cls(unique_id, **fields)

    @property
    def digest(self) -> bytes:
        """Made from what `fields` shows, so that nothing else can be confirmed with it."""
        head = struct.pack("<IBB", self.number, self.request, self.role)
        text = LABEL + bytes.fromhex(self.unique_id) + head + self.parameters
        return hashlib.sha256(text).digest()[:DIGEST_BYTES]

    def name(self, known: Dictionary) -> str:
        spec = known.messages.get(self.request)
        return spec.name if spec else f"message {self.request}"

    def fields(self, known: Dictionary) -> Fields:
        """The parameters by the request's row; raises when they are not what the row says."""
        if self.request == MSG_PROVISION:
            return fingerprint_of(self.parameters)
        spec = known.messages.get(self.request)
        if spec is None or spec.layout.tail or len(self.parameters) != spec.layout.fmt.size:
            raise FaroError(f"this program does not know what {self.name(known)} would do")
        return spec.layout.unpack(self.parameters)
