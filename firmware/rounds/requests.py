"""Requests of the table software: table, areas, pack, decisions, ends, facts, and how it stands."""

import struct

from firmware.core.errors import (
    ERR_CARDS_SHORT,
    ERR_DEVICE_ONLY,
    ERR_NO_SESSION,
    ERR_NOT_ALLOWED,
    ERR_OUT_OF_RANGE,
    ERR_OUT_OF_TURN,
    ERR_WRONG_PHASE,
)
from firmware.rounds import steps as st
from firmware.rounds.phases import ST_CLOSED, ST_DEALING
from firmware.rounds.rows import (
    MAY_SEE_HANDS,
    MAY_VOID,
    MSG_DECIDE,
    MSG_END_ROUND,
    MSG_GET_TABLE,
    MSG_OPEN_TABLE,
    MSG_PACK_LOADED,
    MSG_SET_AREAS,
    MSG_TELL_ROUND,
    NO_HAND,
)

_ERRORS = (
    (st.NO_WRONG_TIME, ERR_WRONG_PHASE),
    (st.NO_BAD_VALUE, ERR_OUT_OF_RANGE),
    (st.NO_OUT_OF_TURN, ERR_OUT_OF_TURN),
    (st.NO_CARDS_SHORT, ERR_CARDS_SHORT),
    (st.NO_DEVICE_ONLY, ERR_DEVICE_ONLY),
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
        node.on(MSG_OPEN_TABLE, self._open_table)
        node.on(MSG_SET_AREAS, self._set_areas)
        node.on(MSG_PACK_LOADED, self._pack_loaded)
        node.on(MSG_DECIDE, self._decide)
        node.on(MSG_END_ROUND, self._end_round)
        node.on(MSG_TELL_ROUND, self._tell_round)
        node.on(MSG_GET_TABLE, self._get_table)

    def _open_table(self, port):
        answer = self._rounds.open_table(
            port.u8(0), port.u8(1), port.u8(2), port.u8(3), port.now_ms
        )
        return self._answer(port, MSG_OPEN_TABLE, answer)

    def _set_areas(self, port):
        return self._answer(port, MSG_SET_AREAS, self._rounds.set_areas(port.u8(0), port.now_ms))

    def _pack_loaded(self, port):
        return self._answer(port, MSG_PACK_LOADED, self._rounds.pack_loaded(port.now_ms))

    def _decide(self, port):
        answer = self._rounds.decide(port.u8(0), port.u8(1), port.now_ms)
        return self._answer(port, MSG_DECIDE, answer)

    def _end_round(self, port):
        is_void = port.u8(0)
        if is_void > 1:
            return -ERR_OUT_OF_RANGE
        if is_void and not port.role & MAY_VOID:
            return -ERR_NOT_ALLOWED
        return self._answer(port, MSG_END_ROUND, self._rounds.end_round(is_void, port.now_ms))

    def _tell_round(self, port):
        answer = self._rounds.tell(port.u8(0), port.u8(1), port.u8(2), port.u8(3), port.now_ms)
        return self._answer(port, MSG_TELL_ROUND, answer)

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
            placing.next_place() if is_dealing else NO_HAND,
            flags,
        )
        if place == NO_HAND:
            return _STATE_BYTES
        return self._hand_into(port, place)

    def _hand_into(self, port, place):
        """A hand may lie face down on the table: only for those who have a session."""
        if not port.role & MAY_SEE_HANDS:
            return -ERR_NO_SESSION
        if place >= _PLACES:
            return -ERR_OUT_OF_RANGE
        if self._rounds.tracker.phase == ST_CLOSED:
            return -ERR_WRONG_PHASE
        outcome = self._rounds.reporter.settle(place)
        hands = self._rounds.reporter.hands
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
