"""Rulings put together: findings of tracker, census and machine in, questions and rulings out."""

from firmware.rounds.findings import FND_FOREIGN_CARD, FND_MISSING_CARD
from firmware.rounds.steps import BY_CENSUS
from firmware.ruling.cases import Cases
from firmware.ruling.desk import Desk
from firmware.ruling.machine_findings import finding_of
from firmware.ruling.replacement import Replacement
from firmware.ruling.requests import REQUESTS
from firmware.ruling.ruled import Ruled
from firmware.ruling.situation import Situation


class Rulings:
    """`finding` is the one function for whoever notices something at the table."""

    def __init__(self, board, table):
        self._table = table
        self.desk = Desk()
        self._situation = Situation(table.tracker, table.is_low_limit)
        self._ruled = Ruled()
        self._cases = Cases(board, self.desk, self._situation, self._carry_out)
        self.has_game = self._situation.has_game
        self.resume = self._cases.resume
        self.finding = self._cases.finding
        self.answer = self._cases.answer
        self.withdraw = self._cases.withdraw
        self.take_back = self._cases.take_back
        self.tick = self._cases.tick
        self.done_by = self._cases.tick_all
        replacement = Replacement(board.record, self.desk, self._cases)
        self.mark_damaged = replacement.mark
        self.unmark_damaged = replacement.unmark
        self.feed_replacements = replacement.feed
        self.replacement = replacement.take
        board.on(self, REQUESTS)

    @property
    def is_feeding(self):
        """Cards that leave the shoe now come from a new deck, to take the place of damaged ones."""
        return self.desk.damaged.is_feeding

    def pack_failed(self, missing, foreign):
        """A census found the pack wrong; its own events name the cards (C4 to C6)."""
        if self._situation.has_game():
            self.finding(FND_MISSING_CARD if missing else FND_FOREIGN_CARD, missing or foreign)

    def fault_raised(self, code, detail):
        """A fault of the machine is a finding where the game rules speak of it."""
        finding = finding_of(code) if self._situation.has_game() else 0
        if finding:
            self.finding(finding, detail)

    def again(self, case, now_ms):
        """The same irregularity once more, with its questions: a ruling is corrected."""
        return self.finding(case.finding, case.detail, now_ms, case.place)

    def is_before_next_round(self, case):
        """The round that a ruling is about is in play, or the next one has not begun."""
        return case.round == self._table.tracker.round_number

    def pack_passed(self):
        """A census found the pack right."""
        self.done_by(BY_CENSUS)

    def _carry_out(self):
        """The rounds record what changes and keep it then; a boot works it out again."""
        self._ruled.carry_out(self.desk.ruled, self._table.tracker)
