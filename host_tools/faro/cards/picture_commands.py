"""`faro frames`: make folders of camera frames from a printed design, and look at them."""

from __future__ import annotations

from pathlib import Path

import click

from faro.cards.picture_folder import CARDS
from faro.console import console, json_option, print_json, progress, tell
from faro.wire.errors import FaroError


class CardList(click.ParamType[tuple[str, ...]]):
    """Cards by their two letters: AS,TD,9C; `all` for the deck."""

    name = "cards"

    def convert(self, value: str | tuple[str, ...], param: object, ctx: object) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        if value == "all":
            return CARDS
        names = tuple(name.strip().upper() for name in value.split(","))
        for name in names:
            if name not in CARDS:
                self.fail(f"{name!r} is not a card; write AS, TD, 9C, … or all")
        return names


@click.group()
def frames() -> None:
    """Folders of raw camera frames: make them, look at them.

    docs/frames.md describes them.
    """


@frames.command()
@json_option
def designs(is_json: bool) -> None:
    """Which printed designs there are."""
    from faro.cards import picture_render as frame_render

    names = list(frame_render.known_designs())
    tell(is_json, {"designs": names, "count": len(names)}, *names)


@frames.command()
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="New folder.")
@click.option("--design", default="plain", show_default=True, help="'faro frames designs' lists.")
@click.option("--cards", type=CardList(), default="all", show_default=True, help="AS,TD,…")
@click.option("--count", type=click.IntRange(0, 100_000), default=3, show_default=True,
              help="Readings per card and severity.")  # fmt: skip
@click.option("--severity", type=click.IntRange(1, 3), multiple=True, help="1, 2, 3; all of them.")
@click.option("--enrol-reads", type=click.IntRange(0, 50), default=3, show_default=True,
              help="Readings of each card for enrolment, severity 1.")  # fmt: skip
@click.option("--others", type=click.IntRange(0, 100_000), default=0, show_default=True,
              help="Readings per sort of non-card and severity.")  # fmt: skip
@click.option("--foreign", multiple=True, help="Designs that strangers come from, for --others.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@json_option
def render(
    out: Path,
    design: str,
    cards: tuple[str, ...],
    count: int,
    severity: tuple[int, ...],
    enrol_reads: int,
    others: int,
    foreign: tuple[str, ...],
    seed: int,
    is_json: bool,
) -> None:
    """Make a folder of frames from a printed design."""
    from faro.cards import picture_render as frame_render

    wanted = frame_render.Wanted(
        design, cards, count, tuple(sorted(set(severity))) or (1, 2, 3), enrol_reads, others,
        foreign, seed,
    )  # fmt: skip
    what = f"rendering {design}"
    with progress(what, is_json) as show:
        made = frame_render.render_folder(
            wanted, out, lambda done, total: show(what, done, total)
        )
    if is_json:
        print_json({"folder": str(out), "design": design, "seed": seed, "frames": made})
    else:
        console.print(f"{made} frames of design {design} in {out}")


@frames.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="PNG to write.")
@click.option("--red", "is_red", is_flag=True, help="The red exposure instead of the green one.")
@click.option("--only", default="", help="Only this truth, e.g. QH or JOKER.")
@click.option("--limit", type=click.IntRange(1, 5000), default=208, show_default=True)
@json_option
def sheet(folder: Path, out: Path, is_red: bool, only: str, limit: int, is_json: bool) -> None:
    """Write a contact sheet of a folder: index upright, truth and severity beneath."""
    from faro.cards import picture_sheet as frame_sheet
    from faro.cards.picture_folder import open_folder

    with open_folder(folder) as opened:
        chosen = [i for i, f in enumerate(opened.frames) if not only or f.truth == only.upper()]
        if not chosen:
            raise FaroError(f"{folder} has no frame of {only}")
        step = max(1, len(chosen) // limit)
        shown = chosen[::step][:limit]
        frame_sheet.write_sheet(opened, shown, out, is_red)
    if is_json:
        print_json({"sheet": str(out), "frames": len(shown)})
    else:
        console.print(f"{len(shown)} frames on {out}")


COMMANDS = (frames,)
