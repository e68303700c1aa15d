"""Requests about findings and rulings: where a case stands, answers, reports, damaged cards."""

import struct

from firmware.core.errors import ERR_NO_SUCH_RECORD, ERR_NOT_ACTIVE, ERR_OUT_OF_RANGE
from firmware.rounds.findings import NO_PLACE, finding_row
from firmware.ruling.findings_told import is_told
from firmware.ruling.rows import (
    FEED_BEGIN,
    FEED_END,
    MARK,
    MSG_ANSWER,
    MSG_GET_DAMAGED,
    MSG_GET_RULING,
    MSG_MARK_DAMAGED,
    MSG_REPORT_FINDING,
    UNMARK,
)

_SEATS = 7


class RulingCommands:
    """Handlers for the node; `rulings` is the wiring that records what they change."""

    def __init__(self, node, rulings):
        self._rulings = rulings
        node.on(MSG_GET_RULING, self._get_ruling)
        node.on(MSG_ANSWER, self._answer)
        node.on(MSG_REPORT_FINDING, self._report_finding)
        node.on(MSG_MARK_DAMAGED, self._mark_damaged)
        node.on(MSG_GET_DAMAGED, self._get_damaged)

    def _get_ruling(self, port):
        case = self._rulings.desk.find(port.u16(0))
        if case is None:
            return -ERR_NO_SUCH_RECORD
        return self._case_into(port, case)

    def _answer(self, port):
        case = self._rulings.desk.find(port.u16(0))
        if case is None:
            return -ERR_NO_SUCH_RECORD
        if not case.is_open:
            return -ERR_NOT_ACTIVE
        fact = port.u16(2)
        is_so = port.u8(4)
        if is_so > 1:
            return -ERR_OUT_OF_RANGE
        if fact == 0:
            self._rulings.withdraw(case, port.role)
        elif not self._rulings.answer(case, fact, is_so, port.role):
            return -ERR_OUT_OF_RANGE
        return self._case_into(port, case)

    def _report_finding(self, port):
        code = port.u8(0)
        place = port.u8(1)
        if finding_row(code) is None and not is_told(code):
            return -ERR_OUT_OF_RANGE
        if place > _SEATS and place != NO_PLACE:
            return -ERR_OUT_OF_RANGE
        detail = port.u16(2)
        if detail > 0x7FFF:
            detail -= 0x10000
        return self._case_into(port, self._rulings.finding(code, detail, port.now_ms, place))

    def _mark_damaged(self, port):
        card = port.u8(0)
        action = port.u8(1)
        rulings = self._rulings
        is_done = False
        if action == MARK:
            is_done = rulings.mark_damaged(card, port.role)
        elif action == UNMARK:
            is_done = rulings.unmark_damaged(card)
        elif action in (FEED_BEGIN, FEED_END):
            is_done = rulings.feed_replacements(action == FEED_BEGIN)
        if not is_done:
            return -ERR_OUT_OF_RANGE
        struct.pack_into("<BI", port.tx, port.tx_at, MSG_MARK_DAMAGED, card)
        return 5

    def _get_damaged(self, port):
        damaged = self._rulings.desk.damaged
        struct.pack_into("<BB", port.tx, port.tx_at, damaged.count, damaged.missing)
        at = port.tx_at + 2
        for i in range(damaged.count):
            port.tx[at + i] = damaged.cards[i]
        return 2 + damaged.count

    def _case_into(self, port, case):
        verdict = case.verdict
        struct.pack_into(
            "<HIBBBBhHHHBHHB",
            port.tx,
            port.tx_at,
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
            self._rulings.desk.open_count,
        )
        return 24
