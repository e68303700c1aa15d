"""The hosts of a played scenario: a client at each board, sessions, and people who log in."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.meanwhile import Meanwhile
from faro.sim.rig import Rig
from faro.sim.step_words import ANYONE
from faro.wire.client import Client
from faro.wire.errors import FaroError, NoAnswer
from faro.wire.events import Event
from faro.wire.framing import Splitter
from faro.wire.keys import DeviceKeys
from faro.wire.transports import Transport
from firmware.link.rows import MSG_OPEN_SESSION

_FIRST_SENDER = 0x83  # whoever logs in has a sender of his own, and all sessions stay open
_LISTEN_MS = 200


class Hosts:
    """`keys` are those of the boards, once they have some."""

    def __init__(self, rig: Rig, meanwhile: Meanwhile) -> None:
        self.keys: dict[str, DeviceKeys] = {}
        self._rig = rig
        self._meanwhile = meanwhile
        self._clients: dict[str, Client] = {}
        self._sessions: dict[str, tuple[str, int]] = {}
        self._logins: dict[tuple[str, str], Client] = {}
        self._listening: dict[str, int] = {}  # where somebody logged in: in which boot

    def client(self, board: str) -> Client:
        """The host at a board's USB port."""
        if board not in self._clients:
            self._clients[board] = self._new_client(board)
        return self._clients[board]

    def _new_client(self, board: str) -> Client:
        client, end = self._rig.client(board), self._rig.boards[board].usb_host
        client.transport = _WaitingLine(client.transport, lambda: end.rx, self._meanwhile)
        return client

    def as_role(self, board: str, role: str) -> Client:
        """Whoever has logged in there as the role; else the host, in a session of the role."""
        if (board, role) in self._logins:
            return self._logins[board, role]
        client = self.client(board)
        boots = self._rig.boards[board].board.boots
        if role == ANYONE:
            if self._sessions.pop(board, None):
                client.close_session()
            return client
        if self._sessions.get(board) != (role, boots):
            client.open_session(self._keys_of(board), role)
            self._sessions[board] = (role, boots)
        return client

    def login(self, board: str, role: str, proof_us: int = 0) -> None:
        """A session of its own for all that this role asks from here on.

        The board is greeted now; the key is proved at `proof_us`, after as long as a host needed.
        """
        keys = self._keys_of(board)
        if (board, role) not in self._logins:
            self._logins[board, role] = self._new_client(board)
            self._logins[board, role].protocol.own = _FIRST_SENDER + len(self._logins)
        client = self._logins[board, role]
        line = client.transport
        client.transport = _ProvingLine(line, self._meanwhile, proof_us)
        client.open_session(keys, role)
        client.transport = line
        self._listening[board] = self._rig.boards[board].board.boots

    def listen_until(self, at_us: int) -> None:
        """Where somebody logged in he looks now and then: no board takes the line for dead."""
        while (due_us := self._rig.kernel.now_us + _LISTEN_MS * 1000) < at_us:
            self._meanwhile.run_until(due_us)
            for name, boots in self._listening.items():
                board = self._rig.boards[name]
                if board.board.boots == boots:
                    board.usb_host.take()  # nobody waits for these answers
                    self.client(name).send("STATUS")
        self._meanwhile.run_until(at_us)

    def leave(self) -> None:
        """Others use the ports: they open sessions of their own, and may give new addresses."""
        for board in list(self._sessions):
            self.as_role(board, ANYONE)
        self._clients.clear()

    def events(self, board: str, after: int) -> list[Event]:
        try:
            return list(self.client(board).events(after))
        except NoAnswer:
            return []  # no power, or no cable: it may tell later

    def _keys_of(self, board: str) -> DeviceKeys:
        if board not in self.keys:
            raise FaroError(f"{board} has no keys: put 'ready: [provisioned]' into the file")
        return self.keys[board]


class _WaitingLine:
    """A client's line: hands act while it waits for an answer."""

    def __init__(self, inner: Transport, rx: Callable[[], bytearray], meanwhile: Meanwhile) -> None:
        self.name = inner.name
        self._inner = inner
        self._rx = rx
        self._meanwhile = meanwhile

    def write(self, data: bytes) -> None:
        self._inner.write(data)

    def read(self, timeout_ms: int) -> bytes:
        due_us = self._inner.now_ms() * 1000 + timeout_ms * 1000
        self._meanwhile.run_until(due_us, lambda: bool(self._rx()))
        return self._inner.read(0)

    def now_ms(self) -> int:
        return self._inner.now_ms()

    def close(self) -> None:
        self._inner.close()


class _ProvingLine:
    """A client's line while it logs in: the proof of its key goes out at its moment."""

    def __init__(self, inner: Transport, meanwhile: Meanwhile, proof_us: int) -> None:
        self.name = inner.name
        self.read, self.now_ms, self.close = inner.read, inner.now_ms, inner.close
        self._inner = inner
        self._meanwhile = meanwhile
        self._proof_us = proof_us

    def write(self, data: bytes) -> None:
        if any(frame.kind == MSG_OPEN_SESSION for frame in Splitter().feed(data)):
            self._meanwhile.run_until(self._proof_us)
        self._inner.write(data)
