"""`faro payout` against amounts worked out by hand from CSP 12 and docs/rules.md, no formula.

Each case: the jackpot and the seed in cents, who has what, who pays fixed bonuses; then the
payments in their order (seat, from the pool, from the house) and the jackpot afterwards.
"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from faro.cli import main

CASES = {
    # 12.1.2: 10 % of 100,000.00 is more than 5,000.00
    "straight": (10_000_000, 5_000_000, "4=straight", "house",
                 [(4, 1_000_000, 0)], 9_000_000),
    # 10 % of 40,000.00 is 4,000.00: the house adds 1,000.00
    "straight at its minimum": (4_000_000, 5_000_000, "4=straight", "house",
                                [(4, 400_000, 100_000)], 3_600_000),
    # 10 % of 123.45 is 12.345: 12.34 is paid, the rest of the cent stays
    "straight, not in whole cents": (12_345, 5_000_000, "1=straight", "house",
                                     [(1, 1_234, 498_766)], 11_111),
    # 12.3.2: 10,000.00 and 9,000.00 make 19,000.00, shared by two; 12.2: from the right
    "two straights": (10_000_000, 5_000_000, "2=straight 6=straight", "house",
                      [(6, 950_000, 0), (2, 950_000, 0)], 8_100_000),
    # 10,000 + 9,000 + 8,100 = 27,100.00; a third is 9,033.33, one cent stays in the jackpot
    "three straights": (10_000_000, 5_000_000, "1=straight 2=straight 7=straight", "house",
                        [(7, 903_333, 0), (2, 903_333, 0), (1, 903_333, 0)], 7_290_001),
    # 4,000.00 and 3,600.00 make 7,600.00: 3,800.00 each, 5,000.00 each is more
    "two straights at their minimum": (4_000_000, 5_000_000, "1=straight 2=straight", "house",
                                       [(2, 380_000, 120_000), (1, 380_000, 120_000)],
                                       3_240_000),
    # 12.1.1
    "royal": (12_345_678, 5_000_000, "5=royal", "house", [(5, 12_345_678, 0)], 5_000_000),
    "royal at its minimum": (4_000_000, 5_000_000, "5=royal", "house",
                             [(5, 4_000_000, 1_000_000)], 5_000_000),
    # 12.3.1
    "two royals": (12_000_000, 1_000_000, "3=royal 7=royal", "house",
                   [(7, 6_000_000, 0), (3, 6_000_000, 0)], 1_000_000),
    # 45,000.00 each and a cent is left; 50,000.00 each is more; the cent is in the next jackpot
    "two royals at their minimum": (9_000_001, 1_000_000, "3=royal 7=royal", "house",
                                    [(7, 4_500_000, 500_000), (3, 4_500_000, 500_000)],
                                    1_000_001),
    # 12.4: the Straight Flush first, although its seat is at the left
    "straight and royal": (10_000_000, 5_000_000, "1=straight 7=royal", "house",
                           [(1, 1_000_000, 0), (7, 9_000_000, 0)], 5_000_000),
    # 12.2 and 12.4: seat 6 first; the Royal of seat 7 waits for the Straight of seat 3, then
    # comes before seat 1; the Flushes are the house's
    "a royal that waits": (10_000_000, 5_000_000, "1=flush 3=straight 6=flush 7=royal", "house",
                           [(6, 0, 10_000), (3, 1_000_000, 0), (7, 9_000_000, 0),
                            (1, 0, 10_000)], 5_000_000),
    # 12.1.3 to 12.1.5 by the house, from the right whatever the hand
    "fixed by the house": (10_000_000, 5_000_000, "1=four 2=full 3=flush 7=flush", "house",
                           [(7, 0, 10_000), (3, 0, 10_000), (2, 0, 15_000), (1, 0, 50_000)],
                           10_000_000),
    "fixed by the pool": (10_000_000, 5_000_000, "1=four 2=full 3=flush", "pool",
                          [(3, 10_000, 0), (2, 15_000, 0), (1, 50_000, 0)], 9_925_000),
    # 123.45 are there, 150.00 are due: worked out for the Full House first, paid from the right
    "fixed by a poor pool": (12_345, 5_000_000, "2=full 3=flush", "pool",
                             [(3, 0, 10_000), (2, 12_345, 2_655)], 0),
    # the fixed ones are worked out after the Royal: out of what it restarts with
    "royal, then fixed by the pool": (10_000_000, 1_000_000, "1=four 4=royal 7=flush", "pool",
                                      [(7, 10_000, 0), (4, 10_000_000, 0), (1, 50_000, 0)],
                                      940_000),
    "royal, then a seed that does not suffice": (
        10_000_000, 30_000, "1=four 4=royal 7=flush", "pool",
        [(7, 0, 10_000), (4, 10_000_000, 0), (1, 30_000, 20_000)], 0),
    "nothing in the jackpot": (0, 5_000_000, "1=royal 2=straight", "house",
                               [(2, 0, 500_000), (1, 0, 5_000_000)], 5_000_000),
}  # fmt: skip


@pytest.mark.rule("J5", "J6", "J7", "J8", "J9", "CSP 12.1", "CSP 12.2", "CSP 12.3", "CSP 12.4")
@pytest.mark.parametrize("name", CASES)
def test_payout__worked_out_by_hand(name: str) -> None:
    pool, seed, hands, source, payments, after = CASES[name]
    args = ["payout", "--json", "--pool-cents", str(pool), "--seed-cents", str(seed)]
    for hand in hands.split():
        args += ["--hand", hand]
    result = CliRunner().invoke(main, [*args, "--bonus-source", source])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    rows = [(p["seat"], p["from_pool_cents"], p["from_house_cents"]) for p in found["payments"]]
    assert rows == payments
    assert all(
        p["amount_cents"] == p["from_pool_cents"] + p["from_house_cents"] for p in found["payments"]
    )
    assert found["pool_after_cents"] == after
