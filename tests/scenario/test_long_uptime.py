"""Boards that have been on for weeks: ticks that go round, and what happened long ago."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faro.sim.rig import Rig
from firmware.shuffler import cycle as c
from hw_sim.board_clock import DAY_MS, HALF_MS, WRAP_MS
from tests.conftest import usb_client
from tests.proofs.machine_matrix.bench import BLUE, ShuffleBench
from tests.proofs.machine_matrix.speed import one_cycle
from tests.scenario.cards_bench import CardBench

MakeRig = Callable[..., Rig]
_BOOT_MS = 3_000
_PROGRAM = """
import asyncio
from time import sleep_ms, ticks_add, ticks_cpu, ticks_diff, ticks_ms, ticks_us

async def main():
    began_ms = ticks_ms()
    await asyncio.sleep_ms(20_000)
    print("slept", ticks_diff(ticks_ms(), began_ms) // 10, ticks_ms() < began_ms)
    began_us = ticks_us()
    sleep_ms(5)
    is_small = ticks_us() < 1 << 30 and ticks_cpu() < 1 << 30
    print("us", ticks_diff(ticks_us(), began_us) // 1000, is_small)
    print("half", ticks_diff(ticks_add(5, (1 << 29) - 1), 5), ticks_diff(1 << 29, 0))
    try:
        ticks_add(0, 1 << 29)
    except OverflowError:
        print("refused")
    while True:
        await asyncio.sleep_ms(1_000)

asyncio.run(main())
"""


def uptime(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    """Of every board that is built from here on, when it first gets power."""
    monkeypatch.setenv("FARO_SIM_UPTIME_MS", str(ms))


def test_ticks__at_the_wrap__as_the_chip_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base/main.py").write_text(_PROGRAM)  # in the place of the loader
    uptime(monkeypatch, WRAP_MS - 10_000)
    with Rig(("meter",), 1, [tmp_path]) as rig:
        rig.power_on()
        rig.kernel.run_for_ms(30_000)
        said = rig.boards["meter"].board.vm.log_text().splitlines()
    assert said == [
        "slept 2000 True",
        "us 5 True",
        f"half {HALF_MS - 1} {-HALF_MS}",
        "refused",
    ]


def test_idle_days__leapt_over__boards_well_and_uptime_right(rig: Rig) -> None:
    rig.pass_idle_days(30)
    for name, board in rig.boards.items():
        status = usb_client(rig, name).status()
        assert status["uptime_s"] - 30 * DAY_MS // 1000 in range(1, 60)
        assert status["fault_count"] == 0
        assert (board.board.boots, board.board.watchdog_bites) == (1, 0)


@pytest.mark.parametrize("uptime_ms", (HALF_MS, WRAP_MS), ids=("half", "wrap"))
def test_cycle__while_ticks_go_round__machine_does_not_stand_still(
    monkeypatch: pytest.MonkeyPatch, uptime_ms: int
) -> None:
    """Alarms come through a ring that keeps 30 bits of their time."""
    uptime(monkeypatch, uptime_ms - _BOOT_MS - 10_000)
    with ShuffleBench(5) as bench:
        bench.load()
        one_cycle(bench)
        assert bench.faults() == []


@pytest.mark.parametrize("days", (7, 13))
def test_lid__opened_after_days__seen(make_rig: MakeRig, days: int) -> None:
    """NS 1.18.2: no opening without a trace."""
    rig = make_rig("shoe", "meter")
    rig.start()
    for board in rig.boards.values():
        board.set_lid(True)
        rig.kernel.run_for_ms(500)
        board.set_lid(False)
    rig.pass_idle_days(days)
    for name, board in rig.boards.items():
        before = usb_client(rig, name).status()["last_event"]
        board.set_lid(True)
        rig.kernel.run_for_ms(30)
        board.set_lid(False)
        rig.kernel.run_for_ms(1_500)
        names = [event.name for event in usb_client(rig, name).events(before)]
        assert "LID_OPENED" in names and "LID_CLOSED" in names, name


@pytest.mark.parametrize("days", (0.1, 7, 13))
def test_shoe__on_for_days__names_its_cards(
    make_rig: MakeRig, monkeypatch: pytest.MonkeyPatch, days: float
) -> None:
    uptime(monkeypatch, int(days * DAY_MS))
    bench = CardBench(make_rig("shoe"))
    bench.begin()
    cards = bench.pack()[:3]
    bench.feed(cards)
    assert len(bench.told("CARD_READ")) == 3


def test_drum__first_turn_after_days__at_once() -> None:
    with ShuffleBench(5) as bench:
        bench.load()
        one_cycle(bench)  # the last ejection
        bench.client.close_session()
        bench.role = ""
        bench.rig.pass_idle_days(7)
        bench.load(back=BLUE)
        assert bench.shuffled() == c.ST_READY
        assert bench.board.board.watchdog_bites == 0
        assert bench.faults() == []
