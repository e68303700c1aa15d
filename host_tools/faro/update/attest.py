"""Does a board run what it should?  Recomputes its answer from a reference kept off the board.

The board hashes its slot, its base and its settings anew with our nonce; nothing that is stored
on the board, no hash and no signature, is believed or asked for.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boards.layout import load_layout
from faro.build.image import Image
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from firmware.trust import attest as _attest
from firmware.trust import hmac_sha256 as _hmac_sha256

# the firmware's code has no annotations; these are the doors to it
board_side: Any = _attest
hmac_sha256: Any = _hmac_sha256

_PAUSE_MS = 20
_LIMIT_MS = 120_000


class AttestError(FaroError):
    """The attestation could not be made; says nothing about the board's code."""


@dataclass(frozen=True)
class Reference:
    """What the board should run: its whole slot, and its base where that is known."""

    slot: bytes
    base: bytes | None = None

    @classmethod
    def of_image(cls, image: Image, base: bytes | None = None) -> Reference:
        """An image as an erased slot holds it, and the base as `make image` gives it."""
        layout = load_layout(image.header.board)
        padded = base.ljust(layout.base.size_bytes, b"\xff") if base is not None else None
        return cls(image.padded(layout.regions["slot_a"].size_bytes), padded)

    def code_hash(self, nonce: bytes) -> bytes:
        """The hash over the slot as the board must give it."""
        return hashlib.sha256(nonce + self.slot).digest()

    def base_hash(self, nonce: bytes) -> bytes | None:
        return hashlib.sha256(nonce + self.base).digest() if self.base is not None else None


@dataclass
class Attestation:
    """The verdict: right when there are no findings."""

    slot: int
    hashed_bytes: int
    is_base_hashed: bool
    findings: list[str] = field(default_factory=list[str])

    @property
    def is_right(self) -> bool:
        return not self.findings


def attest(
    client: Client,
    reference: Reference,
    device_key: bytes | None,
    settings: Mapping[str, int] | None = None,
    nonce: bytes | None = None,
) -> Attestation:
    """Ask the board, recompute, compare.  `settings` None: whatever it answers is accepted."""
    nonce = nonce or secrets.token_bytes(board_side.NONCE_BYTES)
    _begin(client, nonce)
    answer = _wait(client)
    result = Attestation(answer["slot"], answer["hashed_bytes"], any(answer["base_hash"]))
    if device_key is not None and not _is_mac_right(client, answer, nonce, device_key):
        result.findings.append("the answer is not tagged with this board's own key")
    if answer["code_hash"] != reference.code_hash(nonce):
        result.findings.append("the code in its slot is not the reference image")
    if settings is not None:
        result.findings += _compare_settings(client, answer["settings_hash"], settings, nonce)
    if reference.base is not None and answer["base_hash"] != reference.base_hash(nonce):
        result.findings.append("its base is not the reference's, or this board cannot read it")
    return result


def _begin(client: Client, nonce: bytes) -> None:
    """Without a session a board does this once a minute: wait as long as it says, once."""
    try:
        client.request("ATTEST", nonce=nonce)
    except Refused as refusal:
        if refusal.name != "wait":
            raise
        due_ms = client.transport.now_ms() + refusal.detail
        while client.transport.now_ms() <= due_ms:
            client.protocol.receive(client.transport.read(_PAUSE_MS))
        client.request("ATTEST", nonce=nonce)


def _wait(client: Client) -> dict[str, Any]:
    due_ms = client.transport.now_ms() + _LIMIT_MS
    while True:
        answer = client.request("GET_ATTESTATION").fields
        if answer["state"] == board_side.AS_DONE:
            return answer
        if answer["state"] != board_side.AS_WORKING:
            raise AttestError("the board could not read all of its code")
        if client.transport.now_ms() >= due_ms:
            raise AttestError(f"no answer after {_LIMIT_MS // 1000} s")
        client.protocol.receive(client.transport.read(_PAUSE_MS))


def _is_mac_right(client: Client, answer: dict[str, Any], nonce: bytes, device_key: bytes) -> bool:
    unique_id = bytes.fromhex(client.identity.unique_id)
    hashes = answer["code_hash"] + answer["settings_hash"] + answer["base_hash"]
    text: bytes = board_side.tagged_text(
        nonce, unique_id, answer["slot"], answer["hashed_bytes"], hashes
    )
    key: bytes = hmac_sha256.derive(device_key, board_side.LABEL, unique_id)
    return hmac.compare_digest(hmac.digest(key, text, "sha256"), answer["mac"])


def _compare_settings(
    client: Client, settings_hash: bytes, wanted: Mapping[str, int], nonce: bytes
) -> list[str]:
    """Settings that `wanted` does not name must have their defaults."""
    specs = list(client.protocol.dictionary.settings.values())
    values = {spec.name: wanted.get(spec.name, spec.default) for spec in specs}
    packed = b"".join(struct.pack("<Bi", spec.number, values[spec.name]) for spec in specs)
    if hashlib.sha256(nonce + packed).digest() == settings_hash:
        return []
    findings: list[str] = []
    for spec in specs:
        value = client.request("GET_SETTING", setting=spec.number).fields["value"]
        if value != values[spec.name]:
            findings.append(f"setting {spec.name} is {value}, not {values[spec.name]}")
    return findings or ["the settings differ, though each one reads as it should"]
