"""What the shuffler must know after a power cut: the cycle's cell and the card track."""

import struct

from firmware.shuffler import cycle as c
from firmware.shuffler import trouble as tr
from firmware.shuffler.card_track import CardTrack
from firmware.shuffler.modes import NO_BACK
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

    def __init__(self, board):
        self._board = board
        self._store = board.store
        self._track = CardTrack(self._store)
        self._cycle_number = 0

    def begin(self, cycle_number):
        """Cards belong to this cycle from now on."""
        self._cycle_number = cycle_number

    def card(self, index, code, place):
        """One card came in, went out or moved."""
        if self._store.is_open:
            self._track.put(index, self._cycle_number, code, place)

    def moved(self):
        """A move has ended and the next has not begun."""
        self._board.moved()

    def step(self, shuffler):
        """The cycle took a step; one that sets cards in motion begins with a clean heap."""
        if not shuffler.is_moving():
            self._board.collect()
        state = shuffler.cycle.state
        if state in _KEPT and self._store.is_open:
            self._put(shuffler, state)
            self._store.commit()

    def _put(self, shuffler, state):
        struct.pack_into(
            _HEAD,
            self._store.edit(CELL_PACK),
            0,
            state,
            shuffler.mode,
            shuffler.decks,
            shuffler.expected,
            shuffler.cycle_number,
            shuffler.position,
            shuffler.back,
            shuffler.back_in_play,
            shuffler.remedies.last_trouble,
        )

    def restore(self, shuffler):
        """At boot: nothing moves and nothing is dealt; a person is asked for the exact step."""
        if not self._store.is_open:
            return
        head = struct.unpack_from(_HEAD, self._store.view(CELL_PACK), 0)
        state, mode, decks, expected, number, position, back, in_play, trouble = head
        shuffler.restore_past(number, in_play if number else NO_BACK)
        if number == 0 or state == c.ST_EMPTY:
            return
        shuffler.restore_pack(mode, decks, expected, position, back)
        delivered = self._load_cards(number, shuffler.pack)
        inside = shuffler.pack.inside
        if state == c.ST_UNLOADED and inside == 0:
            shuffler.cycle.restore(c.ST_UNLOADED)
            return
        shuffler.cycle.restore(c.ST_CALLING)
        if state == c.ST_CALLING:
            shuffler.remedies.restore(trouble)
            return  # told before the power went
        shuffler.remedies.restore(tr.TR_POWER)
        gates = shuffler.mover.way.gates()
        in_way = (gates & 1) + (gates >> 1 & 1) + (gates >> 2 & 1)
        self._board.record(EV_CYCLE_INTERRUPTED, state, inside, delivered, in_way)
        self._put(shuffler, c.ST_CALLING)  # goes with the fault's commit
        self._board.raise_fault(FAULT_CYCLE_INTERRUPTED, state)

    def _load_cards(self, number, pack):
        """The cards where the track has them; gives how many had been delivered."""
        self._cycle_number = number
        self._track.load(number, pack.restore)
        delivered = 0
        for index in range(pack.count):
            if pack.places[index] == PLACE_OUT:
                delivered += 1
        return delivered
