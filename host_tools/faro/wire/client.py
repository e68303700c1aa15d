"""A client that waits: one board over one transport, with retries that never act twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from faro.wire.dictionary import Dictionary, dictionary_with
from faro.wire.errors import FaroError, NoAnswer, PortError, Refused, SessionLost
from faro.wire.events import Event, EventStream
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message, Protocol, Request
from faro.wire.transports import SerialTransport, Transport
from firmware.core.rows import ONCE
from firmware.link.rows import ADDRESS_BROADCAST, PROTOCOL_VERSION, SECTION_NAMES
from firmware.trust.sessions import IDLE_LIMIT_S

_POLL_AGAIN_MS = 1_000  # a pushed frame may get lost: ask again after this much silence
_CREDIT_FRAMES = 64
_IDLE_LIMIT_MS = IDLE_LIMIT_S * 1000
_RECONNECT_S = 0.25  # between two tries to open a port that has gone away


class Client:
    """Requests and events of one board.  `with Client.open(url) as board: board.status()`"""

    def __init__(
        self,
        transport: Transport,
        address: int = ADDRESS_BROADCAST,
        timeout_ms: int = 250,
        tries: int = 8,
    ) -> None:
        self.transport = transport
        self.protocol = Protocol(address)
        self.timeout_ms = timeout_ms
        self.tries = tries
        self.retries = 0
        self._identity: Identity | None = None
        self._answered_ms = 0
        self._credentials: tuple[DeviceKeys, str] | None = None

    @classmethod
    def open(cls, url: str, address: int = ADDRESS_BROADCAST, **options: Any) -> Client:
        """Open a port and say HELLO; raises PortError or NoAnswer with one clear line."""
        client = cls(SerialTransport(url), address, **options)
        try:
            client.hello()
        except Exception:
            client.close()
            raise
        return client

    def close(self) -> None:
        self.transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # -- requests --------------------------------------------------------------------------

    def request(self, name: str, **fields: Any) -> Message:
        """Send a request and wait for its answer; the same bytes again when it stays away.

        A session that the board has lost (it restarted) is opened again once.
        """
        retries, before = self.retries, self._identity
        try:
            answer = self._exchange(name, fields)
        except Refused as refusal:
            if refusal.name != "no_session" or self._credentials is None:
                raise
            is_told_at_once = self.retries == retries
            self.open_session(*self._credentials)
            is_once = self.protocol.dictionary.message_names[name].rule == ONCE
            if is_once and not (is_told_at_once and self._had_reason_to_forget(before)):
                raise SessionLost(name) from None
            answer = self._exchange(name, fields)
        self._answered_ms = self.transport.now_ms()
        return answer

    def _had_reason_to_forget(self, before: Identity | None) -> bool:
        """Whether the board restarted or the session was idle; if not, its "no" was forged."""
        is_idle = self.transport.now_ms() - self._answered_ms > _IDLE_LIMIT_MS
        return is_idle or before is None or before.boot_count != self.identity.boot_count

    def _exchange(self, name: str, fields: dict[str, Any]) -> Message:
        request = self.protocol.request(name, **fields)
        for attempt in range(self.tries):
            self.retries += attempt > 0
            self.transport.write(request.data)
            answer = self._await(request)
            if answer is not None:
                return answer
        raise NoAnswer(
            f"no answer from {self.transport.name} to {name}: is it a Faro board, and powered?"
        )

    def send(self, name: str, **fields: Any) -> None:
        """Send a request that has no answer."""
        self.transport.write(self.protocol.request(name, **fields).data)

    def _await(self, request: Request) -> Message | None:
        due_ms = self.transport.now_ms() + self.timeout_ms
        while True:
            left_ms = due_ms - self.transport.now_ms()
            if left_ms <= 0:
                return None
            data = self.transport.read(left_ms)
            if data:
                answer = self.protocol.answer_to(request, self.protocol.receive(data))
                if answer is not None:
                    return answer

    def hello(self) -> Identity:
        """Who is there; learns the board's address and, when it differs, its dictionary."""
        answer = self.request("HELLO", protocol=PROTOCOL_VERSION, nonce=bytes(16))
        self._identity = self.protocol.meet(answer)
        crc = self._identity.dictionary_crc
        if crc != self.protocol.dictionary.crc:
            self.protocol.dictionary = dictionary_with(crc) or self.describe()
        return self._identity

    @property
    def identity(self) -> Identity:
        return self._identity or self.hello()

    def open_session(self, keys: DeviceKeys, role: str) -> None:
        """Prove a role's key to the board; from here on every frame is tagged."""
        self.protocol.session = None
        identity = self.hello()
        fields = self.protocol.begin_session(identity, keys, role)
        try:
            self._exchange("OPEN_SESSION", fields)
        except FaroError:
            self.protocol.session = None
            raise
        self._credentials = (keys, role)

    def close_session(self) -> None:
        self._exchange("CLOSE_SESSION", {})
        self.protocol.session = None
        self._credentials = None

    def provision(self, keys: DeviceKeys) -> None:
        """Give a board its keys: on USB, with its lid open."""
        self.request(
            "PROVISION",
            device_key=keys.device,
            **{f"{name}_key": key for name, key in keys.roles.items()},
        )

    def describe(self) -> Dictionary:
        """Fetch the board's own dictionary, line by line."""
        lines: list[list[str]] = []
        for section in range(len(SECTION_NAMES)):
            rows: list[str] = []
            count = 1
            while len(rows) < count:
                count, row = self._describe_line(section, len(rows))
                rows.append(row)
            lines.append(rows)
        return Dictionary.parse(lines)

    def _describe_line(self, section: int, index: int) -> tuple[int, str]:
        text = b""
        while True:
            fields = self.request("DESCRIBE", section=section, index=index, offset=len(text)).fields
            text += fields["text"]
            if len(text) >= fields["line_bytes"]:
                return fields["count"], text.decode()

    def status(self) -> dict[str, Any]:
        return self.request("STATUS").fields

    def text(self, line: str) -> list[str]:
        """Send a line as a technician would type it; the board's lines come back."""
        splitter = self.protocol.splitter
        splitter.text_lines.clear()
        self.transport.write(line.encode("ascii", "replace") + b"\n")
        due_ms = self.transport.now_ms() + self.timeout_ms * 2
        while (left_ms := due_ms - self.transport.now_ms()) > 0:
            data = self.transport.read(left_ms)
            self.protocol.receive(data)
            if data and splitter.text_lines:
                due_ms = min(due_ms, self.transport.now_ms() + 50)
        return list(splitter.text_lines)

    # -- events ----------------------------------------------------------------------------

    def events(self, after: int) -> Iterator[Event]:
        """Everything recorded after event `after`, up to now."""
        stream = EventStream(self.identity.unique_id, self.protocol.dictionary, after)
        while True:
            fields = self.request("POLL", after=stream.expected - 1, credit_frames=0).fields
            yield from stream.feed(fields)
            if not stream.has_more:
                return

    def follow(self, after: int, is_acking: bool = False) -> Iterator[Event | None]:
        """Events for ever, pushed by the board; None now and then when nothing happens.

        With `is_acking` each event counts as safely kept once the next one is asked for.
        Survives lost frames; a lost port raises PortError (see `Follower` for reconnecting).
        """
        stream = EventStream(self.identity.unique_id, self.protocol.dictionary, after)
        while True:
            self.protocol.pushed.clear()
            answer = self.request("POLL", after=stream.expected - 1, credit_frames=_CREDIT_FRAMES)
            yield from stream.feed(answer.fields)
            yield from self._pushed_events(stream, is_acking)
            yield None

    def _pushed_events(self, stream: EventStream, is_acking: bool) -> Iterator[Event]:
        """What the board pushes on the credit of one POLL, until a gap or silence."""
        acked = stream.expected - 1
        credit = _CREDIT_FRAMES
        if self.protocol.session is None:
            is_acking = False  # a board takes acks, and credit with them, from a role only
        if is_acking and acked:
            self.send("ACK", number=acked, credit_frames=credit)
        while True:
            if not self.protocol.pushed:
                data = self.transport.read(_POLL_AGAIN_MS)
                if not data:
                    return
                self.protocol.receive(data)
            while self.protocol.pushed:
                message = self.protocol.pushed.pop(0)
                if message.name != "EVENTS":
                    continue
                credit -= 1
                yield from stream.feed(message.fields)
                if stream.has_gap:
                    return
            if not is_acking and credit == 0:
                return  # not earlier: what is on its way would come twice
            if is_acking and credit <= _CREDIT_FRAMES // 2:
                credit = _CREDIT_FRAMES
                self.send("ACK", number=stream.expected - 1, credit_frames=credit)


class Follower:
    """Follows a board over lost cables and restarts: opens the port again and catches up."""

    def __init__(self, url: str, address: int, after: int, is_acking: bool) -> None:
        self.url = url
        self.address = address
        self.after = after
        self.is_acking = is_acking
        self.reconnects = 0

    def events(self) -> Iterator[Event | None]:
        """Each event once, in order; None while nothing comes (also while disconnected)."""
        is_first = True
        while True:
            try:
                with Client.open(self.url, self.address) as client:
                    is_first = False
                    for event in client.follow(self.after, self.is_acking):
                        if event is not None:
                            self.after = event.number
                        yield event
            except (PortError, NoAnswer):
                if is_first:
                    raise
                self.reconnects += 1
                time.sleep(_RECONNECT_S)
                yield None
