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
from faro.build.compile import CACHE, compiled, compiler_id, vm_march
from faro.build.image import keep, mpy_name, tree_key
from faro.build.inline_consts import inlined
from faro.build.modules import base_modules, kind_of
from hw_sim import charges

_FOLDER = CACHE / "vm"
_BUS_OPS = "hw_sim/bus_ops.py"


def search_path(board: str, overlays: Sequence[Path] = ()) -> list[Path]:
    """Folders for MICROPYPATH, made when they are not there yet."""
    march = vm_march()
    stamp = f"{board} {march} {_charges_text(board)} {tree_key(CHECKOUT, overlays)}"
    note = _FOLDER / f"{hashlib.sha256(stamp.encode()).hexdigest()[:24]}.txt"
    folders = [_FOLDER / name for name in note.read_text().split()] if note.is_file() else []
    if not folders or not all(folder.is_dir() for folder in folders):
        trees = {"shims": _shims(board), "base": base_modules(board, True, overlays)}
        folders = [_made(name, texts, march) for name, texts in trees.items()]
        keep(note, "\n".join(f"{path.parent.name}/{path.name}" for path in folders).encode())
    return folders


def _shims(board: str) -> dict[str, str]:
    shims = {path.name: path for path in sorted((CHECKOUT / "hw_sim/shims").glob("*.py"))}
    texts = {name: inlined(path, CHECKOUT) for name, path in shims.items()}
    texts[_BUS_OPS] = inlined(CHECKOUT / _BUS_OPS, CHECKOUT)
    texts["chip_charges.py"] = _charges_text(board)
    return texts


def _made(name: str, texts: dict[str, str], march: str) -> Path:
    """A folder for each content: most broken builds change nothing here, and files are dear."""
    stamp = f"{name} {march} {compiler_id()} {sorted(texts.items())!r}"
    folder = _FOLDER / hashlib.sha256(stamp.encode()).hexdigest()[:24]
    if not folder.is_dir():
        fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
        _compile_into(fresh / name, texts, march)
        try:
            fresh.rename(folder)
        except OSError:
            shutil.rmtree(fresh)  # somebody else was faster
    return folder / name


def _charges_text(board: str) -> str:
    """The chip's times without the words about them: those would lie in the VM's heap."""
    return f"US = {charges.charged_us(kind_of(board))!r}\nCALLS = {charges.CALLS!r}\n"


def _compile_into(folder: Path, texts: dict[str, str], march: str) -> None:
    for name, text in texts.items():
        target = folder / mpy_name(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compiled(name, text, march))
