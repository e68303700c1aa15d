"""`faro payout`: what-if by the firmware's own code, and clear words for nonsense."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from faro.cli import main


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["payout", *args])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.rule("J5", "J8", "J9", "CSP 12.4")
def test_payout__royal_and_two_straights__as_computed_by_hand() -> None:
    # 10 % of 100,000,000 is 10,000,000, then of 90,000,000 it is 9,000,000: 9,500,000 each.
    args = ["--pool-cents", "100000000", "--seed-cents", "5000000", "--json"]
    code, out, _ = run(*args, "--hand", "2=royal", "--hand", "1=straight", "--hand", "7=straight")
    assert code == 0
    result = json.loads(out)
    rows = [(p["seat"], p["class"], p["amount_cents"]) for p in result["payments"]]
    assert rows == [
        (7, "straight", 9_500_000),
        (1, "straight", 9_500_000),
        (2, "royal", 81_000_000),
    ]
    assert result["pool_after_cents"] == 5_000_000


def test_payout__no_hands__pays_nothing() -> None:
    code, out, _ = run("--pool-cents", "100", "--seed-cents", "5", "--json")
    assert code == 0
    assert json.loads(out) == {"payments": [], "pool_after_cents": 100}


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--pool-cents", "-1", "--seed-cents", "5"], "0 or more"),
        (["--pool-cents", "1", "--seed-cents", "-5"], "0 or more"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "8=royal"], "no seat 8"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "0=royal"], "no seat 0"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "1=pair"], "no class pair"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "1=none"], "no class none"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "royal"], "is no hand"),
        (["--pool-cents", "1", "--seed-cents", "5", "--hand", "²=royal"], "is no hand"),
        (["--pool-cents", "1", "--seed-cents", "5"] + ["--hand", "1=four"] * 2, "two hands"),
        (["--pool-cents", "1.5", "--seed-cents", "5"], "not a valid integer"),
        (["--pool-cents", "1", "--seed-cents", "5", "--bonus-source", "bank"], "bank"),
    ],
)
def test_payout__nonsense__one_clear_line_and_status_2(args: list[str], word: str) -> None:
    code, out, err = run(*args)
    assert code == 2
    assert word in err and not out
