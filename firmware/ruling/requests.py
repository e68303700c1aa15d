"""Requests about findings and rulings: where a case stands, answers, reports, damaged cards."""

from firmware.core.errors import (
    ERR_NO_SUCH_RECORD,
    ERR_NO_TABLE,
    ERR_NOT_ACTIVE,
    ERR_OUT_OF_RANGE,
    ERR_WITHHELD,
)
from firmware.rounds.findings import NO_PLACE, finding_row
from firmware.ruling import rows
from firmware.ruling.findings_told import is_told

_SEATS = 7


def _get_ruling(rulings, port, case_number):
    if not port.may_know():
        return -ERR_WITHHELD  # a finding's detail may be a card
    case = rulings.desk.find(case_number)
    return -ERR_NO_SUCH_RECORD if case is None else _answer_case(rulings, port, case)


def _answer(rulings, port, case_number, fact, is_so):
    case = rulings.desk.find(case_number)
    if case is None:
        return -ERR_NO_SUCH_RECORD
    if not case.is_open:
        return -ERR_NOT_ACTIVE
    if is_so > 1:
        return -ERR_OUT_OF_RANGE
    if fact == 0:
        rulings.withdraw(case, port.role)
    elif not rulings.answer(case, fact, is_so, port.role):
        return -ERR_OUT_OF_RANGE
    return _answer_case(rulings, port, case)


def _report_finding(rulings, port, irregularity, place, detail):
    if finding_row(irregularity) is None and not is_told(irregularity):
        return -ERR_OUT_OF_RANGE
    if place > _SEATS and place != NO_PLACE:
        return -ERR_OUT_OF_RANGE
    if not rulings.has_game():
        return -ERR_NO_TABLE
    return _answer_case(rulings, port, rulings.finding(irregularity, detail, port.now_ms, place))


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
        rulings.desk.open_count,
    )


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
    damaged = rulings.desk.damaged
    port.add(damaged.cards, damaged.count)
    return port.answer(damaged.count, damaged.missing)


REQUESTS = {
    rows.MSG_GET_RULING: _get_ruling,
    rows.MSG_ANSWER: _answer,
    rows.MSG_REPORT_FINDING: _report_finding,
    rows.MSG_MARK_DAMAGED: _mark_damaged,
    rows.MSG_GET_DAMAGED: _get_damaged,
}
