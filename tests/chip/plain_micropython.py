"""A plain MicroPython for the Raspberry Pi Pico, as somebody has it who never heard of Faro.

Built from the same sources as our base (once, about a minute), with the port's own board
definition: it has a file system, no loader, none of our regions.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from faro.build.compile import compiler
from faro.build.toolchain import toolchain
from faro.build.uf2 import make_uf2
from hw_sim.chip.tools import CACHE

_MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'


def plain_micropython() -> tuple[Path, Path]:
    """UF2 and ELF file; kept in the cache."""
    folder = CACHE / "plain"
    uf2, elf = folder / "firmware.uf2", folder / "firmware.elf"
    if not uf2.exists():
        _build(folder)
    return uf2, elf


def _build(folder: Path) -> None:
    tools = toolchain(lambda _text: None)
    made = CACHE / "build/plain"
    made.mkdir(parents=True, exist_ok=True)
    (made / "manifest.py").write_text(_MANIFEST)
    env = tools.environment() | {"MICROPY_MPYCROSS": str(compiler())}
    defined = {
        "MICROPY_BOARD": "RPI_PICO",
        "MICROPY_FROZEN_MANIFEST": made / "manifest.py",
        "PICO_SDK_PATH_OVERRIDE": tools.sdk,
        "PICO_NO_PICOTOOL": 1,
        "FARO_EXTRA_STACK_BYTES": 0,
    }
    options = [f"-D{name}={value}" for name, value in defined.items()]
    port = str(tools.micropython / "ports/rp2")
    steps = [
        [str(tools.cmake), "-G", "Unix Makefiles", "-S", port, "-B", str(made / "make"), *options],
        ["make", "-C", str(made / "make"), "-j2", "--no-print-directory"],
    ]
    with (made / "build.log").open("w") as log:
        for step in steps:
            subprocess.run(step, env=env, check=True, stdout=log, stderr=log)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "firmware.elf").write_bytes((made / "make/firmware.elf").read_bytes())
    data = (made / "make/firmware.bin").read_bytes()
    (folder / "firmware.uf2").write_bytes(make_uf2("RP2040", {0: data}))
