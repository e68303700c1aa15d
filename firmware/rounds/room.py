"""The rounds put together: cards and the table software → tracker → events → cells → rulings."""

from firmware.cards.rows import FLAG_FED_AGAIN
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.inputs import Inputs
from firmware.rounds.odds import Odds
from firmware.rounds.phases import ST_BURNING, ST_READY
from firmware.rounds.replay import Replay
from firmware.rounds.reporter import Reporter
from firmware.rounds.requests import REQUESTS


class Rounds:
    """`table` is followed, `ruling` hears of what is not as it should be."""

    def __init__(self, board, table, ruling):
        self._table = table
        self._ruling = ruling
        self._replay = Replay(board.journal, board.recorder)
        self._reporter = Reporter(board, table, self._replay, ruling.finding)
        odds = Odds(board, table)
        self._inputs = Inputs(table, self._reporter, ruling, board.curtain, odds)
        self.may_set = odds.may_set
        self._journal = board.journal
        self.card_leaves = table.card_leaves
        self.packet = self._inputs.packet
        self.box = self._inputs.box
        self.pack_failed = ruling.pack_failed
        self.pack_passed = ruling.pack_passed
        board.on(self._inputs, REQUESTS)

    def start(self, now_ms):
        """Once the boot is recorded: exactly where the power cut left it."""
        store = self._table.store
        self._table.look_at_settings()
        seen = store.load()
        if seen >= 0:
            store.hold()
            self._replay.run(seen, self._inputs)
            store.release()
            store.go_on(now_ms)
        self._table.start_bets()

    def tick(self, now_ms, is_moving, has_new_pack):
        """Once a heartbeat; what takes long waits until no card is under way."""
        tracker = self._table.tracker
        self._table.look_at_settings()
        # a pack that waits for the next round is in play as soon as no round is (3.2, 4.1)
        is_wanted = tracker.phase == ST_READY and tracker.is_shuffle_due
        if is_wanted and tracker.equipment == DEVICE and has_new_pack:
            self._inputs.pack_loaded(now_ms)
        tracker.tick(now_ms)
        self._reporter.finish(now_ms)
        if not is_moving:
            self._table.store.catch_up()  # 80 ms of memory traffic

    def may_deliver(self):
        """A shuffling device may give cards out: no ruling's steps must be done before a round."""
        tracker = self._table.tracker
        is_between = tracker.phase == ST_READY or tracker.phase == ST_BURNING
        return not (is_between and tracker.is_stopped)

    def is_from_shoe(self):
        """The table's cards come out of a shoe: they are dealt, and named, at its mouth."""
        return self._table.is_open and self._table.tracker.equipment == SHOE

    def card_comes(self, is_packet=False):
        """The next record is the first one of a card, or of a packet of the shuffling device."""
        self._inputs.begin(self._journal.last_number + 1, is_packet)

    def is_doubled(self, card, flags):
        """One more of this card than the decks in play hold; one fed again lies there already."""
        if not self._table.is_open or self._ruling.is_feeding or flags & FLAG_FED_AGAIN:
            return False
        pack = self._table.tracker.pack
        return pack.times(card) >= pack.decks

    def card_read(self, code, flags, is_census, now_ms):
        """A card of a deal; those of a census without a table are no business of the rounds."""
        if self._ruling.is_feeding:
            self._table.keep()  # it is not dealt, and a boot must not deal it either
            self._ruling.replacement(code)
        elif self._table.is_open or not is_census:
            self._inputs.reading(code, flags, now_ms)
