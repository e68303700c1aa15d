"""`make image-twice`: builds a board's image in two new folders and compares the bytes.

Each build is a process of its own with an empty cache, so that nothing of the first is in the
second.  The second folder's path has another length, and its build starts in another second.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from boards.layout import BuildError
from faro.build.base import VARIANTS
from faro.build.release import make_release
from faro.build.toolchain import CACHE
from faro.wire.errors import FaroError

_PARTS = ("base", "image", "UF2")


def build_in(folder: Path, board: str, variant: str) -> dict[str, bytes]:
    """Everything new below a folder, but for the packages, which are pinned by their hash."""
    cache = folder / "cache"
    (cache / "chip").mkdir(parents=True)
    (CACHE / "packages").mkdir(parents=True, exist_ok=True)
    (cache / "chip" / "packages").symlink_to(CACHE / "packages")
    command = [sys.executable, "-m", "faro.build.twice", "--board", board, "--variant", variant]
    done = subprocess.run(
        [*command, "--into", str(folder)], env={**os.environ, "FARO_CACHE": str(cache)}, check=False
    )
    if done.returncode:
        raise FaroError(f"the build in {folder} failed")
    return {part: (folder / part).read_bytes() for part in _PARTS}


def build_here(folder: Path, board: str, variant: str) -> None:
    """In the process of its own: the parts as files."""
    made = make_release(board, variant, lambda text: print(f"  {text}", flush=True))
    for part, data in zip(_PARTS, (made.base.data, made.image.data, made.uf2), strict=True):
        (folder / part).write_bytes(data)


def differing(builds: list[dict[str, bytes]]) -> list[str]:
    """Says of each part whether it is the same; gives those that are not."""
    found = [part for part in _PARTS if builds[0][part] != builds[1][part]]
    for part in _PARTS:
        data = builds[0][part]
        digest = hashlib.sha256(data).hexdigest()
        verdict = "DIFFERS" if part in found else "the same"
        print(f"{verdict}: {part}, {len(data)} bytes, SHA-256 {digest}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="make image-twice", description=__doc__)
    parser.add_argument("--board", required=True)
    parser.add_argument("--variant", default=VARIANTS[0])
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    builds: list[dict[str, bytes]] = []
    try:
        if options.into:
            build_here(options.into, options.board, options.variant)
            return 0
        for name in ("a", "another/longer/path"):
            with tempfile.TemporaryDirectory(prefix="faro-") as folder:
                print(f"build {len(builds) + 1} of 2", flush=True)
                builds.append(build_in(Path(folder) / name, options.board, options.variant))
    except (FaroError, BuildError) as error:
        print(f"make image-twice: {error}", file=sys.stderr)
        return error.exit_code
    return 1 if differing(builds) else 0


if __name__ == "__main__":
    sys.exit(main())
