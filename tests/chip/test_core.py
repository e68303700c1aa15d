"""The fast processor loop against rp2040js's own, step by step through a boot."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from hw_sim.chip.image_file import read_symbols, read_uf2
from hw_sim.chip.tools import BOOT_ROM, node
from hw_sim.chip.wiring import meter_wiring
from tests.chip.states import ELF, UF2

LOCKSTEP = Path(__file__).parent / "lockstep.mjs"
INSTRUCTIONS = 3_000_000


def test_core__first_instructions_of_the_boot__as_in_rp2040js(tmp_path: Path) -> None:
    flash = bytearray(b"\xff" * (2 << 20))
    for offset, data in read_uf2(UF2).items():
        flash[offset : offset + len(data)] = data
    (tmp_path / "flash.bin").write_bytes(flash)
    arguments = {"rom": str(BOOT_ROM), "flash": str(tmp_path / "flash.bin"),
                 "symbols": read_symbols(ELF), "wiring": meter_wiring(),
                 "instructions": INSTRUCTIONS}  # fmt: skip
    command = [node(), str(LOCKSTEP), json.dumps(arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["instructions"] >= INSTRUCTIONS
