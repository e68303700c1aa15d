"""`python -m tests.proofs.host_fuzz TARGET SECONDS`: one reader, fed by coverage."""

from __future__ import annotations

import importlib
import sys
import tempfile
from typing import Any

from boards.layout import CHECKOUT

atheris: Any = importlib.import_module("atheris")  # installed by `make fuzz-host`

with atheris.instrument_imports(include=["faro", "yaml"]):
    from tests.proofs.host_fuzz.targets import CORPUS, TARGETS, feed


def main() -> None:
    name, seconds = sys.argv[1], sys.argv[2]
    if name not in TARGETS:
        sys.exit(f"there is no target {name}: {', '.join(TARGETS)}")
    with tempfile.TemporaryDirectory() as found:
        options = [f"-max_total_time={seconds}", "-max_len=8192", "-print_final_stats=1",
                   f"-artifact_prefix={CHECKOUT}/.cache/fuzz-{name}-"]  # fmt: skip
        atheris.Setup([sys.argv[0], *options, found, str(CORPUS / name)],
                      lambda data: feed(name, data))  # fmt: skip
        atheris.Fuzz()


if __name__ == "__main__":
    main()
