"""What all standing rulings come to together: for the hands of the round, the pack, the next round.

Worked out anew from the rulings' rows whenever one is made, withdrawn or done: so a ruling that is
taken back leaves nothing behind, and a boot comes to the same.
"""

from firmware.core.compat import const
from firmware.rounds import round_record as r
from firmware.rounds.table_state import ALLOWS_BACK, ALLOWS_REFILL
from firmware.ruling import effects as e

_DEALER = const(0)
_SEATS = const(7)


class Ruled:
    """`work_out` fills `hands`, `stops` and `warned` for one round."""

    def __init__(self):
        self.hands = bytearray(r.PLACES)  # flags of round_record.py
        self.stops = 0
        self.warned = 0  # a bit for each seat

    def carry_out(self, cases, tracker):
        """What stands now, given to the tracker; True when it has something new to keep."""
        self.work_out(cases, tracker.round_number)
        return tracker.rule(self.hands, self.stops, self.warned)

    def work_out(self, cases, round_number):
        """In the order of the rulings; a void hand stays void, and only a forfeit outlives that."""
        for place in range(r.PLACES):
            self.hands[place] = 0
        self.stops = self.warned = 0
        for case in cases:
            self.stops |= case.stops()
            if case.is_standing and case.round == round_number:
                self._add(case)
        if self.hands[_DEALER] & r.ROUND_VOID:
            for seat in range(1, _SEATS + 1):
                if self.hands[seat] != r.ALL_LOST:  # (14.5)
                    self.hands[seat] = r.ALL_BACK

    def _add(self, case):
        verdict, place = case.verdict, case.place
        if verdict.round == e.ROUND_VOID or verdict.round == e.ROUND_ENDED:
            self.hands[_DEALER] |= r.ROUND_VOID
        if verdict.hand == e.HAND_AS_SET:
            self.hands[_DEALER] |= r.AS_SET
        elif verdict.hand != e.HAND_NONE and 0 < place <= _SEATS:
            flags = self._flags(verdict)
            before = self.hands[place]
            is_last_word = before == r.ALL_LOST or before == r.ALL_BACK
            if flags == r.ALL_LOST or not is_last_word:
                self.hands[place] = flags
        self._allow(case)

    def _flags(self, verdict):
        """The columns of the ruling's row, for its hand."""
        if verdict.hand == e.HAND_FORFEITED:
            return r.ALL_LOST
        flags = r.STANDING if verdict.hand == e.HAND_STANDS else 0
        is_side_too = verdict.side == e.SIDE_AS_MAIN
        if verdict.wagers == e.WAGERS_RETURNED:
            flags |= r.MAIN_BACK | (r.SIDE_BACK if is_side_too else 0)
        elif verdict.wagers == e.WAGERS_LOST:
            flags |= r.MAIN_LOST | (r.SIDE_LOST if is_side_too else 0)
        if verdict.jackpot == e.JACKPOT_BACK:
            flags |= r.JACKPOT_BACK
        return flags

    def _allow(self, case):
        """What a ruling lets people do until its steps are done."""
        verdict = case.verdict
        if verdict.wagers == e.WAGERS_PLAYERS_CHOICE:
            self.stops |= ALLOWS_BACK
        for i in range(len(verdict.steps)):
            step = verdict.steps[i]
            if step == e.DO_WARN_PLAYER and 0 < case.place <= _SEATS:
                self.warned |= 1 << (case.place - 1)
            elif step == e.DO_SHUFFLE_AND_CUT and case.is_to_do(i):
                if verdict.pack == e.PACK_MENDED_TO_SHOE:
                    self.stops |= ALLOWS_REFILL
