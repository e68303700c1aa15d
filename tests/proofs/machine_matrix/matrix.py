"""Each fault of the machine's catalogue in each step: right finding, in time, no card lost."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware.shuffler import cycle as c
from hw_sim import machine_faults as mf
from hw_sim.machine_faults import MachineFault
from tests.proofs.machine_matrix.bench import ShuffleBench

JAM_LIMIT_MS = 250
_WARNINGS = ("SERVICE_DUE", "PACK_REFUSED")  # told, the board works on
_REST = (c.ST_READY, c.ST_OFFERED, c.ST_REFUSED, c.ST_UNLOADED, c.ST_CALLING, c.ST_EMPTY)


@dataclass
class CaseResult:
    """What came of one fault in one step; `wrong` is empty when all is as it must be."""

    fault: str
    step: str
    finding: str = ""
    found_ms: int = -1
    jam_ms: int = -1
    state: int = -1
    retries: int = 0
    after: str = ""
    wrong: list[str] = field(default_factory=list[str])


def cases() -> list[tuple[MachineFault, str]]:
    return [(fault, step) for fault in mf.CATALOGUE for step in fault.steps]


def run_case(fault: MachineFault, step: str, seed: int = 11) -> CaseResult:
    """Bring a cycle into the step, break it, look; then mend, clear and unload."""
    result = CaseResult(fault.id, step)
    with ShuffleBench(seed) as bench:
        bench.load()
        before = bench.census()
        _bring_to(bench, step)
        after_event = bench.last_event()
        start_us = bench.rig.kernel.now_us
        bench.machine.jam_us = bench.machine.first_jam_us = -1
        fault.start(bench.machine)
        before = before | bench.census()  # a foreign object came in
        result.state = bench.settle(limit_ms=fault.within_ms + 60_000, states=_REST)
        _look(bench, fault, result, after_event, start_us)
        _conserve(bench, before, result, "after the fault")
        _no_bad_delivery(bench, result)
        _recover(bench, before, result)
    return result


def _bring_to(bench: ShuffleBench, step: str) -> None:
    machine = bench.machine
    bench.start()
    if step == mf.FEED:
        bench.until(lambda: bench.inside() >= 20)
        return
    if bench.settle() != c.ST_READY:
        raise RuntimeError("the pack did not get ready before the fault")
    if step == mf.DELIVER:
        bench.ask("DELIVER", cards=0)
    elif step == mf.COUNT:
        bench.ask("COUNT_CARDS")
        count = machine.drum.moves + 10
        bench.until(lambda: machine.drum.moves >= count)
        return
    else:
        bench.ask("ABORT_CYCLE")
    bench.until(lambda: len(machine.output) >= 10)


def _look(
    bench: ShuffleBench, fault: MachineFault, result: CaseResult, after: int, start_us: int
) -> None:
    raised = ""
    for event in bench.events(after):
        true_ms = event.time_ms + bench.clock_from_ms
        at_ms = true_ms - start_us // 1000
        if event.name == "JAM_FOUND" and result.jam_ms < 0 and bench.machine.jam_us >= 0:
            result.jam_ms = true_ms - bench.machine.first_jam_us // 1000
        if event.name == "RETRIED":
            result.retries += 1
        if event.name == "FAULT_RAISED" and not raised:
            name = bench.fault_name(event.fields["fault"])
            if name not in _WARNINGS:
                raised = result.finding = name
                result.found_ms = at_ms
    if fault.finding is None:
        if raised:
            result.wrong.append(f"raised {raised} though it should get over it")
    elif raised != fault.finding and raised not in fault.also:
        result.wrong.append(f"finding {raised or 'none'} instead of {fault.finding}")
    elif result.found_ms > fault.within_ms:
        result.wrong.append(f"found after {result.found_ms} ms")
    if fault.is_jam and not 0 <= result.jam_ms <= JAM_LIMIT_MS:
        result.wrong.append(f"jam seen {result.jam_ms} ms after the card stopped")
    if result.state not in _REST:
        result.wrong.append(f"hangs in state {c.STATE_NAMES[result.state]}")
    if raised and result.state not in (c.ST_CALLING, c.ST_UNLOADED):
        result.wrong.append(f"fault raised, state {c.STATE_NAMES[result.state]}")


def _conserve(bench: ShuffleBench, before: object, result: CaseResult, when: str) -> None:
    if bench.census() != before:
        result.wrong.append(f"cards not conserved {when}")


def _no_bad_delivery(bench: ShuffleBench, result: CaseResult) -> None:
    """Whoever reaches for the cards now gets a whole verified packet or nothing."""
    machine = bench.machine
    is_offered = result.state == c.ST_OFFERED
    if machine.is_unlocked and not is_offered:
        result.wrong.append("gate open in a bad state")
    taken = machine.take_output()
    if taken and not is_offered:
        result.wrong.append("cards could be taken")
    if taken and sorted(card.code for card in taken) != list(range(52)):
        result.wrong.append("a bad pack was delivered")


def _recover(bench: ShuffleBench, before: object, result: CaseResult) -> None:
    """A person mends and clears; the rest comes out, and every card is there."""
    if result.state == c.ST_OFFERED or result.state == c.ST_EMPTY:
        result.after = "goes on"
        return
    mf.mend(bench.machine)
    bench.rig.kernel.run_for_ms(1_200)  # a heartbeat: what it warns of is cleared as well
    if result.state == c.ST_CALLING:
        left = bench.clear_faults()
        if left:
            result.wrong.append(f"faults cannot be cleared: {left}")
            return
        bench.ask("WAY_CLEARED")
    elif result.state in (c.ST_READY, c.ST_REFUSED):
        result.after = "goes on"
        return
    state = bench.settle(limit_ms=90_000)
    result.after = "unloaded"
    if state not in (c.ST_UNLOADED, c.ST_EMPTY):
        result.wrong.append(f"after recovery: {c.STATE_NAMES[state]}")
    if bench.inside():
        result.wrong.append(f"{bench.inside()} cards left in the carousel")
    if bench.machine.is_unlocked:
        result.wrong.append("gate open after recovery")
    _conserve(bench, before, result, "after recovery")
