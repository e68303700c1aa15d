"""Requests of the table software: table, areas, pack, decisions, ends, facts, and how it stands."""

from firmware.core import errors
from firmware.core.rows import KNOWING
from firmware.rounds import rows
from firmware.rounds.phases import ST_CLOSED, ST_DEALING

# by the steps' answers: wrong time, bad value, out of turn, cards short, device only, stopped
_ERRORS = (
    0,
    errors.ERR_WRONG_PHASE,
    errors.ERR_OUT_OF_RANGE,
    errors.ERR_OUT_OF_TURN,
    errors.ERR_CARDS_SHORT,
    errors.ERR_DEVICE_ONLY,
    errors.ERR_STOPPED,
)
_PLACES = 8


def _open_table(rounds, port, game, equipment, decks, areas):
    return _done(rounds, port, rounds.open_table(game, equipment, decks, areas, port.now_ms))


def _set_areas(rounds, port, areas):
    return _done(rounds, port, rounds.set_areas(areas, port.now_ms))


def _pack_loaded(rounds, port):
    return _done(rounds, port, rounds.pack_loaded(port.now_ms))


def _decide(rounds, port, seat, decision):
    return _done(rounds, port, rounds.decide(seat, decision, port.now_ms))


def _end_round(rounds, port, is_void):
    if is_void > 1:
        return -errors.ERR_OUT_OF_RANGE
    if is_void and not port.role & rows.MAY_VOID:
        return -errors.ERR_NOT_ALLOWED
    return _done(rounds, port, rounds.end_round(is_void, port.now_ms))


def _tell_round(rounds, port, told, place, card_number, value):
    return _done(rounds, port, rounds.tell(told, place, card_number, value, port.now_ms))


def _done(rounds, port, answer):
    return port.ok_or(_ERRORS, -answer, rounds.tracker.round_number)


def _get_table(rounds, port, place):
    error = 0 if place == rows.NO_HAND else _add_hand(rounds, port, place)
    if error:
        return -error
    tracker = rounds.tracker
    placing = tracker.placing
    is_dealing = tracker.phase == ST_DEALING and placing.is_open
    flags = rows.FLAG_SHUFFLE_DUE if tracker.is_shuffle_due else 0
    flags |= rows.FLAG_LAST_ROUND if tracker.is_last_round else 0
    flags |= rows.FLAG_BURN_DUE if tracker.is_burn_due else 0
    flags |= rows.FLAG_VOIDED if tracker.is_voided else 0
    flags |= rows.FLAG_STOPPED if tracker.is_stopped else 0
    return port.answer(
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
        placing.next_place() if is_dealing else rows.NO_HAND,
        flags,
        tracker.back_seats(),
    )


def _add_hand(rounds, port, place):
    """A hand may lie face down on the table: only for those who may know.  0 or an error."""
    if not port.role & KNOWING:
        return errors.ERR_NOT_ALLOWED if port.role else errors.ERR_NO_SESSION
    if place >= _PLACES:
        return errors.ERR_OUT_OF_RANGE
    if rounds.tracker.phase == ST_CLOSED:
        return errors.ERR_WRONG_PHASE
    outcome = rounds.reporter.settle(place)
    hands = rounds.reporter.hands
    port.put(rows.HAND_RECORD, hands.count, hands.cards, hands.value, outcome)
    return 0


def _change_odds(rounds, port, setting, value, ground):
    result = rounds.odds.change(setting, value, ground, port.role, port.now_ms)
    return port.ok(rounds.tracker.round_number) if result == 0 else -result


REQUESTS = {
    rows.MSG_OPEN_TABLE: _open_table,
    rows.MSG_SET_AREAS: _set_areas,
    rows.MSG_PACK_LOADED: _pack_loaded,
    rows.MSG_DECIDE: _decide,
    rows.MSG_END_ROUND: _end_round,
    rows.MSG_TELL_ROUND: _tell_round,
    rows.MSG_GET_TABLE: _get_table,
    rows.MSG_CHANGE_ODDS: _change_odds,
}
