"""Time per card inside MicroPython, and what it means for the chip (docs/recognition.md)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from firmware.cards.recognise import templates
from hw_sim.optics.design import load_design
from hw_sim.optics.reads import counted_reads
from hw_sim.reader import Reader
from tests.helpers.mp_run import run_in_micropython
from tests.proofs.recognition.tasks import enrol_design, frames_of

# An earlier recogniser of the same kind (viper, same frame) took 0.5 ms on a PC and 40 ms on an
# emulated RP2040 at 125 MHz.
CHIP_PER_PC = 80


def main() -> None:
    with Reader() as reader:
        block, _ = enrol_design(reader, "plain", 1)
    assert block is not None
    with tempfile.NamedTemporaryFile() as file:
        file.write(block)
        for read in counted_reads(load_design("plain"), 8, 1):
            file.write(b"".join(frames_of(read)))
        file.flush()
        script = Path(__file__).with_name("recognise_on_vm.py")
        output = run_in_micropython(script, file.name, templates.TEMPLATE_BYTES, heap="800k")
    for line in output.splitlines():
        name, value = line.split()
        print(f"{name} {value}  (about {int(value) * CHIP_PER_PC / 1000:.0f} ms on an RP2040)")


if __name__ == "__main__":
    main()
