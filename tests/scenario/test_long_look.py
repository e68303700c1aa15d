"""A card that is hard to read keeps the loop for one try at a time, and keeps its place in line.

The simulator charges each try (hw_sim/charges.py).  Whoever asks meanwhile gets his answer after
the link's hold, or after one try, at the latest; what follows from a card still comes after it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faro.sim.rig import Rig
from faro.wire.errors import Refused
from firmware.cards.codes import card_named
from firmware.cards.rows import NO_FRAME
from hw_sim.charges import charged_us
from hw_sim.world.cards import Card
from tests.scenario.cards_bench import CardBench

PASS_MS = 120
PAUSE_MS = 130  # a quick dealer: four cards a second
US = charged_us("shoe")
PIECE_MS = US["corner_more"] / 1000
LOOK_MS = (2 * US["corner"] + 2 * US["corner_more"] + 18 * US["corner_rest"]) / 1000
OTHER_MS = 14  # a request to and fro, and an event
HELD_MS = 120  # from the card's end on, whatever it is (board/serving.py)
# every card needs all tries, and the last one reads what the first did
HARD = """
from firmware import shoe
from firmware.cards.recognise.recogniser import Recogniser

plain = Recogniser.begin

def begin(self, green, red, n_lines):
    plain(self, green, red, n_lines)
    self.pieces_left = 10

def go_on(self):
    self.pieces_left -= 1

Recogniser.begin = begin
Recogniser.go_on = go_on
run = shoe.main
"""
WITHOUT_YIELDING = """
from firmware.cards.reading import Reading

begin_reading = Reading.begin

def begin_at_once(self, what, length_um):
    begin_reading(self, what, length_um)
    self.settle()

Reading.begin = begin_at_once
"""
READ = ("CARD_PASSED", "CARD_READ", "CARD_REFUSED")


@pytest.fixture
def make_bench(make_rig: Callable[..., Rig], tmp_path: Path) -> Callable[..., CardBench]:
    def make(mutant: str = "") -> CardBench:
        (tmp_path / "main.py").write_text(HARD + mutant)
        return CardBench(make_rig("shoe", extra_path=(tmp_path,)))

    return make


def ask_status(bench: CardBench) -> None:
    bench.client.request("STATUS")


def longest_wait_ms(
    bench: CardBench, ask: Callable[[CardBench], None] = ask_status, later_ms: int = 0
) -> float:
    """Of requests one after another, from the end of a card's way until it has its name."""
    kernel = bench.rig.kernel
    bench.feed(Card("AS"))  # with no table open the first card is a finding
    bench.news()
    bench.world.feed(Card("7C"), PASS_MS)
    bench.wait(PASS_MS + 20 + later_ms)  # its pictures are unpacked, and the first look is going on
    longest_us = 0
    end_us = kernel.now_us + int(1.5 * LOOK_MS) * 1000
    while kernel.now_us < end_us:
        asked_us = kernel.now_us
        ask(bench)
        longest_us = max(longest_us, kernel.now_us - asked_us)
        bench.wait(1)
    return longest_us / 1000


@pytest.mark.parametrize("later_ms", [0, 5, 7])  # where a pause of 1 ms was none at all
def test_hard_card__requests_meanwhile__wait_for_the_hold_at_most(
    make_bench: Callable[..., CardBench], later_ms: int
) -> None:
    bench = make_bench()
    assert longest_wait_ms(bench, later_ms=later_ms) < HELD_MS + OTHER_MS
    passed, read = bench.news(*READ)[-2:]
    assert read.fields["card"] == card_named("7C")
    assert read.time_ms - passed.time_ms > LOOK_MS - PIECE_MS  # it was a long one


def test_hard_card__changes_that_one_may_not_make__are_refused_after_the_hold_at_most(
    make_bench: Callable[..., CardBench],
) -> None:
    def change(bench: CardBench) -> None:
        with pytest.raises(Refused):
            bench.client.request("AUDIT_BEGIN", decks=1, back=0)

    assert longest_wait_ms(make_bench(), change) < HELD_MS + OTHER_MS


def test_hard_card__a_firmware_that_does_not_yield__is_found_out(
    make_bench: Callable[..., CardBench],
) -> None:
    assert longest_wait_ms(make_bench(WITHOUT_YIELDING)) > HELD_MS + PIECE_MS


@pytest.mark.parametrize("pause_ms", [130, 150, 200, 250])
def test_hard_cards__quickly_one_after_another__all_read_in_their_order(
    make_bench: Callable[..., CardBench], pause_ms: int
) -> None:
    """The next card's end comes in the middle of a look: that is finished first."""
    bench = make_bench()
    faces = ["7C", "AS", "KD"]
    for face in faces:
        bench.world.feed(Card(face), PASS_MS)
        bench.wait(PASS_MS + pause_ms)
    bench.wait(int(LOOK_MS))  # nothing hurries the last one's
    told = bench.news(*READ)
    assert [event.name for event in told] == ["CARD_PASSED", "CARD_READ"] * len(faces)
    assert [event.fields["card"] for event in told[1::2]] == [card_named(face) for face in faces]


@pytest.mark.parametrize("after_ms", [20, 60, 120, 180])
def test_hard_card__a_request_that_changes_something__comes_after_it(
    make_bench: Callable[..., CardBench], after_ms: int
) -> None:
    bench = make_bench()
    client = bench.as_role("supervisor")
    bench.world.feed(Card("7C"), PASS_MS)
    bench.wait(PASS_MS + after_ms)
    client.request("AUDIT_BEGIN", decks=1, back=0)
    names = [event.name for event in bench.news(*READ, "AUDIT_BEGUN")]
    assert names == ["CARD_PASSED", "CARD_READ", "AUDIT_BEGUN"]


def test_hard_card__lid_opened_meanwhile__recorded_before_its_name(
    make_bench: Callable[..., CardBench],
) -> None:
    bench = make_bench()
    bench.world.feed(Card("7C"), PASS_MS)
    bench.wait(PASS_MS + 40)
    bench.board.set_lid(True)
    bench.wait(300)  # its fault is kept
    names = [event.name for event in bench.news(*READ, "LID_OPENED")]
    assert names == ["CARD_PASSED", "LID_OPENED", "CARD_READ"]


@pytest.mark.parametrize("after_ms", [20, 60, 120, 180])
def test_hard_card__power_cut_meanwhile__passed_without_a_name_and_the_next_is_read(
    make_bench: Callable[..., CardBench], after_ms: int
) -> None:
    bench = make_bench()
    bench.world.feed(Card("7C"), PASS_MS)
    bench.wait(PASS_MS + after_ms)
    bench.board.board.power_off()
    bench.board.board.power_on()
    bench.rig.wait_ready()
    bench.world.feed(Card("AS"), PASS_MS)
    bench.wait(PASS_MS)
    told = bench.news(*READ)
    assert [event.name for event in told] == ["CARD_PASSED", "CARD_PASSED", "CARD_READ"]
    assert told[2].fields["card"] == card_named("AS")


def test_census__contradictions_and_refusals_at_four_cards_a_second__no_card_is_lost(
    make_rig: Callable[..., Rig],
) -> None:
    """Their pictures go into flash and faults follow; the cards after them must be seen."""
    bench = CardBench(make_rig("shoe"))
    bench.begin()
    spoiled = Card("9H", spoil=(("sticker", "a", 1.0),))
    there = [Card("7C"), Card("7C"), Card("AS"), Card("KD"), Card("2S"), spoiled, Card("3S")]
    there += [Card("4S"), spoiled, Card("5S"), Card("AS"), Card("6S"), Card("KD"), Card("8S")]
    bench.wait(20_000)  # blank slots for the pictures
    bench.news()
    for card in there:
        bench.world.feed(card, PASS_MS)
        bench.wait(PASS_MS + PAUSE_MS)
    bench.wait(1_000)
    told = bench.news("CARD_READ", "CARD_REFUSED")
    assert [event.fields["position"] for event in told] == list(range(1, len(there) + 1))
    got = [event.fields.get("card") for event in told]
    assert got == [None if card is spoiled else card_named(card.face) for card in there]
    frames = [event.fields["frame"] for event in told if event.name == "CARD_REFUSED"]
    assert NO_FRAME not in frames
