"""Requests about the shuffling device: start, deliver, abort, count, clear, open, look."""

import struct

from firmware.core.errors import (
    ERR_BUSY,
    ERR_LOCKED,
    ERR_NOT_ACTIVE,
    ERR_OUT_OF_RANGE,
    ERR_STILL_PRESENT,
)
from firmware.core.rows import INSPECTOR
from firmware.shuffler.cycle import ST_CALLING, ST_READY, ST_REFUSED, ST_UNLOADED
from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_STIR
from firmware.shuffler.pack_inside import INSIDE_BYTES
from firmware.shuffler.rows import (
    EV_GATE_OVERRIDDEN,
    MSG_ABORT_CYCLE,
    MSG_COUNT_CARDS,
    MSG_DELIVER,
    MSG_GET_CYCLE,
    MSG_GET_TRENDS,
    MSG_OPEN_GATE,
    MSG_SHUFFLE,
    MSG_WAY_CLEARED,
)

_MOST_DECKS = 8
# a pack that will never be dealt may be named (RULES A2): for the person who must find its cards
_TELLING = (ST_REFUSED, ST_UNLOADED, ST_CALLING)


class ShufflerCommands:
    """Handlers for the node; `shuffler` refuses what does not fit its state."""

    def __init__(self, board, shuffler, two_roles):
        self._board = board
        self._shuffler = shuffler
        self._orders = shuffler.orders
        self._two_roles = two_roles
        node = board.node
        node.on(MSG_SHUFFLE, self._shuffle)
        node.on(MSG_DELIVER, self._deliver)
        node.on(MSG_ABORT_CYCLE, self._abort)
        node.on(MSG_COUNT_CARDS, self._count)
        node.on(MSG_WAY_CLEARED, self._cleared)
        node.on(MSG_OPEN_GATE, self._open_gate)
        node.on(MSG_GET_CYCLE, self._get_cycle)
        node.on(MSG_GET_TRENDS, self._get_trends)

    def _shuffle(self, port):
        mode, decks = port.u8(0), port.u8(1)
        if not 1 <= mode <= MODE_STIR or not 1 <= decks <= _MOST_DECKS:
            return -ERR_OUT_OF_RANGE
        if self._shuffler.gate.is_stopped():
            return -ERR_LOCKED
        if mode == MODE_STIR:
            return self._done(port, MSG_SHUFFLE, self._orders.stir(decks, port.now_ms))
        if not self._shuffler.sensors.has_feed():
            return -ERR_NOT_ACTIVE
        shuffler = self._shuffler
        if mode == MODE_CONTINUOUS and shuffler.cycle.state == ST_READY:
            return self._done(port, MSG_SHUFFLE, self._orders.feed_more(port.now_ms))
        return self._done(port, MSG_SHUFFLE, self._orders.start(mode, decks, port.now_ms))

    def _deliver(self, port):
        cards = port.u16(0)
        s = self._shuffler
        if not s.is_continuous() and cards > s.expected - s.position:
            return -ERR_OUT_OF_RANGE
        return self._done(port, MSG_DELIVER, self._orders.deliver(cards, port.now_ms))

    def _abort(self, port):
        return self._done(port, MSG_ABORT_CYCLE, self._orders.unload(port.role, port.now_ms))

    def _count(self, port):
        return self._done(port, MSG_COUNT_CARDS, self._orders.count(port.now_ms))

    def _cleared(self, port):
        if self._shuffler.gate.is_stopped():
            return -ERR_STILL_PRESENT  # the fault is cleared first
        return self._done(port, MSG_WAY_CLEARED, self._orders.cleared(port.role, port.now_ms))

    def _open_gate(self, port):
        """Against the machine's judgement: two roles, and an event (STANDARDS 8)."""
        return self._two_roles(port, MSG_OPEN_GATE, INSPECTOR, self._override)

    def _override(self, asked_by, confirmed_by):
        shuffler = self._shuffler
        self._board.record(EV_GATE_OVERRIDDEN, asked_by, confirmed_by, shuffler.cycle.state)
        shuffler.gate.override()
        return 0

    def _get_cycle(self, port):
        s = self._shuffler
        struct.pack_into(
            "<BBBBBHHHHBBIBBB",
            port.tx,
            port.tx_at,
            s.cycle.state,
            s.mode,
            s.decks,
            s.remedies.last_trouble,
            1 if s.is_dealable() else 0,
            s.expected,
            s.pack.count,
            s.pack.inside,
            s.position,
            s.mover.way.gates(),
            1 if s.gate.is_open else 0,
            s.cycle_number,
            1 if s.sensors.has_feed() else 0,
            1 if s.sensors.has_output() else 0,
            s.back,
        )
        if s.cycle.state not in _TELLING:
            return 22
        s.pack.put_inside(port.tx, port.tx_at + 22)
        return 22 + INSIDE_BYTES

    def _get_trends(self, port):
        t = self._shuffler.trends
        struct.pack_into(
            "<IIHHHHI",
            port.tx,
            port.tx_at,
            t.cards,
            t.retries,
            t.feed_time(),
            t.slip(),
            t.current_ma(),
            t.retries_ppm(),
            t.forecast_cards(),
        )
        return 20

    def _done(self, port, message, is_done):
        if not is_done:
            return -ERR_BUSY
        struct.pack_into("<BI", port.tx, port.tx_at, message, 0)
        return 5
