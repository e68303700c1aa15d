"""Power cut at any moment of the cycle: what the device says then, and where the cards are."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware.shuffler import cycle as c
from hw_sim.power import Cut
from tests.proofs.machine_matrix.bench import ShuffleBench

_STORY_MS = 17_000  # feed, check, one packet taken, one offered


@dataclass
class CutResult:
    """`wrong` is empty when the device told the truth and delivered nothing."""

    at_ms: int
    before: int
    said_inside: int = 0
    truly_inside: int = 0
    wrong: list[str] = field(default_factory=list[str])


def run_cut(at_ms: int, seed: int = 21, operation: int | None = None) -> CutResult:
    """Start a cycle with a packet of five, pull the plug `at_ms` after its start; boot, look.

    With `operation` the plug is pulled in the middle of that non-volatile write instead.
    """
    with ShuffleBench(seed) as bench:
        bench.load()
        before = bench.census()
        board = bench.board.board
        if operation is not None:
            board.supply.cut = Cut(board.supply.operations + operation, "torn")
        state = _story(bench, at_ms)
        if board.vm.is_running:
            board.power_off()
        result = CutResult(at_ms, state)
        bench.rig.kernel.run_for_ms(3_000)
        board.power_on()
        bench.rig.wait_ready()
        bench.rig.kernel.run_for_ms(500)
        _look(bench, result)
        if bench.census() != before:
            result.wrong.append("cards not conserved by the cut")
        _recover(bench, result)
        if bench.census() != before:
            result.wrong.append("cards not conserved after recovery")
        return result


def _story(bench: ShuffleBench, at_ms: int) -> int:
    """Go through a cycle until the moment; gives the state before the cut (-1: not asked)."""
    kernel, machine = bench.rig.kernel, bench.machine
    board = bench.board.board
    end_us = kernel.now_us + at_ms * 1000
    state = c.ST_EMPTY
    try:
        bench.start()
        is_ordered = False
        while kernel.now_us < end_us and board.vm.is_running:
            kernel.run_until(min(kernel.now_us + 100_000, end_us), lambda: not board.vm.is_running)
            if not board.vm.is_running:
                break
            state = bench.state()
            if state == c.ST_READY and not is_ordered:
                is_ordered = True
                bench.ask("DELIVER", cards=5)
            elif state == c.ST_OFFERED and not machine.taken:
                machine.take_output()
                is_ordered = False
    except Exception:  # the cut came in the middle of an answer
        if board.vm.is_running:
            raise
    return state


def _look(bench: ShuffleBench, result: CutResult) -> None:
    machine = bench.machine
    cycle = bench.cycle()
    result.said_inside = cycle["cards_inside"]
    result.truly_inside = bench.inside()
    in_way = len(machine.path.cards)
    state = cycle["state"]
    if machine.is_unlocked or machine.take_output():
        result.wrong.append("delivers after the cut")
    if state not in (c.ST_CALLING, c.ST_EMPTY, c.ST_UNLOADED):
        result.wrong.append(f"state {c.STATE_NAMES[state]} after the cut")
    if state == c.ST_EMPTY and result.truly_inside:
        result.wrong.append("says empty with cards inside")
    # the one card that was moving may be counted on either side
    if abs(result.said_inside - result.truly_inside) > 1 + in_way:
        result.wrong.append(f"says {result.said_inside} inside, {result.truly_inside} are")
    if state == c.ST_CALLING and "CYCLE_INTERRUPTED" not in bench.faults():
        result.wrong.append("no fault tells of it")


def _recover(bench: ShuffleBench, result: CutResult) -> None:
    """The exact manual step: a card in the way goes to the feed tray; the rest is unloaded."""
    bench.machine.load(bench.machine.clear_way())
    bench.rig.kernel.run_for_ms(100)
    left = bench.clear_faults()
    if left:
        result.wrong.append(f"faults stay: {left}")
    if bench.state() == c.ST_CALLING:
        bench.ask("WAY_CLEARED")
    state = bench.settle()
    if state not in (c.ST_UNLOADED, c.ST_EMPTY) or bench.inside():
        result.wrong.append(f"{bench.inside()} cards left inside, {c.STATE_NAMES[state]}")
    if bench.machine.is_unlocked:
        result.wrong.append("gate open after the cut")


def moments(count: int) -> list[int]:
    """Moments over the whole story, dense enough to meet every step."""
    return [20 + i * _STORY_MS // count for i in range(count)]
