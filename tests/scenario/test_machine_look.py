"""A card that stands in the machine for its long look keeps the loop for one try at a time.

The simulator charges each try (hw_sim/charges.py).  Sorting stops every card at the gate: here the
first one needs all tries by both cameras, and what comes meanwhile is answered after one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_SORT
from firmware.shuffler.trouble import TR_DRUM
from hw_sim.charges import charged_us
from tests.proofs.machine_matrix.bench import ShuffleBench

US = charged_us("shoe")
PIECE_MS = US["corner_more"] / 1000
LOOK_MS = (2 * US["corner"] + 2 * US["corner_more"] + 18 * US["corner_rest"]) / 1000
OTHER_MS = 14  # a request to and fro, and an event
HELD_MS = 120  # the link, from the card's edge on (board/serving.py)
# no brief look reads one of these, and the last try reads what the first did
SHORT_SIGHTED = f"""
from firmware import shoe
from firmware.cards.codes import UNREADABLE
from firmware.cards.reader import CardReader
from firmware.cards.recognise.recogniser import Recogniser

plain_begin, plain_note, plain_again = Recogniser.begin, CardReader._note, CardReader.look_again

def begin(self, green, red, n_lines):
    plain_begin(self, green, red, n_lines)
    self.pieces_left = 10

def go_on(self):
    self.pieces_left -= 1

def note(self, camera):
    plain_note(self, camera)
    print("noted", camera, self._is_brief)
    if self._is_brief and self.codes[camera] in {(0, 3)}:
        self.codes[camera] = UNREADABLE

def look_again(self):
    print("looks again")
    return plain_again(self)

Recogniser.begin = begin
Recogniser.go_on = go_on
CardReader._note = note
CardReader.look_again = look_again
run = shoe.main
"""
SEEN_BY_BOTH = "noted 1 False"
IN_ONE_PIECE = """
def look_at_once(self):
    code = look_again(self)
    while code < 0:
        code = self.go_on()
    return code

CardReader.look_again = look_at_once
"""


@pytest.fixture
def make_bench(tmp_path: Path) -> Iterator[Callable[..., ShuffleBench]]:
    with ExitStack() as stack:

        def make(mutant: str = "") -> ShuffleBench:
            """The first card stands at the gate, and its long look has begun."""
            (tmp_path / "main.py").write_text(SHORT_SIGHTED + mutant)
            bench = stack.enter_context(ShuffleBench(5, (tmp_path,), is_optical=True))
            bench.load()
            bench.start(MODE_SORT)
            assert bench.until(lambda: printed(bench, "looks again") > 0)
            return bench

        yield make


def printed(bench: ShuffleBench, words: str) -> int:
    """How often."""
    return bench.board.board.vm.log_text().count(words)


def longest_wait_ms(bench: ShuffleBench) -> float:
    """Of requests one after another, until the look is over."""
    kernel = bench.rig.kernel
    longest_us = 0
    while not printed(bench, SEEN_BY_BOTH):
        asked_us = kernel.now_us
        bench.client.request("STATUS")
        longest_us = max(longest_us, kernel.now_us - asked_us)
        kernel.run_for_ms(1)
    return longest_us / 1000


def troubles(bench: ShuffleBench) -> list[int]:
    return [event.fields["trouble"] for event in bench.events() if event.name == "RETRIED"]


def is_all_read(bench: ShuffleBench) -> bool:
    verdict = next(event.fields for event in bench.events() if event.name == "PACK_VERDICT")
    return (verdict["is_good"], verdict["unread_cards"]) == (1, 0)


@pytest.mark.rule("S1", "C1")
def test_long_look__requests_meanwhile__wait_for_the_hold_at_most_and_the_pack_is_read(
    make_bench: Callable[..., ShuffleBench],
) -> None:
    bench = make_bench()
    begun_us = bench.rig.kernel.now_us
    assert longest_wait_ms(bench) < HELD_MS + OTHER_MS
    assert bench.rig.kernel.now_us - begun_us > (LOOK_MS - PIECE_MS) * 1000  # it was a long one
    assert bench.settle() == c.ST_READY
    assert is_all_read(bench) and troubles(bench) == []
    assert printed(bench, "looks again") == 2


def test_long_look__a_firmware_that_looks_in_one_piece__is_found_out(
    make_bench: Callable[..., ShuffleBench],
) -> None:
    assert longest_wait_ms(make_bench(IN_ONE_PIECE)) > HELD_MS + PIECE_MS


def test_long_look__while_it_lasts__nothing_moves(make_bench: Callable[..., ShuffleBench]) -> None:
    bench = make_bench()
    machine, kernel = bench.machine, bench.rig.kernel
    kernel.run_for_ms(60)  # the roller has braked
    stood = machine.drum.moves, machine.roller_at(kernel.now_us)
    while not printed(bench, SEEN_BY_BOTH):
        assert (machine.drum.moves, machine.roller_at(kernel.now_us)) == stood
        kernel.run_for_ms(2)


@pytest.mark.rule("S1")
@pytest.mark.parametrize("after_ms", [1, 80, 180])
def test_long_look__aborted_meanwhile__at_once_and_every_card_comes_out(
    make_bench: Callable[..., ShuffleBench], after_ms: int
) -> None:
    bench = make_bench()
    cards = bench.census()
    bench.rig.kernel.run_for_ms(after_ms)
    bench.ask("ABORT_CYCLE")
    assert not printed(bench, SEEN_BY_BOTH)
    assert bench.settle() == c.ST_UNLOADED
    assert bench.census() == cards and not bench.inside()
    assert printed(bench, "looks again") == 1  # broken off


@pytest.mark.rule("S1", "S8")
def test_long_look__lid_opened_meanwhile__calls_and_goes_no_further(
    make_bench: Callable[..., ShuffleBench],
) -> None:
    bench = make_bench()
    bench.rig.kernel.run_for_ms(60)
    bench.board.set_lid(True)
    bench.rig.kernel.run_for_ms(1_000)
    assert bench.state() == c.ST_CALLING
    assert not printed(bench, SEEN_BY_BOTH) and bench.inside() == 0


@pytest.mark.rule("S1")
def test_long_look__power_cut_meanwhile__calls_after_boot(
    make_bench: Callable[..., ShuffleBench],
) -> None:
    bench = make_bench()
    bench.rig.kernel.run_for_ms(60)
    bench.board.board.power_off()
    bench.board.board.power_on()
    bench.rig.wait_ready()
    assert bench.state() == c.ST_CALLING


@pytest.mark.rule("S1", "S8")
def test_long_look__drum_goes_astray_meanwhile__found_before_the_card_goes_in(
    make_bench: Callable[..., ShuffleBench],
) -> None:
    bench = make_bench()
    bench.until(lambda: printed(bench, "looks again") == 2)  # the drum has left its home
    bench.rig.kernel.run_for_ms(60)
    inside = bench.inside()
    bench.machine.stick_home(True)
    assert bench.settle() == c.ST_CALLING
    told = [event.fields for event in bench.events() if event.name == "CARD_DAMAGED"]
    card = bench.machine.path.cards[0].card.code  # as the look has read it
    assert told == [{"card": card, "trouble": TR_DRUM}] and bench.inside() == inside
