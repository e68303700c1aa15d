"""`faro frames`: make folders of camera frames from a printed design, and look at them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.progress import track

from faro.cli_common import console, print_json
from faro.errors import FaroError
from faro.frame_folder import FolderWriter


@click.group()
def frames() -> None:
    """Folders of raw camera frames (docs/frames.md)."""


@frames.command()
@click.option("--design", default="plain", show_default=True, help="Printed design.")
@click.option("--count", type=click.IntRange(0, 100000), default=3, show_default=True,
              help="Readings per card and severity.")  # fmt: skip
@click.option("--severity", type=click.IntRange(1, 3), multiple=True, help="Only these.")
@click.option("--enrol-reads", type=click.IntRange(0, 50), default=3, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="New folder.")
@click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
def render(design: str, count: int, severity: tuple[int, ...], enrol_reads: int, seed: int,
           out: Path, is_json: bool) -> None:  # fmt: skip
    """Make a folder of frames from a design."""
    from hw_sim.optics import design as designs
    from hw_sim.optics import geometry, reads

    try:
        chosen = designs.load_design(design)
    except designs.UnknownDesign as error:
        raise FaroError(str(error)) from None
    sevs = severity or (1, 2, 3)
    writer = FolderWriter(out, geometry.LINES, geometry.PIX, design)
    total = 52 * (enrol_reads + count * len(sevs))

    def both() -> Iterator[reads.Read]:
        yield from reads.enrol_reads(chosen, enrol_reads, seed)
        yield from reads.test_reads(chosen, count, seed, sevs)

    for read in track(both(), "rendering", total, console=console, disable=is_json):
        writer.add(read.truth, read.kind, read.sev, read.green.tobytes(), read.red.tobytes(),
                   read.notes)  # fmt: skip
    made = writer.close()
    if is_json:
        print_json({"folder": str(out), "frames": made, "design": design})
    else:
        console.print(f"{made} frames of design {design} in {out}")


COMMANDS = (frames,)
