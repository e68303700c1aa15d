"""`faro rules`: each duty of the game rules with the code and the tests that carry it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from faro.console import console, json_option, print_json, progress
from faro.rules.play import Played, play
from faro.rules.scan import Evidence, scan
from faro.rules.table import SECTIONS, read_rows
from faro.wire.errors import BadInput


@click.command()
@click.argument("row_ids", nargs=-1, metavar="[ROW…]")
@click.option(
    "--check",
    is_flag=True,
    help="Fail when a row has no test that names it, or when the rulings of an irregularity shown"
    " are not carried out: they are played on whole boards.",
)
@click.option("--no-play", is_flag=True, help="Only read, with --check.")
@click.option(
    "-s",
    "--section",
    "sections",
    default=",".join(SECTIONS),
    show_default=True,
    help="Only these sections.",
)
@click.option(
    "--whole-firmware", is_flag=True, help="Count only tests that run boards inside MicroPython."
)
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    help="The checkout.  [default: here]",
)
@json_option
def rules(
    row_ids: tuple[str, ...],
    check: bool,
    no_play: bool,
    sections: str,
    whole_firmware: bool,
    root: Path,
    is_json: bool,
) -> None:
    """What the game rules ask, who does it, who proves it.

    A ROW such as C5 is shown in full.
    """
    rows_wanted = [row_id.upper() for row_id in row_ids]
    letters = [letter.strip().upper() for letter in sections.split(",") if letter.strip()]
    if not all((root / folder).is_dir() for folder in ("docs", "firmware", "tests")):
        raise BadInput("this reads Faro's source: run it in the checkout, or name it with --root")
    _refuse_unknown(rows_wanted, [row.id for row in read_rows(root) if row.section], "row")
    _refuse_unknown(letters, SECTIONS, "section")
    with progress("reading code and tests", is_json):
        found = scan(root.resolve())
    rows = [
        evidence
        for evidence in found.rows
        if evidence.row.section in letters and (not rows_wanted or evidence.row.id in rows_wanted)
    ]
    missing = [row.row.id for row in rows if not _is_tested(row, whole_firmware)]
    played = Played([], True)
    if check and not no_play and not missing:
        with progress("playing irregularities on whole boards", is_json):
            played = play(root.resolve(), [row.row for row in rows])
    if is_json:
        report = [_as_json(row) for row in rows]
        told = {"played": played.lines, "is_carried_out": played.is_good}
        print_json({"rows": report, "missing": missing, "strange": found.strange, **told})
    else:
        _show(rows, missing, found.strange, is_full=bool(rows_wanted))
        for line in played.lines:
            console.print(line, markup=False)
    if check and (missing or found.strange or not played.is_good):
        sys.exit(1)


def _refuse_unknown(wanted: list[str], known: Sequence[str], what: str) -> None:
    for name in wanted:
        if name not in known:
            raise BadInput(f"no {what} '{name}'; there are: {', '.join(known)}")


def _is_tested(row: Evidence, whole_firmware: bool) -> bool:
    needs_board = whole_firmware or row.row.is_for_boards
    return row.is_on_the_board if needs_board else bool(row.tests)


def _as_json(row: Evidence) -> dict[str, object]:
    return {
        "id": row.row.id,
        "duty": row.row.duty,
        "rules": list(row.row.cites),
        "code": row.code,
        "tests": [
            {"name": test.name, "whole_firmware": test.is_whole_firmware} for test in row.tests
        ],
    }


def _show(rows: list[Evidence], missing: list[str], strange: list[str], is_full: bool) -> None:
    for row in rows:
        on_board = sum(test.is_whole_firmware for test in row.tests)
        colour = "red" if row.row.id in missing else "green"
        console.print(f"[{colour}]{row.row.id:<4}[/] {row.row.duty}")
        console.print(f"     [dim]{', '.join(row.row.cites)}[/]")
        console.print(
            f"     {len(row.code)} files cite it, {len(row.tests)} tests carry it, "
            f"{on_board} of them on whole boards"
        )
        if is_full:
            for name in [*row.code, *(test.name for test in row.tests)]:
                console.print(f"       {name}")
    for text in strange:
        console.print(f"[red]not understood[/]: {text}")
    bare = {row.row.id for row in rows if not row.tests}
    said_only = [row_id for row_id in missing if row_id not in bare]
    if said_only:
        console.print(f"[red]without a test on whole boards[/]: {', '.join(said_only)}")
    if len(said_only) < len(missing):
        without = [row_id for row_id in missing if row_id in bare]
        console.print(f"[red]without a test[/]: {', '.join(without)}")
    if not missing:
        console.print("[green]every row shown has a test[/]")


COMMANDS = (rules,)
