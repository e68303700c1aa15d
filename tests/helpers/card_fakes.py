"""Plain stand-ins for what the stages of the cards' room are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware.cards.codes import CARDS_PER_DECK


class Settings:
    """Values by number; 0 where nothing was said."""

    def __init__(self) -> None:
        self.values: dict[int, int] = {}

    def get(self, setting: int) -> int:
        return self.values.get(setting, 0)


class Ring:
    """Where the roller stood at the last edge; nothing waits."""

    count = 1_000
    is_idle = True

    def is_empty(self) -> bool:
        return self.is_idle


class Clock:
    def update(self, _now_ms: int) -> None:
        return None

    def utc_s(self) -> int:
        return 1_700_000_000


class Board:
    """Writes down what is recorded and raised."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.ring = Ring()
        self.clock = Clock()
        self.events: list[tuple[int, ...]] = []
        self.faults: list[tuple[int, int]] = []
        self.present: dict[int, Callable[[], bool]] = {}
        self.counted: list[int] = []
        self.held: list[int] = []  # edges from which on the link is held
        self.hold_link = self.held.append
        self.moves = 0

    def record(self, event: int, *fields: int) -> None:
        self.events.append((event, *fields))

    def raise_fault(self, code: int, detail: int = 0) -> None:
        self.faults.append((code, detail))

    def is_fault_active(self, code: int) -> bool:
        return any(fault == code for fault, _ in self.faults)

    def on_present(self, code: int, is_present: Callable[[], bool]) -> None:
        self.present[code] = is_present

    def count(self, counter: int) -> None:
        self.counted.append(counter)

    def moved(self) -> None:
        self.moves += 1


class Camera:
    def __init__(self) -> None:
        self.lines = bytearray((96, 96))
        self.green = (b"green a", b"green b")
        self.red = (b"red a", b"red b")


class Trend:
    """A lamp and a glass as new."""

    level_percent = 100
    dirty_pixels = 0

    def __init__(self) -> None:
        self.light = -1

    def restart(self, light: int) -> None:
        self.light = light


class Reader:
    """Says `codes` one after the other; -1 stands for a piece of a long look."""

    def __init__(self, *codes: int) -> None:
        self.codes_to_say = list(codes)
        self.camera = Camera()
        self.trends = (Trend(), Trend())
        self.recogniser: Any = object()
        self.travel_um = 63_000
        self.back = 1
        self.dead = 0
        self.doubt = 0
        self.is_back_known = True
        self.reasons = bytearray((7, 9))
        self.read_by: set[int] = set()
        self.calls: list[Any] = []

    def finish(self, count: int) -> int:
        self.calls.append(("finish", count))
        return self.camera.lines[0]

    def begin(self, what: int, length_um: int) -> int:
        self.calls.append(("begin", what, length_um))
        return self.codes_to_say.pop(0)

    def go_on(self) -> int:
        self.calls.append("go_on")
        return self.codes_to_say.pop(0)

    def take_early(self) -> None:
        self.calls.append("take_early")

    def is_read_by(self, camera: int) -> bool:
        return camera in self.read_by

    def setup(self) -> bool:
        return self.is_back_known

    def use(self, block: bytearray | None) -> None:
        self.recogniser = block

    def read_with(self, recogniser: Any) -> None:
        self.recogniser = recogniser


class Rounds:
    """The next room: hears of each card."""

    def __init__(self) -> None:
        self.leaving = 0
        self.begun = 0  # cards whose records begin
        self.read: list[tuple[int, int, bool, int]] = []
        self.doubled: set[int] = set()

    def is_doubled(self, card: int, _flags: int) -> bool:
        return card in self.doubled

    def card_leaves(self) -> None:
        self.leaving += 1

    def card_comes(self) -> None:
        self.begun += 1

    def card_read(self, code: int, flags: int, is_census: bool, now_ms: int) -> None:
        self.read.append((code, flags, is_census, now_ms))


class Handover:
    """Counts when pictures are given free; `next` says that another card is out."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.next = False

    def has_next(self) -> bool:
        return self.next

    def expect(self, is_out: bool) -> None:
        self.calls.append(is_out)

    def free(self) -> None:
        self.calls.append("free")

    def close(self) -> None:
        self.calls.append("close")


class Pictures:
    """Numbers what it keeps from 1 on."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, ...]] = []

    def keep(
        self, camera: int, why: int, code: int, position: int, earlier: int, first: int
    ) -> int:
        self.kept.append((camera, why, code, position, earlier, first))
        return len(self.kept)


class Census:
    """Finds what it is told to find."""

    is_running = False
    earlier = 0

    def __init__(self, found: int) -> None:
        self.found = found
        self.position = 0
        self.is_again = False

    def take(self, _code: int, _back: int, _doubt: int) -> int:
        self.position += 1
        return self.found

    def is_feeding_again(self) -> bool:
        return self.is_again

    def is_bad(self, code: int) -> bool:
        return self.is_running and code >= CARDS_PER_DECK
