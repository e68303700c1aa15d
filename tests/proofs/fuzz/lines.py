"""Both serial lines of a board, everybody who speaks on them, and what comes back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.dictionary import Dictionary
from faro.wire.errors import FaroError
from faro.wire.framing import TAG_BYTES, Frame, Splitter, encode, tagged_part
from faro.wire.keys import DeviceKeys, SessionKey
from firmware.core.rows import SILENT
from firmware.link.rows import ADDRESS_BROADCAST
from hw_sim.parts.serial_end import HostEnd
from hw_sim.rig import BoardRig
from hw_sim.sim_transport import SimTransport
from tests.proofs.fuzz.steps import BUS, NONE, OLD, RIGHT, SENDERS, USB, WRONG, Step

ANSWER_MS = 4_000  # an erase of flash and a commit may come before an answer
_FIRST_CTR = 0x4000_0000  # ahead of every client's
_FIRST_ADDRESS = {USB: 0x81, BUS: 0x89}
CONTROL_ADDRESS = 0x8F
HOST_ADDRESSES = range(0x81, 0x90)
_OLDER = 40
_LOOKS_LIKE_TEXT = 10  # a line feed (firmware/link/rows.py): such a frame may be taken for a line
_BUS_QUIET_MS = 200  # after what may be answered or not: an answer under way would collide


@dataclass
class Asked:
    """A request on its way, and its answer."""

    message: int
    frame: Frame
    session: SessionKey | None
    is_owed: bool  # whether there must be an answer
    answer: Frame | None = None


class Voice:
    """One sender on one line, in a session of its role if it has one."""

    def __init__(self, client: Client, role: str) -> None:
        self.client = client
        self.role = role
        self.own = client.protocol.own
        self._ctr = _FIRST_CTR

    def open(self, keys: DeviceKeys | None) -> None:
        """Have the session that the role stands for, if the board lets it in."""
        if self.role and keys is not None and self.client.protocol.session is None:
            self.client.hello()
            self.client.open_session(keys, self.role)

    @property
    def session(self) -> SessionKey | None:
        return self.client.protocol.session

    def forget(self) -> None:
        self.client.protocol.session = None

    def frame(self, step: Step, address: int) -> tuple[Frame, SessionKey | None]:
        """The step's request, and the session that its answer must be in."""
        self._ctr += 1
        ctr = self._ctr - _OLDER if step.tag == OLD else self._ctr
        to = ADDRESS_BROADCAST if step.to_all else address
        payload = bytes.fromhex(step.payload)
        frame = Frame(step.message, to, self.own, ctr % 255 + 1, ctr, payload)
        if step.tag == WRONG:
            return replace(frame, tag=hashlib.sha256(payload).digest()[:TAG_BYTES]), None
        if step.tag == NONE or self.session is None:
            return frame, None
        return replace(frame, tag=self.session.host_tag(tagged_part(frame))), self.session


class Lines:
    """Sends steps of the kind "ask" and "bytes"; `on_answer` and `on_push` hear what comes."""

    def __init__(
        self,
        rig: Rig,
        board: BoardRig,
        known: Dictionary,
        keys: DeviceKeys | None,
        is_bus_shared: bool,
        on_answer: Callable[[Asked], None],
        on_push: Callable[[Frame], None],
    ) -> None:
        self._kernel = rig.kernel
        self._known = known
        self._keys = keys
        self._is_bus_shared = is_bus_shared  # other boards speak there: frames may collide
        self._on_answer = on_answer
        self._on_push = on_push
        self._ends: dict[str, HostEnd] = {USB: board.usb_host, BUS: rig.bus_host}
        self._splitters = {USB: Splitter(), BUS: Splitter()}
        self._asked: dict[tuple[int, int, int], Asked] = {}
        self._voices: dict[tuple[str, str, int], Voice] = {}
        self._rig = rig
        self._name = board.board.name
        self.find_board()
        self._is_bus_busy = False
        self._on_bus: Asked | None = None  # its answer was not waited for
        self.frames = 0

    def find_board(self) -> None:
        """At its address, which somebody may have set."""
        self.address = self._rig.client(self._name).hello().address

    def voice(self, sender: str, port: str, own: int = 0) -> Voice:
        """Whoever has this role on this line; its session is opened when it is missing."""
        own = own or _FIRST_ADDRESS[port] + SENDERS.index(sender)
        key = (sender, port, own)
        if key not in self._voices:
            transport = SimTransport(self._kernel, self._ends[port])
            client = Client(transport, self.address)
            client.protocol.own = own
            self._voices[key] = Voice(client, sender)
        return self._voices[key]

    def forget_sessions(self) -> set[SessionKey]:
        """The board was switched off; gives the sessions that it has lost."""
        lost = {voice.session for voice in self._voices.values() if voice.session}
        for voice in self._voices.values():
            voice.forget()
        self._asked.clear()
        return lost

    def forget(self, session: SessionKey) -> None:
        """Whoever had this session has closed it."""
        for voice in self._voices.values():
            if voice.session is session:
                voice.forget()

    def ask(self, step: Step, own: int = 0) -> Asked:
        """Send a request; unless it is piped, wait for its answer."""
        voice = self.voice(step.sender, step.port, own)
        if voice.session is None and step.tag != NONE:
            self.settle()  # its client takes whatever comes while it waits
            try:
                voice.open(self._keys)
            except FaroError:
                voice.forget()  # the request goes without a tag
        frame, session = voice.frame(step, self.address)
        spec = self._known.messages.get(step.message)
        is_mute = spec is not None and spec.rule == SILENT
        is_owed = not is_mute and step.message != _LOOKS_LIKE_TEXT
        if step.port == BUS:
            self._free_bus()
            self._is_bus_busy = is_mute or step.is_piped
            is_owed = is_owed and not (step.is_piped or step.to_all or self._is_bus_shared)
        asked = Asked(step.message, frame, session, is_owed)
        self._asked[frame.src, frame.req, frame.ctr] = asked
        if step.port == BUS and step.is_piped and not (is_mute or step.to_all):
            self._on_bus = asked
        self._ends[step.port].write(encode(frame))
        self.frames += 1
        if not step.is_piped:
            limit_ms = ANSWER_MS if asked.is_owed else 50
            self._kernel.run_for_ms(limit_ms, lambda: self._is_answered(asked))
        return asked

    def _free_bus(self) -> None:
        """Two that speak at once on RS-485 lose both frames: an answer under way comes first."""
        asked, self._on_bus = self._on_bus, None
        if asked is not None and not self._is_bus_shared:
            self._kernel.run_for_ms(ANSWER_MS, lambda: self._is_answered(asked))
        self._kernel.run_for_ms(_BUS_QUIET_MS if self._is_bus_busy else 1)

    def unanswered(self) -> list[Asked]:
        """Requests whose answer is owed and has not come."""
        return [a for a in self._asked.values() if a.is_owed and a.answer is None]

    def settle(self) -> None:
        """Let every answer come that is owed."""
        self.look()
        self._kernel.run_for_ms(ANSWER_MS, lambda: not self._still_missing())
        self.look()

    def _still_missing(self) -> bool:
        if any(end.rx for end in self._ends.values()):
            self.look()
        return bool(self.unanswered())

    def send(self, step: Step) -> None:
        """Bytes that are no frame; a delimiter ends them."""
        self._ends[step.port].write(bytes.fromhex(step.payload) + b"\0")
        self._is_bus_busy = self._is_bus_busy or step.port == BUS
        self.wait(5)

    def wait(self, duration_ms: int) -> None:
        self._kernel.run_for_ms(duration_ms)
        self.look()

    def _is_answered(self, asked: Asked) -> bool:
        if any(end.rx for end in self._ends.values()):
            self.look()
        return asked.answer is not None

    def look(self) -> None:
        """Look at everything that came in."""
        for port, end in self._ends.items():
            for frame in self._splitters[port].feed(end.take()):
                if frame.src != self.address or frame.dst not in HOST_ADDRESSES:
                    continue
                asked = self._asked.get((frame.dst, frame.req, frame.ctr))
                if not frame.req:
                    self._on_push(frame)
                elif asked is not None:
                    asked.answer = frame
                    self._on_answer(asked)


def plain(message: int, payload: bytes = b"", sender: str = "", port: str = USB) -> Step:
    """A request as it should be."""
    return Step("ask", sender, port, message, payload.hex(), RIGHT)
