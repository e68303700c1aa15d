"""A client that waits: one board over one transport, with retries that never act twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from faro.wire.conversation import (
    RECONNECT_S,
    Ask,
    Asking,
    Call,
    Conversation,
    FollowedBoard,
    Following,
    Last,
    Listen,
    T,
    Write,
)
from faro.wire.deeds import Deed
from faro.wire.dictionary import Dictionary, Fields
from faro.wire.errors import NoAnswer, PortError, Refused
from faro.wire.events import Event
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message
from faro.wire.transports import Transport, open_transport, utc_now
from firmware.link.rows import ADDRESS_BROADCAST, READ_ANSWER_MS


class Client(Conversation):
    """Requests and events of one board.  `with Client.open(url) as board: board.status()`"""

    def __init__(
        self,
        transport: Transport,
        address: int = ADDRESS_BROADCAST,
        timeout_ms: int = READ_ANSWER_MS,
        tries: int = 8,
        utc_s: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(address, transport.name, transport.now_ms, timeout_ms, tries, utc_s)
        self.transport = transport

    @classmethod
    def open(cls, url: str, address: int = ADDRESS_BROADCAST, **options: Any) -> Client:
        """Open a port and say HELLO; raises PortError or NoAnswer with one clear line."""
        options.setdefault("utc_s", utc_now)
        client = cls(open_transport(url), address, **options)
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
        return self._run(self.asking(name, fields))

    def send(self, name: str, **fields: Any) -> None:
        """Send a request that has no answer."""
        self.transport.write(self.protocol.request(name, **fields).data)

    def hello(self) -> Identity:
        """Who is there; learns the board's address and, when it differs, its dictionary."""
        return self._run(self.greeting())

    @property
    def identity(self) -> Identity:
        return self._known or self.hello()

    def open_session(self, keys: DeviceKeys, role: str) -> None:
        """Prove a role's key to the board; from here on every frame is tagged."""
        self._run(self.opening_session(keys, role))

    def close_session(self) -> None:
        self._run(self.closing_session())

    def deed(self) -> Deed:
        """What waits for a second role."""
        return self._run(self.reading_deed())

    def confirm(self, deed: Deed) -> None:
        """Confirm this very deed, once; nobody but a person who saw it should."""
        self._run(self.confirming(deed))

    def provision(self, keys: DeviceKeys) -> int:
        """Give a board its keys: on USB, with its lid open; 0, or a deed that waits."""
        return self._run(self.provisioning(keys))

    def describe(self) -> Dictionary:
        """Fetch the board's own dictionary, line by line."""
        return self._run(self.describing())

    def status(self) -> Fields:
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

    def events(self, after: Last) -> Iterator[Event]:
        """Everything recorded after event `after`, up to now."""
        found = self._stream(self.fetching(self.identity, after))
        return (event for event in found if event is not None)

    def follow(self, after: Last, is_acking: bool = False) -> Iterator[Event | None]:
        """Events for ever, pushed by the board; None now and then when nothing happens.

        With `is_acking` each event counts as safely kept once the next one is asked for.
        Survives lost frames; a lost port raises PortError (see `Follower` for reconnecting).
        """
        return self._stream(self.following(self.identity, after, is_acking))

    # -- steps -----------------------------------------------------------------------------

    def _run(self, steps: Asking[T]) -> T:
        try:
            step = next(steps)
            while True:
                step = steps.send(self._ask(step))
        except StopIteration as stop:
            return stop.value

    def _stream(self, steps: Following) -> Iterator[Event | None]:
        result: Any = None
        refused: Refused | None = None
        while True:
            try:
                step = steps.send(result) if refused is None else steps.throw(refused)
            except StopIteration:
                return
            result = refused = None
            if isinstance(step, Call):
                try:
                    result = self.request(step.name, **step.fields)
                except Refused as refusal:
                    refused = refusal
            elif isinstance(step, Write):
                self.transport.write(step.data)
            elif isinstance(step, Listen):
                data = self.transport.read(step.timeout_ms)
                self.protocol.receive(data)
                result = bool(data)
            else:
                yield step

    def _ask(self, step: Ask) -> Message | Refused | None:
        self.transport.write(step.request.data)
        due_ms = self.transport.now_ms() + step.timeout_ms
        while (left_ms := due_ms - self.transport.now_ms()) > 0:
            data = self.transport.read(left_ms)
            if data:
                try:
                    answer = self.protocol.answer_to(step.request, self.protocol.receive(data))
                except Refused as refusal:
                    return refusal
                if answer is not None:
                    return answer
        return None


class Follower(FollowedBoard):
    """Follows a board over lost cables and restarts: opens the port again and catches up."""

    def events(self) -> Iterator[Event | None]:
        """Each event once, in order; None while nothing comes (also while disconnected)."""
        is_first = True
        while True:
            try:
                with Client.open(self.url, self.address) as client:
                    is_first = False
                    for event in client.follow(self.after, self.is_acking):
                        if event is not None:
                            self.after = event
                        yield event
            except (PortError, NoAnswer):
                if is_first:
                    raise
                self.reconnects += 1
                time.sleep(RECONNECT_S)
                yield None
