"""The mouth: the gate's edges become passes; a card that has left is counted, told and read."""

import asyncio

from firmware.cards import card_pass as cp
from firmware.cards import rows
from firmware.core.counters import CARDS_PASSED

_COVERED_MS = 40  # the colour sensor measures for 24 ms, and the card must cover it all the time


class Mouth:
    """Fed the gate's edges; `reading` and `rounds` hear of every card that leaves the shoe."""

    def __init__(self, board, pin, reader, reading, shuffler, rounds):
        self._board = board
        self._pin = pin
        self._reader = reader
        self._reading = reading
        self._shuffler = shuffler
        self._rounds = rounds
        self._pass = cp.CardPass()
        self._cards = 0  # that have left since boot
        self._entered = asyncio.Event()
        self._has_passed = False  # a card since the last heartbeat
        self._is_quiet = True
        board.on_present(rows.FAULT_GATE_STUCK, self._pass.is_inside)

    async def look_at_backs(self):
        """The back is looked at in the middle of a pass: at its end the card may be gone."""
        while True:
            await self._entered.wait()
            self._entered.clear()
            await asyncio.sleep_ms(_COVERED_MS)
            # an edge that nobody has looked at yet may be the card's end
            if self._pass.is_inside() and self._board.ring.is_empty():
                self._reader.sense()

    def edge(self, level, time_ms):
        """The ring knows where the roller stood then: by now it may draw the next card."""
        is_dealing = self._shuffler.is_dealing(time_ms)
        if not is_dealing:
            self._has_passed = True
        if self._pass.edge(level, time_ms):
            if not is_dealing:
                self._board.hold_link(time_ms)
            self._card_out(is_dealing)
        elif self._pass.is_inside() and not is_dealing:
            self._entered.set()

    def tick(self, now_ms):
        """Once a heartbeat: what no edge tells."""
        if self._pass.is_stuck(now_ms, self._board.settings.get(rows.CFG_GATE_STUCK_MS)):
            self._board.raise_fault(rows.FAULT_GATE_STUCK, self._pin)
        self._is_quiet = not self._pass.is_inside() and not self._has_passed
        self._has_passed = False

    def is_near(self):
        """A card is here, or was within the last heartbeat: another may follow."""
        return self._has_passed or self._pass.is_inside() or not self._is_quiet

    def is_quiet(self):
        """No card was here between the last two heartbeats."""
        return self._is_quiet

    def _card_out(self, is_dealing):
        if is_dealing:
            # the machine's throat has read these cards; here only a hand takes them
            self._tell()
            self._shuffler.card_pulled()
            return
        reader = self._reader
        self._reading.settle_for_next()
        reader.finish(self._board.ring.count)
        what = self._pass.judge(reader.travel_um, reader.camera.lines[0] > 0)
        if what == cp.PULLED_BACK:
            self._pulled_back()
        else:
            self._tell()
            self._reading.begin(what, self._pass.length_um)

    def _pulled_back(self):
        """A card was drawn halfway and pushed back: nobody learns which one."""
        drawn_mm = max(self._pass.length_um // 1000, self._reader.camera.lines[0] // 5)
        self._board.record(rows.EV_CARD_PULLED_BACK, drawn_mm, min(self._pass.duration_ms, 0xFFFF))

    def _tell(self):
        self._cards += 1
        self._board.count(CARDS_PASSED)
        self._board.record(rows.EV_CARD_PASSED, self._cards, min(self._pass.duration_ms, 0xFFFF))
        self._rounds.card_leaves()
