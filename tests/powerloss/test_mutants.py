"""Tests of the test: the sweep must object to each wrong commit order, inside the real firmware."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.powerloss.case import Case
from tests.proofs.powerloss.engine import run_case

MUTANTS = Path(__file__).parent / "mutants"
LIMIT = 12  # cuts within which a mutant must be found out

# Spread over the commits of several settings, torn in the middle of a write.
CUTS = [Case("settings", operation, "torn", 0) for operation in range(4, 4 + 4 * LIMIT, 4)]


def extra_path(mutant: str) -> tuple[Path, ...]:
    return (MUTANTS / mutant, MUTANTS)


@pytest.mark.campaign
@pytest.mark.parametrize("mutant", ["same_moment", "skip_version", "crc_first"])
def test_sweep__mutant_of_the_commit_order__is_caught(mutant: str) -> None:
    for tried, case in enumerate(CUTS, 1):
        failure = run_case(case, extra_path(mutant)).failure
        if failure:
            print(f"{mutant}: caught at cut {tried}, {case.id}: {failure}")
            return
    pytest.fail(f"{mutant} survived {len(CUTS)} cuts")


@pytest.mark.campaign
def test_sweep__control_with_the_right_order__is_not_caught() -> None:
    for case in CUTS:
        assert run_case(case, extra_path("right_order")).failure == "", case.id


@pytest.mark.campaign
def test_sweep__mutant_that_forgets_a_dialogue__is_caught() -> None:
    """A boot that does not go on where the supervisor was being asked (RULES S7)."""
    cuts = [Case("ruling", operation, "torn", 0) for operation in range(6, 60, 6)]
    failures = (run_case(case, extra_path("ruling_untold")).failure for case in cuts)
    assert any("has not gone on" in failure for failure in failures)
