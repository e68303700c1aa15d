"""One table as rulings and rounds know it: the tracker, its store, the line "no more bets"."""

from firmware.rounds import phases as p
from firmware.rounds.bets_line import BetsLine
from firmware.rounds.happenings import Happenings
from firmware.rounds.kept_round import RoundStore
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.rows import CFG_DEAL_PAUSE_MS, CFG_LOW_LIMIT, CFG_SETTLE_LEAST_MS


class Table:
    """Built before everybody who follows or rules the deal; knows none of them."""

    def __init__(self, board, pins):
        self._settings = board.settings
        self._bets = BetsLine(board.record, pins)
        self.happenings = Happenings()
        self.tracker = RoundTracker(self.happenings.add_step, self.happenings.add_finding)
        self.store = RoundStore(board, self.tracker)
        self.keep = self.store.keep

    @property
    def is_open(self):
        return self.tracker.phase != p.ST_CLOSED

    def is_low_limit(self):
        return self._settings.get(CFG_LOW_LIMIT) == 1

    def look_at_settings(self):
        settings = self._settings
        tracker = self.tracker
        tracker.set_times(settings.get(CFG_SETTLE_LEAST_MS), settings.get(CFG_DEAL_PAUSE_MS))
        if tracker.game is not None:
            for wager, setting in tracker.game.CHOICES:
                tracker.offer(wager, settings.get(setting))

    def card_leaves(self):
        """A card passes the mouth: no more bets, before anybody has read it (5.x of each)."""
        if not self.is_open:
            self._bets.show(1)
        elif self.tracker.phase == p.ST_READY and not self.tracker.is_burn_due:
            self._bets.raise_early()

    def show_bets(self):
        """No wager while a round is in play.

        A stop does not raise the line: to the meter it says that a first card is out, and a
        round that no card follows would be frozen.
        """
        if self.is_open:
            phase = self.tracker.phase
            self._bets.show(1 if phase == p.ST_DEALING or phase == p.ST_DEALT else 0)

    def start_bets(self):
        """Once the boot knows the table: the line has said "no more bets" since reset."""
        if not self.is_open:
            self._bets.show(0)
        self.show_bets()
