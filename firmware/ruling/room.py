"""Wiring of rulings: findings of tracker, audit and machine in, questions and rulings out.

Every step is durable before it is told.  The finding or answer is committed with its event and
the mark "not told yet"; then the question or ruling with its own.  A boot in between goes on.
"""

from firmware.rounds.findings import FND_FOREIGN_CARD, FND_MISSING_CARD, NO_PLACE
from firmware.rounds.rows import EV_FINDING_MADE
from firmware.ruling.carry_out import carry_out
from firmware.ruling.desk import Desk
from firmware.ruling.findings_told import (
    FND_CYCLE_INCOMPLETE,
    FND_DEVICE_FAILED,
    FND_INTERMIXING_STOPPED,
    FND_JAM,
)
from firmware.ruling.requests import REQUESTS
from firmware.ruling.rows import (
    EV_CARD_REPLACED,
    EV_DAMAGE_LISTED,
    EV_FINDING_WITHDRAWN,
    EV_NOTICE_GIVEN,
    EV_QUESTION_ANSWERED,
    EV_QUESTION_ASKED,
    EV_REPLACEMENT_REFUSED,
    EV_REPLACING,
    EV_RULING_MADE,
)
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import DAMAGED, HANDLED
from firmware.shuffler.rows import (
    FAULT_CAROUSEL_LOST,
    FAULT_CYCLE_INCOMPLETE,
    FAULT_CYCLE_INTERRUPTED,
    FAULT_DOUBLE_FEED,
    FAULT_EJECT_FAILED,
    FAULT_FEED_FAILED,
    FAULT_FEED_MOTOR,
    FAULT_GATE_DOUBT,
    FAULT_JAM,
    FAULT_NOT_MIXING,
    FAULT_OUTPUT_DIFFERS,
    FAULT_PACK_REFUSED,
    FAULT_UNREAD,
)
from firmware.store.cells import CELL_RULING

_OUTSIDERS = 6  # inspector and surveillance: told at once (TCP 12.9.4 and others)
_BY_BOARD = 0  # in place of a role: a later finding or ruling took the question away


# what a fault of the shuffling device is to the game rules (S1, S2): the card path stands still,
# the cards are not mixed, the cycle has no end, or a part can't do its work any more
FAULT_FINDINGS = (
    (FAULT_JAM, FND_JAM),
    (FAULT_FEED_FAILED, FND_JAM),
    (FAULT_DOUBLE_FEED, FND_JAM),
    (FAULT_EJECT_FAILED, FND_JAM),
    (FAULT_NOT_MIXING, FND_INTERMIXING_STOPPED),
    (FAULT_CYCLE_INCOMPLETE, FND_CYCLE_INCOMPLETE),
    (FAULT_CYCLE_INTERRUPTED, FND_CYCLE_INCOMPLETE),
    (FAULT_UNREAD, FND_CYCLE_INCOMPLETE),
    (FAULT_CAROUSEL_LOST, FND_DEVICE_FAILED),
    (FAULT_FEED_MOTOR, FND_DEVICE_FAILED),
    (FAULT_OUTPUT_DIFFERS, FND_DEVICE_FAILED),
    (FAULT_GATE_DOUBT, FND_DEVICE_FAILED),
    (FAULT_PACK_REFUSED, FND_MISSING_CARD),
)


def wire(base, rounds, cards):
    """Rulings for a shoe: who finds something, and who carries a ruling out."""
    tracker = rounds.tracker
    rulings = Rulings(base, Situation(tracker, rounds.is_low_limit))

    def ruled(case):
        if carry_out(case, tracker):
            rounds.keep()

    rulings.on_ruled = ruled
    rounds.on_finding = rulings.finding
    rounds.is_diverted = lambda: rulings.is_feeding
    cards.census.on_failed = rulings.pack_failed
    base.on(rulings, REQUESTS)
    return rulings


class Rulings:
    """`finding` is the one function for whoever notices something; `table` tells the situation.

    A table has `has_game()` and `look(finding, detail, place)`, which sets `game`, `round`,
    `moment`, `known` and `yes`: when it came to light, and what the board itself knows.
    """

    def __init__(self, base, table):
        self._storage = base.storage
        self._record = base.record
        self._table = table
        self.desk = Desk()
        self.on_ruled = _nobody  # called with the case once its ruling is recorded

    def load(self):
        """At boot, before anybody finds anything: dialogues stand where they stood."""
        if self._storage.store.is_open:
            self.desk.unpack_from(self._storage.store.view(CELL_RULING))

    def resume(self):
        """Once the tracker is back: what was not told yet is told, the last ruling carried out."""
        newest = self.desk.newest
        if newest.number and newest.number != self.desk.untold:
            newest.judge_again()
            self.on_ruled(newest)
        if self.desk.untold:
            case = self.desk.find(self.desk.untold)
            if case is not None:
                case.judge_again()
                self._tell(case)

    def finding(self, code, detail, _now_ms=0, place=NO_PLACE):
        """Something is not as it should be; gives the case with its question or ruling."""
        table = self._table
        table.look(code, detail, place)
        known, yes = table.known, table.yes
        older = self.desk.superseded_by(code)
        if older is not None:  # what was answered need not be asked again
            known |= older.known & HANDLED
            yes |= older.yes & HANDLED
        case = self.desk.finding(
            code, table.game, table.moment, place, _short(detail), known, yes, table.round
        )
        self._commit(
            EV_FINDING_MADE, case.number, code, case.game, case.moment, place, case.detail
        )
        if older is not None:
            self.withdraw(older, _BY_BOARD)
        self._tell(case)
        return case

    def pack_failed(self, missing, foreign):
        """A census found the pack wrong; its own events name the cards (C4 to C6)."""
        if self._table.has_game():
            self.finding(FND_MISSING_CARD if missing else FND_FOREIGN_CARD, missing or foreign)

    def fault_raised(self, code, detail):
        """A fault of the machine is a finding where the game rules speak of it."""
        if self._table.has_game():
            for fault, finding in FAULT_FINDINGS:
                if fault == code:
                    self.finding(finding, detail)

    def answer(self, case, fact, is_so, role):
        """The supervisor's answer; False when that was not the question."""
        if not self.desk.answer(case, fact, is_so):
            return False
        self._commit(EV_QUESTION_ANSWERED, case.number, case.game, fact, is_so, role)
        self._tell(case)
        return True

    def withdraw(self, case, role):
        """Take an open finding back."""
        self.desk.withdraw(case)
        self._commit(EV_FINDING_WITHDRAWN, case.number, case.finding, role)

    # -- damaged cards (TCB 13.3, 13.5; LDB 11.3, 11.5) --------------------------------------

    def mark_damaged(self, card, role):
        """Put a card on the list; it answers the question whether any is damaged."""
        if not self.desk.damaged.add(card):
            return False
        self._commit(EV_DAMAGE_LISTED, card, self.desk.damaged.count)
        case = self.desk.find(0)
        if case is not None and case.question == DAMAGED:
            self.answer(case, DAMAGED, 1, role)
        return True

    def unmark_damaged(self, card):
        if not self.desk.damaged.remove(card):
            return False
        self._commit(EV_DAMAGE_LISTED, card, self.desk.damaged.count)
        return True

    @property
    def is_feeding(self):
        """Cards that leave the shoe now come from a new deck, to take the place of damaged ones."""
        return self.desk.damaged.is_feeding

    def feed_replacements(self, is_on):
        """The supervisor begins or ends it; False while no card is missing."""
        damaged = self.desk.damaged
        if is_on and damaged.missing == 0:
            return False
        damaged.is_feeding = is_on
        self._commit(EV_REPLACING, 1 if is_on else 0, damaged.missing)
        return True

    def replacement(self, card):
        """A card of a new deck is fed in; False, and an event, when it is not on the list."""
        damaged = self.desk.damaged
        if not damaged.replace(card):
            self._record(EV_REPLACEMENT_REFUSED, card, damaged.missing)
            return False
        missing = damaged.missing
        if missing == 0:
            damaged.clear()
        self._commit(EV_CARD_REPLACED, card, missing)
        return True

    # ---------------------------------------------------------------------------------------

    def _tell(self, case):
        """Record the question or the ruling; outsiders first, rather twice than never."""
        verdict = case.verdict
        self.desk.untold = 0
        if case.is_open:
            self._commit(EV_QUESTION_ASKED, case.number, case.game, case.question)
            return
        if verdict.notified & _OUTSIDERS:
            self._record(EV_NOTICE_GIVEN, case.number, case.game, verdict.notified, verdict.rule)
        self._commit(
            EV_RULING_MADE,
            case.number,
            case.finding,
            case.game,
            verdict.ruling,
            verdict.rule,
            verdict.also,
        )
        self.on_ruled(case)
        self._close_moot(case)

    def _close_moot(self, ruled):
        """The round is over by a ruling: nobody need answer what was asked about it."""
        case = self.desk.next_moot(ruled)
        while case is not None:
            self.withdraw(case, _BY_BOARD)
            case = self.desk.next_moot(ruled)

    def _commit(self, event, *fields):
        """The desk and its event become durable together."""
        if self._storage.store.is_open:
            self.desk.pack_into(self._storage.store.edit(CELL_RULING))
        self._storage.outbox.commit(event, *fields)


def _nobody(_case):
    """For a board without a tracker."""


def _short(detail):
    """What fits the event; a longer detail stands in the finder's own event."""
    return max(-0x8000, min(detail, 0x7FFF))
