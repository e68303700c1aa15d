"""What a round's winners are paid, from which purse, in which order (CSP 12; docs/rules.md).

Pure arithmetic in integers: pools in micro-cents, payments in whole cents; what flooring leaves
stays in the pool.
"""

from firmware.core.compat import const
from firmware.jackpot.hand_class import FLUSH, ROYAL, STRAIGHT
from firmware.jackpot.ledger import MOST_POOL_UC

UC = const(1_000_000)  # micro-cents in a cent
SEATS = const(7)

FROM_HOUSE = const(0)  # where the fixed bonuses come from
FROM_POOL = const(1)
FROM_BONUS_POOL = const(2)

# columns of a payment
SEAT = const(0)
CLASS = const(1)
POOL_CENTS = const(2)
BONUS_CENTS = const(3)  # from the second pool
HOUSE_CENTS = const(4)


class Payout:
    """One round's payments; `reset_uc` is what the restarted pool took, 0 without a Royal."""

    def __init__(self, pool_uc, seed_uc, reserve_uc, bonus_pool_uc, bonus_source):
        self.pool_uc = pool_uc
        self.bonus_pool_uc = bonus_pool_uc
        self.reserve_uc = reserve_uc
        self.is_reset = False
        self.rows = []
        self._seed_uc = seed_uc
        self._bonus_source = bonus_source

    def settle(self, classes, amounts_cents):
        """Seat s has class classes[s - 1]; amounts_cents[class] is its minimum or fixed bonus.

        Amounts are worked out class by class: Straight Flushes, Royal Flushes, fixed bonuses.
        The rows come in the order in which they are handed out (12.2, 12.4).
        """
        straights = _seats_of(classes, STRAIGHT)
        if straights:
            self._share(straights, STRAIGHT, self._tenths(len(straights)), amounts_cents[STRAIGHT])
        royals = _seats_of(classes, ROYAL)
        if royals:
            self._share(royals, ROYAL, self.pool_uc, amounts_cents[ROYAL])
            self.pool_uc += self._seed_uc  # it restarts with what flooring left
            moved_uc = min(self.reserve_uc, MOST_POOL_UC - self.pool_uc)
            self.pool_uc += moved_uc
            self.reserve_uc -= moved_uc
            self.is_reset = True
        for kind in range(STRAIGHT + 1, FLUSH + 1):
            for seat in _seats_of(classes, kind):
                self._fixed(seat, kind, amounts_cents[kind])
        self.rows = _in_turn(self.rows, len(straights))
        return self.rows

    def _tenths(self, count):
        """Aggregate of 10 % payouts, each of the jackpot that the one before left (12.3.2)."""
        left_uc = self.pool_uc
        for _ in range(count):
            left_uc -= left_uc // 10
        return self.pool_uc - left_uc

    def _share(self, seats, kind, aggregate_uc, least_cents):
        """Equal shares, or the minimum for each: the house adds what a share lacks (12.1, 12.3)."""
        share_cents = aggregate_uc // (UC * len(seats))
        self.pool_uc -= share_cents * UC * len(seats)
        house_cents = max(least_cents - share_cents, 0)
        for seat in seats:
            self.rows.append((seat, kind, share_cents, 0, house_cents))

    def _fixed(self, seat, kind, cents):
        """A fixed bonus (12.1.3 to 12.1.5); what a pool lacks, the house adds."""
        pool_cents = bonus_cents = 0
        if self._bonus_source == FROM_POOL:
            pool_cents = min(cents, self.pool_uc // UC)
            self.pool_uc -= pool_cents * UC
        elif self._bonus_source == FROM_BONUS_POOL:
            bonus_cents = min(cents, self.bonus_pool_uc // UC)
            self.bonus_pool_uc -= bonus_cents * UC
        self.rows.append((seat, kind, pool_cents, bonus_cents, cents - pool_cents - bonus_cents))


def _in_turn(rows, straights):
    """One pass from the dealer's right to the left, which is seat 7 down to seat 1 (12.2).

    A Royal Flush waits until the last Straight Flush of the round is paid (12.4).
    """
    turn = []
    waiting = []
    for row in sorted(rows, key=lambda row: -row[SEAT]):
        if row[CLASS] == ROYAL and straights:
            waiting.append(row)
            continue
        turn.append(row)
        if row[CLASS] == STRAIGHT:
            straights -= 1
            if not straights:
                turn.extend(waiting)
    return turn


def _seats_of(classes, kind):
    return [seat for seat in range(SEATS, 0, -1) if classes[seat - 1] == kind]
