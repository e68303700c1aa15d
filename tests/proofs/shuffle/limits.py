"""Makes the rows of firmware/shuffler/health/order_limits.py; prints the chance of false alarms."""

from __future__ import annotations

from math import ceil, floor

from tests.proofs.shuffle import exact

PACKS = tuple(52 * decks for decks in range(1, 9))
# the biggest tail of each statistic; for 52 cards these give the rule of STANDARDS
CAP_RISING = 5.1e-5  # each side
CAP_VALLEYS = 2.0e-5
CAP_HIGH = 1.0e-4  # successions, fixed points
CAP_RHO = 5.4e-5  # both sides
RHO_STANDARDS = 0.53  # for 52 cards; its chance is 5.3e-5

Row = tuple[int, int, int, int, int, int, int, int]


def row(n: int) -> Row:
    """The limits for a pack of n cards."""
    rising, valleys = exact.rising(n), exact.valleys(n)
    low = max(k for k in range(n) if exact.tail_low(rising, n, k) <= CAP_RISING)
    valley = max(k for k in range(len(valleys)) if exact.tail_low(valleys, n, k) <= CAP_VALLEYS)
    rho = RHO_STANDARDS if n == 52 else exact.rho_limit(n, CAP_RHO)
    most = n * (n * n - 1) / 6  # sum of squared moves = most * (1 - rho)
    return (
        n,
        low,
        n + 1 - low,
        valley,
        _least(exact.successions(n), n),
        _least(exact.fixed(n), n),
        floor(most * (1 - rho)),
        ceil(most * (1 + rho)),
    )


def _least(counts: list[int], n: int) -> int:
    return min(k for k in range(20) if exact.tail_high(counts, n, k) <= CAP_HIGH)


def chances(limits: Row) -> dict[str, float]:
    """Exact chance of each alarm on a uniform order."""
    n, low, high, valley, successions, fixed, _moves_low, moves_high = limits
    rising, valleys = exact.rising(n), exact.valleys(n)
    rho = moves_high / (n * (n * n - 1) / 6) - 1
    return {
        "rising": exact.tail_low(rising, n, low) + exact.tail_high(rising, n, high),
        "valleys": exact.tail_low(valleys, n, valley),
        "inverse valleys": exact.tail_low(valleys, n, valley),
        "successions": exact.tail_high(exact.successions(n), n, successions),
        "fixed points": exact.tail_high(exact.fixed(n), n, fixed),
        "rho": exact.rho_tail(n, rho),
    }


def main() -> None:
    """Print the table with the tails."""
    for n in PACKS:
        limits = row(n)
        parts = chances(limits)
        print(f"    {limits},")
        text = ", ".join(f"{name} {chance:.1e}" for name, chance in parts.items())
        print(f"    # at most {sum(parts.values()):.1e} together: {text}")


if __name__ == "__main__":
    main()
