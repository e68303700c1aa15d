"""`make image-twice`: builds a board's image in two new folders and compares the bytes.

The second folder's path has another length, and its build starts in another second.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from pathlib import Path

from boards.layout import BuildError
from faro.build.base import VARIANTS
from faro.build.release import make_release
from faro.build.toolchain import CACHE
from faro.wire.errors import FaroError


def build_in(folder: Path, board: str, variant: str) -> dict[str, bytes]:
    """Everything new below a folder, but for the packages, which are pinned by their hash."""
    cache = folder / "chip"
    cache.mkdir(parents=True)
    (CACHE / "packages").mkdir(parents=True, exist_ok=True)
    (cache / "packages").symlink_to(CACHE / "packages")
    made = make_release(board, variant, lambda text: print(f"  {text}", flush=True), cache=cache)
    return {"base": made.base.data, "image": made.image.data, "UF2": made.uf2}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make image-twice", description=__doc__)
    parser.add_argument("--board", required=True)
    parser.add_argument("--variant", default=VARIANTS[0])
    options = parser.parse_args()
    builds: list[dict[str, bytes]] = []
    try:
        for name in ("a", "another/longer/path"):
            with tempfile.TemporaryDirectory(prefix="faro-") as folder:
                print(f"build {len(builds) + 1} of 2", flush=True)
                builds.append(build_in(Path(folder) / name, options.board, options.variant))
    except (FaroError, BuildError) as error:
        print(f"make image-twice: {error}", file=sys.stderr)
        return error.exit_code
    differing = [name for name in builds[0] if builds[0][name] != builds[1][name]]
    for name, data in builds[0].items():
        digest = hashlib.sha256(data).hexdigest()
        verdict = "DIFFERS" if name in differing else "the same"
        print(f"{verdict}: {name}, {len(data)} bytes, SHA-256 {digest}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
