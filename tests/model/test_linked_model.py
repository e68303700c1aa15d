"""The linked jackpot's model, and the firmware's own code replaying its traces (short forms)."""

from __future__ import annotations

import pytest

from firmware.jackpot.linked import fence
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.holder_book import HolderBook
from tests.proofs.linked_model import traces
from tests.proofs.linked_model.model import Model, explore


@pytest.mark.parametrize(
    ("losses", "states"), [(0, 1_024), pytest.param(1, 13_824, marks=pytest.mark.slow)]
)
def test_model__no_failure__as_many_states_as_spin_finds_and_a_way_out_of_each(
    losses: int, states: int
) -> None:
    """SPIN counts one more, before `init`: `make linked-model ARGS="-DFAILURES=0 -DLOSSES=0"`."""
    found = explore(Model(failures=0, losses=losses, repeats=losses))
    assert (found.states, found.stuck) == (states, [])


@pytest.mark.rule("CSP 14.15")
def test_model__any_one_failure__with_the_approvals_play_comes_back() -> None:
    found = explore(Model(failures=1, losses=0, repeats=0, wagers=0))
    assert (found.states, found.stuck) == (2_224, [])


@pytest.mark.rule("J11", "CSP 14.15")
def test_traces__random_steps__firmware_is_in_the_state_of_the_model() -> None:
    assert traces.run(range(20), 80) == 20 * 80


@pytest.mark.slow
def test_traces__many__firmware_is_in_the_state_of_the_model() -> None:
    assert traces.run(range(1_000, 1_600), 100)


@pytest.mark.rule("J11")
def test_traces__fence_removed__parts_from_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "may_lead", lambda *_: True)
    monkeypatch.setattr(HolderBook, "why_not_of", lambda *_: lf.OK)
    with pytest.raises(traces.Differs, match="is, should be"):
        traces.run(range(60), 80)


def test_traces__cut_in_a_take_over_forgotten__parts_from_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A spare board that lost power leads before an old holder has noticed that it is alone."""
    monkeypatch.setattr(HolderBook, "is_of_dead_holder", lambda *_: False)
    with pytest.raises(traces.Differs, match="taking1"):
        traces.run(range(60), 80)
