"""Packs that are not whole, and the gate that two people opened for their cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import new_deck
from tests.proofs.machine_matrix.bench import RED, ShuffleBench


@pytest.fixture
def bench() -> Iterator[ShuffleBench]:
    made = ShuffleBench(5)
    yield made
    made.rig.close()


@pytest.mark.rule("C2", "TCB 3.5", "LDB 3.5")
def test_several_decks__a_card_is_missing__told_after_the_first_pass(bench: ShuffleBench) -> None:
    pack = new_deck(RED, None, 2)
    gone = pack.pop(17)
    bench.load(pack)
    bench.start(1, 2)
    assert bench.settle(limit_ms=200_000) == c.ST_REFUSED
    events = bench.events()
    verdicts = [e.fields for e in events if e.name == "PACK_VERDICT"]
    assert [(v["is_good"], v["cards"], v["missing_cards"]) for v in verdicts] == [(0, 103, 1)]
    findings = [e.fields["card"] for e in events if e.name == "CARD_FINDING"]
    assert findings == [gone.code]


@pytest.mark.rule("STANDARDS 8")
def test_gate__opened_by_two_roles__locked_when_the_cards_are_out(bench: ShuffleBench) -> None:
    bench.load()
    assert bench.shuffled() == c.ST_READY
    bench.ask("ABORT_CYCLE")
    assert bench.settle() == c.ST_UNLOADED
    bench.ask("OPEN_GATE")
    deed = bench.client.deed()
    bench.as_role("inspector")
    bench.client.confirm(deed)
    assert bench.machine.is_unlocked
    assert len(bench.machine.take_output()) == 52
    assert bench.settle(states=(c.ST_EMPTY,)) == c.ST_EMPTY
    assert not bench.machine.is_unlocked
    # opened while nothing lies there: the next cycle finds it locked
    bench.ask("OPEN_GATE")
    deed = bench.client.deed()
    bench.as_role("inspector")
    bench.client.confirm(deed)
    bench.load(new_deck(RED))
    bench.start()
    bench.rig.kernel.run_for_ms(500)
    assert not bench.machine.is_unlocked
