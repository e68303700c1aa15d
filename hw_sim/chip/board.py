"""The meter's board on an emulated RP2040: power, time, hands and eyes for tests."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from boards.wiring import load_ports, load_signals
from hw_sim.chip.image_file import read_symbols, read_uf2
from hw_sim.chip.process import Emulator
from hw_sim.chip.tools import BOOT_ROM
from hw_sim.chip.wiring import meter_wiring
from hw_sim.parts.ht16k33 import digits_text

FLASH_BYTES = 2 << 20
ERASED = b"\xff"
SPEAKING = ("green", "yellow", "red")  # every colour but the self-test's blue


@dataclass(frozen=True)
class Contents:
    """What outlives the supply: flash and both FRAM chips."""

    flash: bytes
    frams: tuple[bytes, bytes]


@dataclass
class Seen:
    """What happened while the board ran; times in nanoseconds since the first power-on."""

    reason: str = "time"
    usb: bytearray = field(default_factory=bytearray)
    bus: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    edges: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    operations: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])


class ChipBoard:
    """One board; `uf2` is programmed as by the boot loader in ROM, `elf` only tells addresses."""

    IS_BENCH = False  # other parts at the pins: see bench.py

    def __init__(self, uf2: Path, elf: Path, seed: int = 1) -> None:
        self.emulator = Emulator()
        self._files = tempfile.TemporaryDirectory(prefix="faro-chip-")
        self.unique_id = (0xE661_0000_0000_0000 | seed).to_bytes(8, "big")
        self.symbols = read_symbols(elf)
        self.emulator.ask(
            "make",
            rom=str(BOOT_ROM),
            symbols=self.symbols,
            wiring=meter_wiring(),
            seed=seed,
            uniqueId=self.unique_id.hex(),
            isBench=self.IS_BENCH,
        )
        self.rows = load_signals("meter_pico") | load_ports("meter_pico")
        self.now_ns = 0
        self.colour = "off"
        self.resets: dict[str, int] = {"power": 0, "watchdog": 0, "asked": 0}
        self.is_on = False
        self.seen = Seen()  # since the last take_seen()
        self.program(uf2)

    # -- life ------------------------------------------------------------------------------

    def power_on(self) -> None:
        self.emulator.ask("powerOn")
        self.is_on = True
        self.colour = "off"

    def power_off(self) -> None:
        self.emulator.ask("powerOff")
        self.is_on = False

    def cut_after(self, ms: float) -> None:
        """The supply will go so long from now, whatever the chip does then."""
        self.emulator.ask("arm", ms=ms)

    def cut_in_flash(self, operation: int, after_ns: float) -> None:
        """It will go inside the n-th page or sector from now: that one is left torn."""
        self.emulator.ask("arm", operations=operation, afterNs=after_ns)

    def close(self) -> None:
        self.emulator.close()
        self._files.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # -- time ------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        return self.now_ns / 1e6

    def run(self, ms: float, **until: Any) -> str:
        """Let time pass, up to `ms`; says why it ended: time, until, reset or cut.

        usb=True: bytes came; bus=True: an RS-485 byte left; colours=[…]: the light changed to one;
        edge="de": that pin changed; reset=True: the chip restarted.
        """
        answer = self.emulator.ask("run", ms=ms, until=until)
        self.now_ns = answer["nowNs"]
        self.colour = answer["colour"]
        self.resets = answer["resets"]
        seen = self.seen
        seen.reason = answer["reason"]
        seen.usb += bytes.fromhex(answer["usb"])
        seen.bus += [(b, s, e) for b, s, e in answer["bus"]]
        seen.edges += [(n, l, t) for n, l, t in answer["edges"]]
        seen.operations += [(n, o, t) for n, o, t in answer["operations"]]
        if seen.reason == "cut":
            self.is_on = False
        return seen.reason

    def profile(self, ms: float, step_ns: int, **until: Any) -> Counter[int]:
        """Let time pass as `run` does; how often each address was seen, once in `step_ns`."""
        answer = self.emulator.ask("profile", ms=ms, stepNs=step_ns, until=until)
        return Counter(dict(answer["seen"]))

    def wait_colour(self, *colours: str, limit_ms: float = 10_000) -> float:
        """Milliseconds until the light shows one of the colours; any but blue if none is named."""
        wanted = colours or SPEAKING
        start_ns = self.now_ns
        if self.colour not in wanted and self.run(limit_ms, colours=wanted) != "until":
            raise TimeoutError(f"the light is {self.colour}, not {wanted}, after {limit_ms} ms")
        return (self.now_ns - start_ns) / 1e6

    def take_seen(self) -> Seen:
        seen, self.seen = self.seen, Seen()
        return seen

    # -- lines -----------------------------------------------------------------------------

    def usb_send(self, data: bytes) -> None:
        self.emulator.ask("usbSend", data=data.hex())

    def usb_stall(self, is_stalled: bool) -> None:
        """The host keeps the port open and stops reading."""
        self.emulator.ask("usbStall", isStalled=is_stalled)

    def bus_send(self, data: bytes) -> None:
        self.emulator.ask("busSend", data=data.hex())

    # -- hands -----------------------------------------------------------------------------

    def drive(self, pin: int, level: int) -> None:
        self.emulator.ask("pin", pin=pin, level=level)

    def show(self, name: str, is_active: bool) -> None:
        """A signal by its name in board.py: the row makes a level of it."""
        row = self.rows[name]
        self.drive(row.pin, row.level(is_active))

    def seat(self, seat: int, is_there: bool) -> None:
        """A chip on the bet sensor of seat 1 to 7."""
        level = self.rows["BET_SENSORS"].level(is_there)
        self.emulator.ask("seat", seat=seat - 1, level=level)

    def lid(self, is_open: bool) -> None:
        self.emulator.ask("lid", isOpen=is_open)

    def supply(self, mv: int) -> None:
        self.emulator.ask("supply", mv=mv)

    def unsolder(self, address: int, is_present: bool = False) -> None:
        """A part on I2C does not answer any more (or does again)."""
        self.emulator.ask("present", address=address, isPresent=is_present)

    # -- eyes ------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        return self.emulator.ask("look")

    def shown(self) -> str:
        """The display's digits as a person reads them."""
        return digits_text(bytes.fromhex(self.look()["display"]))

    def counters(self) -> dict[str, Any]:
        """Cycles, instructions, I2C bytes, flash operations, deepest stack, since the start."""
        return self.emulator.ask("counters")

    # -- memories --------------------------------------------------------------------------

    def contents(self) -> Contents:
        paths = self._paths()
        self.emulator.ask("save", flash=str(paths[0]), frams=[str(p) for p in paths[1:]])
        flash, *frams = (path.read_bytes() for path in paths)
        return Contents(flash, (frams[0], frams[1]))

    def put(self, contents: Contents) -> None:
        paths = self._paths()
        for path, data in zip(paths, (contents.flash, *contents.frams), strict=True):
            path.write_bytes(data)
        self.emulator.ask("load", flash=str(paths[0]), frams=[str(p) for p in paths[1:]])

    def program(self, uf2: Path) -> None:
        """Blocks of a UF2 into the flash; sectors that it does not name keep their contents."""
        blocks = read_uf2(uf2)
        flash = bytearray(self.peek(0, FLASH_BYTES))
        for offset in blocks:
            sector = offset // 4096 * 4096
            flash[sector : sector + 4096] = ERASED * 4096
        for offset, data in blocks.items():
            flash[offset : offset + len(data)] = data
        path = self._paths()[0]
        path.write_bytes(flash)
        self.emulator.ask("load", flash=str(path))

    def peek(self, offset: int, size: int) -> bytes:
        """Bytes of the flash."""
        return bytes.fromhex(self.emulator.ask("peek", offset=offset, size=size)["data"])

    def poke(self, offset: int, data: bytes) -> None:
        """Change the flash from outside, as a thief with a programmer can."""
        self.emulator.ask("poke", offset=offset, data=data.hex())

    def _paths(self) -> Sequence[Path]:
        folder = Path(self._files.name)
        return [folder / name for name in ("flash.bin", "fram_a.bin", "fram_b.bin")]
