"""The collector never runs by itself while cards move: it is called where it does no harm."""

from __future__ import annotations

import re

import pytest

from faro.build.vm32 import PROGRAM
from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from hw_sim.mechanics.machine_cards import new_deck

# Prints each collection that the firmware calls, with the mover's state and whether it is amid
# the handling of an edge; and each one that came by itself: used memory that has become less by
# more than a list gives back when cards are taken from it (96 bytes on the 64-bit VM).
WATCHED = """
from charging import gc  # the VM's own: asking it takes no time of the chip's
from firmware import shoe
from firmware.board import heap

class Collector:
    mem_free = gc.mem_free
    mem_alloc = gc.mem_alloc
    used = 0

    def collect(self):
        self.look()
        gc.collect()
        self.used = gc.mem_alloc()
        print("called", app.shuffler.shuffler.mover.state if app else 0, amid)

    def look(self):
        used = gc.mem_alloc()
        if used < self.used - 512:
            print("by itself", app.is_moving() if app else 0)
        self.used = used

app = None
amid = 0
edge = shoe.Shoe.edge

def watched(self, source, level, time_ms):
    global app, amid
    app = self
    collector.look()
    amid = 1
    edge(self, source, level, time_ms)
    amid = 0

collector = heap.gc = Collector()
shoe.Shoe.edge = watched
"""
NEVER_CALLED = """
heap.Heap.moved = lambda self: None
heap.Heap.idle = lambda self, pause_ms: None
"""
REST, FEED_TURNING, EJECT_TURNING = 0, 1, 8  # of the mover


@pytest.fixture(params=["64-bit", "32-bit"], autouse=True)
def vm(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the 32-bit VM objects and heap are as large as on the chip; the shims cost extra."""
    monkeypatch.delenv("MICROPYTHON", raising=False)
    if request.param == "32-bit":
        if not PROGRAM.is_file():
            pytest.skip("make vm32 builds it")
        monkeypatch.setenv("MICROPYTHON", str(PROGRAM))


def collections(table: ShufflerTable) -> tuple[list[str], list[str]]:
    """Those that came by themselves, and the mover's states at those called amid edges."""
    text = table.shoe.board.vm.log_text()
    return re.findall("by itself True", text), re.findall(r"called (\d+) 1", text)


@pytest.mark.parametrize("decks", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_collection__whole_pack_in_and_out_without_a_rest__only_between_two_moves(
    decks: int,
) -> None:
    with shuffler_table(4, WATCHED) as table:
        table.shuffle(new_deck(1, decks=decks))
        assert len(table.deliver()) == 52 * decks
        by_itself, called = collections(table)
        assert by_itself == []
        assert len(called) >= 12 * decks  # every eighth card on its way in, and on its way out
        assert set(map(int, called)) <= {REST, FEED_TURNING, EJECT_TURNING}


@pytest.mark.slow
def test_collection__a_firmware_that_calls_none_between_moves__is_found_out() -> None:
    with shuffler_table(4, WATCHED + NEVER_CALLED) as table:
        table.shuffle(new_deck(1, decks=8))
        assert collections(table)[0] != []


def test_collection__after_a_motion__at_the_next_heartbeat_that_sees_it_rest() -> None:
    with shuffler_table(4, WATCHED) as table:
        table.shuffle(new_deck(1))
        table.wait_ms(2_500)
        before = table.shoe.board.vm.log_text().count("called")
        table.wait_ms(10_000)  # nothing has moved since: the idle board's sixteen beats
        assert table.shoe.board.vm.log_text().count("called") <= before + 1
        table.deliver(3)
        table.wait_ms(2_500)
        assert table.shoe.board.vm.log_text().count("called") > before
