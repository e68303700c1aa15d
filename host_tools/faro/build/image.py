"""Makes images: a board's modules, compiled, as one ROMFS with a header and a signature."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from mpremote.romfs import VfsRomWriter  # pyright: ignore[reportMissingTypeStubs]

from boards.layout import CHECKOUT, BuildError, board_facts, load_layout
from faro.build import inline_consts
from faro.build.compile import CACHE, compiled, compiler_id, vm_march
from faro.build.modules import base_copies, slot_modules
from faro.build.mpy_file import loaded_bytes, names_of
from faro.output import progress
from faro.wire.files import make_folder, write_whole
from firmware.trust import image as _image

board_side: Any = _image  # the firmware's code has no annotations
HEAD_BYTES: int = board_side.HEAD_BYTES
HEADER_BYTES: int = board_side.HEADER_BYTES


class Signs(Protocol):
    """A signing key; see faro.build.signing."""

    @property
    def signature_bytes(self) -> int: ...

    def sign(self, message: bytes) -> bytes: ...


@dataclass(frozen=True)
class Image:
    """An image as it lies in a slot: head (header, signature, ones) and ROMFS."""

    data: bytes

    @classmethod
    def load(cls, path: Path) -> Image:
        """Read an image file; the board checks it, this only sees whether it is one."""
        try:
            image = cls(path.read_bytes())
        except OSError as error:
            raise BuildError(f"cannot read {path}: {error.strerror}") from error
        if len(image.data) <= HEAD_BYTES or image.header.code != board_side.IMAGE_OK:
            raise BuildError(f"{path} is not a Faro image: 'faro sign image' makes one")
        return image

    def save(self, path: Path) -> None:
        make_folder(path.parent)
        write_whole(path, self.data)

    @property
    def header(self) -> Any:
        return board_side.Header(self.data[:HEADER_BYTES])

    @property
    def rom(self) -> bytes:
        return self.data[HEAD_BYTES:]

    @property
    def signature(self) -> bytes:
        return self.data[HEADER_BYTES : HEADER_BYTES + self.header.signature_bytes]

    @property
    def counter(self) -> int:
        return self.header.counter

    def padded(self, size_bytes: int) -> bytes:
        """The whole slot, as an erased one with this image in it reads."""
        return self.data.ljust(size_bytes, b"\xff")


def make_image(
    rom: bytes,
    board: str,
    key: Signs | None = None,
    *,
    counter: int = 0,
    version: str = "0.1.0",
    build: str = "local",
) -> Image:
    """Put header and, with a key, signature before a ROMFS; costs the key one leaf."""
    for name in (board, version, build):
        if not 1 <= len(name) <= 16:
            raise BuildError(f"{name!r}: board, version and build have 1 to 16 characters each")
    if not 0 <= counter <= board_side.MAX_COUNTER:
        raise BuildError(f"the counter is a number up to {board_side.MAX_COUNTER}, not {counter}")
    signature_bytes = key.signature_bytes if key else 0
    header: bytes = board_side.pack_header(board, version, build, counter, rom, signature_bytes)
    if board_side.Header(header).code != board_side.IMAGE_OK:
        raise BuildError("board, version and build are made of letters, digits and _.-+")
    head = header + (key.sign(header) if key else b"")
    return Image(head.ljust(HEAD_BYTES, b"\xff") + rom)


def build_rom(
    board: str,
    *,
    is_sim: bool = False,
    march: str | None = None,
    overlays: Sequence[Path] = (),
    source: Path = CHECKOUT,
) -> bytes:
    """The ROMFS of a board's firmware as it is in the checkout; kept until something changes."""
    if march is None:
        march = vm_march() if is_sim else str(board_facts(board, source)["chip"]["march"])
    key = hashlib.sha256(f"{board} {march} {is_sim} {tree_key(source, overlays)}".encode())
    kept = CACHE / "rom" / key.hexdigest()
    if kept.is_file():
        return kept.read_bytes()
    with progress(f"compiling the firmware of {board}") as tell:
        texts = slot_modules(board, is_sim, overlays, source)
        files: dict[str, bytes] = {}
        for name, text in texts.items():
            files[mpy_name(name)] = compiled(name, text, march)
            tell(f"compiling the firmware of {board}", len(files), len(texts))
    rom = lay_out(files)
    load_layout(board, source).check_fits("slot_a", HEAD_BYTES + len(rom))
    keep(kept, rom)
    return rom


def build_image(
    board: str, key: Signs | None = None, *, is_sim: bool = False, **names: Any
) -> Image:
    """The firmware as it is in the checkout, as an image."""
    return make_image(build_rom(board, is_sim=is_sim), board, key, **names)


def mpy_name(name: str) -> str:
    return name.removesuffix(".py") + ".mpy"


def lay_out(files: Mapping[str, bytes]) -> bytes:
    """A ROMFS with these files, in order of their path: the same files give the same bytes."""
    writer: Any = VfsRomWriter()
    folder: list[str] = []
    for path in sorted(files):
        *folders, name = path.split("/")
        while folder != folders[: len(folder)]:
            writer.closedir()
            folder.pop()
        for part in folders[len(folder) :]:
            writer.opendir(part)
            folder.append(part)
        writer.mkfile(name, files[path])
    for _ in folder:
        writer.closedir()
    return bytes(writer.finalise())


def keep(path: Path, data: bytes) -> None:
    """Into the cache, whole or not at all: others may do the same at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(path)


def tree_key(source: Path, overlays: Sequence[Path] = ()) -> str:
    """Changes with any source, with the compiler and with what is done before compiling."""
    key = hashlib.sha256(_source_key(source).encode())
    for overlay in overlays:
        for path in sorted(overlay.rglob("*.py")):
            _add(key, path.relative_to(overlay).as_posix(), path)
    return key.hexdigest()


@cache
def _source_key(source: Path) -> str:
    key = hashlib.sha256(compiler_id().encode())
    own = Path(__file__).parent.glob("*.py")
    for path in sorted(own):
        _add(key, path.name, path)
    toml = sorted((source / "boards").glob("*/board.toml"))
    for path in (*toml, *inline_consts.vm_sources(source)):
        _add(key, path.relative_to(source).as_posix(), path)
    return key.hexdigest()


def _add(key: Any, name: str, path: Path) -> None:
    text = path.read_bytes()
    key.update(f"{name} {len(text)} ".encode() + text)


def slot_names(board: str, source: Path = CHECKOUT) -> list[str]:
    """The names that the base freezes, so that a slot's modules find them in flash."""
    march = board_facts(board, source)["chip"]["march"]
    texts = slot_modules(board, source=source)
    return sorted({n for name in texts for n in names_of(compiled(name, texts[name], march))})


@cache
def frozen_bytes(board: str) -> int:
    """What a 32-bit heap would hold of the slot's machine code and tables, were they not frozen.

    Kept like an image: whoever starts a simulated board asks, and to make all texts takes seconds.
    """
    key = hashlib.sha256(f"frozen {board} {tree_key(CHECKOUT)}".encode())
    kept = CACHE / "frozen" / key.hexdigest()
    if kept.is_file():
        return int(kept.read_text())
    copies = base_copies(slot_modules(board)).items()
    names = frozenset(slot_names(board))
    total = sum(loaded_bytes(compiled(name, text, "x86"), names) for name, text in copies)
    keep(kept, str(total).encode())
    return total
