"""Wiring of what the shuffler must know after a power cut: the cycle's cell and the card track."""

import struct

from firmware.shuffler import cycle as c
from firmware.shuffler import trouble as tr
from firmware.shuffler.card_track import CardTrack
from firmware.shuffler.pack_inside import PLACE_OUT
from firmware.shuffler.rows import EV_CYCLE_INTERRUPTED, FAULT_CYCLE_INTERRUPTED
from firmware.store.cells import CELL_PACK

# state, mode, decks, expected, cycle, position, back, back in play, trouble
_HEAD = "<BBBHIHBBB"
# what a later boot must know; the steps between follow from the card track
_KEPT = (
    c.ST_EMPTY,
    c.ST_HOMING,
    c.ST_READY,
    c.ST_DELIVERING,
    c.ST_REFUSED,
    c.ST_UNLOADING,
    c.ST_UNLOADED,
    c.ST_CALLING,
)


class CycleStore:
    """Keeps; `restore` puts a shuffler back and says what was going on."""

    def __init__(self, base):
        self._base = base
        self._store = base.store
        self._track = CardTrack(self._store)
        self._shuffler = None

    def card(self, index):
        """One card came in, went out or moved."""
        s = self._shuffler
        if self._store.is_open:
            self._track.put(index, s.cycle_number, s.pack.codes[index], s.pack.places[index])

    def moved(self):
        """A move has ended and the next has not begun."""
        self._base.moved()

    def step(self, s):
        """The cycle took a step; one that sets cards in motion begins with a clean heap."""
        if not s.is_moving():
            self._base.collect()
        if s.cycle.state in _KEPT and self._store.is_open:
            self._put(s, s.cycle.state)
            self._store.commit()

    def _put(self, s, state):
        struct.pack_into(
            _HEAD,
            self._store.edit(CELL_PACK),
            0,
            state,
            s.mode,
            s.decks,
            s.expected,
            s.cycle_number,
            s.position,
            s.back,
            s.back_in_play,
            s.remedies.last_trouble,
        )

    def restore(self, s):
        """At boot: nothing moves and nothing is dealt; a person is asked for the exact step."""
        self._shuffler = s
        if not self._store.is_open:
            return
        head = struct.unpack_from(_HEAD, self._store.view(CELL_PACK), 0)
        state, mode, decks, expected, number, position, back, in_play, _trouble = head
        s.cycle_number = number
        if number == 0:
            return
        s.back_in_play = in_play
        if state == c.ST_EMPTY:
            return
        s.mode, s.decks, s.expected, s.position, s.back = mode, decks, expected, position, back
        pack = s.pack
        delivered = 0

        def on_card(index, code, place):
            nonlocal delivered
            pack.restore(index, code, place)
            if place == PLACE_OUT:
                delivered += 1

        self._track.load(number, on_card)
        if state == c.ST_UNLOADED and pack.inside == 0:
            s.cycle.restore(c.ST_UNLOADED)
            return
        s.cycle.restore(c.ST_CALLING)
        if state == c.ST_CALLING:
            s.remedies.last_trouble = _trouble
            return  # told before the power went
        s.remedies.last_trouble = tr.TR_POWER
        in_way = s.mover.way.gates()
        self._base.record(
            EV_CYCLE_INTERRUPTED,
            state,
            pack.inside,
            delivered,
            (in_way & 1) + (in_way >> 1 & 1) + (in_way >> 2 & 1),
        )
        self._put(s, c.ST_CALLING)  # goes with the fault's commit
        self._base.raise_fault(FAULT_CYCLE_INTERRUPTED, state)
