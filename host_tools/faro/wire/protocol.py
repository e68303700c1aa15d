"""The client's core, without any I/O: what to send, and what an incoming frame means."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from faro.wire.dictionary import Dictionary, Fields, own_dictionary
from faro.wire.error_words import error_sentence
from faro.wire.errors import FaroError, ProtocolMismatch, Refused
from faro.wire.framing import Frame, Splitter, encode, tagged_part
from faro.wire.keys import ROLES, DeviceKeys, SessionKey, session_key
from firmware.core.errors import ERR_BAD_LENGTH, ERR_BAD_TAG, ERR_NO_SESSION, ERR_THROTTLED
from firmware.link.rows import ADDRESS_BROADCAST, ADDRESS_HOST, PROTOCOL_VERSION

KIND_NAMES = {1: "shoe", 2: "meter"}
# what a board says to a tagged request before it knows its session
_BEFORE_SESSION = (ERR_BAD_LENGTH, ERR_BAD_TAG, ERR_NO_SESSION, ERR_THROTTLED)


@dataclass(frozen=True, slots=True)
class Message:
    """A decoded frame: its name in the message table and its fields."""

    name: str
    fields: Fields
    frame: Frame


@dataclass(frozen=True, slots=True)
class Request:
    """Bytes to send, and how to know their answer.  A retry sends the very same bytes."""

    name: str
    data: bytes
    req: int
    ctr: int
    is_tagged: bool


@dataclass(frozen=True)
class Identity:
    """Who answered HELLO, and the nonce it offered for a session."""

    name: str
    kind: int
    version: str
    unique_id: str
    address: int
    epoch: int
    boot_count: int
    dictionary_crc: int
    nonce: bytes = field(repr=False)

    @property
    def kind_name(self) -> str:
        """shoe or meter."""
        return KIND_NAMES.get(self.kind, f"kind {self.kind}")


class Protocol:
    """Numbers requests, matches answers, collects pushed events; one per board and link."""

    def __init__(self, address: int = ADDRESS_BROADCAST, own: int = ADDRESS_HOST) -> None:
        self.address = address
        self.own = own
        self.dictionary: Dictionary = own_dictionary()
        self.splitter = Splitter()
        self.pushed: list[Message] = []
        self.session: SessionKey | None = None
        self.forged = 0  # answers and pushed frames whose tag was wrong, old or missing
        # starts anywhere, so that a restarted program is not answered from a replay cache
        self._draw: Callable[[int], bytes] = os.urandom
        self._ctr = random.getrandbits(28)
        self._req = self._ctr & 0xFF

    def repeat_with(self, rng: random.Random) -> None:
        """Counters and nonces that come again with the same seed: for simulated boards only."""
        self._draw = rng.randbytes
        self._ctr = rng.getrandbits(28)
        self._req = self._ctr & 0xFF

    def request(self, name: str, **fields: Any) -> Request:
        """Build a request by its name in the message table."""
        spec = self.dictionary.message_names[name]
        payload = spec.layout.pack(fields)
        self._req = self._req % 255 + 1  # 0 marks what the board sends on its own
        self._ctr += 1
        frame = Frame(spec.number, self.address, self.own, self._req, self._ctr, payload)
        if self.session is not None:
            frame = replace(frame, tag=self.session.host_tag(tagged_part(frame)))
        is_tagged = self.session is not None
        return Request(name, encode(frame), self._req, self._ctr, is_tagged)

    def receive(self, data: bytes) -> list[Message]:
        """Decode what came in for us; events that the board pushed go to `pushed`."""
        found: list[Message] = []
        for frame in self.splitter.feed(data):
            if frame.dst != self.own:
                continue
            if self.address not in (frame.src, ADDRESS_BROADCAST):
                continue
            spec = self.dictionary.messages.get(frame.kind)
            if spec is None or len(frame.payload) < spec.layout.fmt.size:
                continue
            message = Message(spec.name, spec.layout.unpack(frame.payload), frame)
            if frame.req != 0:
                found.append(message)
            elif self._is_push(frame):
                self.pushed.append(message)
            else:
                self.forged += 1
        return found

    def _is_push(self, frame: Frame) -> bool:
        """In a session only what carries its tag is believed."""
        if self.session is None:
            return not frame.tag
        return self.session.is_pushed(tagged_part(frame), frame.ctr, frame.tag)

    def answer_to(self, request: Request, incoming: list[Message]) -> Message | None:
        """The answer among what came in; raises Refused when the board said no."""
        for message in incoming:
            if message.frame.req == request.req and message.frame.ctr == request.ctr:
                if request.is_tagged and not self._is_genuine(request, message):
                    self.forged += 1
                    continue
                if message.name == "ERROR":
                    code, detail = int(message.fields["code"]), int(message.fields["detail"])
                    name = self.dictionary.errors.get(code, f"error {code}")
                    text = error_sentence(name, detail, request.name)
                    raise Refused(request.name, code, name, text, detail)
                return message
        return None

    def meet(self, hello: Message) -> Identity:
        """Learn who answered HELLO; from here on requests go to its own address."""
        fields = hello.fields
        if fields["protocol"] != PROTOCOL_VERSION:
            raise ProtocolMismatch(
                f"the board speaks protocol {fields['protocol']}, this program speaks"
                f" {PROTOCOL_VERSION}: update the older one"
            )
        self.address = hello.frame.src
        return Identity(
            fields["name"].rstrip(b"\0").decode(errors="replace"),
            fields["kind"],
            "{version_major}.{version_minor}.{version_patch}".format(**fields),
            fields["unique_id"].hex(),
            hello.frame.src,
            fields["epoch"],
            fields["boot_count"],
            fields["dictionary_crc"],
            fields["nonce"],
        )

    def begin_session(self, identity: Identity, keys: DeviceKeys, role: str) -> Fields:
        """Derive the session's key and tag from here on; gives the fields of OPEN_SESSION."""
        if keys.unique_id != identity.unique_id:
            raise FaroError(f"these keys are for board {keys.unique_id}, not {identity.unique_id}")
        role = keys.role_to_use(role, role)
        nonce = self._draw(16)
        key = session_key(
            keys.roles[role],
            ROLES[role],
            bytes.fromhex(identity.unique_id),
            identity.epoch,
            identity.boot_count,
            self.own,
            identity.nonce,
            nonce,
            keys.person,
        )
        self.session = SessionKey(key)
        return {"role": ROLES[role], "person": keys.person, "nonce": nonce}

    def _is_genuine(self, request: Request, message: Message) -> bool:
        """Answers in a session carry its tag; only "no session" and the like come without."""
        frame = message.frame
        if not frame.tag:
            is_before = request.name == "OPEN_SESSION" or (
                message.name == "ERROR" and message.fields["code"] in _BEFORE_SESSION
            )
            return message.name == "ERROR" and is_before
        return self.session is not None and self.session.is_from_board(
            tagged_part(frame), frame.tag
        )
