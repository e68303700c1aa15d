"""Short form of `make machine-matrix` and of the power cuts: one case of each kind."""

from __future__ import annotations

import pytest

from firmware.shuffler import cycle as c
from hw_sim.machine_faults import BY_ID, CATALOGUE, STEPS
from tests.proofs.machine_matrix.cuts import run_cut
from tests.proofs.machine_matrix.matrix import run_case

_SHORT = (
    ("jam-throat", "feed"),
    ("jam-slipping", "feed"),
    ("jam-out-frees", "deliver"),
    ("double-feed", "feed"),
    ("encoder-dead", "unload"),
    ("gate-carousel-blind", "deliver"),
    ("home-stuck", "feed"),
    ("ejector-dead", "count"),
    ("steps-lost-done", "deliver"),
)


@pytest.mark.rule("S1", "S8", "TCP 13.1", "FCP 13.1", "CSP 15.1")
@pytest.mark.parametrize("case", _SHORT, ids="/".join)
def test_matrix__fault_in_a_step__right_finding_cards_conserved(case: tuple[str, str]) -> None:
    result = run_case(BY_ID[case[0]], case[1])
    assert result.wrong == [], f"replay: make machine-matrix CASE={case[0]}/{case[1]}"


@pytest.mark.slow
@pytest.mark.rule("S1", "TCP 13.1", "FCP 13.1", "CSP 15.1")
@pytest.mark.parametrize("fault", CATALOGUE, ids=lambda f: f.id)
def test_matrix__every_fault_in_every_step__right_finding(fault) -> None:
    for step in fault.steps:
        assert run_case(fault, step).wrong == [], step


def test_catalogue__every_step__has_faults_of_its_own() -> None:
    for step in STEPS:
        assert any(step in fault.steps for fault in CATALOGUE), step
    assert len(BY_ID) == len(CATALOGUE)


@pytest.mark.parametrize(
    ("at_ms", "state"),
    [
        (300, c.ST_HOMING),
        (5_220, c.ST_FEEDING),
        (12_400, c.ST_DELIVERING),
        (18_000, c.ST_OFFERED),
    ],
)
def test_power_cut__in_the_middle__says_where_the_cards_are_and_delivers_nothing(
    at_ms: int, state: int
) -> None:
    """STANDARDS 13."""
    result = run_cut(at_ms)
    assert result.wrong == [] and result.before == state


def test_power_cut__torn_write_of_the_card_track__other_chip_knows() -> None:
    result = run_cut(26_000, operation=61)
    assert result.wrong == []
    assert result.before == c.ST_FEEDING
