"""Another program in the shoe's slot, spoken to over USB: it times pieces of the firmware."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from faro.build.image import build_rom, make_image
from hw_sim import unpowered
from tests.chip.shoe.rig import SHOE, ChipRig

_END = b"\x04"
_START_MS = 10_000
_SLICE_MS = 20


class SlotProgram:
    """Boots it with cache misses charged; `ask` sends a line and waits for what it says."""

    def __init__(self, overlay: Path, has_misses: bool = True) -> None:
        class Charged(ChipRig):
            pass

        Charged.has_misses = has_misses
        self.rig = Charged()
        image = make_image(build_rom(SHOE, overlays=(overlay,)), SHOE)
        unpowered.put_image(self.rig.shoe, image)
        self._text = b""

    def __enter__(self) -> Self:
        self.rig.power_on()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.rig.close()

    def send(self, data: bytes) -> None:
        self.rig.shoe.usb_host.write(data)

    def ask(self, line: str, limit_ms: int = 60_000) -> str:
        self.send(line.encode() + b"\n")
        return self.until(_END, limit_ms)

    def until(self, end: bytes = _END, limit_ms: int = _START_MS) -> str:
        """What it says up to these bytes."""
        host = self.rig.shoe.usb_host
        due_us = self.rig.kernel.now_us + limit_ms * 1000
        while end not in self._text:
            self._text += host.take()
            if self.rig.kernel.now_us >= due_us:
                raise TimeoutError(f"not in {limit_ms} ms: {self._text!r}")
            if end not in self._text:
                self.rig.kernel.run_for_ms(_SLICE_MS)
        said, _, self._text = self._text.partition(end)
        if b"Traceback" in said:
            raise AssertionError(said.decode())
        return said.decode().strip()
