"""One board's port at the desk: the table program's link, whose traffic can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from faro.page.clock import TableClock
from faro.table.link import Link
from faro.wire.client import Client
from faro.wire.conversation import Asking, Last
from faro.wire.dictionary import Fields, own_dictionary
from faro.wire.errors import FaroError, PortError, Refused
from faro.wire.events import Event
from faro.wire.framing import Splitter
from faro.wire.keys import DeviceKeys
from faro.wire.ports import url_of
from faro.wire.protocol import Message
from faro.wire.transports import Transport, open_transport, utc_now
from firmware.core.rows import ONCE

_AGAIN_S = 1.0  # between two tries to open a port that does not answer
_TRIES = 6
_FIRST_TRIES = 2
_LOOK_UP_MS = 100  # a stop is noticed within this time
_MOST_SENT = 64
# a sender of its own for each client on the same port: 0x82 is the table program's supervisor
FIRST_SENDER, LAST_SENDER = 0x83, 0x8F
_SESSION = ("HELLO", "CLOSE_SESSION")  # with these a board's sessions and nonces come again
NO_ANSWER = "no_answer"


class Notes(Protocol):
    """Who writes down what boards are told: `made` has the moment that `sent_us` gave."""

    def sent_us(self, board: str, /) -> int: ...
    def made(
        self, board: str, role: str, name: str, fields: Fields, refused: str, at_us: int, /
    ) -> None: ...


class NoNotes:
    """Nothing is written down at real boards: they keep a journal."""

    def sent_us(self, _board: str) -> int:
        return 0

    def made(self, *_made: object) -> None:
        """Nobody asks for it."""


class HeardTransport:
    """Keeps what was sent; time passes as it does at the boards."""

    def __init__(self, inner: Transport, clock: TableClock, is_over: Callable[[], bool]) -> None:
        self.name = inner.name
        self.sent: list[bytes] = []
        self._inner = inner
        self._clock = clock
        self._is_over = is_over

    def write(self, data: bytes) -> None:
        del self.sent[: -_MOST_SENT + 1]
        self.sent.append(data)
        self._inner.write(data)

    def read(self, timeout_ms: int) -> bytes:
        if self._is_over():
            raise PortError(f"{self.name} is closed")
        return self._inner.read(min(timeout_ms, _LOOK_UP_MS))

    def now_ms(self) -> int:
        return self._clock.patient_ms()

    def close(self) -> None:
        self._inner.close()


class DeskClient(Client):
    """A client whose commands are noted, by whatever role."""

    def __init__(self, transport: Transport, board: str, role: str, notes: Notes) -> None:
        super().__init__(transport, tries=_FIRST_TRIES, utc_s=utc_now)
        self.role = role
        self._board = board
        self._notes = notes

    def exchanging(self, name: str, fields: Fields) -> Asking[Message]:
        """The moment is that of the first try: a line that loses it does so again."""
        is_told = self.protocol.dictionary.message_names[name].rule == ONCE or name in _SESSION
        if not is_told:
            return (yield from super().exchanging(name, fields))
        at_us, refused = 0, NO_ANSWER
        steps = super().exchanging(name, fields)
        try:
            step = next(steps)
            while True:
                answer = yield step
                at_us = at_us or self._notes.sent_us(self._board)
                step = steps.send(answer)
        except StopIteration as stop:
            refused = ""
            return stop.value
        except Refused as refusal:
            refused = refusal.name
            raise
        finally:
            self._notes.made(self._board, self.role, name, fields, refused, at_us)


class DeskPort(Link):
    """`heard` collects events for whoever shows them."""

    def __init__(
        self,
        board: str,
        port: str,
        keys: DeviceKeys,
        clock: TableClock,
        is_over: Callable[[], bool],
        notes: Notes,
        open_port: Callable[[str], Transport] = lambda port: open_transport(url_of(port)),
    ) -> None:
        super().__init__(self._open, keys)
        self.board = board
        self.port = port
        self.heard: list[Event] = []
        self.trouble = ""  # why it does not answer
        self._clock = clock
        self._is_over = is_over
        self._notes = notes
        self._open_port = open_port
        self._due_s = 0.0
        self._transport: HeardTransport | None = None

    def _open(self) -> Client:
        """Looked for anew each time, but not all the time: others wait meanwhile."""
        if self._clock.wall_s() < self._due_s:
            raise PortError(self.trouble)
        try:
            inner = self._open_port(self.port)
            self._transport = HeardTransport(inner, self._clock, self._is_over)
            client = DeskClient(self._transport, self.board, "table", self._notes)
            try:
                kind = client.hello().kind_name
                if kind != self.board:
                    raise PortError(f"{self.port} is a {kind}, not the {self.board}")
            except FaroError:
                client.close()
                raise
        except FaroError as error:
            self.trouble = str(error)
            self._due_s = self._clock.wall_s() + _AGAIN_S
            raise
        client.tries = _TRIES
        self.trouble = ""
        return client

    def events(self, after: Last) -> Iterator[Event]:
        for event in super().events(after):
            self.heard.append(event)
            yield event

    def client_for(self, role: str, sender: int) -> DeskClient:
        """Another one on the same port, without a session yet."""
        base = self.client
        person = DeskClient(base.transport, self.board, role, self._notes)
        person.tries = _TRIES
        person.protocol.address = base.protocol.address
        person.protocol.own = sender
        return person

    def take_sent(self) -> list[dict[str, str]]:
        """The frames since the last look, with their names."""
        sent, known = self._transport.sent if self._transport else [], own_dictionary()
        found: list[dict[str, str]] = []
        for data in sent:
            for frame in Splitter().feed(data):
                spec = known.messages.get(frame.kind)
                name = spec.name if spec else str(frame.kind)
                found.append({"board": self.board, "name": name, "sent": data.hex()})
        sent.clear()
        return found
