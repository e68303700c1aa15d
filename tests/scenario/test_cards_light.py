"""Light that fails while cards are dealt: refused and said, never another thing than it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.sim.rig import Rig
from firmware.cards import codes as c
from firmware.cards import pass_reasons as pr
from hw_sim.optics.station import Optics
from hw_sim.world.cards import Card
from hw_sim.world.pulls import optics_of
from tests.scenario.cards_bench import CardBench

CARDS = ("AS", "KD", "7C", "2H", "TS", "9D", "4C", "JH")


@pytest.fixture
def bench(make_rig: Callable[..., Rig]) -> Iterator[CardBench]:
    bench = CardBench(make_rig("shoe"))
    bench.feed([Card(face) for face in CARDS[:4]])  # the pack's back is known
    bench.news()
    yield bench


def lit(bench: CardBench, ends: str, light: float) -> Optics:
    optics = optics_of(bench.board)
    for end in ends:
        camera = optics.cameras["ab".index(end)]
        camera.led = camera.red_led = light
    return optics


def codes_of(bench: CardBench) -> list[int]:
    told = bench.told("CARD_READ", "CARD_REFUSED", "CARD_STRANGE")
    return [fields.get("reading", fields.get("card", -1)) for fields in told]


@pytest.mark.rule("C1", "C8")
@pytest.mark.parametrize("back", ["red", "blue"])
@pytest.mark.parametrize("ends", ["ab", "b"])
@pytest.mark.parametrize("light", [0.05, 0.2])
def test_light__weak__cards_are_refused_and_none_is_the_cutting_card(
    bench: CardBench, light: float, ends: str, back: str
) -> None:
    lit(bench, ends, light)
    bench.feed([Card(face, back=back) for face in CARDS])
    found = codes_of(bench)
    assert len(found) == len(CARDS)
    strange = [code for code in found if code != c.UNREADABLE]
    # light gone from both ends, and another back: one thing like that may be plastic, not two
    assert strange in ([], [c.CUT_CARD]) if (ends, back) == ("ab", "blue") else strange == []
    assert bench.faults() & {"REFUSAL_BURST", "CAMERA_LOST"}


@pytest.mark.parametrize("noise_dn", [1.0, 4.0])
def test_light__one_lamp_dead__its_camera_is_dark_whatever_the_noise(
    bench: CardBench, noise_dn: float
) -> None:
    lit(bench, "a", 0.0).cameras[0].noise_dn = noise_dn
    bench.feed([Card(face) for face in CARDS])
    told = bench.told("CARD_READ", "CARD_REFUSED", "CARD_STRANGE")
    assert [fields.get("reason_a") for fields in told] == [pr.CAMERA_DARK] * len(CARDS)
    assert "CAMERA_LOST" in bench.faults()


def test_light__red_and_green_lamps_grow_apart__a_worn_card_is_no_plastic(
    bench: CardBench,
) -> None:
    optics = optics_of(bench.board)
    for percent in range(100, 69, -2):
        for camera in optics.cameras:
            camera.red_led = percent / 100
        bench.feed([Card(face) for face in CARDS])
    bench.news()
    patched = (("patch", "ab", 2.0),)
    for face in CARDS:  # another back each time: only its paper says that it is no cutting card
        bench.feed([Card(face), Card(face, back="blue", spoil=patched)])
    found = codes_of(bench)
    assert len(found) == 2 * len(CARDS) and c.UNREADABLE in found
    assert c.CUT_CARD not in found


@pytest.mark.rule("C8")
def test_light__as_it_should_be__plastic_of_any_colour_is_the_cutting_card(
    bench: CardBench,
) -> None:
    for colour in ("yellow", "black"):
        bench.feed(Card(cut=colour))
        bench.feed(Card("5S"))
    assert codes_of(bench) == [c.CUT_CARD, c.card_named("5S")] * 2
