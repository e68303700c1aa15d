"""`make image`: everything that a board needs, into dist/<board>: UF2, update image, report."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from boards.layout import CHECKOUT, SECTOR_BYTES, BuildError, board_facts, load_layout
from faro.build.base import VARIANTS, Base, Say, build_base, frozen_files
from faro.build.compile import compiled
from faro.build.image import HEADER_BYTES, Image, build_rom, make_image, slot_names
from faro.build.modules import base_modules, slot_modules
from faro.build.report import Report, make_report
from faro.build.signing import SigningError, SigningKey, create_key
from faro.build.toolchain import CACHE
from faro.build.uf2 import make_uf2
from faro.wire.errors import FaroError
from firmware.trust import lms

DIST = CHECKOUT / "dist"
BENCH_KEY = CHECKOUT / ".cache/keys/bench"


@dataclass(frozen=True)
class Release:
    """What was made, and how large it is."""

    base: Base
    image: Image
    uf2: bytes
    report: Report


def make_release(
    board: str,
    variant: str,
    say: Say,
    *,
    key: SigningKey | None = None,
    counter: int = 0,
    version: str = "0.1.0",
    build: str = "local",
    signed_before: Image | None = None,
    cache: Path = CACHE,
) -> Release:
    """Base and image, slot A filled; `signed_before` saves the key a leaf if nothing changed."""
    layout = load_layout(board)
    chip = board_facts(board)["chip"]
    say("compiling the slot's modules")
    rom = build_rom(board)
    image = make_image(rom, board, counter=counter, version=version, build=build)
    if key and signed_before and is_signed_twin(signed_before, image, key):
        image = signed_before
    elif key:
        image = make_image(rom, board, key, counter=counter, version=version, build=build)
    layout.check_fits("slot_a", len(image.data))
    names = slot_names(board)
    frozen = frozen_files(board, base_modules(board), names)
    base = build_base(board, variant, frozen, say, cache)
    # to the end of each region: what an earlier, longer one left there would be attested
    slot = layout.regions["slot_a"]
    whole_base = base.data.ljust(layout.base.size_bytes, b"\xff")
    parts = {0: whole_base, slot.at * SECTOR_BYTES: image.padded(slot.size_bytes)}
    uf2 = make_uf2(chip["name"], parts)
    texts = slot_modules(board).items()
    slot_files = [compiled(name, text, chip["march"]) for name, text in texts]
    report = make_report(
        layout, variant, base, len(image.data), slot_files, frozen.values(), len(names)
    )
    return Release(base, image, uf2, report)


def check_heap(board: str, heap_bytes: int) -> None:
    """The simulator's heaps and `make memory` rest on board.toml: it must not promise too much."""
    told_bytes = board_facts(board)["chip"]["gc_area_bytes"]
    if heap_bytes < told_bytes:
        raise BuildError(
            f"{board}: the linker leaves {heap_bytes} bytes for the heap, board.toml says"
            f" {told_bytes}: correct gc_area_bytes and run 'make memory'"
        )


def is_signed_twin(signed: Image, image: Image, key: SigningKey) -> bool:
    """Whether a signed image has the same content, and its signature is of this very key."""
    names = [(i.header.board, i.header.counter, i.header.version, i.header.build)
             for i in (signed, image)]  # fmt: skip
    if signed.rom != image.rom or names[0] != names[1]:
        return False
    message = signed.data[:HEADER_BYTES]
    return lms.verify(key.public_key, message, signed.signature) == lms.LMS_OK


def write_release(release: Release, folder: Path) -> list[Path]:
    """UF2, update image (the same for all variants), base for `faro attest`, ELF file, report."""
    folder.mkdir(parents=True, exist_ok=True)
    board, variant = release.report.board, release.report.variant
    ending = "" if variant == VARIANTS[0] else f"-{variant}"
    report = json.dumps(release.report.as_dict, indent=2) + "\n"
    files = {
        f"{board}{ending}.uf2": release.uf2,
        f"{board}.img": release.image.data,
        f"{board}{ending}.base": release.base.data,
        f"{board}{ending}.elf": release.base.elf.read_bytes(),
        f"report{ending}.json": report.encode(),
    }
    for file_name, data in files.items():
        (folder / file_name).write_bytes(data)
    return [folder / file_name for file_name in files]


def main() -> int:
    """The command behind `make image`."""
    parser = argparse.ArgumentParser(prog="make image", description=__doc__)
    parser.add_argument("--board", required=True)
    parser.add_argument("--variant", default=VARIANTS[0])
    parser.add_argument("--key", type=Path, help="signing key of 'faro sign new-key'")
    parser.add_argument("--counter", type=int, default=1)
    parser.add_argument("--version", default="0.1.0")
    parser.add_argument("--build-id", default="local")
    parser.add_argument("--out", type=Path, default=DIST)
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args()
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    try:
        folder = options.out / options.board
        release = make_release(
            options.board,
            options.variant,
            say,
            key=_key(options.key) if options.key else _bench_key(say),
            counter=options.counter,
            version=options.version,
            build=options.build_id,
            signed_before=_old(folder / f"{options.board}.img"),
            cache=options.cache.resolve(),
        )
        check_heap(options.board, release.report.heap)
        paths = write_release(release, folder)
    except (FaroError, BuildError) as error:
        print(f"make image: {error}", file=sys.stderr)
        return error.exit_code
    say("done")
    print("\n".join(release.report.lines()))
    for path in paths:
        print(f"  {path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path}")
    return 0


def _old(path: Path) -> Image | None:
    try:
        image = Image.load(path)
    except BuildError:
        return None
    return image if image.header.signature_bytes else None


def _bench_key(say: Say) -> SigningKey:
    """Without a KEY: one of this checkout alone, for boards on a bench."""
    path = BENCH_KEY
    say(f"signing with this checkout's bench key, {path.relative_to(CHECKOUT)} (KEY=… for others)")
    if path.exists():
        return SigningKey(path, path.parent / "state")
    path.parent.mkdir(parents=True, exist_ok=True)
    return create_key(path, path.parent / "state")


def _key(path: Path) -> SigningKey:
    try:
        return SigningKey(path)
    except SigningError as error:
        raise FaroError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
