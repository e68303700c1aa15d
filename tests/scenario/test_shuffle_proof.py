"""Short form of `make shuffle-proof`: the same checks on fewer cycles, and each mutant caught."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.shuffle_proof import boots, catch, models, plots, series, vm_cycles
from hw_sim.shuffle_proof.__main__ import by_plan
from hw_sim.shuffle_proof.mutants import MUTANTS, POSITIONS


@pytest.mark.rule("STANDARDS 1", "STANDARDS 3")
def test_series__plan_inside_micropython__within_99_percent() -> None:
    orders = vm_cycles.run(1000, "", 1)
    assert [check.row() for check in series.checks(orders) if not check.is_within] == []


@pytest.mark.parametrize("cards", [156, 416])
def test_series__packs_of_several_decks__within_99_percent(cards: int) -> None:
    orders = vm_cycles.run(300, "", cards, cards)
    assert [check.row() for check in series.checks(orders) if not check.is_within] == []


@pytest.mark.rule("S1", "STANDARDS 2", "STANDARDS 3")
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutant__caught_by_the_check_that_standards_predicts(mutant) -> None:
    caught = catch.catch(mutant, by_plan)
    print(caught.row())
    assert caught.is_caught
    if mutant.check != POSITIONS:
        assert caught.cycle <= mutant.cycles


def test_control__same_path_without_a_mutation__not_caught() -> None:
    """The detectors must be able to stay silent."""

    def control(cycles, _mutant, _seed):
        return vm_cycles.run(cycles, "", 5)

    for mutant in MUTANTS:
        if mutant.cycles <= 349:
            assert not catch.catch(mutant, control).is_caught, mutant.name


# STANDARDS 5 and 6 broken: the seed is the samples alone, and nothing is kept over a power loss
_SAMPLES_ONLY = (
    """
from firmware.trust import generator
class Forgetful(generator.Generator):
    def __init__(self, store, sample, unique_id, boot_count, on_finding):
        super().__init__(store, sample, bytes(8), 0, on_finding)
    def start(self):
        self._store.edit(generator.CELL_GENERATOR)[:1] = bytes(1)
        return super().start()
from firmware import app_common
app_common.Generator = Forgetful
"""
    + boots._MAIN
)


@pytest.mark.rule("STANDARDS 5", "STANDARDS 6")
def test_boots__same_samples_everywhere_and_power_cut__no_order_twice() -> None:
    assert boots.measure(4, 2).repeated == 0


def test_boots__generator_that_forgets__found() -> None:
    assert boots.measure(2, 1, _SAMPLES_ONLY).repeated == 3


def test_plots__any_series__written(tmp_path) -> None:
    plots.good_machine(models.uniform(np.random.default_rng(1), 120, 52), tmp_path / "a.png", "x")
    plots.mutants([("m", 3, 2, True), ("n", 0, 2, False)], tmp_path / "b.png")
    for name in ("a.png", "b.png"):
        assert (tmp_path / name).stat().st_size > 10_000
