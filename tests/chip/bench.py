"""The test board on the emulated RP2040: the shoe's drivers at models of their parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boards.layout import load_layout
from faro.build.image import build_rom, make_image
from hw_sim.chip.board import ChipBoard

_END = b"\x04"
_BASE = "meter_pico"  # whose base boots the test program


class BenchError(RuntimeError):
    """The program on the chip said something else than it should."""


@dataclass(frozen=True)
class BenchImage:
    """Base and where the test program goes."""

    uf2: Path
    elf: Path
    slot: bytes
    slot_at: int


def bench_image(uf2: Path, elf: Path, overlays: Sequence[Path]) -> BenchImage:
    """The program in `overlays` with the drivers that it imports, as an image of a slot."""
    region = load_layout(_BASE).regions["slot_a"]
    image = make_image(build_rom(_BASE, overlays=overlays), _BASE)
    return BenchImage(uf2, elf, image.padded(region.size_bytes), region.at * 4096)


class Bench(ChipBoard):
    """`do` runs Python text on the chip; the encoder, cards and hands are moved from here."""

    IS_BENCH = True

    def __init__(self, image: BenchImage, seed: int = 1) -> None:
        super().__init__(image.uf2, image.elf, seed)
        self.poke(image.slot_at, image.slot)

    def start(self, limit_ms: float = 5_000) -> str:
        """Power on, until the test program speaks."""
        self.power_on()
        return self.answer(limit_ms)

    def do(self, text: str, limit_ms: float = 2_000) -> str:
        """Run the text on the chip to its end; what it printed, stripped."""
        self.send(text)
        return self.answer(limit_ms)

    def send(self, text: str) -> None:
        self.usb_send(repr(text).encode() + b"\n")

    def answer(self, limit_ms: float = 2_000) -> str:
        end_ns = self.now_ns + limit_ms * 1e6
        while _END not in self.seen.usb:
            if self.now_ns >= end_ns:
                raise TimeoutError(f"no answer in {limit_ms} ms: {bytes(self.seen.usb)!r}")
            self.run((end_ns - self.now_ns) / 1e6, usb=True)
        text, _, rest = bytes(self.seen.usb).partition(_END)
        self.seen.usb[:] = rest
        if b"Traceback" in text:
            raise BenchError(text.decode())
        return text.decode().strip()

    def move(self, **what: Any) -> dict[str, Any]:
        """Turns, cards, pins, marks, current (see js/bench/board.mjs); gives the truth so far."""
        return self.emulator.ask("bench", **what)
