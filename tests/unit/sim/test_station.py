"""One card through the station: two cameras, back and face-up sensors; and the station's life."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from hw_sim.optics.ageing import LIFE_CARDS, age, fresh, glass, lamp, life
from hw_sim.optics.design import UnknownDesign, load_design
from hw_sim.optics.geometry import LINES
from hw_sim.optics.reads import OTHERS, other_reads, others_of, read_pair
from hw_sim.optics.station import Optics
from hw_sim.optics.things import CUT_COLOURS, DAMAGES, Thing, pictures

INDEX = np.s_[12:45, 22:80]
PAPER = np.s_[60:90, 90:120]


def test_station__same_seed__same_bytes() -> None:
    one, two = (Optics(3, 2).pass_card(Thing("plain", "QH")) for _ in range(2))
    assert all(
        (a == b).all() for a, b in zip(one.green + one.red, two.green + two.red, strict=True)
    )
    assert one.back_counts == two.back_counts and one.face_up_level == two.face_up_level


def test_station__card__both_cameras_see_an_index() -> None:
    """A card carries its index at both ends: the second camera reads the other one."""
    seen = Optics(1).pass_card(Thing("plain", "7S"))
    for frame in seen.green:
        assert frame[INDEX].min() < 70 < 150 < frame[PAPER].mean()
    assert seen.length_mm == 63 and seen.thickness_um == 300


def test_station__patch_on_one_end__other_camera_is_clean() -> None:
    thing = Thing("plain", "8S")
    clean = Optics(9).pass_card(thing)
    spoilt = Optics(9).pass_card(thing, [("sticker", "a", 1.0)])
    assert (clean.green[0] != spoilt.green[0]).any()
    assert spoilt.green[0][INDEX].min() > 100
    assert spoilt.green[1][INDEX].min() < 70


def test_station__half_drawn__far_camera_has_no_line() -> None:
    seen = Optics(1).pass_card(Thing("plain", "7S"), [("half_drawn", "ab", 0.8)])
    assert seen.green[0][:20].max() > 0 and seen.green[0][60:].max() == 0
    assert seen.green[1].max() == 0


@pytest.mark.rule("C1")
def test_station__face_up__cameras_see_the_back_and_the_level_rises() -> None:
    down = Optics(1).pass_card(Thing("plain", "2S"))
    up = Optics(1).pass_card(Thing("plain", "2S", is_face_up=True))
    assert up.face_up_level > 2 * down.face_up_level
    assert up.green[0][40:90, 60:120].std() > 20, "a lattice, and no paper"


@pytest.mark.rule("C3", "TCP 3.2")
def test_station__backs_of_two_decks__differ_for_the_colour_sensor() -> None:
    blue = Optics(1).pass_card(Thing("plain", "2S")).back_counts
    red = Optics(1).pass_card(Thing("slab", "2S")).back_counts
    assert blue[3] > 2 * blue[1] and red[1] > 2 * red[3]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("colour", CUT_COLOURS)
def test_station__cut_card__is_flat_and_has_no_index(colour: str) -> None:
    frame = Optics(1).pass_card(Thing(cut=colour)).green[0]
    assert np.percentile(frame[INDEX], 95) - np.percentile(frame[INDEX], 5) < 25


def test_station__two_cards__longer_and_thicker() -> None:
    seen = Optics(1).pass_card(Thing("plain", "8H", with_face="TS", offset_mm=12))
    assert seen.length_mm == 75 and seen.thickness_um == 600
    alone = Optics(1).pass_card(Thing("plain", "8H"))
    assert (seen.green[0] != alone.green[0]).any(), "the upper card's index leads"
    assert (seen.green[1] == alone.green[1]).all(), "at the other end it is hidden"


@pytest.mark.parametrize("damage", DAMAGES)
def test_station__damaged_corner__one_end_shows_it(damage: str) -> None:
    thing = Thing("plain", "8H", damage=damage, damage_seed=4)
    whole = Optics(1).pass_card(Thing("plain", "8H"))
    spoilt = Optics(1).pass_card(thing)
    assert (np.abs(whole.green[0].astype(int) - spoilt.green[0]) > 25).sum() > 40
    assert (whole.green[1] == spoilt.green[1]).all()


def test_things__turned__ends_change_places() -> None:
    a, b = pictures(Thing("plain", "8H"))
    assert pictures(Thing("plain", "8H", is_turned=True)) == (b, a)


def test_station__motion__is_common_to_both_cameras() -> None:
    """One pull: the pass is as long for camera B, and the skew is the same."""
    for seed in range(6):
        seen = Optics(seed, 3).pass_card(Thing("plain", "BLANK"), severity=3)
        slopes = [
            int(np.argmax(f[:, 40] > 90)) - int(np.argmax(f[:, 120] > 90)) for f in seen.green
        ]
        assert abs(slopes[0] - slopes[1]) <= 3


def test_reads__pair__differs_in_dust_and_agrees_in_truth() -> None:
    one, two = read_pair(load_design("plain"), "JC", 3, 1, 5)
    assert one.truth == two.truth == "JC"
    assert (one.green != two.green).any()


def test_reads__others__every_sort_there_is() -> None:
    plain, slab = load_design("plain"), load_design("slab")
    assert others_of(plain, [slab]) == OTHERS
    assert "FOREIGN" not in others_of(plain, [])
    made = list(other_reads(plain, 2, 1, (1, 3), [slab]))
    assert len(made) == 2 * 2 * len(OTHERS)
    assert {read.truth for read in made} == set(OTHERS)


def test_design__unknown__says_which_there_are() -> None:
    with pytest.raises(UnknownDesign, match="plain, slab"):
        load_design("nobody's")
    with pytest.raises(UnknownDesign, match="no 9X"):
        load_design("plain").picture("9X")


def test_ageing__fifty_thousand_cards__lamps_fade_and_specks_only_grow() -> None:
    assert lamp(0) == 1 and lamp(LIFE_CARDS) == pytest.approx(0.6)
    assert glass(1, 0) == () and len(glass(1, LIFE_CARDS)) == 14
    for early, late in ((10_000, 30_000), (30_000, 50_000)):
        before = {(p, w): passes for p, w, passes in glass(1, early)}
        after = {(p, w): passes for p, w, passes in glass(1, late)}
        assert before.keys() <= after.keys()
        assert all(after[key] <= before[key] for key in before)


def test_ageing__a_life__paper_darkens_step_by_step_and_service_mends_it() -> None:
    optics = Optics(2)
    levels: list[float] = []
    for _cards, aged in life(optics, 6):
        levels.append(float(aged.pass_card(Thing("plain", "BLANK")).green[0][PAPER].mean()))
    assert all(a > b for a, b in pairwise(levels))
    assert levels[-1] < 0.7 * levels[0]
    for camera in optics.cameras:
        fresh(camera)
    again = float(optics.pass_card(Thing("plain", "BLANK")).green[0][PAPER].mean())
    assert again == pytest.approx(levels[0], rel=0.03)


def test_ageing__lamp_alone__glass_stays_clean() -> None:
    optics = Optics(2)
    age(optics, LIFE_CARDS, causes="lamp")
    assert optics.cameras[0].stripes == () and optics.cameras[0].led == pytest.approx(0.6)
    assert optics.pass_card(Thing("plain", "AS")).green[0].shape[0] == LINES
