"""Boot of the real image: new and used chips, times, stack, heap; nothing unsigned runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hw_sim.chip.board import FLASH_BYTES, ChipBoard
from tests.chip.report import Measure
from tests.chip.states import GREEN_LIMIT_MS, SLOT_AT, STACK_SPARE_BYTES, Used
from tests.chip.table import ChipTable


def spare_stack(board: ChipBoard) -> int:
    size = board.symbols["__StackTop"] - board.symbols["__StackBottom"]
    return size - board.counters()["stackBytes"]


def test_boot__new_chips__green_and_hello(blank: ChipBoard) -> None:
    measure = Measure(blank)
    blank.power_on()
    green_ms = blank.wait_colour()
    table = ChipTable(blank)
    status = table.client.status()
    measure.done("boot, new chips", status, green_ms=round(green_ms))
    assert blank.colour == "green" and status["fault_count"] == 0
    assert table.client.hello().name == "meter_pico"
    assert spare_stack(blank) >= STACK_SPARE_BYTES


def test_boot__used_chips_signature_checked__green_in_time(dark: ChipBoard, used: Used) -> None:
    measure = Measure(dark)
    dark.power_on()
    green_ms = dark.wait_colour()
    row = measure.done("boot, used chips, signature checked", green_ms=round(green_ms))
    assert dark.colour == "green"
    table = ChipTable(dark, used.keys)
    events = [name for name, _fields in table.events()]
    assert events.count("BOOTED") == 3
    latest = events[len(events) - events[::-1].index("BOOTED") :]
    assert "RUNS_UNSIGNED" not in latest and "IMAGE_REFUSED" not in latest
    assert spare_stack(dark) >= STACK_SPARE_BYTES
    assert row["ms"] <= GREEN_LIMIT_MS


def test_boot__twenty_seconds__quarter_of_the_heap_free(table: ChipTable) -> None:
    measure = Measure(table.chip)
    table.wait(20_000)
    status = table.client.status()
    measure.done("twenty idle seconds", status)
    assert status["heap_free_bytes"] >= status["heap_total_bytes"] // 4
    assert table.chip.resets["watchdog"] == 0


def test_boot__supply_gone_and_back__reset_cause_told(table: ChipTable) -> None:
    assert table.client.status()["reset_cause"] == 1  # power
    boots = table.client.status()["boot_count"]
    table.ask("technician", "RESTART")
    table.chip.run(5_000, reset=True)
    table.chip.wait_colour("green")
    status = table.client.status()
    assert (status["reset_cause"], status["boot_count"]) == (3, boots + 1)  # watchdog
    assert table.chip.resets["asked"] == 1


def test_hello__self_test_and_dictionary__consistent(table: ChipTable) -> None:
    measure = Measure(table.chip)
    identity = table.client.hello()
    measure.done("HELLO")
    measure = Measure(table.chip)
    table.client.status()
    measure.done("STATUS")
    measure = Measure(table.chip)
    assert table.client.describe().crc == identity.dictionary_crc
    measure.done("whole dictionary")
    tests = [fields for name, fields in table.events() if name.startswith("SELF_TEST")]
    assert len(tests) == 3 and tests[-1]["checks"] == 5


_LITTLEFS = """
import sys, vfs
class Ram:
    def __init__(self): self.data = bytearray(4096 * 16)
    def readblocks(self, n, buf, off=0): buf[:] = self.data[n*4096+off:n*4096+off+len(buf)]
    def writeblocks(self, n, buf, off=0): self.data[n*4096+off:n*4096+off+len(buf)] = buf
    def ioctl(self, op, arg): return 16 if op == 4 else 4096 if op == 5 else 0
ram = Ram()
vfs.VfsLfs2.mkfs(ram)
fs = vfs.VfsLfs2(ram)
for name in ("boot.py", "main.py"):
    with fs.open(name, "w") as file:
        file.write("from machine import Pin; Pin(22, Pin.OUT, value=1)")
with open(sys.argv[1], "wb") as file: file.write(ram.data)
"""


@pytest.mark.parametrize("where", ["start of the storage", "end of the chip"])
def test_boot__planted_boot_py__never_run(
    dark: ChipBoard, used: Used, tmp_path: Path, where: str
) -> None:
    """A file system with boot.py and main.py where a stock MicroPython would look for it (D2)."""
    (tmp_path / "plant.py").write_text(_LITTLEFS)
    vm = str(Path(sys.executable).parent / "micropython")
    subprocess.run([vm, str(tmp_path / "plant.py"), str(tmp_path / "fs")], check=True)
    planted = (tmp_path / "fs").read_bytes()
    assert b"Pin(22, Pin.OUT" in planted
    is_first = where.startswith("start")
    dark.poke(SLOT_AT[1] if is_first else FLASH_BYTES - len(planted), planted)
    dark.power_on()
    dark.wait_colour()
    dark.run(1_000)
    assert dark.look()["pins"][22] != 1  # GPIOPinState.High
    assert ChipTable(dark, used.keys).client.hello().name == "meter_pico"
    assert dark.colour == "green"


@pytest.mark.parametrize("slot", [1, 2])
def test_boot__one_bad_page_in_a_slot__the_other_runs(
    dark: ChipBoard, used: Used, slot: int
) -> None:
    dark.poke(SLOT_AT[slot] + 50_000, bytes(256))
    dark.power_on()
    dark.wait_colour()
    assert dark.colour == "green"
    assert ChipTable(dark, used.keys).client.hello().name == "meter_pico"
