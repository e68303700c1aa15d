"""What hands can reach: a rig, a dealer at each shoe, and what waits for a card to pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hw_sim.hands.words import BadWords
from hw_sim.rig import BoardRig, Rig
from hw_sim.vm_process import SimError
from hw_sim.world.shoe import ShoeWorld

ANYWHERE = ""
MOUTH = "mouth"
TAKEN = "taken"  # not a card but a packet, out of the device's output tray


@dataclass(frozen=True)
class Done:
    """What a verb says it did, and how long the hand needs for it."""

    told: str
    busy_ms: int = 0


class Pace(Protocol):
    """Whoever lets time pass: a running simulator, or nobody while a scenario is played."""

    def set_speed(self, speed: float) -> None: ...
    def set_paused(self, is_paused: bool) -> None: ...
    def hurry(self, duration_us: int) -> None: ...


@dataclass(eq=False)
class Waiting:
    """Something happens when so many more cards have passed a place."""

    place: str
    cards: int
    action: Callable[[], None]


class Reach:
    """What the verbs act on."""

    def __init__(self, rig: Rig, pace: Pace | None = None, is_optical: bool = True) -> None:
        """`is_optical`: the machine's cards are seen by its cameras, not known by themselves."""
        self.rig = rig
        self.pace = pace
        self.rng = rig.kernel.rng("hands")
        self.notices: list[str] = []
        self.on_notice: Callable[[str], None] = self.notices.append
        self.broken: dict[tuple[str, str], Callable[[], None]] = {}  # fault, board: how to mend it
        self.armed: dict[tuple[str, str], Waiting] = {}  # fault, board: breaks with a card to come
        self._waiting: list[Waiting] = []
        self._free_us: dict[str, int] = {}
        self.worlds = {
            name: ShoeWorld(board) for name, board in rig.boards.items() if board.machine
        }
        for name, world in self.worlds.items():
            self._watch(rig.boards[name], world, is_optical)

    # -- who is meant ----------------------------------------------------------------------

    def board(self, name: str | None, kind: str = "") -> BoardRig:
        """The board of this name; without one the first that has what the verb needs."""
        if name is not None:
            board = self.rig.boards[name]
            if kind and board.model.kind != kind:
                raise BadWords(f"{name} is a {board.model.kind}; this is done at a {kind}")
            return board
        for board in self.rig.boards.values():
            if not kind or board.model.kind == kind:
                return board
        raise BadWords(f"there is no {kind} at this table")

    def world(self, name: str | None) -> ShoeWorld:
        return self.worlds[self.board(name, "shoe").board.name]

    # -- time ------------------------------------------------------------------------------

    def in_turn(self, hand: str, duration_ms: int) -> int:
        """When this hand is free, in ms from now; it is busy for so long after that."""
        now_us = self.rig.kernel.now_us
        start_us = max(now_us, self._free_us.get(hand, 0))
        self._free_us[hand] = start_us + duration_ms * 1000
        return (start_us - now_us) // 1000

    def after_cards(self, place: str, cards: int, action: Callable[[], None]) -> Waiting:
        """When so many cards have passed a place (ANYWHERE: any)."""
        self._waiting.append(Waiting(place, cards, action))
        return self._waiting[-1]

    def no_longer(self, waiting: Waiting) -> None:
        """What waits for cards does not happen."""
        self._waiting.remove(waiting)

    def taken(self) -> None:
        """Somebody has a packet of the device in hand."""
        self._passed(TAKEN)

    def _watch(self, board: BoardRig, world: ShoeWorld, is_optical: bool) -> None:
        if board.machine is None:
            raise SimError("a shoe has a machine")
        board.machine.on_moved = self._passed
        world.on_dealt = lambda: self._passed(MOUTH)
        if is_optical:
            from hw_sim.world.throat import CameraThroat  # brings numpy along

            CameraThroat(board)

    def _passed(self, place: str) -> None:
        for waiting in list(self._waiting):
            if waiting.place == place or (waiting.place == ANYWHERE and place != TAKEN):
                waiting.cards -= 1
                if waiting.cards <= 0:
                    self._waiting.remove(waiting)
                    # a moment later: the machine is in the middle of a motion
                    self.rig.kernel.after(0, lambda w=waiting: self._act(w.action))

    def _act(self, action: Callable[[], None]) -> None:
        try:
            action()
        except BadWords as error:
            self.on_notice(str(error))
