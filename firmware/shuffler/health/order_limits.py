"""Limits of the one-cycle statistics for each pack size: beyond them an order is no shuffle.

52 cards: the rule of STANDARDS, "Shuffle statistics".  Other packs: the limits nearest to the mean
whose exact tail is no bigger than the cap of their statistic for 52 cards.  Made by
`python -m tests.proofs.shuffle.limits`, which prints each tail; a test compares.
"""

# cards, rising sequences at most/at least, valleys (and inverse valleys) at most, successions at
# least, fixed points at least, sum of squared moves at most/at least (Spearman's rho 0.53 for 52)
LIMITS = (
    (52, 18, 35, 10, 7, 7, 11010, 35842),
    (104, 40, 65, 24, 7, 7, 115253, 259667),
    (156, 64, 93, 40, 7, 7, 431875, 833545),
    (208, 87, 122, 55, 7, 7, 1085606, 1913962),
    (260, 111, 150, 71, 7, 7, 2203756, 3654824),
    (312, 136, 177, 87, 7, 7, 3915252, 6208420),
    (364, 160, 205, 103, 7, 7, 6350156, 9725904),
    (416, 185, 232, 119, 7, 7, 9639388, 14357572),
)
