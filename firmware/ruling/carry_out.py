"""What a ruling changes in the tracker's record: a void round, a void hand, leave to refill.

The round itself goes on until the table ends it: a dealer may pull one more card before anybody
has read the ruling, and that card belongs to the void round, not to a new one.
"""

from firmware.rounds import phases as p
from firmware.ruling import effects
from firmware.ruling.vocabulary import IN_ROUND

_SEATS = 7


def carry_out(case, tracker):
    """True when the tracker has something new to keep."""
    if tracker.phase != p.ST_DEALING and tracker.phase != p.ST_DEALT:
        return False
    if case.round != tracker.round_number or not case.moment & IN_ROUND:
        return False  # it is about a round that is over
    verdict = case.verdict
    if verdict.round == effects.ROUND_VOID or verdict.round == effects.ROUND_ENDED:
        tracker.void()
        return True
    if verdict.round == effects.ROUND_HAND_VOID and 0 < case.place <= _SEATS:
        tracker.void_hand(case.place)
        return True
    if verdict.pack == effects.PACK_MENDED_TO_SHOE:
        tracker.allow_refill()  # TCB 13.5.4, LDB 11.5.4
        return True
    return False
