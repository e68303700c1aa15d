"""`make recognition`: the campaign from the command line."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from hw_sim.optics.design import design_names
from tests.proofs.recognition import report
from tests.proofs.recognition.campaign import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="recognition", description=__doc__)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: fresh")
    parser.add_argument("--pairs", type=int, default=82, help="passes per card and severity")
    parser.add_argument("--others", type=int, default=290, help="non-cards per sort and severity")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--designs", default="", help="names with commas; default: all there are")
    parser.add_argument(
        "--patched", action="store_true", help="something opaque on or near one index of every card"
    )
    parser.add_argument("--out", type=Path, default=Path(".cache/reports/recognition"))
    options = parser.parse_args()
    names = [name for name in options.designs.split(",") if name]
    print(f"seed {options.seed}", flush=True)
    unknown = sorted(set(names) - set(design_names()))
    if unknown:
        parser.error(f"no such design: {', '.join(unknown)} (more after 'make artwork')")
    results = run(
        options.seed, options.pairs, options.others, options.jobs, names,
        options.patched, lambda text: print(text, flush=True),
    )  # fmt: skip
    report.write(results, options.out)
    print(report.as_text(results))
    print(f"report and contact sheets: {options.out}")
    return 0 if report.is_met(results) else 1


if __name__ == "__main__":
    sys.exit(main())
