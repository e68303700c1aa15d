"""Short form of `make shuffle-proof`: the same checks on fewer cycles, and each mutant caught."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.store.cells import CELL_GENERATOR
from tests.proofs.shuffle import (
    boots,
    catch,
    machine_cycles,
    models,
    plots,
    series,
    timing,
    vector,
    vm_cycles,
)
from tests.proofs.shuffle.__main__ import by_plan
from tests.proofs.shuffle.mutants import BY_NAME, MUTANTS, POSITIONS


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

    def control(cycles, _mutant, seed):
        return vm_cycles.run(cycles, "", seed)

    for mutant in MUTANTS:
        if mutant.cycles <= 349:
            assert not catch.catch(mutant, control, 5).is_caught, mutant.name


# -- whole cycles in the simulated machine ---------------------------------------------------------


@pytest.mark.rule("STANDARDS 2", "C3")
@pytest.mark.parametrize(("decks", "cycles"), [(1, 4), (3, 1)])
def test_machine__whole_cycles__the_dealer_gets_the_order_that_was_drawn(decks, cycles) -> None:
    made = machine_cycles.run(cycles, None, 2, decks)
    assert made.stops == [] and made.boards == 1
    assert (np.sort(made.orders, axis=1) == np.arange(52 * decks)).all()
    assert not vector.alarms(vector.measure(made.orders), 52 * decks).any()


def test_machine__run_broken_off__goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(machine_cycles, "_SAVE_EVERY", 2)

    class BrokenOff(Exception):
        pass

    def break_off(cycles: int) -> None:
        if cycles == 3:
            raise BrokenOff

    with pytest.raises(BrokenOff):
        machine_cycles.run(4, None, 2, progress=break_off, folder=tmp_path)
    saved = machine_cycles.MachineRun.load(tmp_path)
    assert (len(saved.orders), saved.boards) == (2, 1) and saved.machine_s > 30
    made = machine_cycles.run(4, None, 2, folder=tmp_path)
    assert made.boards == 2 and (made.orders[:2] == saved.orders).all()
    assert len({tuple(order) for order in made.orders.tolist()}) == 4


@pytest.mark.rule("S1", "STANDARDS 2", "STANDARDS 3")
@pytest.mark.parametrize(
    ("name", "cycle", "words"),
    [
        ("shelves", 1, "NOT A SHUFFLE: valleys"),
        ("tail", 1, "NOT A SHUFFLE: successions"),
        ("sticking", 1, "NOT A SHUFFLE: successions"),
        ("carousel", 1, "another card came out"),
        ("stuck", 2, "NOT A SHUFFLE: an order that came before"),
    ],
)
def test_machine__broken_on_purpose__firmware_stops_and_says_why(name, cycle, words) -> None:
    made = machine_cycles.run(cycle, BY_NAME[name])
    assert [at for at, _ in made.stops] == [cycle]
    assert words in made.stops[0][1]


# STANDARDS 5 and 6 broken: the seed is the samples alone, and nothing is kept over a power loss
_SAMPLES_ONLY = (
    f"""
from firmware.trust import generator
class Forgetful(generator.Generator):
    def __init__(self, store, sample, unique_id, boot_count, raise_fault):
        super().__init__(store, sample, bytes(8), 0, raise_fault)
    def start(self):
        self._store.edit({CELL_GENERATOR})[:1] = bytes(1)
        return super().start()
from firmware.board import board
board.Generator = Forgetful
"""
    + boots._MAIN
)


@pytest.mark.rule("STANDARDS 5", "STANDARDS 6")
def test_boots__same_samples_everywhere_and_power_cut__no_order_twice() -> None:
    assert boots.measure(4, 2).repeated == 0


def test_boots__generator_that_forgets__found() -> None:
    # the first boot of each board also draws its epoch
    assert boots.measure(2, 1, _SAMPLES_ONLY).repeated == 2


def test_timing__duration_that_goes_with_one_card__seen_and_one_that_does_not__not() -> None:
    rng = np.random.default_rng(3)
    orders = models.uniform(rng, 300, 52)
    positions = np.argsort(orders, axis=1)
    steps = np.abs(np.diff(orders, axis=1))
    way = np.minimum(steps, 54 - steps).sum(axis=1) + rng.normal(0, 5, 300)
    good = timing.judge(way, orders)
    assert good.with_way > 0.9 and good.chance > 0.01
    assert timing.judge(way + 1.5 * positions[:, 3], orders).chance < 1e-4


def test_plots__any_series__written(tmp_path) -> None:
    plots.good_machine(models.uniform(np.random.default_rng(1), 120, 52), tmp_path / "a.png", "x")
    plots.mutants([("m", 3, 2, True), ("n", 0, 2, False)], tmp_path / "b.png")
    for name in ("a.png", "b.png"):
        assert (tmp_path / name).stat().st_size > 10_000
