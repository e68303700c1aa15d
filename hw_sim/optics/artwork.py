"""`make artwork`: fetch, draw, crop, and leave one file per design in `.cache/artwork`."""

from __future__ import annotations

import argparse
import sys
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from hw_sim.optics.art_fetch import PACKAGES, FetchError, fetch_all
from hw_sim.optics.art_sheets import SOURCES, Source, cards_of
from hw_sim.optics.design import ARTWORK, CARD_NAMES, STRESS, Bytes, corners

_FETCHED = Path(".cache/art")
_VERSION = 5  # of what this file makes; a crop of another version is made again


def build(source: Source, root: Path, folder: Path) -> Path:
    """One design as a file of crops; the order is the card numbers', then the rest."""
    made: dict[str, Bytes] = {}
    back_rgb = np.array((120, 120, 120))
    for name, card in cards_of(source, root):
        made[name] = corners(card)
        if name == "BACK":
            rows, columns = card.shape[:2]
            middle = card[rows // 3 : rows * 2 // 3, columns // 3 : columns * 2 // 3]
            back_rgb = middle.reshape(-1, 3).mean(axis=0)
    missing = [name for name in CARD_NAMES if name not in made]
    if missing:
        raise FetchError(f"design {source.design}: no {', '.join(missing)}")
    names = (*CARD_NAMES, *(name for name in made if name not in CARD_NAMES))
    path = _path(source, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        names=np.array(names),
        crops=np.stack([made[name] for name in names]),
        back_rgb=np.rint(back_rgb).astype(np.int32),
        version=np.array(_VERSION),
    )
    return path


def _path(source: Source, folder: Path) -> Path:
    return folder / (STRESS if source.is_stress else "") / f"{source.design}.npz"


def _is_current(path: Path) -> bool:
    try:
        with np.load(path) as stored:
            return "version" in stored and int(stored["version"]) == _VERSION
    except (OSError, ValueError, zipfile.BadZipFile):
        return False


def contact_sheet(path: Path, out: Path) -> None:
    """All crops of a design on one picture, both ends, to be looked at."""
    with np.load(path) as stored:
        crops = stored["crops"][:, :, :, ::3, ::3]
    tiles = [np.stack([end[1], end[0], end[0]], -1) for face in crops for end in face]
    tiles = [np.pad(t, ((1, 1), (1, 1), (0, 0)), constant_values=90) for t in tiles]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 16)
    rows = [np.hstack(tiles[i : i + 16]) for i in range(0, len(tiles), 16)]
    out.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.vstack(rows)).save(out)


def main(argv: list[str] | None = None) -> int:
    """Make what is missing; a design by name makes only that one, anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ARTWORK)
    parser.add_argument("--sheets", type=Path, help="also write a contact sheet of each design")
    parser.add_argument("designs", nargs="*")
    args = parser.parse_args(argv)
    known = {source.design: source for source in SOURCES}
    unknown = [name for name in args.designs if name not in known]
    if unknown:
        print(f"no such design: {', '.join(unknown)}; there are {', '.join(known)}")
        return 1
    chosen = [known[name] for name in args.designs] or list(SOURCES)
    needed = {source.package for source in chosen}
    try:
        roots = fetch_all(_FETCHED, [p for p in PACKAGES if p.name in needed])
        for source in chosen:
            path = _path(source, args.folder)
            if args.designs or not _is_current(path):
                print(f"  drawing {source.design} …", flush=True)
                build(source, roots[source.package], args.folder)
            if args.sheets:
                contact_sheet(path, args.sheets / f"{source.design}.png")
    except FetchError as error:
        print(f"artwork: {error}", file=sys.stderr)
        return 1
    print(f"{len(chosen)} designs in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
