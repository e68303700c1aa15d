"""A finding's way to its ruling: recorded, asked about, ruled, told.

Every step is durable before it is told.  The finding or answer is committed with its event and
the mark "not told yet"; then the question or ruling with its own.  A boot in between goes on.
"""

from firmware.rounds.findings import NO_PLACE
from firmware.rounds.rows import EV_FINDING_MADE
from firmware.ruling import rows
from firmware.ruling.effects import INSPECTOR, SURVEILLANCE, ticked_row
from firmware.ruling.vocabulary import HANDLED, WARNED, WHOSE
from firmware.store.cells import CELL_RULED, CELL_RULING

_OUTSIDERS = INSPECTOR | SURVEILLANCE  # told at once (TCP 12.9.4 and others)
_BY_BOARD = 0  # in place of a role: a later finding or ruling took the question away


class Cases:
    """`situation.look(finding, detail, place)` sets game, round, moment, known and yes.

    `on_ruled()` carries out what stands now, once it is recorded.
    """

    def __init__(self, board, desk, situation, on_ruled):
        self._store = board.store
        self._record = board.record
        self._commit_event = board.commit
        self._desk = desk
        self._situation = situation
        self._on_ruled = on_ruled
        if self._store.is_open:  # dialogues stand where they stood
            desk.unpack_from(self._store.view(CELL_RULING), self._store.view(CELL_RULED))

    def resume(self):
        """Once the tracker is back: what was not told yet is told, what stands is carried out."""
        desk = self._desk
        if desk.untold:
            case = desk.find(desk.untold)
            if case is not None:
                case.judge_again()
                self._tell(case)
                return
        self._on_ruled()

    def finding(self, code, detail, _now_ms=0, place=NO_PLACE):
        """Something is not as it should be; gives the case with its question or ruling."""
        situation = self._situation
        situation.look(code, detail, place)
        game, moment = situation.game, situation.moment
        known, yes = situation.known, situation.yes
        same = self._desk.asked_already(code, situation.round)
        if same is not None:
            return same
        older = self._desk.superseded_by(code)
        if older is not None:  # what was answered need not be asked again
            known |= older.known & HANDLED
            yes |= older.yes & HANDLED
        detail = max(-0x8000, min(detail, 0x7FFF))  # a longer one stands in the finder's own event
        case = self._desk.finding(code, game, moment, place, detail, known, yes, situation.round)
        self.commit(EV_FINDING_MADE, case.number, code, game, moment, place, detail)
        if older is not None:
            self.withdraw(older, _BY_BOARD)
        self._tell(case)
        return case

    def answer(self, case, fact, is_so, role, place=NO_PLACE):
        """The supervisor's answer; False when that was not the question."""
        if fact == WHOSE and case.question == WHOSE and self._situation.is_warned(place):
            case.note(WARNED)
        if not self._desk.answer(case, fact, is_so, place):
            return False
        said = (case.number, case.game, fact, is_so, place, role)
        self.commit(rows.EV_QUESTION_ANSWERED, *said)
        self._tell(case)
        return True

    def withdraw(self, case, role):
        """Take an open finding back."""
        self._desk.withdraw(case)
        self.commit(rows.EV_FINDING_WITHDRAWN, case.number, case.finding, role)

    def take_back(self, case, reason, role):
        """The supervisor takes a ruling back: a new record, and its effects are gone."""
        ruling = case.verdict.ruling
        self._desk.withdraw(case)
        self.commit(rows.EV_RULING_WITHDRAWN, case.number, ruling, reason, role)
        self._on_ruled()

    def tick(self, case, index, role):
        """A step of a ruling is done."""
        self._desk.tick(case, index)
        self.commit(rows.EV_STEP_DONE, case.number, case.verdict.steps[index], role)
        self._on_ruled()

    def tick_all(self, by):
        """Something happened that does steps of rulings without a person's word."""
        for case in self._desk.ruled:
            for index in range(len(case.verdict.steps)):
                if case.is_to_do(index) and ticked_row(case.verdict.steps[index])[3] == by:
                    self.tick(case, index, _BY_BOARD)

    def commit(self, event, *fields):
        """The desk and its event become durable together."""
        if self._store.is_open:
            self._desk.pack_into(self._store.edit(CELL_RULING))
            if self._desk.is_ruled_new:
                self._desk.pack_ruled_into(self._store.edit(CELL_RULED))
        self._commit_event(event, *fields)

    def _tell(self, case):
        """Record the question or the ruling; outsiders first, rather twice than never."""
        number, game, verdict = case.number, case.game, case.verdict
        self._desk.told()
        if case.is_open:
            self.commit(rows.EV_QUESTION_ASKED, number, game, case.question)
            return
        ruling, rule, also = verdict.ruling, verdict.rule, verdict.also
        if verdict.notified & _OUTSIDERS:
            self._record(rows.EV_NOTICE_GIVEN, number, game, verdict.notified, rule)
        self.commit(rows.EV_RULING_MADE, number, case.finding, game, ruling, rule, also)
        self._on_ruled()
        self._close_moot(case)

    def _close_moot(self, ruled):
        """The round is over by a ruling: nobody need answer what was asked about it."""
        case = self._desk.next_moot(ruled)
        while case is not None:
            self.withdraw(case, _BY_BOARD)
            case = self._desk.next_moot(ruled)
        case = self._desk.next_settled(ruled)
        while case is not None:
            self.tick(case, 0, _BY_BOARD)
            case = self._desk.next_settled(ruled)
