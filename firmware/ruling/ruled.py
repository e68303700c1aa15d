"""What all standing rulings come to together: for the hands of the round, the pack, the next round.

Worked out anew from the rulings' rows whenever one is made, withdrawn or done: so a ruling that is
taken back leaves nothing behind, and a boot comes to the same.
"""

from firmware.core.compat import const
from firmware.rounds import round_record as r
from firmware.rounds.table_state import ALLOWS_BACK, ALLOWS_REFILL, BURNS_NEXT
from firmware.ruling import effects as e
from firmware.ruling.findings_told import FND_FIRST_DISCLOSED

_DEALER = const(0)
_SEATS = const(7)

# how strong what rulings say of one hand is: forfeited, void, out, none of these (the last is 0).
# A forfeit that a supervisor directs outlives a void (TCP, FCP, TCB 14.5, CSP 16.5, LDB 12.5), and
# a void outlives a lost or a returned ante (TCP 12.4, 12.7, 12.10, 12.12).
_ORDER = (r.ALL_LOST, r.ALL_BACK, r.MAIN_LOST, r.MAIN_BACK)
_STRENGTHS = (3, 2, 1, 1)


def _strength(flags):
    for i in range(len(_ORDER)):
        if flags & _ORDER[i] == _ORDER[i]:
            return _STRENGTHS[i]
    return 0


def _stronger(first, second):
    """Both at one hand: the wagers by the stronger one; a player who stands goes on standing."""
    flags = second if _strength(second) > _strength(first) else first
    return flags | (first | second) & r.STANDING


class Ruled:
    """`work_out` fills `hands`, `stops` and `warned` for one round."""

    def __init__(self):
        self.hands = bytearray(r.PLACES)  # flags of round_record.py
        self.stops = 0
        self.warned = 0  # a bit for each seat

    def carry_out(self, desk, tracker):
        """What stands now, given to the tracker; True when it has something new to keep."""
        self.work_out(desk.ruled, tracker.round_number)
        self.stops |= desk.asks(tracker.round_number)
        return tracker.rule(self.hands, self.stops, self.warned)

    def work_out(self, cases, round_number):
        """Each hand by the strongest ruling on it, of equals by the first: none weakens another."""
        for place in range(r.PLACES):
            self.hands[place] = 0
        self.stops = self.warned = 0
        for case in cases:
            self.stops |= case.stops()
            if case.is_standing and case.round == round_number:
                self._add(case)
        if self.hands[_DEALER] & r.ROUND_VOID:
            for seat in range(1, _SEATS + 1):
                self.hands[seat] = _stronger(self.hands[seat], r.ALL_BACK)

    def _add(self, case):
        verdict, place = case.verdict, case.place
        if verdict.round == e.ROUND_VOID or verdict.round == e.ROUND_ENDED:
            self.hands[_DEALER] |= r.ROUND_VOID
        if e.DO_PUT_UNDER_SHOE in verdict.steps:
            self.hands[_DEALER] |= r.EXTRA_KEPT
        if verdict.hand == e.HAND_AS_SET:
            self.hands[_DEALER] |= r.AS_SET
        elif verdict.hand != e.HAND_NONE and 0 < place <= _SEATS:
            self.hands[place] = _stronger(self.hands[place], self._flags(verdict))
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
        if case.finding == FND_FIRST_DISCLOSED and e.DO_BURN_CARD in verdict.steps:
            self.stops |= BURNS_NEXT
        if verdict.wagers == e.WAGERS_PLAYERS_CHOICE:
            self.stops |= ALLOWS_BACK
        for i in range(len(verdict.steps)):
            step = verdict.steps[i]
            if step == e.DO_WARN_PLAYER and 0 < case.place <= _SEATS:
                self.warned |= 1 << (case.place - 1)
            elif step == e.DO_SHUFFLE_AND_CUT and case.is_to_do(i):
                if verdict.pack == e.PACK_MENDED_TO_SHOE:
                    self.stops |= ALLOWS_REFILL
