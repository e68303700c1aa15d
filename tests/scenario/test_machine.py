"""The machine shim on the real VM: small programs that use each peripheral."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hw_sim.board import SimBoard
from hw_sim.kernel import Kernel
from hw_sim.parts.flash import FlashChip, memory_file
from hw_sim.parts.serial_end import HostEnd, SerialEnd
from hw_sim.parts.usb_cdc import UsbLine
from hw_sim.power import Supply
from hw_sim.vm import ROOT, BoardCrashed, BoardHung

Start = Callable[[str], SimBoard]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Boot a board whose main.py is the given text."""
    boards: list[SimBoard] = []

    def boot(program: str) -> SimBoard:
        (tmp_path / "main.py").write_text(program)
        kernel = Kernel(7)
        supply = Supply()
        path = [tmp_path, ROOT / "hw_sim/shims", ROOT]
        flash = FlashChip("flash", supply, 4, memory_file())
        board = SimBoard("probe", kernel, 256 * 1024, path, flash, supply)
        boards.append(board)
        return board

    yield boot
    for board in boards:
        board.vm.kill()


def _printed(board: SimBoard) -> str:
    """Boot it, let it run to its end, give what it printed."""
    with pytest.raises(BoardCrashed) as ended:
        board.power_on()
        board.kernel.run_for_ms(60_000)
    return str(ended.value)


def test_pin__edges_from_the_world__interrupt_in_order(start: Start) -> None:
    board = start(
        "import machine, time\n"
        "seen = []\n"
        "p = machine.Pin(5, machine.Pin.IN, machine.Pin.PULL_UP)\n"
        "p.irq(lambda pin: seen.append((pin.value(), time.ticks_ms())))\n"
        "time.sleep_ms(50)\nprint('seen', seen)\n"
    )
    board.kernel.at(10_000, lambda: board.pin(5).drive(0))
    board.kernel.at(20_000, lambda: board.pin(5).drive(1))
    assert "seen [(0, 10), (1, 20)]" in _printed(board)


def test_hard_irq__that_allocates__raises_as_on_the_chip(start: Start) -> None:
    board = start(
        "import machine, time\n"
        "p = machine.Pin(5, machine.Pin.IN, machine.Pin.PULL_UP)\n"
        "p.irq(lambda pin: [1, 2, pin], hard=True)\n"
        "time.sleep_ms(50)\n"
    )
    board.kernel.at(10_000, lambda: board.pin(5).drive(0))
    assert "MemoryError" in _printed(board)


def test_peripherals__each_one__answers(start: Start) -> None:
    board = start(
        "import machine, os\n"
        "print('adc', machine.ADC(machine.Pin(26)).read_u16())\n"
        "pwm = machine.PWM(machine.Pin(9), freq=1000, duty_u16=32768)\n"
        "print('id', len(machine.unique_id()), machine.reset_cause(), len(os.urandom(300)))\n"
        "try:\n    machine.I2C(0).writeto(0x33, b'x')\n"
        "except OSError as error:\n    print('i2c', error.errno)\n"
    )
    board.adc[26] = lambda: 4321
    text = _printed(board)
    assert "adc 4321" in text
    assert "id 8 1 300" in text
    assert "i2c 5" in text


def test_timer__periodic__fires_on_virtual_time(start: Start) -> None:
    board = start(
        "import machine, time\n"
        "ticks = []\n"
        "t = machine.Timer(period=25, callback=lambda t: ticks.append(time.ticks_ms()))\n"
        "time.sleep_ms(110)\nt.deinit()\ntime.sleep_ms(100)\nprint('ticks', ticks)\n"
    )
    assert "ticks [25, 50, 75, 100]" in _printed(board)


def test_asyncio__hour_of_sleep__lands_on_the_exact_millisecond(start: Start) -> None:
    board = start(
        "import asyncio, time\n"
        "async def nap(ms): await asyncio.sleep_ms(ms); print('woke', time.ticks_ms())\n"
        "async def main():\n"
        "    await asyncio.gather(nap(777), nap(3_600_000))\n"
        "    print('at', time.ticks_ms())\n"
        "asyncio.run(main())\n"
    )
    board.power_on()
    with pytest.raises(BoardCrashed) as ended:
        board.kernel.run_for_ms(3_700_000)
    assert "woke 777" in str(ended.value)
    assert "at 3600000" in str(ended.value)


def test_busy_loop__reading_the_clock__sees_time_pass(start: Start) -> None:
    board = start(
        "import time\nt = time.ticks_ms()\n"
        "while time.ticks_diff(time.ticks_ms(), t) < 30: pass\n"
        "print('waited', time.ticks_ms() - t)\n"
    )
    assert "waited 30" in _printed(board)


def test_uart__bytes_both_ways__arrive(start: Start) -> None:
    board = start(
        "import machine, time\nu = machine.UART(0, 115200)\n"
        "while not u.any(): time.sleep_ms(1)\n"
        "u.write(bytes(reversed(u.read())))\nu.flush()\ntime.sleep_ms(5)\n"
    )
    end = SerialEnd("uart", board.vm.wake, 64)
    host = HostEnd("host")
    UsbLine(board.kernel, "line", end, host)
    board.streams[0] = end
    host.write(b"abc")
    assert "status 0" in _printed(board)
    assert host.take() == b"cba"


@pytest.mark.parametrize("body", ["while True: pass", "while True: machine.Pin(3).value()"])
def test_watchdog__firmware_hangs__bites_and_boots_again(
    start: Start, body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hw_sim.vm.HANG_LIMIT_S", 0.5)
    board = start(
        "import machine\nprint('cause', machine.reset_cause())\n"
        "if machine.reset_cause() == 3: raise SystemExit\n"
        f"machine.WDT(timeout=200)\n{body}\n"
    )
    with pytest.raises(BoardCrashed) as ended:
        board.power_on()
        board.kernel.run_for_ms(10_000)
    assert board.watchdog_bites == 1
    assert "cause 3" in str(ended.value)
    assert 200_000 <= board.kernel.now_us < 220_000


def test_hang__no_watchdog__reported_not_waited_for(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hw_sim.vm.HANG_LIMIT_S", 0.5)
    board = start("while True: pass\n")
    with pytest.raises(BoardHung):
        board.power_on()


def test_hang__machine_is_busy__waited_for(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw_sim.vm._LOOK_MS", 0.01)
    board = start("for _ in range(3_000_000): pass\nprint('done')\n")
    assert "done" in _printed(board)


def test_hang__computes_nothing__reported_at_last(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hw_sim.vm._LOOK_MS", 0.01)
    monkeypatch.setattr("hw_sim.vm._MOST_LOOKS", 3)
    monkeypatch.setattr("hw_sim.vm.processor_s", lambda _pid: 1.0)
    with pytest.raises(BoardHung):
        start("while True: pass\n").power_on()


def test_crash__traceback__is_reported(start: Start) -> None:
    board = start("def deal():\n    return 1 // 0\ndeal()\n")
    text = _printed(board)
    assert "ZeroDivisionError" in text
    assert 'main.py", line 2, in deal' in text
