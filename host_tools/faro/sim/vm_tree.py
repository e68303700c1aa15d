"""What a simulated board's VM finds as files: the shims, and the base that a chip has frozen.

The firmware itself is not here: the loader mounts it from the simulated flash, as on the chip.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from boards.layout import CHECKOUT
from faro.build.compile import CACHE, compiled, vm_march
from faro.build.image import mpy_name, tree_key
from faro.build.inline_consts import inlined
from faro.build.modules import base_modules, kind_of
from hw_sim import charges

_BUS_OPS = "hw_sim/bus_ops.py"


def search_path(board: str, overlays: Sequence[Path] = ()) -> list[Path]:
    """Folders for MICROPYPATH, made when they are not there yet."""
    march = vm_march()
    stamp = f"{board} {march} {_charges_text(board)} {tree_key(CHECKOUT, overlays)}"
    folder = CACHE / "vm" / hashlib.sha256(stamp.encode()).hexdigest()[:24]
    if not folder.is_dir():
        _make(folder, board, overlays, march)
    return [folder / "shims", folder / "base"]


def _make(folder: Path, board: str, overlays: Sequence[Path], march: str) -> None:
    fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
    shims = {path.name: path for path in sorted((CHECKOUT / "hw_sim/shims").glob("*.py"))}
    texts = {name: inlined(path, CHECKOUT) for name, path in shims.items()}
    texts[_BUS_OPS] = inlined(CHECKOUT / _BUS_OPS, CHECKOUT)
    texts["chip_charges.py"] = _charges_text(board)
    _compile_into(fresh / "shims", texts, march)
    _compile_into(fresh / "base", base_modules(board, True, overlays), march)
    try:
        fresh.rename(folder)
    except OSError:
        shutil.rmtree(fresh)  # somebody else was faster


def _charges_text(board: str) -> str:
    """The chip's times without the words about them: those would lie in the VM's heap."""
    return f"US = {charges.charged_us(kind_of(board))!r}\nCALLS = {charges.CALLS!r}\n"


def _compile_into(folder: Path, texts: dict[str, str], march: str) -> None:
    for name, text in texts.items():
        target = folder / mpy_name(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compiled(name, text, march))
