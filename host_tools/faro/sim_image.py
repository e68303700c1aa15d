"""An image's files for a simulated board: compiled for the VM, with the simulator's board.py."""

from __future__ import annotations

from functools import cache

from faro.board_files import needed_modules
from faro.image_build import board_files
from hw_sim.flashable import MARCH
from hw_sim.rig import MODELS
from hw_sim.vm import ROOT


@cache
def sim_files(kind: str) -> dict[str, bytes]:
    """Paths and contents, as `sign_image` takes them."""
    files = board_files(MODELS[kind].reference, ROOT, MARCH)
    board = ROOT / "boards/sim" / kind / "board.py"
    files["board.py"] = board.read_bytes()
    for name in needed_modules([board], ROOT, board.parent):
        if name.startswith("boards/"):
            files[name] = (ROOT / name).read_bytes()
    return files
