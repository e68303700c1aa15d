"""Cards through the mouth of the real firmware: read by both cameras, refused, or named as else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.sim.heaps import LEAST_FREE_PERCENT
from faro.sim.rig import Rig
from faro.wire.errors import Refused
from firmware.cards import codes as c
from firmware.cards import pass_reasons as pr
from firmware.cards.recognise import reasons
from firmware.cards.rows import FLAG_ONE_CAMERA, NO_FRAME
from hw_sim.world.cards import Card
from tests.conftest import provisioned, usb_client
from tests.scenario.cards_bench import CardBench

RED, BLUE = 1, 2
SETTING_ONE_CAMERA = 10


@pytest.fixture
def bench(make_rig: Callable[..., Rig]) -> Iterator[CardBench]:
    yield CardBench(make_rig("shoe"))


@pytest.mark.rule("C1", "CSP 3.1")
def test_read__52_cards_in_any_order_either_way_round__each_named(bench: CardBench) -> None:
    there = bench.pack()
    bench.feed(there)
    told = bench.told("CARD_READ", "CARD_REFUSED")
    assert len(told) == 52
    wrong = [(t, card.face) for t, card in zip(told, there, strict=True)
             if "card" in t and c.name_of(t["card"]) != card.face]  # fmt: skip
    assert wrong == []
    read = [t for t in told if "card" in t]
    assert len(read) >= 51  # a refusal is allowed, a wrong name never
    assert {t["back"] for t in read} == {RED} and {t["flags"] for t in read} == {0}


@pytest.mark.rule("C1", "C7", "C8", "TCB 12.8", "LDB 10.1", "TCB 4.7")
def test_read__what_is_no_card_of_the_pack__named_by_its_own_code(bench: CardBench) -> None:
    bench.feed([Card("AS"), Card("KD"), Card("7C")])
    bench.news()
    things = [
        (Card("BLANK"), {c.BLANK}),
        (Card(cut="yellow"), {c.CUT_CARD}),
        (Card(cut="black"), {c.CUT_CARD}),
        (Card("KD", is_face_up=True), {c.FACE_UP}),
        (Card("8H", design="slab"), {c.FOREIGN, c.UNREADABLE}),
        (Card("JOKER"), {c.JOKER, c.FOREIGN, c.UNREADABLE}),
        (Card("QD", back="blue"), {c.OTHER_DECK}),  # no census runs
    ]
    for thing, codes in things:
        bench.feed(thing)
        told = bench.told("CARD_READ", "CARD_REFUSED", "CARD_STRANGE")
        assert len(told) == 1, thing
        assert told[0].get("reading", told[0].get("card")) in codes, (thing, told)


@pytest.mark.rule("C1")
def test_read__dirt_on_one_index__refused_although_the_other_end_reads(bench: CardBench) -> None:
    bench.feed(Card("7C", spoil=(("sticker", "a", 1.0),)))
    told = bench.told("CARD_READ", "CARD_REFUSED")
    assert len(told) == 1 and told[0]["reading"] == c.UNREADABLE
    assert told[0]["reason_b"] == reasons.READ != told[0]["reason_a"]
    bench.feed(Card("7C"))
    assert bench.told("CARD_READ")[0]["card"] == c.card_named("7C")


def test_read__two_cards_at_once__never_a_card(bench: CardBench) -> None:
    for offset_mm in (12.0, 20.0, 40.0):
        bench.world.feed_two(Card("AS"), Card("KD"), offset_mm)
        bench.wait(500)
    told = bench.news("CARD_READ", "CARD_REFUSED")
    assert [event.name for event in told] == ["CARD_REFUSED"] * 3
    bench.world.feed_two(Card("AS"), Card("AS"), 20.0)  # the picture cannot tell: same card twice
    bench.wait(500)
    told = bench.news("CARD_READ", "CARD_REFUSED")
    assert [event.name for event in told] == ["CARD_REFUSED"]


@pytest.mark.rule("A2")
def test_read__half_drawn_and_pushed_back__nobody_learns_which(bench: CardBench) -> None:
    for out_mm in (5.0, 25.0, 38.0):
        bench.world.half_draw(Card("AS"), out_mm)
        bench.wait(500)
    events = bench.news()
    assert [e.name for e in events if e.name != "LINK_DOWN"] == ["CARD_PULLED_BACK"] * 3
    bench.feed(Card("AS"))
    told = bench.news("CARD_PASSED", "CARD_READ")
    assert [e.name for e in told] == ["CARD_PASSED", "CARD_READ"]
    assert told[0].fields["card_count"] == 1


def test_read__snatched__refused_and_the_next_one_read(bench: CardBench) -> None:
    bench.feed(Card("AS"), pass_ms=35)
    bench.feed(Card("KD"))
    told = bench.news("CARD_READ", "CARD_REFUSED")
    assert [e.name for e in told] == ["CARD_REFUSED", "CARD_READ"]


def test_read__frame_handed_over_twice__noticed(bench: CardBench) -> None:
    bench.feed(Card("AS"))
    bench.board.cameras.is_repeating = True
    bench.feed(Card("KD"))
    bench.board.cameras.is_repeating = False
    bench.feed(Card("QC"))
    told = bench.told("CARD_READ", "CARD_REFUSED")
    assert told[1]["reason_a"] == told[1]["reason_b"] == pr.PICTURE_TWICE
    assert [t["card"] for t in told if "card" in t] == [c.card_named(n) for n in ("AS", "QC")]


@pytest.mark.parametrize("camera", [0, 1])
def test_read__one_camera_dead__stops_unless_a_signed_setting_allows_it(
    bench: CardBench, camera: int
) -> None:
    bench.board.cameras.is_dead[camera] = True
    bench.feed(Card("AS"))
    told = bench.told("CARD_REFUSED")[0]
    assert told["reason_a" if camera == 0 else "reason_b"] == pr.CAMERA_DARK
    assert bench.faults() == {"CAMERA_LOST"} and bench.client.status()["state"] == 3
    client = bench.as_role("technician")
    with pytest.raises(Refused, match="out of range"):  # not by one role alone
        client.request("SET_SETTING", setting=SETTING_ONE_CAMERA, value=1)
    client.request("ALLOW_ONE_CAMERA")
    with pytest.raises(Refused, match="another role"):
        client.confirm(client.deed())
    client = bench.as_role("inspector")
    client.confirm(client.deed())
    bench.feed(Card("KD"))
    told = bench.told("CARD_READ")[0]
    assert (told["card"], told["flags"]) == (c.card_named("KD"), FLAG_ONE_CAMERA)
    assert "ONE_CAMERA" in bench.faults()
    bench.board.cameras.is_dead[camera] = False
    bench.feed(Card("QC"))
    assert bench.told("CARD_READ")[0]["flags"] == 0
    client = bench.as_role("technician")
    client.request("SET_SETTING", setting=SETTING_ONE_CAMERA, value=0)
    for fault in (20, 21):
        client.request("CLEAR_FAULT", fault=fault)
    assert bench.faults() == set()


def test_read__red_lamps_dead__refused_never_guessed(bench: CardBench) -> None:
    from hw_sim.world.pulls import optics_of

    for camera in optics_of(bench.board).cameras:
        camera.red_led = 0.0
    bench.feed([Card(f) for f in ("4H", "4D", "4S", "4C")])
    assert bench.news("CARD_READ") == []


def test_read__foreign_deck__burst_stops_the_shoe(bench: CardBench) -> None:
    bench.feed(bench.pack(design="slab")[:16])
    assert "REFUSAL_BURST" in bench.faults()
    assert bench.client.status()["state"] == 3
    bench.as_role("supervisor").request("CLEAR_FAULT", fault=24)
    bench.feed(bench.pack()[:10])
    assert bench.faults() == set()


def test_read__roller_broken__told_after_three_cards(bench: CardBench) -> None:
    bench.board.encoder.set_dead(True)
    for _ in range(3):
        bench.board.gates["mouth"].pass_card(120)
        bench.wait()
    assert "ENCODER" in bench.faults()
    assert {t["reason_a"] for t in bench.told("CARD_REFUSED")} == {pr.NOT_MOVED}


def test_read__colour_sensor_dead__cards_still_read_and_told(bench: CardBench) -> None:
    bench.board.colour.is_dead = True
    bench.feed(Card("AS"))
    told = bench.told("CARD_READ")[0]
    assert (told["back"], told["flags"]) == (0, 4)
    assert bench.faults() == {"BACK_SENSOR"}
    bench.board.colour.is_dead = False
    bench.as_role("technician").request("CLEAR_FAULT", fault=27)
    bench.feed(Card("KD"))
    assert bench.told("CARD_READ")[0]["back"] == RED


def test_read__not_enrolled__passes_as_before_and_says_so(make_rig: Callable[..., Rig]) -> None:
    bench = CardBench(make_rig("shoe"), is_enrolled=False)
    bench.feed([Card("AS"), Card("KD")])
    names = [event.name for event in bench.news()]
    assert names.count("CARD_PASSED") == 2 and "CARD_READ" not in names
    assert bench.faults() == {"NOT_ENROLLED"}
    assert bench.client.status()["state"] == 2  # a warning: it works on


def test_read__no_frame_kept_for_a_card_that_was_read(bench: CardBench) -> None:
    bench.wait(30_000)
    bench.feed([Card("AS"), Card("KD", spoil=(("sticker", "b", 1.0),))])
    told = bench.told("CARD_REFUSED")
    assert [t["frame"] for t in told] == [1] != [NO_FRAME]


def test_memory__enrolled_shoe_with_everything_in_it__enough_is_free(
    make_rig: Callable[..., Rig],
) -> None:
    """With shuffler, games and rulings; code lies in the heap here, in flash on the chip."""
    bench = CardBench(make_rig("shoe"))
    bench.feed(bench.pack()[:5])
    bench.wait(20_000)
    status = bench.client.status()
    least = LEAST_FREE_PERCENT["shoe_pico2"]
    step_bytes = status["heap_total_bytes"] // 16  # told in sixteenths, rounded down
    assert (status["heap_free_bytes"] + step_bytes) * 100 > status["heap_total_bytes"] * least


def test_fixtures__provisioned_shoe__has_no_faults(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    provisioned(rig, "shoe")
    assert usb_client(rig, "shoe").status()["fault_count"] == 0
