"""Sees a card that stops: by the encoder that stands, or by a gate edge that does not come.

Fed the encoder's count, the motor's current and the gates' edges.  Everything is measured in
roller travel, so a slow roller is not taken for a jam and a standing one is.  Looked at every
LOOK_MS while the roller runs, a card that stops is known after at most 250 ms.
"""

from array import array

from firmware.core.compat import const
from firmware.shuffler.geometry import ENCODER_PER_MM

GATE_FEED = const(0)
GATE_CAROUSEL = const(1)
GATE_OUTPUT = const(2)

SEEN_NOTHING = const(0)
SEEN_STALL = const(1)  # driven, takes current, does not turn
SEEN_OVERDUE = const(2)  # turns, but the card does not come on
SEEN_DEAD_MOTOR = const(3)  # driven, takes no current, does not turn
SEEN_DEAD_ENCODER = const(4)  # takes the current of a turning motor, does not turn: it does

LOOK_MS = const(30)
_SLACK_PERCENT = const(130)  # slip of a worn roller and of a curled card
_STANDS_MM = const(5)  # less than this in one look: at 600 mm/s it would be 18
_SPIN_UP_LOOKS = const(1)
_SLOW_MM = const(13)
_DEAD_MA = const(60)
_STALL_MA = const(1_200)  # running: 300 to 900
_WRAPPED = const(0x20000000)
_EDGES = const(6)  # gate * 2 + level


class JamWatch:
    """After SEEN_…: `gate`, `level`, `travel_mm`, `current_ma` are the evidence."""

    def __init__(self):
        self._due = array("i", (0 for _ in range(_EDGES)))  # encoder travel; 0: nothing expected
        self._start = array("i", (0 for _ in range(_EDGES)))
        self._travel = 0  # absolute travel in counts, whatever the direction
        self._count = 0
        self._looks = -1
        self._look_travel = 0
        self._strained = 0
        self.gate = 0
        self.level = 0
        self.travel_mm = 0
        self.current_ma = 0
        self.speed_mm_s = 0

    def run(self, count):
        """The roller was started, or turned round."""
        self._move(count)
        if self._earliest() < 0:
            self._travel = 0  # the counts must fit 31 bits for ever
        self._looks = 0
        self._look_travel = self._travel

    def rest(self):
        """The roller was stopped: nothing is expected to move."""
        self._looks = -1

    def forget(self):
        """The cards under way are others now."""
        for i in range(_EDGES):
            self._due[i] = 0

    def expect(self, gate, level, distance_mm, count):
        """The edge must come within this distance of card travel."""
        self._move(count)
        edge = gate * 2 + level
        self._start[edge] = self._travel
        self._due[edge] = self._travel + distance_mm * ENCODER_PER_MM * _SLACK_PERCENT // 100

    def met(self, gate, level):
        """An edge came; gives the roller travel since it was expected, in mm, or -1."""
        edge = gate * 2 + level
        if self._due[edge] == 0:
            return -1
        self._due[edge] = 0
        return (self._travel - self._start[edge]) // ENCODER_PER_MM

    def travel_to(self, count):
        """Absolute travel in counts, brought up to date."""
        self._move(count)
        return self._travel

    def look(self, count, read_ma):
        """Once every LOOK_MS while the roller runs; `read_ma()` is asked only for evidence."""
        if self._looks < 0:
            return SEEN_NOTHING
        self._move(count)
        moved_mm = (self._travel - self._look_travel) // ENCODER_PER_MM
        self._look_travel = self._travel
        self._looks += 1
        self.speed_mm_s = moved_mm * 1000 // LOOK_MS
        if self._looks > _SPIN_UP_LOOKS and moved_mm < _STANDS_MM:
            self._evidence(self._earliest(), read_ma)
            if self.current_ma < _DEAD_MA:
                return SEEN_DEAD_MOTOR
            return SEEN_STALL if self.current_ma > _STALL_MA else SEEN_DEAD_ENCODER
        if self._is_strained(moved_mm, read_ma):
            self._evidence(self._earliest(), read_ma)
            return SEEN_STALL
        edge = self._earliest()
        if edge >= 0 and self._travel >= self._due[edge]:
            self._evidence(edge, read_ma)
            return SEEN_OVERDUE
        return SEEN_NOTHING

    def _is_strained(self, moved_mm, read_ma):
        """Slow and drawing stall current, twice in a row: a card stands against a wall."""
        if self._looks <= _SPIN_UP_LOOKS or moved_mm >= _SLOW_MM or read_ma() <= _STALL_MA:
            self._strained = 0
            return False
        self._strained += 1
        return self._strained > 1

    def stood(self, travel_mm):
        """The roller stood before a card was in: evidence from outside the looks."""
        self.gate = GATE_CAROUSEL
        self.travel_mm = travel_mm
        self.speed_mm_s = 0

    def _earliest(self):
        found = -1
        for edge in range(_EDGES):
            if self._due[edge] and (found < 0 or self._due[edge] < self._due[found]):
                found = edge
        return found

    def _evidence(self, edge, read_ma):
        self.current_ma = read_ma()
        self.gate = edge >> 1 if edge >= 0 else 0xFF
        self.level = edge & 1 if edge >= 0 else 0
        start = self._start[edge] if edge >= 0 else self._travel
        self.travel_mm = (self._travel - start) // ENCODER_PER_MM

    def _move(self, count):
        moved = abs(count - self._count)
        if moved > _WRAPPED:  # the encoder's 31 bits go round after 100 km
            moved = abs(moved - 0x80000000)
        self._travel += moved
        self._count = count
