"""`faro deck`, `faro enrol`, `faro service`: the pack, the enrolled deck, refused pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from faro.cards import deck_check, enrolment
from faro.cards import service_pictures as service_frames
from faro.console import Target, progress, session_options
from faro.wire.client import Client
from faro.words.cards import card_text
from firmware.cards.back_colour import COLOUR_NAMES
from firmware.cards.codes import CARDS_PER_DECK

_BAD_PACK = 2  # exit code: the pack is not good; 1 is an error, as everywhere
_ORDERS = {"rank": 0, "suit": 1}


@click.group()
def deck() -> None:
    """The pack: is every card there, once per deck, and nothing else?"""


@deck.command("check")
@session_options("supervisor")
@click.option("--decks", type=click.Choice(["1", "3", "4", "6", "8"]), help="Size of the pack.")
@click.option("--back", type=click.Choice(COLOUR_NAMES[1:]), help="Colour of all backs.")
@click.option("--idle", type=click.FloatRange(0.5, 600), default=15.0, show_default=True,
              help="Seconds without a card after which the pack has ended.")  # fmt: skip
@click.option("--now", is_flag=True, help="Show the census as it stands, begin nothing.")
def deck_check_command(
    target: Target, decks: str | None, back: str | None, idle: float, now: bool
) -> None:
    """Check a pack: feed all its cards. Exit code 0 only when the pack is good, else 2.

    Without --keys, or with --now, it shows the census that is running.
    """
    if now or target.keys is None:
        with target.open() as client:
            found = deck_check.census(client)
    else:
        back_number = COLOUR_NAMES.index(back) if back else 0
        with target.open_as() as client:
            found = _check(client, int(decks or 0), back_number, idle, target.is_json)
    target.tell(found.as_json(), *found.lines())
    sys.exit(0 if found.is_good else _BAD_PACK)


def _ask_for(cards: str, idle_s: float, is_json: bool) -> None:
    """The board waits: whoever holds the cards must know."""
    if not is_json:
        click.echo(f"feed {cards}; {idle_s:g} s without a card end it", err=True)


def _check(client: Client, decks: int, back: int, idle: float, is_json: bool) -> deck_check.Census:
    asked: list[int] = []
    with progress("feed the cards", is_json) as tell:

        def show(now: dict[str, Any]) -> None:
            if not asked:
                _ask_for("all cards of the pack", idle, is_json)
                asked.append(1)
            text = "feed the cards"
            if now["unread_cards"]:
                text = f"{now['unread_cards']} not read: button A, then that card again"
            total = now["decks"] * CARDS_PER_DECK
            tell(text, now["reads"], total)

        return deck_check.check(client, decks, back, idle, show)


@click.command()
@session_options("technician")
@click.option("--order", type=click.Choice(list(_ORDERS)), default="rank", show_default=True,
              help="rank: 2S 2H 2D 2C 3S …; suit: AS 2S … KS AH …, then D, C.")  # fmt: skip
@click.option("--idle", type=click.FloatRange(0.5, 3600), default=120.0, show_default=True,
              help="Seconds without a card after which it is given up.")  # fmt: skip
@click.option("--show", is_flag=True, help="Show what is enrolled, change nothing.")
def enrol(target: Target, order: str, idle: float, show: bool) -> None:
    """Enrol the house's deck: a new one in order, six times.

    Three decks twice each will do as well.
    """
    if show:
        with target.open() as client:
            found = enrolment.report(client)
    else:
        asked: list[int] = []
        with target.open_as() as client, progress("feed the cards", target.is_json) as tell:

            def show_run(now: dict[str, Any]) -> None:
                run = min(now["cards"] // CARDS_PER_DECK + 1, enrolment.RUNS)
                if not asked:
                    begin = f"a new deck in order, {card_text(now['card'])} first"
                    _ask_for(f"{begin}, {enrolment.RUNS} times", idle, target.is_json)
                    asked.append(1)
                text = f"run {run} of {enrolment.RUNS}: next {card_text(now['card'])}"
                tell(text, now["cards"], enrolment.CARDS)

            found = enrolment.enrol(client, _ORDERS[order], idle, show_run)
    target.tell(found.as_json(), *found.lines())


@click.group()
def service() -> None:
    """What the technician may see; pictures, the supervisor too."""


@service.command("frames")
@session_options("technician")
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="New folder.")
def frames_command(target: Target, out: Path) -> None:
    """Fetch the pictures of refused and doubled cards as PNG, the reason in the name."""
    with target.open_as() as client, progress("fetching", target.is_json) as tell:

        def show_picture(age: int, done_bytes: int) -> None:
            tell(f"picture {age + 1}: {done_bytes} bytes", 0, 0)

        pictures = service_frames.fetch(client, show_picture)
    service_frames.write(pictures, out)
    target.tell([picture.as_json() for picture in pictures], f"{len(pictures)} pictures in {out}")


@service.command("one-camera")
@session_options("technician")
def one_camera(target: Target) -> None:
    """Ask that the shoe may work on with one camera; an inspector confirms.

    Misreads are then bounded by a single sensor's figures (docs/recognition.md).
    """
    with target.open_as() as client:
        answer = client.request("ALLOW_ONE_CAMERA").fields
    target.tell_asked(answer, "take it back with one_camera_allowed 0")


COMMANDS = (deck, enrol, service)
