"""One board's port at the desk: the table program's link, whose traffic can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from faro.page.clock import TableClock
from faro.table.link import Link
from faro.wire.client import Client
from faro.wire.conversation import Last
from faro.wire.dictionary import Fields, own_dictionary
from faro.wire.errors import FaroError, PortError
from faro.wire.events import Event
from faro.wire.framing import Splitter
from faro.wire.keys import DeviceKeys
from faro.wire.ports import url_of
from faro.wire.transports import Transport, open_transport, utc_now
from firmware.core.rows import ONCE

_AGAIN_S = 1.0  # between two tries to open a port that does not answer
_TRIES = 6
_FIRST_TRIES = 2
_LOOK_UP_MS = 100  # a stop is noticed within this time
_MOST_SENT = 64
# a sender of its own for each client on the same port: 0x82 is the table program's supervisor
FIRST_SENDER, LAST_SENDER = 0x83, 0x8F
_NOT_TOLD = ("TIME", "OPEN_SESSION")

Made = Callable[[str, str, str, Fields, str], None]  # board, role, request, fields, refusal


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

    def __init__(self, transport: Transport, board: str, role: str, on_made: Made) -> None:
        super().__init__(transport, tries=_FIRST_TRIES, utc_s=utc_now)
        self.role = role
        self._board = board
        self._on_made = on_made

    def request(self, name: str, **fields: Any) -> Any:
        spec = self.protocol.dictionary.message_names[name]
        is_told = spec.rule == ONCE and name not in _NOT_TOLD
        try:
            answer = super().request(name, **fields)
        except FaroError as error:
            if is_told:
                self._on_made(self._board, self.role, name, fields, getattr(error, "name", ""))
            raise
        if is_told:
            self._on_made(self._board, self.role, name, fields, "")
        return answer


class DeskPort(Link):
    """`heard` collects events for whoever shows them."""

    def __init__(
        self,
        board: str,
        port: str,
        keys: DeviceKeys,
        clock: TableClock,
        is_over: Callable[[], bool],
        on_made: Made,
        open_port: Callable[[str], Transport] = lambda port: open_transport(url_of(port)),
    ) -> None:
        super().__init__(self._open, keys)
        self.board = board
        self.port = port
        self.heard: list[Event] = []
        self.trouble = ""  # why it does not answer
        self._clock = clock
        self._is_over = is_over
        self._on_made = on_made
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
            client = DeskClient(self._transport, self.board, "table", self._on_made)
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
        person = DeskClient(base.transport, self.board, role, self._on_made)
        person.tries = _TRIES
        person.protocol.address = base.protocol.address
        person.protocol.own = sender
        return person

    def note(self, role: str, name: str, fields: Fields) -> None:
        """A command that was made in several steps."""
        self._on_made(self.board, role, name, fields, "")

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
