"""An idle hour: nothing happens, nothing wears out, and the boards stay well."""

from __future__ import annotations

from pathlib import Path

from faro.sim.rig import Rig
from tests.conftest import usb_client


def test_hour__idle_table__passes_without_an_event_or_a_retry(rig: Rig) -> None:
    before = {name: usb_client(rig, name).status()["last_event"] for name in rig.boards}
    rig.kernel.run_for_ms(3_600_000)
    for name, board in rig.boards.items():
        client = usb_client(rig, name)
        status = client.status()
        assert status["uptime_s"] >= 3_600
        assert status["fault_count"] == 0
        assert board.board.boots == 1
        # the link went down while nobody asked, and came up again with this client
        assert status["last_event"] - before[name] == 2
        assert client.retries == 0


_LATE_MS = 10  # each turn of the loop is charged with the chip's time
_PROGRAM = """
import asyncio
from time import ticks_ms

async def ends_after(duration_ms):
    await asyncio.sleep_ms(duration_ms)
    return duration_ms

async def main():
    for _ in range(3):
        began_ms = ticks_ms()
        print(await asyncio.wait_for_ms(ends_after(5), 100), ticks_ms() - began_ms)
        try:
            await asyncio.wait_for_ms(ends_after(500), 100)
        except asyncio.TimeoutError:
            print("late", ticks_ms() - began_ms)
    told = asyncio.Event()
    task = asyncio.create_task(told.wait())
    await asyncio.sleep_ms(1)
    print(task.cancel(), task.done())
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled", task.done(), task.cancel())
    both = await asyncio.gather(ends_after(20), ends_after(10))
    print(both, ticks_ms() - began_ms)
    while True:
        await asyncio.sleep_ms(1_000)

asyncio.run(main())
"""


def test_asyncio__time_limits_and_cancelled_tasks__are_kept_in_virtual_time(
    tmp_path: Path,
) -> None:
    """The VM's own tasks take the PC's clock, and a queue in Python for one in C."""
    (tmp_path / "base").mkdir()
    (tmp_path / "base/main.py").write_text(_PROGRAM)  # in the place of the loader
    with Rig(("meter",), 1, [tmp_path]) as rig:
        rig.power_on()
        rig.kernel.run_for_ms(5_000)
        said = rig.boards["meter"].board.vm.log_text().splitlines()
    timed = [5, 105] * 3 + [126]
    for line, wanted_ms in zip([*said[:6], said[-1]], timed, strict=True):
        took_ms = int(line.split()[-1])
        assert wanted_ms <= took_ms < wanted_ms + _LATE_MS, line
    assert [line.rsplit(" ", 1)[0] for line in said] == [
        *["5", "late"] * 3,
        "True",
        "cancelled True",
        "[20, 10]",
    ]
