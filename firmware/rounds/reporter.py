"""Wiring of a round's records: events of the tracker, its two cells, and the way back at boot."""

from firmware.cards.rows import EV_CARD_READ, EV_CARD_REFUSED, EV_CARD_STRANGE
from firmware.core.bytes_into import get_u32, put_u32
from firmware.rounds import happenings as h
from firmware.rounds import steps as st
from firmware.rounds.findings import DEALER, FND_CUT_CARD_FIRST
from firmware.rounds.phases import ST_BURNING, ST_READY
from firmware.rounds.round_cells import pack_cards, pack_round, unpack
from firmware.rounds.round_record import BURN_PILE
from firmware.rounds.rows import (
    EV_AREAS_SET,
    EV_DECIDED,
    EV_FINDING_MADE,
    EV_HAND_SETTLED,
    EV_LAST_ROUND,
    EV_PACK_BURNED,
    EV_PACK_IN_PLAY,
    EV_PLACES_CHANGED,
    EV_ROUND_CLOSED,
    EV_ROUND_DEALT,
    EV_ROUND_ENDED,
    EV_ROUND_FINDING,
    EV_ROUND_OPENED,
    EV_ROUND_TOLD,
    EV_SHUFFLE_DUE,
    EV_TABLE_CLOSED,
    EV_TABLE_OPENED,
)
from firmware.rounds.settled_hands import WAGERS_MOST, SettledHands
from firmware.shuffler.rows import EV_BOX_DEALT, EV_CARDS_DEALT
from firmware.store.cells import CELL_ROUND, CELL_ROUND_MORE

_CARD_TIME_AT = 236  # in CELL_ROUND_MORE: uptime of the last card, in ms
_SEEN_AT = 240  # and the last event that the cells know of
_DEALT_AT = 7  # the cards in CARDS_DEALT
_BOX_AT = 5  # and in BOX_DEALT
_BEHIND_MOST = 64  # events that a boot has to look through
_PLACES = 8


class RoundsJournal:
    """Records for `rounds`; while it restores, only what is not in the journal yet."""

    def __init__(self, base, rounds):
        self._base = base
        self._rounds = rounds
        self._store = base.store
        self._recorder = base.storage.recorder
        self.hands = SettledHands()
        self._choices = bytearray(WAGERS_MOST)
        self._outcome = bytearray(3 * WAGERS_MOST)
        self._head = bytearray(16)
        self._card_ms = 0
        self._after = 0  # while restoring: events after this one may be there already
        self._until = 0
        self.is_held = False  # an input is taken in part: the cells must not know of it yet

    # -- events ----------------------------------------------------------------------------

    def record(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """One event; while restoring only if the journal lacks it.  True when it was new."""
        recorder = self._recorder
        size = recorder.pack(event, a, b, c, d, e, f)
        if self._until and self._is_recorded(event, size):
            return False
        recorder.append(event, size)
        return True

    def tell(self, happenings, index, now_ms):
        """One thing that the tracker said."""
        code = happenings.field(index, 1)
        detail = happenings.field(index, 4)
        if happenings.field(index, 0) == h.STEP:
            self._tell_step(code, detail)
            return
        place = happenings.field(index, 2)
        number = happenings.field(index, 3)
        tracker = self._rounds.tracker
        round_number = tracker.round_number
        is_between = tracker.phase == ST_READY or tracker.phase == ST_BURNING
        if is_between and (place == BURN_PILE or code == FND_CUT_CARD_FIRST):
            round_number += 1  # it came before that round's first card
        is_new = self.record(EV_ROUND_FINDING, round_number, code, place, number, detail)
        if is_new or not self._is_finding_made(code):
            self._rounds.on_finding(code, detail, now_ms, place)

    def _tell_step(self, step, detail):
        tracker = self._rounds.tracker
        number = tracker.round_number
        if step == st.STEP_ROUND_OPENED:
            game, equipment = tracker.game_number, tracker.equipment
            self.record(EV_ROUND_OPENED, number, game, equipment, tracker.seats)
        elif step == st.STEP_ROUND_DEALT:
            self.record(EV_ROUND_DEALT, number, detail)
        elif step == st.STEP_ROUND_CLOSED:
            self._record_hands()
            areas = tracker.placing.seats | tracker.record.unwagered
            self.record(EV_ROUND_CLOSED, number, detail, tracker.record.count, areas)
        elif step == st.STEP_BURNED:
            self.record(EV_PACK_BURNED, detail, tracker.record.burned[0])
        elif step == st.STEP_LAST_ROUND:
            self.record(EV_LAST_ROUND, number)
        elif step == st.STEP_SHUFFLE_DUE:
            self.record(EV_SHUFFLE_DUE, number)
        elif step == st.STEP_PLACES_CHANGED:
            self.record(EV_PLACES_CHANGED, number, detail)
            if tracker.phase == ST_READY:  # told after the round was over
                self._record_hands()

    def settle(self, place):
        """Fill `hands` and the outcome's bytes for one place."""
        tracker = self._rounds.tracker
        for i in range(WAGERS_MOST):
            self._choices[i] = 0
        for wager, setting in tracker.game.CHOICES:
            self._choices[wager] = self._base.settings.get(setting)
        hands = self.hands
        hands.choose(tracker.game, self._choices)
        hands.look_at(tracker, place)
        for i in range(WAGERS_MOST):
            self._outcome[3 * i] = hands.results[i]
            self._outcome[3 * i + 1] = hands.pays[i]
            self._outcome[3 * i + 2] = hands.per[i]
        return self._outcome

    def _record_hands(self):
        """What every place held and what its wagers come to."""
        tracker = self._rounds.tracker
        hands = self.hands
        for place in range(_PLACES):
            outcome = self.settle(place)
            if hands.count or place == DEALER:
                self.record(
                    EV_HAND_SETTLED,
                    tracker.round_number,
                    place,
                    hands.count,
                    hands.cards,  # pyright: ignore[reportArgumentType]
                    hands.value,
                    outcome,  # pyright: ignore[reportArgumentType]
                )

    # -- cells -----------------------------------------------------------------------------

    def commit(self):
        """The tracker's state, and how much of the journal it knows.

        Once for all inputs of a restoring and all cards of a packet: a cut before it has them
        taken again.
        """
        store = self._store
        if not store.is_open or self.is_held or self._until:
            return
        tracker = self._rounds.tracker
        head = self._head
        pack_round(tracker, head)
        if self._is_head_new(head, store.view(CELL_ROUND)):
            pack_round(tracker, store.edit(CELL_ROUND))
        more = store.edit(CELL_ROUND_MORE)
        pack_cards(tracker, more)
        if tracker.card_ms != self._card_ms:
            self._card_ms = tracker.card_ms
            put_u32(more, _CARD_TIME_AT, self._base.clock.uptime_ms & 0xFFFFFFFF)
        put_u32(more, _SEEN_AT, self._base.journal.last_number)
        store.commit()

    def catch_up(self):
        """Now and then: a boot need not look through events that changed nothing."""
        if self._store.is_open:
            seen = get_u32(self._store.view(CELL_ROUND_MORE), _SEEN_AT)
            if self._base.journal.last_number - seen > _BEHIND_MOST:
                self.commit()

    def _is_head_new(self, head, cell):
        for i in range(len(head)):
            if head[i] != cell[i]:
                return True
        return False

    # -- the way back ----------------------------------------------------------------------

    def restore(self, now_ms):
        """At boot: the cells, then the inputs that were recorded after them."""
        if not self._store.is_open:
            return
        tracker = self._rounds.tracker
        more = self._store.view(CELL_ROUND_MORE)
        if not unpack(tracker, self._store.view(CELL_ROUND), more):
            return
        tracker.card_ms = get_u32(more, _CARD_TIME_AT)
        self._after = get_u32(more, _SEEN_AT)
        self._until = self._base.journal.last_number
        self._replay()
        self._until = 0
        tracker.card_ms = self._card_ms = now_ms
        self.commit()

    def _replay(self):
        journal = self._base.journal
        number = max(self._after + 1, journal.first_number)
        while number <= self._until:
            if journal.load(number):
                self._take_again(journal.type, bytes(journal.payload), journal.time_ms)
            number += 1

    def _take_again(self, kind, payload, time_ms):
        rounds = self._rounds
        a, b, c, d = payload[0], payload[1], payload[2], payload[3]
        if kind == EV_CARD_READ:
            rounds.reading(c, payload[4], time_ms)
        elif kind == EV_CARD_REFUSED or kind == EV_CARD_STRANGE:
            rounds.reading(c, 0, time_ms)
        elif kind == EV_CARDS_DEALT:
            rounds.packet(payload[4] | payload[5] << 8, payload[_DEALT_AT:], payload[6], time_ms)
        elif kind == EV_BOX_DEALT:
            rounds.box(payload[_BOX_AT:], payload[4], time_ms)
        elif kind == EV_TABLE_OPENED:
            rounds.open_table(a, b, c, d, time_ms)
        elif kind == EV_TABLE_CLOSED:
            rounds.open_table(0, 0, 0, 0, time_ms)
        elif kind == EV_AREAS_SET:
            rounds.set_areas(a, time_ms)
        elif kind == EV_PACK_IN_PLAY:
            rounds.pack_loaded(time_ms)
        elif kind == EV_DECIDED:
            rounds.decide(a, b, time_ms)
        elif kind == EV_ROUND_ENDED:
            rounds.end_round(payload[4], time_ms)
        elif kind == EV_ROUND_TOLD:
            rounds.tell(a, b, c, d, time_ms)

    def _is_recorded(self, event, size):
        """The same event lies in the journal after the state that the cells hold."""
        recorder, journal = self._recorder, self._base.journal
        for number in range(self._after + 1, self._until + 1):
            if journal.load(number) and journal.type == event and journal.payload_bytes == size:
                i = 0
                while i < size and journal.payload[i] == recorder.payload[i]:
                    i += 1
                if i == size:
                    return True
        return False

    def _is_finding_made(self, code):
        """The rulings have heard of a finding already."""
        journal = self._base.journal
        for number in range(self._after + 1, self._until + 1):
            if journal.load(number) and journal.type == EV_FINDING_MADE:
                if journal.payload[2] == code:
                    return True
        return self._until == 0
