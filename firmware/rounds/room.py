"""The rounds put together: cards and the table software → tracker → events → cells → rulings."""

from firmware.cards.rows import FLAG_FED_AGAIN
from firmware.rounds.games.vocabulary import DEVICE
from firmware.rounds.inputs import Inputs
from firmware.rounds.odds import Odds
from firmware.rounds.phases import ST_READY
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
        odds = self._odds = Odds(board, table)
        self._inputs = Inputs(table, self._reporter, ruling, board, odds)
        self.may_set = odds.may_set
        self._journal = board.journal
        self.packet, self.box = self._inputs.packet, self._inputs.box
        tracker = table.tracker
        self.may_be_continuous = tracker.may_be_continuous
        self.may_deliver, self.is_table_open = tracker.may_deliver, tracker.is_open
        self.is_from_device, self.is_pack_new = tracker.is_from_device, tracker.is_pack_new
        self.pack_failed, self.pack_passed = ruling.pack_failed, ruling.pack_passed
        board.on(self._inputs, REQUESTS)

    def start(self, now_ms):
        """Once the boot is recorded: exactly where the power cut left it."""
        store = self._table.store
        seen = store.load()
        self._table.look_at_settings()  # a card that is taken again opens its round at these odds
        if seen >= 0:
            store.hold()
            self._replay.run(seen, self._inputs)
            store.release()
            store.go_on(now_ms)
        self._table.start_bets()

    def tick(self, now_ms, is_moving, has_new_pack, is_calling=False):
        """Once a heartbeat; what takes long waits until no card is under way."""
        tracker = self._table.tracker
        self._table.look_at_settings()
        # a pack that waits for the next round is in play as soon as no round is (3.2, 4.1)
        if tracker.see_device(has_new_pack, is_calling):
            self._table.keep()
        is_wanted = tracker.phase == ST_READY and tracker.is_shuffle_due
        is_wanted = is_wanted and not tracker.is_pack_refused
        if is_wanted and tracker.equipment == DEVICE and has_new_pack:
            self._inputs.pack_loaded(now_ms)
        tracker.look_at_meter(now_ms)
        tracker.tick(now_ms)
        self._odds.tick(now_ms)
        self._reporter.finish(now_ms)
        if not is_moving:
            self._table.drop_early_bets()
            self._table.store.catch_up()  # 80 ms of memory traffic

    def card_leaves(self):
        """A card passes the mouth; one that takes a damaged card's place is not dealt."""
        if not self._ruling.is_feeding:
            self._table.card_leaves()

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
        """A card of a deal; those of a census are counted, at an open table too."""
        if self._ruling.is_feeding:
            self._table.keep()  # it is not dealt, and a boot must not deal it either
            self._ruling.replacement(code)
        elif is_census and not flags & FLAG_FED_AGAIN:
            self._inputs.counted()
        else:
            self._inputs.reading(code, flags, now_ms)
