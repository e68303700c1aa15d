"""Requests of the table software: table, areas, pack, decisions, ends, facts, and how it stands."""

import struct

from firmware.link import messages as m
from firmware.link import messages_rounds as mr
from firmware.rounds import steps as st
from firmware.rounds.phases import ST_CLOSED, ST_DEALING

_ERRORS = (
    (st.NO_WRONG_TIME, m.ERR_WRONG_PHASE),
    (st.NO_BAD_VALUE, m.ERR_OUT_OF_RANGE),
    (st.NO_OUT_OF_TURN, m.ERR_OUT_OF_TURN),
    (st.NO_CARDS_SHORT, m.ERR_CARDS_SHORT),
    (st.NO_DEVICE_ONLY, m.ERR_DEVICE_ONLY),
)
_STATE = "<BBBBBIBBHBBB"
_STATE_BYTES = 16
_HAND = "<B8sI12s"
_HAND_BYTES = 25
_PLACES = 8
FLAG_SHUFFLE_DUE = 1
FLAG_LAST_ROUND = 2
FLAG_BURN_DUE = 4
FLAG_VOIDED = 8


class RoundCommands:
    """Handlers for the node; `rounds` is the wiring that records what they change."""

    def __init__(self, rounds, node):
        self._rounds = rounds
        node.on(mr.OPEN_TABLE, self._open_table)
        node.on(mr.SET_AREAS, self._set_areas)
        node.on(mr.PACK_LOADED, self._pack_loaded)
        node.on(mr.DECIDE, self._decide)
        node.on(mr.END_ROUND, self._end_round)
        node.on(mr.TELL_ROUND, self._tell_round)
        node.on(mr.GET_TABLE, self._get_table)

    def _open_table(self, port):
        answer = self._rounds.open_table(
            port.u8(0), port.u8(1), port.u8(2), port.u8(3), port.now_ms
        )
        return self._answer(port, mr.OPEN_TABLE, answer)

    def _set_areas(self, port):
        return self._answer(port, mr.SET_AREAS, self._rounds.set_areas(port.u8(0), port.now_ms))

    def _pack_loaded(self, port):
        return self._answer(port, mr.PACK_LOADED, self._rounds.pack_loaded(port.now_ms))

    def _decide(self, port):
        answer = self._rounds.decide(port.u8(0), port.u8(1), port.now_ms)
        return self._answer(port, mr.DECIDE, answer)

    def _end_round(self, port):
        is_void = port.u8(0)
        if is_void > 1:
            return -m.ERR_OUT_OF_RANGE
        if is_void and not port.role & mr.MAY_VOID:
            return -m.ERR_NOT_ALLOWED
        return self._answer(port, mr.END_ROUND, self._rounds.end_round(is_void, port.now_ms))

    def _tell_round(self, port):
        answer = self._rounds.tell(port.u8(0), port.u8(1), port.u8(2), port.u8(3), port.now_ms)
        return self._answer(port, mr.TELL_ROUND, answer)

    def _get_table(self, port):
        tracker = self._rounds.tracker
        placing = tracker.placing
        place = port.u8(0)
        is_dealing = tracker.phase == ST_DEALING and placing.is_open
        flags = FLAG_SHUFFLE_DUE if tracker.is_shuffle_due else 0
        flags |= FLAG_LAST_ROUND if tracker.is_last_round else 0
        flags |= FLAG_BURN_DUE if tracker.is_burn_due else 0
        flags |= FLAG_VOIDED if tracker.is_voided else 0
        struct.pack_into(
            _STATE,
            port.tx,
            port.tx_at,
            tracker.phase,
            tracker.game_number,
            tracker.equipment,
            tracker.pack.decks,
            tracker.seats,
            tracker.round_number,
            tracker.record.count,
            tracker.closed_as,
            tracker.pack.cards_out,
            placing.order.awaited_seat() if is_dealing else 0,
            placing.next_place() if is_dealing else mr.NO_HAND,
            flags,
        )
        if place == mr.NO_HAND:
            return _STATE_BYTES
        return self._hand_into(port, place)

    def _hand_into(self, port, place):
        """A hand may lie face down on the table: only for those who have a session."""
        if not port.role & mr.MAY_SEE_HANDS:
            return -m.ERR_NO_SESSION
        if place >= _PLACES:
            return -m.ERR_OUT_OF_RANGE
        if self._rounds.tracker.phase == ST_CLOSED:
            return -m.ERR_WRONG_PHASE
        outcome = self._rounds.journal.settle(place)
        hands = self._rounds.journal.hands
        struct.pack_into(
            _HAND,
            port.tx,
            port.tx_at + _STATE_BYTES,
            hands.count,
            hands.cards,
            hands.value,
            outcome,
        )
        return _STATE_BYTES + _HAND_BYTES

    def _answer(self, port, message, answer):
        for no, error in _ERRORS:
            if answer == no:
                return -error
        struct.pack_into("<BI", port.tx, port.tx_at, message, self._rounds.tracker.round_number)
        return 5
