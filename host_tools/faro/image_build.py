"""Builds signed images: the files that one board needs, compiled, listed and signed.

An image is a folder: `files/` as on the board, `manifest` and `signature` beside it.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from faro.errors import FaroError
from faro.flash_plan import FlashError, build, load_facts
from faro.signing import SigningKey, build_manifest, sign_manifest
from firmware.trust import image
from firmware.trust.slots import MANIFEST, SIGNATURE

FILES = "files"
CHECKOUT = Path(__file__).resolve().parents[2]


class ImageError(FaroError):
    """The image cannot be built or read; one line for people."""


@dataclass(frozen=True)
class Image:
    """A signed image as it lies on the host."""

    manifest: bytes
    signature: bytes
    files: dict[str, bytes]  # in the manifest's order

    @classmethod
    def load(cls, folder: Path) -> Image:
        """Read an image folder; what is in it is checked by the board, not here."""
        try:
            manifest = (folder / MANIFEST).read_bytes()
            signature = (folder / SIGNATURE).read_bytes()
        except OSError as error:
            raise ImageError(f"{folder} is not a signed image: run 'faro sign' first") from error
        root = folder / FILES
        names = [p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()]
        files = {name: (root / name).read_bytes() for name in sorted(names, key=str.encode)}
        return cls(manifest, signature, files)

    @property
    def total_bytes(self) -> int:
        """Bytes that an update transfers."""
        return len(self.manifest) + len(self.signature) + sum(map(len, self.files.values()))

    @property
    def counter(self) -> int:
        return image.Manifest(self.manifest).counter

    def save(self, folder: Path) -> None:
        """Write an image folder; one that is there is replaced."""
        if folder.exists():
            shutil.rmtree(folder)
        for name, data in self.files.items():
            path = folder / FILES / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (folder / MANIFEST).write_bytes(self.manifest)
        (folder / SIGNATURE).write_bytes(self.signature)


def board_files(board: str, source: Path = CHECKOUT, march: str | None = None) -> dict[str, bytes]:
    """The files of a real board's image: its modules as .mpy, its board.py and main.py."""
    facts = load_facts(board, source)
    if march is not None:
        facts = replace(facts, march=march)
    try:
        built = build(facts, source, source / ".cache" / "image")
    except FlashError as error:
        raise ImageError(error.message) from error
    return only_needed(built, board, source)


def only_needed(built: Mapping[str, bytes], board: str, source: Path) -> dict[str, bytes]:
    """Of all that was compiled, what this board's main.py can ever import."""
    needed = needed_modules(
        [source / "boards" / board / "main.py"], source, source / "boards" / board
    )
    return {
        name: data
        for name, data in built.items()
        if not name.endswith(".mpy") or name.removesuffix(".mpy") + ".py" in needed
    }


def needed_modules(start: list[Path], source: Path, board_folder: Path) -> set[str]:
    """Files below `source` that the start files import, directly or not, at any time."""
    waiting = list(start)
    found: set[str] = set()
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        if path.is_relative_to(source):
            found.add(path.relative_to(source).as_posix())
        for name in _imports(path):
            for top in (board_folder, source):
                waiting += _files_of(name, top)
    return found


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _files_of(name: str, top: Path) -> list[Path]:
    """A module's own file and the __init__.py of each package above it."""
    parts = name.split(".")
    paths = [top.joinpath(*parts[:n], "__init__.py") for n in range(1, len(parts) + 1)]
    paths.append(top.joinpath(*parts).with_suffix(".py"))
    return [path for path in paths if path.is_file()]


def sign_image(
    files: Mapping[str, bytes],
    key: SigningKey,
    folder: Path,
    *,
    board: str,
    counter: int,
    version: str,
    build_id: str,
) -> Image:
    """Write files, manifest and signature into a folder; costs the key one leaf."""
    unsigned = Image(b"", b"", dict(sorted(files.items(), key=lambda item: item[0].encode())))
    unsigned.save(folder)
    manifest = build_manifest(folder / FILES, board, counter, version, build_id)
    signed = Image(manifest, sign_manifest(key, manifest), unsigned.files)
    signed.save(folder)
    return signed
