"""The shuffling device end to end: real firmware on the VM, its own pins, simulated mechanics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.wire.errors import Refused
from firmware.cards import codes
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.machine_matrix.bench import BLUE, RED, ShuffleBench
from tests.proofs.machine_matrix.wrong_packs import WrongPack, run, some_packs

MODE_SHUFFLE, MODE_SORT, MODE_VERIFY = 1, 2, 3
READY_MS = 13_000  # homing among it
PACKET_MS = 1_300  # three cards

Make = Callable[..., ShuffleBench]


@pytest.fixture
def make() -> Iterator[Make]:
    benches: list[ShuffleBench] = []

    def build(seed: int = 5) -> ShuffleBench:
        benches.append(ShuffleBench(seed))
        return benches[-1]

    yield build
    for bench in benches:
        bench.rig.close()


def _codes(cards: list[SimCard]) -> list[int]:
    return [card.code for card in cards]


def _findings(bench: ShuffleBench) -> list[tuple[int, int]]:
    """(finding, card) of each CARD_FINDING."""
    return [
        (e.fields["kind"], e.fields["card"]) for e in bench.events() if e.name == "CARD_FINDING"
    ]


def _steps_ms(bench: ShuffleBench) -> dict[int, int]:
    return {
        e.fields["step"]: e.fields["duration_ms"] for e in bench.events() if e.name == "STEP_DONE"
    }


@pytest.mark.rule("S1", "C2")
def test_cycle__single_deck__ready_dealt_and_empty_in_time(make: Make) -> None:
    bench = make()
    bench.load()
    before = bench.census()
    assert bench.shuffled() == c.ST_READY
    assert _codes([stack[0] for stack in bench.machine.drum.compartments[:52]]) == list(range(52))
    ready_ms = next(e for e in bench.events() if e.name == "CYCLE_READY").fields["duration_ms"]
    assert ready_ms <= READY_MS
    bench.ask("DELIVER", cards=3)
    assert bench.settle() == c.ST_OFFERED
    assert _steps_ms(bench)[c.ST_DELIVERING] <= PACKET_MS
    dealt = _codes(bench.machine.take_output())
    assert bench.settle() == c.ST_READY
    bench.ask("DELIVER", cards=0)
    assert bench.settle() == c.ST_OFFERED
    dealt += _codes(bench.machine.take_output())
    assert sorted(dealt) == list(range(52)) != dealt
    assert bench.settle() == c.ST_EMPTY
    assert not bench.machine.is_unlocked
    assert bench.census() == before


@pytest.mark.rule("C4", "TCP 3.8", "LDB 3.9")
def test_count__ready_pack__counted_and_order_kept(make: Make) -> None:
    bench = make()
    bench.load()
    assert bench.shuffled() == c.ST_READY
    order = [list(stack) for stack in bench.machine.drum.compartments]
    bench.ask("COUNT_CARDS", role="inspector")
    assert bench.settle() == c.ST_READY
    counted = next(e for e in bench.events() if e.name == "PACK_COUNTED")
    assert (counted.fields["is_good"], counted.fields["cards"]) == (1, 52)
    assert [list(stack) for stack in bench.machine.drum.compartments] == order


@pytest.mark.rule("TCP 7.4", "CSP 7.4")
def test_deliver__packets_of_five__each_verified_offered_and_locked_again(make: Make) -> None:
    bench = make()
    bench.load()
    bench.shuffled()
    dealt: list[int] = []
    for _ in range(2):
        bench.ask("DELIVER", role="table", cards=5)
        assert bench.settle() == c.ST_OFFERED
        assert bench.machine.is_unlocked
        packet = bench.machine.take_output()
        assert len(packet) == 5
        dealt += _codes(packet)
        assert bench.settle(states=(c.ST_READY,)) == c.ST_READY
        assert not bench.machine.is_unlocked
    assert len(set(dealt)) == 10
    with pytest.raises(Refused, match="not so many cards"):
        bench.ask("DELIVER", cards=43)


@pytest.mark.campaign
@pytest.mark.rule("C2", "TCP 3.4", "CSP 3.4")
def test_verdict__what_is_wrong_with_the_pack__named_card_by_card() -> None:
    """One of each kind through a whole cycle; unit/test_verdict.py judges all there are."""
    parx = WrongPack("twice", codes.card_named("QD"), codes.card_named("JD"))  # the count is right
    packs = [parx, *some_packs(7)]
    assert len({pack.kind for pack in packs}) == 7
    assert [(str(pack), wrong) for pack, wrong in run(packs) if wrong] == []


@pytest.mark.rule("C3", "TCP 3.2", "FCP 3.2", "CSP 3.2")
def test_two_decks__back_of_the_one_in_play__refused_the_other_taken(make: Make) -> None:
    bench = make()
    bench.load(new_deck(RED))
    bench.shuffled()
    bench.ask("DELIVER", cards=0)
    bench.settle()
    bench.machine.take_output()
    bench.settle()
    bench.load(new_deck(RED))
    assert bench.shuffled() == c.ST_REFUSED  # red is in play
    bench.ask("ABORT_CYCLE")
    bench.settle()
    bench.machine.output.clear()
    bench.machine.path.tray.clear()
    bench.machine.clear_way()
    bench.machine.load([])
    bench.settle(states=(c.ST_EMPTY,))
    bench.load(new_deck(BLUE))
    assert bench.shuffled() == c.ST_READY


def test_sort__pack__in_order_and_never_dealt(make: Make) -> None:
    """STANDARDS 12: a sorted pack never passes as shuffled."""
    bench = make()
    deck = new_deck(RED)
    bench.rig.kernel.rng("mix").shuffle(deck)
    bench.load(deck)
    bench.start(MODE_SORT)
    assert bench.settle() == c.ST_READY
    assert bench.cycle()["is_dealable"] == 0
    with pytest.raises(Refused):
        bench.ask("DELIVER", cards=0)
    bench.ask("ABORT_CYCLE")
    assert bench.settle() == c.ST_UNLOADED
    assert len(bench.cycle()["inside"]) == 26  # names what is left, to those who may know
    for role in ("", "technician"):
        stranger = bench.rig.client("shoe")
        stranger.protocol.own = 0x8A
        if role:
            stranger.open_session(bench.keys, role)
        assert not stranger.request("GET_CYCLE").fields["inside"]
    assert _codes(bench.machine.output) == list(range(52))
    assert not bench.machine.is_unlocked and bench.machine.take_output() == []


def test_abort__at_many_moments_of_the_feed__no_card_lost(make: Make) -> None:
    bench = make()
    for cards in (0, 1, 17, 40):
        bench.load()
        before = bench.census()
        bench.start()
        bench.until(lambda cards=cards: bench.inside() >= cards)
        bench.ask("ABORT_CYCLE")
        assert bench.settle() in (c.ST_UNLOADED, c.ST_EMPTY)
        assert bench.inside() == 0 and not bench.machine.is_unlocked
        assert bench.census() == before
        bench.machine.output.clear()
        bench.machine.path.tray.clear()
        bench.machine.clear_way()
        bench.machine.load([])
        bench.settle(states=(c.ST_EMPTY,))


@pytest.mark.rule("C1", "C2", "TCP 3.1")
def test_cycle__read_from_pictures__ready_and_dealt_as_read(make: Make) -> None:
    """The same cycle with the real recogniser: each card is read twice, by two cameras."""
    with ShuffleBench(5, is_optical=True) as bench:
        bench.load()
        assert bench.shuffled() == c.ST_READY
        bench.ask("DELIVER", cards=6)
        assert bench.settle() == c.ST_OFFERED
        cards = bench.machine.take_output()
        bench.rig.kernel.run_for_ms(300)
        dealt = next(e for e in bench.events() if e.name == "CARDS_DEALT").fields["dealt_cards"]
        assert _codes(cards) == list(dealt[:6])


def test_gate__override__takes_two_roles_and_is_recorded_first(make: Make) -> None:
    """STANDARDS 8: a bad pack stays locked unless supervisor and inspector both say so."""
    bench = make()
    bench.load(new_deck(RED)[:51])
    assert bench.shuffled() == c.ST_REFUSED
    bench.ask("ABORT_CYCLE")
    assert bench.settle() == c.ST_UNLOADED
    assert bench.machine.take_output() == []
    bench.ask("OPEN_GATE")
    assert not bench.machine.is_unlocked
    with pytest.raises(Refused):
        bench.client.confirm(bench.client.deed())  # the same role again
    assert not bench.machine.is_unlocked
    bench.as_role("inspector")
    bench.client.confirm(bench.client.deed())
    assert bench.machine.is_unlocked
    names = [event.name for event in bench.events()]
    assert names.index("GATE_OVERRIDDEN") < names.index("GATE_OPENED")
    assert len(bench.machine.take_output()) == 51
    assert bench.settle(states=(c.ST_EMPTY,)) == c.ST_EMPTY
    assert not bench.machine.is_unlocked


@pytest.mark.parametrize("moment", ["ready", "offered", "feeding"])
def test_lid__opened_with_cards_inside__locked_and_never_dealt_again(
    make: Make, moment: str
) -> None:
    bench = make()
    bench.load()
    before = bench.census()
    bench.start()
    if moment == "feeding":
        bench.until(lambda: bench.inside() >= 20)
    else:
        assert bench.settle() == c.ST_READY
    if moment == "offered":
        bench.ask("DELIVER", cards=5)
        assert bench.settle() == c.ST_OFFERED
    bench.board.set_lid(True)
    bench.rig.kernel.run_for_ms(300)
    assert bench.state() == c.ST_CALLING and not bench.machine.is_unlocked
    assert bench.machine.motor.duty == 0
    bench.board.set_lid(False)
    bench.rig.kernel.run_for_ms(300)
    assert bench.clear_faults() == []
    assert bench.state() == c.ST_CALLING and bench.machine.take_output() == []
    bench.ask("WAY_CLEARED")
    assert bench.settle() == c.ST_UNLOADED
    assert bench.inside() == 0 and bench.census() == before


@pytest.mark.slow
@pytest.mark.rule("LDB 4.1", "TCB 4.1")
@pytest.mark.parametrize("decks", [3, 8])
def test_pack_of_several_decks__two_passes__every_card_where_planned(
    make: Make, decks: int
) -> None:
    bench = make()
    bench.load(new_deck(RED, bench.rig.kernel.rng("deck"), decks))
    before = bench.census()
    assert bench.shuffled(decks) == c.ST_READY
    assert max(map(len, bench.machine.drum.compartments)) <= 10
    order = [card.code for stack in bench.machine.drum.compartments for card in stack]
    bench.ask("DELIVER", cards=0)
    assert bench.settle(limit_ms=200_000) == c.ST_OFFERED
    assert _codes(bench.machine.output) == order
    assert bench.census() == before


@pytest.mark.rule("LDB 4.1", "C2")
def test_continuous__discards_fed_back__known_again_and_strangers_refused(make: Make) -> None:
    """A compartment is dealt, its cards come back; a card that was never dealt does not."""
    bench = make()
    bench.load(new_deck(RED))
    before = bench.census()
    bench.start(mode=4)
    assert bench.settle() == c.ST_READY
    for _ in range(3):
        bench.ask("DELIVER", cards=0)
        assert bench.settle() == c.ST_OFFERED
        dealt = bench.machine.take_output()
        assert dealt
        bench.settle(states=(c.ST_READY,))
        for card in dealt:
            bench.machine.taken.remove(card)
        bench.load(dealt)
        bench.start(mode=4)
        assert bench.settle() == c.ST_READY
        assert bench.inside() == 52 and bench.census() == before
    bench.load([SimCard(codes.FOREIGN, RED)])
    bench.start(mode=4)
    assert bench.settle() == c.ST_REFUSED
    assert not bench.machine.is_unlocked
