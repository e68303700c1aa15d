"""`faro hand` and `faro outcome`: the firmware's own evaluation, run inside MicroPython."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from faro.console import console, print_json
from faro.sim.vm_call import call
from faro.wire.errors import BadInput
from faro.words.rounds import spot_name

_ON_PAPER = "firmware.rounds.games.on_paper"


def _answer(is_json: bool, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What the firmware says; bad input is one line, or one error object for programs."""
    try:
        return ask()
    except BadInput as error:
        if not is_json:
            raise
        print_json({"error": str(error)})
        sys.exit(error.exit_code)


def _game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")(
        command
    )
    return click.option("-g", "--game", default="", help="tcp, fcp, csp, tcb or ldb.")(command)


@click.command()
@_game_options
@click.argument("cards", nargs=-1)
def hand(game: str, is_json: bool, cards: tuple[str, ...]) -> None:
    """Name and rank a hand, e.g. faro hand --game csp "AS KS QS JS TS"."""
    found = _answer(is_json, lambda: call(_ON_PAPER, "hand", game, " ".join(cards)))
    if is_json:
        print_json(found)
    else:
        console.print(f"[bold]{found['class']}[/]: {' '.join(found['cards'])}")


@click.command()
@_game_options
@click.option("--dealer", default="", help="The dealer's or Banker's cards.")
@click.option("--player", default="", help="The player's cards.")
@click.option("--even-money", is_flag=True, help="tcb: Even Money Three Card Baccarat (TCB 10).")
@click.option("--point", type=int, default=None, help="tcb: the Banker Point Total wagered on.")
@click.option("--folded", is_flag=True, help="The player gave up the hand.")
@click.option(
    "--schedule",
    "schedules",
    multiple=True,
    metavar="WAGER=N",
    help="Pay a wager by another of its schedules, e.g. pair_plus=1.",
)
def outcome(
    game: str,
    is_json: bool,
    dealer: str,
    player: str,
    even_money: bool,
    point: int | None,
    folded: bool,
    schedules: tuple[str, ...],
) -> None:
    """Settle a player's hand against the dealer's: each wager's result and odds.

    tcb without --player: the wagers on the Banker hand alone (TCB 8.2).
    """

    def ask() -> dict[str, Any]:
        choices = dict(map(_schedule, schedules))
        if even_money and game != "tcb":
            raise BadInput("--even-money is a variation of tcb only")
        if even_money:
            choices["player"] = 1  # the second of its odds
        return call(_ON_PAPER, "outcome", game, dealer, player, choices, point, folded)

    found = _answer(is_json, ask)
    wagers = {name: {"result": result, "odds": odds} for name, result, odds in found["wagers"]}
    if is_json:
        # each wager by its name, and once more together for programs that go through them
        print_json({**found, **wagers, "wagers": wagers})
        return
    names = {"dealer": spot_name(0, found["game"]), "player": "player"}
    for who, name in names.items():
        cards = found[who + "_hand"]
        if cards:
            console.print(f"{name}: [bold]{cards['class']}[/] ({' '.join(cards['cards'])})")
    if not found["dealer_qualifies"]:
        console.print("the dealer's hand does not qualify: no hand")
    for name, wager in wagers.items():
        odds = f" at {wager['odds'].replace(':', ' to ')}" if wager["odds"] else ""
        console.print(f"  {name.replace('_', ' ')}: {wager['result'].replace('_', ' ')}{odds}")
    if found["payment"]:
        console.print(f"  {found['payment']}")
    for note in found["notes"]:
        console.print(f"[yellow]note[/]: {note}")


def _schedule(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not number.isdigit():
        raise BadInput(f"'{text}' is not WAGER=N, such as pair_plus=1")
    return name, int(number)


COMMANDS = (hand, outcome)
