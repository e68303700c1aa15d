"""`faro recognise`: the board's recogniser over a folder of raw frames."""

from __future__ import annotations

from pathlib import Path

import click

from faro.cards.picture_folder import open_folder
from faro.cards.recognise import Tally, recognise
from faro.console import columns, console, json_option, print_json, progress
from hw_sim.reader import Reader


@click.command("recognise")
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def recognise_command(folder: Path, is_json: bool) -> None:
    """Read a folder of frames as the board would, and count.

    The folder's enrolment reads make the templates; its test reads are counted per severity:
    right, refused by reason, wrong with the pairs.  Every read is a single sensor's.
    """
    with open_folder(folder) as frames, Reader() as reader, progress("reading", is_json) as show:
        total = len(frames.of_kind("test"))
        done = 0

        def advance(count: int) -> None:
            nonlocal done
            done += count
            show("reading", done, total)

        tally = recognise(frames, reader, advance)
    if is_json:
        print_json(tally.as_json())
    else:
        _print(tally)


def _print(tally: Tally) -> None:
    rows: list[tuple[str, ...]] = []
    for sev, counts in sorted(tally.severity.items()):
        why = "; ".join(f"{words} ({n})" for words, n in counts.reasons.most_common(3))
        rows.append((str(sev), str(counts.right), str(counts.refused), str(counts.wrong), why))
    headings = ("severity", "right", "refused", "wrong", "most often refused because")
    for line in columns(rows, headings, right=range(4)):
        console.print(line)
    if tally.pairs:
        console.print("taken for another: " + ", ".join(tally.pairs))


COMMANDS = (recognise_command,)
