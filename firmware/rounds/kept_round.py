"""The tracker's two cells: what a power cut leaves, and how much of the journal it knows."""

from firmware.core.bytes_into import copy_into, get_u32, put_u32
from firmware.rounds.round_cells import HEAD_BYTES, pack_cards, pack_round, unpack
from firmware.store.cells import CELL_ROUND, CELL_ROUND_MORE

CARD_TIME_AT = 236  # in CELL_ROUND_MORE: uptime of the last card, in ms
SEEN_AT = 240  # and the last event that the cells know of
HIDDEN_AT = 12  # in CELL_ROUND: the curtain's first record
_BEHIND_MOST = 64  # events that a boot has to look through


class RoundStore:
    """`keep` makes the tracker's state durable, except while an input is taken in part."""

    def __init__(self, board, tracker):
        self._store = board.store
        self._journal = board.journal
        self._clock = board.clock
        self._curtain = board.curtain
        self._tracker = tracker
        self._head = bytearray(HEAD_BYTES)
        self._card_ms = 0
        self._holds = 0

    def hold(self):
        """An input is taken in part: the cells must not know of it yet.

        Once for all inputs of a restoring and all cards of a packet: a cut before they are kept
        has them taken again.
        """
        self._holds += 1

    def release(self):
        self._holds -= 1

    def keep(self):
        """The tracker's state, and how much of the journal it knows."""
        store = self._store
        if not store.is_open or self._holds:
            return
        tracker = self._tracker
        head = self._head
        pack_round(tracker, head)
        put_u32(head, HIDDEN_AT, self._curtain.first)
        if self._is_head_new(head, store.view(CELL_ROUND)):
            copy_into(store.edit(CELL_ROUND), 0, head, len(head))
        more = store.edit(CELL_ROUND_MORE)
        pack_cards(tracker, more)
        if tracker.card_ms != self._card_ms:
            self._card_ms = tracker.card_ms
            put_u32(more, CARD_TIME_AT, self._clock.uptime_ms & 0xFFFFFFFF)
        put_u32(more, SEEN_AT, self._journal.last_number)
        store.commit()

    def catch_up(self):
        """Now and then: a boot need not look through events that changed nothing."""
        if self._store.is_open:
            seen = get_u32(self._store.view(CELL_ROUND_MORE), SEEN_AT)
            if self._journal.last_number - seen > _BEHIND_MOST:
                self.keep()

    def load(self):
        """At boot: the tracker as it was kept, by the clock of then.

        Gives the last event that it knows of; -1 when nothing was kept.
        """
        if not self._store.is_open:
            return -1
        more = self._store.view(CELL_ROUND_MORE)
        if not unpack(self._tracker, self._store.view(CELL_ROUND), more):
            return -1
        self._curtain.restore(get_u32(self._store.view(CELL_ROUND), HIDDEN_AT))
        self._tracker.restore_time(get_u32(more, CARD_TIME_AT))
        return get_u32(more, SEEN_AT)

    def go_on(self, now_ms):
        """What was recorded after the cells is taken again: from here on by this boot's clock."""
        self._tracker.restore_time(now_ms)
        self._card_ms = now_ms
        self.keep()

    def _is_head_new(self, head, cell):
        for i in range(len(head)):
            if head[i] != cell[i]:
                return True
        return False
