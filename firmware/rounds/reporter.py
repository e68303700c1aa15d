"""Events of a round: what the tracker said, in order, and the hands when a round is over."""

from firmware.rounds import happenings as h
from firmware.rounds import rows
from firmware.rounds import steps as st
from firmware.rounds.findings import DEALER, FND_CUT_CARD_FIRST, FND_CUT_MISPLACED
from firmware.rounds.phases import ST_BURNING, ST_READY
from firmware.rounds.round_record import BURN_PILE, WAGERS_MOST
from firmware.rounds.settled_hands import SettledHands

_PLACES = 8


class Reporter:
    """`on_finding(finding, detail, now_ms, place)` hears of each one: the ruling's."""

    def __init__(self, board, table, replay, on_finding):
        self._recorder = board.recorder
        self._table = table
        self._replay = replay
        self._on_finding = on_finding
        self.hands = SettledHands()
        self._outcome = bytearray(3 * WAGERS_MOST)

    def record(self, event, a=0, b=0, c=0, d=0, e=0, f=0):
        """One event, unless it is in the journal since before a power cut.  True: it is new."""
        recorder = self._recorder
        size = recorder.pack(event, a, b, c, d, e, f)
        if self._replay.is_recorded(event, size):
            return False
        recorder.append(event, size)
        return True

    def finish(self, now_ms, is_changed=False):
        """Record what the tracker said, then its state."""
        tracker = self._table.tracker
        is_back_new = tracker.back_seats() != tracker.back_told
        if self._table.happenings.count == 0 and not is_changed and not is_back_new:
            return
        self.tell(now_ms)
        self._table.keep()
        self._table.show_bets()

    def tell(self, now_ms):
        """Everything that the tracker said."""
        happenings = self._table.happenings
        i = 0
        while i < happenings.count:  # a ruling on one of them may add to them
            self._tell(happenings, i, now_ms)
            i += 1
        happenings.clear()
        self._tell_back()

    def _tell_back(self):
        """Jackpot wagers that go back: whoever runs the table tells the meter (J13)."""
        tracker = self._table.tracker
        seats = tracker.back_seats()
        if seats != tracker.back_told:
            tracker.note_back(seats)
            self.record(rows.EV_WAGERS_BACK, tracker.round_number, seats)

    def _tell(self, happenings, index, now_ms):
        code = happenings.field(index, 1)
        detail = happenings.field(index, 4)
        if happenings.field(index, 0) == h.STEP:
            self._tell_step(code, detail)
            return
        place = happenings.field(index, 2)
        number = happenings.field(index, 3)
        tracker = self._table.tracker
        round_number = tracker.round_number
        is_between = tracker.phase == ST_READY or tracker.phase == ST_BURNING
        is_cut_card = code == FND_CUT_CARD_FIRST or code == FND_CUT_MISPLACED
        if is_between and (place == BURN_PILE or is_cut_card):
            round_number += 1  # it came before that round's first card
        is_new = self.record(rows.EV_ROUND_FINDING, round_number, code, place, number, detail)
        if is_new or not self._replay.is_finding_made(code):
            self._on_finding(code, detail, now_ms, place)

    def _tell_step(self, step, detail):
        tracker = self._table.tracker
        number = tracker.round_number
        if step == st.STEP_ROUND_OPENED:
            game, equipment = tracker.game_number, tracker.equipment
            self.record(rows.EV_ROUND_OPENED, number, game, equipment, tracker.seats)
        elif step == st.STEP_ROUND_DEALT:
            self.record(rows.EV_ROUND_DEALT, number, detail)
        elif step == st.STEP_ROUND_CLOSED:
            self._record_hands()
            areas = tracker.placing.seats | tracker.record.unwagered
            self.record(rows.EV_ROUND_CLOSED, number, detail, tracker.record.count, areas)
        elif step == st.STEP_BURNED:
            self.record(rows.EV_PACK_BURNED, detail, tracker.record.burned[0])
        elif step == st.STEP_LAST_ROUND:
            self.record(rows.EV_LAST_ROUND, number)
        elif step == st.STEP_SHUFFLE_DUE:
            self.record(rows.EV_SHUFFLE_DUE, number)
        elif step == st.STEP_PLACES_CHANGED:
            self.record(rows.EV_PLACES_CHANGED, number, detail)
            if tracker.phase == ST_READY:  # told after the round was over
                self._record_hands()
        elif step == st.STEP_RESULT_CHANGED:
            self._record_hands()
            areas = tracker.placing.seats | tracker.record.unwagered
            self.record(rows.EV_ROUND_CLOSED, number, detail, tracker.record.count, areas)

    # -- hands -----------------------------------------------------------------------------

    def settle(self, place):
        """Fill `hands` and the outcome's bytes for one place."""
        tracker = self._table.tracker
        hands = self.hands
        hands.choose(tracker.game, tracker.record.choices)
        hands.look_at(tracker, place)
        for i in range(WAGERS_MOST):
            self._outcome[3 * i] = hands.results[i]
            self._outcome[3 * i + 1] = hands.pays[i]
            self._outcome[3 * i + 2] = hands.per[i]
        return self._outcome

    def _record_hands(self):
        """What every place held and what its wagers come to."""
        tracker = self._table.tracker
        hands = self.hands
        for place in range(_PLACES):
            outcome = self.settle(place)
            if hands.count or place == DEALER:
                self.record(
                    rows.EV_HAND_SETTLED,
                    tracker.round_number,
                    place,
                    hands.count,
                    hands.cards,  # pyright: ignore[reportArgumentType]
                    hands.value,
                    outcome,  # pyright: ignore[reportArgumentType]
                )
