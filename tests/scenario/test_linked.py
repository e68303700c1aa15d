"""Linked jackpot tables on one RS-485 line, whole firmware in MicroPython on every board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from faro.jackpot.reconcile import Books, reconcile
from faro.jackpot.report import ask_to_load
from faro.jackpot.rules import UC
from faro.sim.scenarios.jackpot import JackpotTable
from faro.sim.scenarios.linked import LINK_KEY, LinkedTables, boot_images
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys, table_key
from firmware.jackpot.rows import FAULT_LINK_LOST, FAULT_TERMS_DIFFER
from hw_sim.nv_image import NvImage
from hw_sim.power import CUT_MODES, Cut

PURSES_UC = ("pool_uc", "reserve_uc", "bonus_uc", "pending_uc")
Images = list[tuple[NvImage, DeviceKeys]]
Maker = Callable[[], LinkedTables]


@pytest.fixture(scope="module")
def images() -> Images:
    """A holder and two members, linked once and switched off."""
    with LinkedTables(2) as linked:
        assert all(table.jackpot()["state"] == 0 for table in linked.tables)
        return linked.images()


@pytest.fixture
def make_linked(images: Images) -> Iterator[Maker]:
    made: list[LinkedTables] = []

    def make() -> LinkedTables:
        made.append(boot_images(images))
        return made[-1]

    yield make
    for linked in made:
        for table in linked.tables:
            if table.board.board.vm.is_running:
                agrees(table)
        linked.close()


def agrees(table: JackpotTable) -> None:
    """The journal alone gives the board's meters."""
    books = reconcile(table.client.events(0))
    books.compare(table.meters())
    assert books.differences == []


def all_counted(linked: LinkedTables) -> None:
    """Every wager of every table is in the holder's pool exactly once."""
    brought = sum(t.meters()["contributed"] for t in linked.members)
    back = sum(t.meters()["taken_back"] for t in linked.members)
    meters = linked.holder.meters()
    assert (meters["linked_in"], meters["linked_back"]) == (brought, back)


@pytest.mark.rule("J1", "CSP 2.3", "CSP 11.9")
def test_linked__wagers_anywhere__one_pool_on_every_display(make_linked: Maker) -> None:
    linked = make_linked()
    for table in linked.tables:
        table.end(table.deal(1, 2))
    linked.wait(6_000)
    assert {table.shown() for table in linked.tables} == {"50004.26"}
    assert {t.jackpot()["pool_uc"] for t in linked.tables} == {5_000_426 * UC}
    all_counted(linked)


@pytest.mark.rule("J1", "CSP 2.4.3")
def test_linked__display_of_another_table__follows_within_three_seconds(
    make_linked: Maker,
) -> None:
    linked = make_linked()
    linked.members[0].deal(1)
    start_us = linked.rig.kernel.now_us
    linked.rig.kernel.run_for_ms(10_000, lambda: linked.members[1].shown() == "50000.71")
    delay_ms = (linked.rig.kernel.now_us - start_us) // 1000
    assert delay_ms <= 3_000, delay_ms


@pytest.mark.rule("J11", "CSP 11.9.1", "CSP 11.9.2", "CSP 11.9.3")
@pytest.mark.parametrize(
    ("name", "value"),
    [("wager_cents", 200), ("pool_ppm", 700_000), ("seed_cents", 4_000_000), ("flush_cents", 1)],
)
def test_j11__table_with_other_terms__must_not_join(images: Images, name: str, value: int) -> None:
    image, keys = images[2]
    with boot_images([images[0], images[1], (image, keys)]) as linked:
        table = linked.members[1]
        table.set("link_role", 0)
        table.board.board.power_off()
        table.board.board.power_on()
        linked.rig.wait_ready()
        table.set(name, value)
        table.set("link_role", 2)
        table.board.board.power_off()
        table.board.board.power_on()
        linked.rig.wait_ready()
        linked.wait(2_000)
        assert table.client.status()["worst_fault"] == FAULT_TERMS_DIFFER
        number = table.deal(1, 2)
        assert table.jackpot()["accepted"] == 0
        table.end(number)
        assert ("TABLE_REFUSED", {"address": 0xB2}) in linked.holder.events()
        linked.members[0].end(linked.members[0].deal(3))
        linked.wait(1_500)
        assert linked.holder.meters()["linked_in"] == 730_000 * 100


@pytest.mark.rule("J11")
def test_j11__table_with_another_key__is_not_heard(images: Images) -> None:
    with boot_images(images) as linked:
        table = linked.members[0]
        table.set_link_key(table_key(LINK_KEY, 0xB2))  # another table's
        table.board.board.power_off()
        table.board.board.power_on()
        linked.rig.wait_ready()
        linked.wait(6_000)
        table.deal(1)
        assert table.jackpot()["accepted"] == 0
        assert any(n == "LINK_LOST" and f["address"] == 0xB1 for n, f in linked.holder.events())


@pytest.mark.rule("J11", "J12")
def test_linked__cable_pulled__no_wagers_within_5_s_and_all_delivered_later(
    make_linked: Maker,
) -> None:
    """STANDARDS 25."""
    linked = make_linked()
    first, second = linked.members
    number = first.deal(1, 2, 3)  # accepted before the cable is pulled, perhaps not delivered
    linked.rig.bus.noise.is_cut = True
    linked.wait(5_000)
    first.end(number)
    for table in linked.members:
        assert table.client.status()["worst_fault"] == FAULT_LINK_LOST
        late = table.deal(6)
        assert table.jackpot()["accepted"] == 0
        table.end(late)
    seen = set()
    for _ in range(20):
        linked.wait(250)
        seen.add(second.shown())
    assert seen == {"--------", f"E     {FAULT_LINK_LOST}"}
    linked.rig.bus.noise.is_cut = False
    linked.wait(2_000)
    assert second.client.status()["worst_fault"] == 0  # clears by itself
    number = second.deal(7)
    assert second.jackpot()["accepted"] == 0b1000000
    second.end(number)
    linked.wait(1_500)
    all_counted(linked)


@pytest.mark.rule("J11", "J12")
def test_linked__table_started_without_its_holder__says_so_within_5_s(images: Images) -> None:
    """STANDARDS 25: not only a link that was there once can be missing."""
    with boot_images(images) as linked:
        table = linked.members[0]
        for each in linked.tables:
            each.board.board.power_off()
        table.board.board.power_on()
        linked.rig.wait_ready()
        linked.wait(500)
        assert table.shown() == "--------"  # not a pool of nothing
        linked.wait(5_000)
        assert table.client.status()["worst_fault"] == FAULT_LINK_LOST
        number = table.deal(2)
        assert table.jackpot()["accepted"] == 0
        table.end(number)
        for each in (linked.holder, linked.members[1]):
            each.board.board.power_on()
        linked.rig.wait_ready()
        linked.wait(3_000)
        assert table.client.status()["worst_fault"] == 0
        assert table.shown() == "50000.00"


def test_linked__frames_lost_and_boards_restarted__every_wager_counted_once(
    make_linked: Maker,
) -> None:
    linked = make_linked()
    rng = random.Random(4)
    linked.rig.bus.noise.drop_ppm = 500  # about every twentieth frame
    for number in range(12):
        table = rng.choice(linked.members)
        if table.jackpot()["pool_uc"] and table.jackpot()["state"] == 0:
            table.end(table.deal(*rng.sample(range(1, 8), 3)))
        if number % 3 == 2:
            board = rng.choice(linked.tables).board.board
            board.power_off()
            linked.wait(rng.randrange(300))
            board.power_on()
            linked.rig.wait_ready()
            linked.wait(1_500)
    linked.rig.bus.noise.drop_ppm = 0
    linked.wait(3_000)
    assert sum(t.meters()["wagers"] for t in linked.members) >= 18
    all_counted(linked)


@pytest.mark.rule("J5", "J6", "J13")
def test_linked__two_hits_at_once__put_in_order_and_the_second_gets_what_is_left(
    make_linked: Maker,
) -> None:
    """STANDARDS 24; other tables play on with the restarted pool while a win is verified."""
    linked = make_linked()
    first, second = linked.members
    rounds = [table.deal(3) for table in linked.members]
    for table, number in zip(linked.members, rounds, strict=True):
        table.hands(number, {3: "royal"})
    linked.rig.bus.noise.is_cut = True  # both claim before the holder asks again
    for table, number in zip(linked.members, rounds, strict=True):
        table.claim(number, 3, "royal")
    linked.rig.bus.noise.is_cut = False
    linked.wait(3_000)
    hits = [f for n, f in linked.holder.events() if n == "LINKED_HIT"]
    assert [f["address"] for f in hits] == [0xB1, 0xB2]
    wins = [table.jackpot()["win_uc"] for table in linked.members]
    assert wins[0] > wins[1] and wins[1] == 5_000_000 * UC + wins[1] % (1_000 * UC)
    own = linked.holder.deal(1)  # the holder's own table plays on
    linked.holder.end(own)
    first.settle(round=rounds[0])
    second.settle("CANCEL_HIT", round=rounds[1])
    linked.wait(1_500)
    second.settle("VOID_HAND", round=rounds[1], seat=3)
    for table, number in zip(linked.members, rounds, strict=True):
        table.end(number)
    linked.wait(1_500)
    assert linked.holder.meters()["pending"] == 0
    assert linked.holder.meters()["paid"] == wins[0]
    all_counted(linked)


@pytest.mark.rule("J11", "J13")
def test_linked__hand_voided_after_its_round__the_holder_gives_its_increment_back(
    make_linked: Maker,
) -> None:
    linked = make_linked()
    table = linked.members[0]
    before_uc = linked.holder.meters()["pool"]
    number = table.deal(2, 5)
    table.end(number)
    linked.wait(1_500)
    table.ask("table", "VOID_HAND", round=number, seat=5)
    linked.wait(1_500)
    assert linked.holder.meters()["pool"] == before_uc + 710_000 * 100
    all_counted(linked)


@pytest.mark.rule("J8", "J9", "CSP 12.2", "CSP 12.4")
def test_linked__winners_at_a_contributing_table__paid_from_right_to_left(
    make_linked: Maker,
) -> None:
    linked = make_linked()
    table = linked.members[0]
    hands = {7: "royal", 5: "flush", 3: "straight", 1: "four"}
    number = table.deal(*hands)
    table.hands(number, hands)
    for seat, name in hands.items():
        table.claim(number, seat, name)
    linked.wait(1_500)
    table.settle(round=number)
    assert [f["seat"] for n, f in table.events() if n == "PAID"] == [5, 3, 7, 1]
    table.end(number)
    linked.wait(1_500)
    all_counted(linked)


def test_linked__busy_boards__a_quarter_of_the_heap_is_free(make_linked: Maker) -> None:
    """Memory: holder and contributor hold more than a single table, and have the same room."""
    linked = make_linked()
    for table in linked.tables:
        number = table.deal(1, 3, 5, 6)
        table.hands(number, {1: "flush", 3: "royal", 5: "straight"})
        for seat, name in ((1, "flush"), (3, "royal"), (5, "straight")):
            table.claim(number, seat, name)
        linked.wait(1_500)
        table.settle(round=number)
        table.ask("supervisor", "VOID_HAND", round=number, seat=6)
        table.end(number)
        table.client.text("stat")
    linked.wait(20_000)
    for table in linked.tables:
        status = table.client.status()
        step_bytes = status["heap_total_bytes"] // 16  # told in sixteenths, rounded down
        assert (status["heap_free_bytes"] + step_bytes) * 4 >= status["heap_total_bytes"], status


@pytest.mark.parametrize("place", range(10))
def test_linked__power_cut_on_either_side__nothing_lost_nothing_doubled(
    make_linked: Maker, place: int
) -> None:
    linked = make_linked()
    victim = (linked.holder, linked.members[0])[place % 2]
    table = linked.members[0]
    board = victim.board.board
    board.supply.rng = random.Random(place)
    at = 5 + place // 2 * (55, 19)[victim is linked.holder]
    board.supply.cut = Cut(board.supply.operations + at, CUT_MODES[place % 3])
    _play_to_the_end(linked, table)
    board.supply.cut = None
    assert not board.vm.is_running
    board.power_on()
    linked.rig.wait_ready()
    linked.wait(2_500)
    _play_to_the_end(linked, table)
    linked.wait(2_500)
    all_counted(linked)
    assert linked.holder.meters()["pending"] == 0
    paid = [f for n, f in table.events() if n == "PAID"]
    taken = sum((f["pool_cents"] + f["bonus_cents"]) * UC for f in paid)
    assert linked.holder.meters()["paid"] == taken
    assert len(paid) == len({f["round"] for f in paid})


def _play_to_the_end(linked: LinkedTables, table: JackpotTable) -> None:
    """A round with a winner as far as boards with power allow; goes on where it was."""
    from faro.wire.errors import FaroError

    def attempt(act: Callable[[], object]) -> None:
        try:
            act()
        except FaroError:
            pass

    if not table.board.board.vm.is_running:
        return
    if table.jackpot()["state"] == 0:
        attempt(lambda: table.deal(2, 5))
    if not table.board.board.vm.is_running:
        return
    number = table.jackpot()["round"]
    attempt(lambda: table.hands(number, {2: "straight", 5: "nothing"}))
    attempt(lambda: table.claim(number, 2, "straight"))
    linked.wait(1_500)
    attempt(lambda: table.settle(round=number))
    attempt(lambda: table.end(number))
    linked.wait(1_000)


@pytest.mark.rule("J1", "J3")
def test_linked__holder_dies__spare_board_takes_over_without_losing_a_fraction() -> None:
    with LinkedTables(2, has_spare=True) as linked:
        holder, first, second, spare = linked.tables
        holder.end(holder.deal(1, 2))
        first.end(first.deal(3))
        linked.wait(1_500)
        hit = second.deal(4, 5)
        second.hands(hit, {4: "straight", 5: "nothing"})
        second.claim(hit, 4, "straight")
        linked.wait(1_500)
        dead = reconcile(holder.client.events(0))
        holder.board.board.power_off()
        first.end(first.deal(1, 6, 7))  # within the seconds before the loss is noticed
        second.settle(round=hit)  # paid while nobody holds the pool
        second.end(hit)
        linked.wait(6_000)
        assert first.client.status()["worst_fault"] == FAULT_LINK_LOST
        assert refused_load(spare) == "not_allowed"
        _load(spare, dead)
        spare.set("link_role", 1)
        spare.board.board.power_off()
        spare.board.board.power_on()
        linked.rig.wait_ready()
        linked.wait(3_000)
        third = second.deal(2)
        assert second.jackpot()["accepted"] == 0b10  # the tables play on
        second.end(third)
        linked.wait(2_000)
        meters = spare.meters()
        wagers = [table.meters()["wagers"] for table in (holder_wagers(dead), first, second)]
        assert wagers == [2, 4, 3]
        paid = [f for n, f in second.events() if n == "PAID"]
        taken = sum(f["pool_cents"] for f in paid) * UC
        assert meters["pool"] == 5_000_000 * UC + sum(wagers) * 710_000 * 100 - taken
        assert meters["reserve"] == sum(wagers) * 20_000 * 100
        assert (meters["pending"], meters["paid"]) == (0, taken)
        for table in (first, second, spare):
            agrees(table)


def holder_wagers(dead: Books):
    """The dead board's own meters, as its journal tells them."""
    return SimpleNamespace(meters=lambda: dead.meters)


def refused_load(spare: JackpotTable) -> str:
    with pytest.raises(Refused) as refusal:
        purses = dict.fromkeys(PURSES_UC, 0)
        spare.ask("table", "LOAD_BOOK", address=0xB0, tables_digest=bytes(8), **purses)
    return refusal.value.name


def _load(spare: JackpotTable, dead: Books) -> None:
    """One USB line: the two take turns, each in a session of his own."""
    spare.ask("supervisor", "STATUS")
    ask_to_load(spare.client, dead, 0xB0)
    spare.confirm()
