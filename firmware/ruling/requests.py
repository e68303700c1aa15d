"""Requests about findings and rulings: where a case stands, answers, reports, damaged cards."""

from firmware.core.errors import (
    ERR_NO_SUCH_RECORD,
    ERR_NO_TABLE,
    ERR_NOT_ACTIVE,
    ERR_NOT_ALLOWED,
    ERR_OUT_OF_RANGE,
    ERR_WITHHELD,
    ERR_WRONG_ROUND,
)
from firmware.core.rows import SUPERVISOR
from firmware.rounds.findings import NO_PLACE, finding_row
from firmware.rounds.table_state import ORDERS_SHUFFLE, STOPS_PACK, STOPS_ROUND
from firmware.ruling import rows
from firmware.ruling.effects import ticked_row
from firmware.ruling.findings_told import SUPERVISORS, is_told

_SEATS = 7
_STOPS = STOPS_ROUND | STOPS_PACK | ORDERS_SHUFFLE


def _get_ruling(rulings, port, case_number):
    if not port.may_know():
        return -ERR_WITHHELD  # a finding's detail may be a card
    case = rulings.desk.find(case_number)
    return -ERR_NO_SUCH_RECORD if case is None else _answer_case(rulings, port, case)


def _answer(rulings, port, case_number, fact, is_so, place):
    case = rulings.desk.find(case_number)
    if case is None:
        return -ERR_NO_SUCH_RECORD
    if not case.is_open:
        return -ERR_NOT_ACTIVE
    if is_so > 1:
        return -ERR_OUT_OF_RANGE
    if fact == 0:
        rulings.withdraw(case, port.role)
    elif not rulings.answer(case, fact, is_so, port.role, place):
        return -ERR_OUT_OF_RANGE
    return _answer_case(rulings, port, case)


def _report_finding(rulings, port, irregularity, place, detail):
    if finding_row(irregularity) is None and not is_told(irregularity):
        return -ERR_OUT_OF_RANGE
    if place > _SEATS and place != NO_PLACE:
        return -ERR_OUT_OF_RANGE
    if not rulings.has_game():
        return -ERR_NO_TABLE
    if irregularity in SUPERVISORS and not port.role & SUPERVISOR:
        return -ERR_NOT_ALLOWED
    return _answer_case(rulings, port, rulings.finding(irregularity, detail, port.now_ms, place))


def _withdraw_ruling(rulings, port, case_number, reason, is_again):
    case = rulings.desk.find(case_number)
    if case is None or case_number == 0:
        return -ERR_NO_SUCH_RECORD
    if not 0 < reason < len(rows.REASON_NAMES) or is_again > 1:
        return -ERR_OUT_OF_RANGE
    if not case.is_standing:
        return -ERR_NOT_ACTIVE
    if not rulings.is_before_next_round(case):
        return -ERR_WRONG_ROUND  # before the next round begins (FCP 12.9, TCB 12.6, LDB 10.8)
    rulings.take_back(case, reason, port.role)
    if is_again:
        case = rulings.again(case, port.now_ms)
    return _answer_case(rulings, port, case)


def _ruling_done(rulings, port, case_number, step):
    case = rulings.desk.find(case_number)
    if case is None or case_number == 0:
        return -ERR_NO_SUCH_RECORD
    steps = case.verdict.steps
    for index in range(len(steps)):
        if steps[index] == step and case.is_to_do(index):
            if not port.role & ticked_row(step)[1]:
                return -ERR_NOT_ALLOWED
            rulings.tick(case, index, port.role)
            return _answer_case(rulings, port, case)
    return -ERR_NOT_ACTIVE


def _answer_case(rulings, port, case):
    verdict = case.verdict
    return port.answer(
        case.number,
        case.round,
        case.finding,
        case.game,
        case.moment,
        case.place,
        case.detail,
        case.known,
        case.yes,
        case.question,
        verdict.ruling,
        verdict.rule,
        verdict.also,
        _steps_open(case),
        rulings.desk.stops() & _STOPS,
        rulings.desk.open_count,
    )


def _steps_open(case):
    bits = 0
    for index in range(len(case.verdict.steps)):
        if case.is_to_do(index):
            bits |= 1 << index
    return bits


def _mark_damaged(rulings, port, card, action):
    is_done = False
    if action == rows.MARK:
        is_done = rulings.mark_damaged(card, port.role)
    elif action == rows.UNMARK:
        is_done = rulings.unmark_damaged(card)
    elif action in (rows.FEED_BEGIN, rows.FEED_END):
        is_done = rulings.feed_replacements(action == rows.FEED_BEGIN)
    return port.ok(card) if is_done else -ERR_OUT_OF_RANGE


def _get_damaged(rulings, port):
    if not port.may_know():
        return -ERR_WITHHELD  # one of them may lie face down
    damaged = rulings.desk.damaged
    port.add(damaged.cards, damaged.count)
    return port.answer(damaged.count, damaged.missing)


REQUESTS = {
    rows.MSG_GET_RULING: _get_ruling,
    rows.MSG_ANSWER: _answer,
    rows.MSG_REPORT_FINDING: _report_finding,
    rows.MSG_WITHDRAW_RULING: _withdraw_ruling,
    rows.MSG_RULING_DONE: _ruling_done,
    rows.MSG_MARK_DAMAGED: _mark_damaged,
    rows.MSG_GET_DAMAGED: _get_damaged,
}
