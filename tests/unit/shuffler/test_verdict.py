"""Every wrong pack of 52 is refused by the shuffler, and the card is named (STANDARDS 7)."""

from __future__ import annotations

import pytest

from tests.helpers import verdict_checks as checks
from tests.helpers.mp_run import REPO, run_in_micropython


@pytest.mark.rule("C2", "TCP 3.4", "CSP 3.4")
def test_verdict__every_removal_swap_and_stranger__named_and_never_dealt() -> None:
    desk = checks.Desk()
    assert checks.check_whole(desk) == 1
    assert checks.check_removals(desk) == 52
    assert checks.check_swaps(desk) == 52 * 51
    assert checks.check_strangers(desk) == 8 * 52 * 2


@pytest.mark.campaign
def test_verdict__inside_micropython__same_checks() -> None:
    script = REPO / "tests/helpers/verdict_checks.py"
    assert run_in_micropython(script).split() == ["1", "52", "2652", "832"]
