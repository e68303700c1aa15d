"""Exact mean and variance of each order statistic over all orders, and the limit of their sums.

Feeds running_stats.py.
"""

from firmware.shuffler.health import order_stats

SIGMAS = 5  # a sum further than this from its mean is an alarm


def moments(statistic, cards):
    """(mean numerator, denominator, variance numerator, denominator) for one order."""
    n = cards
    if statistic == order_stats.STAT_RISING:
        return n + 1, 2, n + 1, 12
    if statistic in (order_stats.STAT_VALLEYS, order_stats.STAT_INVERSE_VALLEYS):
        return n - 2, 3, 2 * (n + 1), 45
    if statistic == order_stats.STAT_SUCCESSIONS:
        return n - 1, n, n * n - n - 1, n * n
    if statistic == order_stats.STAT_FIXED:
        return 1, 1, 1, 1
    if statistic == order_stats.STAT_MOVES:
        mean = n * (n * n - 1) // 6
        return mean, 1, mean * mean, n - 1
    raise ValueError("statistic")


def mean_of(statistic, cards):
    """The mean of one order, rounded down: evidence for people."""
    mean = moments(statistic, cards)
    return mean[0] // mean[1]


def is_beyond(statistic, total, cards, cycles):
    """True if the sum over so many cycles is more than SIGMAS from its mean, either way."""
    mean, mean_part, variance, variance_part = moments(statistic, cards)
    off = total * mean_part - cycles * mean
    limit = SIGMAS * SIGMAS * cycles * variance * mean_part * mean_part
    return off * off * variance_part > limit
