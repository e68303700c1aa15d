"""Milliseconds per card corner on the emulated RP2350, cache misses charged; results compared."""

from __future__ import annotations

import sys

from hw_sim.optics.reads import Read
from hw_sim.reader import Reader, Reading, green_lines
from tests.chip.recognition_bench import OVERLAY, hard_reads, typical_reads
from tests.chip.shoe.program import SlotProgram
from tests.proofs.recognition.tasks import enrol_design, frames_of

BLOCK_AT = 0x12_0000  # as recogniser_overlay/main.py has them; unused flash of the shoe
FRAME_AT = 0x12_2000
SEED = 1409


class ShoeReader:
    """The recogniser in the slot; `read` gives µs, µs of the longest try, and the reading."""

    def __init__(self, block: bytes) -> None:
        self._program = SlotProgram(OVERLAY)
        self._flash = self._program.rig.chip.flash
        self._flash[BLOCK_AT : BLOCK_AT + len(block)] = block

    def __enter__(self) -> ShoeReader:
        self._program.__enter__()
        while not self._line().startswith("ready"):
            pass
        return self

    def __exit__(self, *_exc: object) -> None:
        self._program.__exit__()

    def read(self, read: Read) -> tuple[int, int, Reading]:
        green, red = frames_of(read)
        frames = green_lines(green) + red
        self._flash[FRAME_AT : FRAME_AT + len(frames)] = frames
        self._program.send(b"f")
        assert self._line() == "go"
        self._program.send(b"r")
        took_us, longest_us, *found = (int(word) for word in self._line().split())
        return took_us, longest_us, Reading(*found)

    def _line(self) -> str:
        return self._program.until(b"\n", 20_000)


def measure(every: int = 4) -> dict[str, list[float]]:
    """By kind of read: milliseconds of the whole and of the longest try, in order."""
    times: dict[str, list[float]] = {}
    with Reader() as vm:
        block, _ = enrol_design(vm, "plain", SEED)
        assert block is not None
        vm.load(block)
        with ShoeReader(block) as reader:
            for what, reads in (
                ("typical", list(typical_reads("plain"))[::every]),
                ("hard", list(hard_reads("plain", 1))[::every]),
            ):
                for read in reads:
                    took_us, longest_us, found = reader.read(read)
                    assert found == vm.read(*frames_of(read)), "the simulator reads otherwise"
                    times.setdefault(what, []).append(took_us / 1000)
                    times.setdefault(what + ", longest try", []).append(longest_us / 1000)
    return {name: sorted(values) for name, values in times.items()}


def main() -> int:
    for name, ms in measure(1).items():
        middle = ms[len(ms) // 2]
        print(f"{name:24}{len(ms):5} corners: median {middle:6.1f} ms, worst {ms[-1]:6.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
