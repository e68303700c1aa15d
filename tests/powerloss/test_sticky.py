"""Faults and warnings that outlive a power cycle (STANDARDS 14, 25)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from hw_sim.faults import CATALOGUE, SimFault
from hw_sim.hands.hands import Hands
from tests.conftest import usb_client
from tests.proofs.powerloss import prepare
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.checks import fault_number, wire_faults

_NOTICED_WITHIN_MS = 70_000  # memory is looked at once a minute
PAIRS = [(fault, kind) for fault in CATALOGUE if fault.board_fault for kind in fault.kinds]


def _worst_faults(client: Client) -> set[int]:
    data: bytes = client.request("GET_FAULTS", first=0).fields["records"]
    return {int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 10)}


@pytest.mark.parametrize(("fault", "kind"), PAIRS, ids=[f"{f.id}-{k}" for f, k in PAIRS])
def test_fault__power_cycle_after_its_cause_is_gone__still_there(
    fault: SimFault, kind: str, make_rig: Callable[..., Rig]
) -> None:
    rig = make_rig(kind)
    board = rig.boards[kind]
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, kind)
    assert fault.board_fault
    code = fault_number(fault.board_fault)
    assert code not in _worst_faults(client)
    fault.start(rig, board)
    if fault.needs_card:
        Hands(rig).run("deal AS")
    seen: set[int] = set()
    for _ in range(_NOTICED_WITHIN_MS // 1_000):
        rig.kernel.run_for_ms(1_000)
        seen = _worst_faults(client)
        if code in seen:
            break
    assert code in seen
    fault.stop(rig, board)
    board.board.power_off()
    board.board.power_on()
    rig.wait_ready()
    assert code in _worst_faults(client)


def _events_after_boot(bench: Bench) -> list[str]:
    return [event.name for event in bench.client.events(0)]


def test_lid__opened_while_unpowered__recorded_at_the_next_boot() -> None:
    with Bench(prepare.used()) as bench:
        bench.shoe.set_lid(True)
        bench.shoe.set_lid(False)
        bench.boot()
        assert "LID_OPENED_UNPOWERED" in _events_after_boot(bench)
        assert fault_number("LID_OPENED_UNPOWERED") in wire_faults(bench)


@pytest.mark.parametrize("is_unplugged", [False, True])
def test_lid__open_at_a_restart__unpowered_only_where_it_was(is_unplugged: bool) -> None:
    with Bench(prepare.used()) as bench:
        bench.boot()
        bench.shoe.set_lid(True)
        bench.wait(1_100)
        if is_unplugged:
            bench.pull()
            bench.boot()
        else:
            bench.shoe.board.on_hang()  # until the watchdog bites
            bench.wait(9_000)
        faults = wire_faults(bench)
        assert fault_number("LID_OPEN") in faults
        assert (fault_number("LID_OPENED_UNPOWERED") in faults) == is_unplugged


def test_lid__closed_all_the_time__nothing_recorded() -> None:
    with Bench(prepare.used()) as bench:
        bench.boot()
        assert "LID_OPENED_UNPOWERED" not in _events_after_boot(bench)
        assert wire_faults(bench) == {}


def test_supply__sags__warning_recorded_and_its_end() -> None:
    with Bench(prepare.used()) as bench:
        bench.boot()
        bench.shoe.supply_mv = 4_300
        bench.wait(1_100)
        bench.shoe.supply_mv = 5_000
        bench.wait(1_100)
        names = _events_after_boot(bench)
        assert names.index("SUPPLY_LOW") < names.index("SUPPLY_GOOD")
        assert fault_number("SUPPLY_LOW") in wire_faults(bench)


def test_supply__fails_with_a_warning__recorded_before_the_end() -> None:
    with Bench(prepare.used()) as bench:
        bench.boot()
        bench.wait(200)  # not inside the 50 ms of a sector erase, which no warning can interrupt
        bench.shoe.supply_mv = 4_000
        bench.shoe.wiring["PIN_POWER_FAIL"].show(True)
        bench.wait(20)
        bench.pull()
        bench.shoe.supply_mv = 5_000
        bench.shoe.wiring["PIN_POWER_FAIL"].show(False)
        bench.boot()
        assert "POWER_FAILING" in _events_after_boot(bench)
