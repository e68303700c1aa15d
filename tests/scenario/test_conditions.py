"""Short form of `make conditions`: stories under each condition, and a mutant that one finds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from faro.sim.rig import Rig
from tests.proofs.conditions import linked_cuts
from tests.proofs.conditions.conditions import BY_ID, CONDITIONS, cases
from tests.proofs.conditions.play import wrong_with

MUTANTS = Path(__file__).parents[1] / "proofs/conditions/mutants"
_SHORT = (
    "half/jam-frees",
    "wrap/jam-frees",
    "wrap/lid-open",
    "week/mouth-dead",
    "idle/lid-open",
    "idle/jam-frees",
    "idle/line-cut",
    "idle-wrap/lid-open",
    "apart/line-cut",
    "drift/lid-open",
    "drifted/lid-open",
    "second-cut/plug-pulled",
    "later-cut/plug-pulled",
)


@pytest.mark.parametrize("case", _SHORT)
def test_story__under_a_condition__ends_as_it_tells(case: str) -> None:
    condition, _, story = case.partition("/")
    assert wrong_with(story, BY_ID[condition]) == "", f"replay: make conditions CASE={case}"


def test_linked__winner_loses_power_at_the_claim__both_wins_paid() -> None:
    assert linked_cuts.wrong_with("winner/250") == ""


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.id)
def test_stories__under_every_condition__end_as_they_tell(condition) -> None:
    wrong = {story: wrong_with(story, other) for other, story in cases() if other is condition}
    assert not {story: what for story, what in wrong.items() if what}


def test_mutant__deaf_a_week_after_a_change__found_by_the_idle_week_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("faro.sim.play.Rig", partial(Rig, extra_path=[MUTANTS / "deaf_switches"]))
    assert wrong_with("lid-open", BY_ID["plain"]) == ""
    assert "FAULT_RAISED fault=LID_OPEN" in wrong_with("lid-open", BY_ID["idle"])
