"""`faro shuffle`: start, look, deliver, count, sort, abort; what to do when the device calls."""

from __future__ import annotations

import time
from typing import Any

import click

from faro.console import Target, board_options, console, session_options
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.words.shuffler import CALL_STEPS, TROUBLES
from firmware.cards.codes import RANKS, SUITS
from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_NAMES

_POLL_S = 0.25
_BUSY = (
    c.ST_HOMING,
    c.ST_FEEDING,
    c.ST_EMPTYING,
    c.ST_CHECKING,
    c.ST_DELIVERING,
    c.ST_COUNTING,
    c.ST_UNLOADING,
)
_NOT_NOW = "the device is {state}: that does not fit now; see 'faro shuffle status'"


@click.group("shuffle")
def shuffle_group() -> None:
    """The shuffling device: shuffle, sort, count, deliver, abort."""


@shuffle_group.command()
@session_options("table")
@click.option("--decks", type=click.IntRange(1, 8), default=1, show_default=True)
@click.option("--wait/--no-wait", default=True, help="Show the steps until it rests.")
def start(target: Target, decks: int, wait: bool) -> None:
    """Shuffle the pack in the feed tray."""
    _order(target, "SHUFFLE", wait, mode=1, decks=decks)


@shuffle_group.command()
@session_options("table")
@click.option("--decks", type=click.IntRange(1, 8), default=1, show_default=True)
def sort(target: Target, decks: int) -> None:
    """Sort the pack in the feed tray; the result is not shuffled and is never dealt."""
    _order(target, "SHUFFLE", mode=2, decks=decks)


@shuffle_group.command()
@session_options("supervisor")
@click.option("--loaded", is_flag=True, help="Verify the pack in the feed tray instead.")
@click.option("--decks", type=click.IntRange(1, 8), default=1, show_default=True)
def count(target: Target, loaded: bool, decks: int) -> None:
    """Count and verify the cards where they lie; a shuffled order stays as it is."""
    if loaded:
        _order(target, "SHUFFLE", mode=3, decks=decks)
    else:
        _order(target, "COUNT_CARDS")


@shuffle_group.command()
@session_options("table")
@click.argument("cards", type=click.IntRange(0, 416), default=0)
def deliver(target: Target, cards: int) -> None:
    """Bring CARDS cards behind the gate, verify them, open; without CARDS all that is left."""
    _order(target, "DELIVER", cards=cards)


@shuffle_group.command()
@session_options("table")
def abort(target: Target) -> None:
    """Stop at once; every card inside goes to the locked output tray."""
    _order(target, "ABORT_CYCLE")


@shuffle_group.command()
@session_options("supervisor")
def cleared(target: Target) -> None:
    """Say that the steps of the call are done; what is inside is unloaded."""
    _order(target, "WAY_CLEARED")


@shuffle_group.command("open-gate")
@session_options("supervisor")
def open_gate(target: Target) -> None:
    """Ask to open the gate against the device; an inspector confirms."""
    with target.open_as() as client:
        answer = client.request("OPEN_GATE").fields
    target.tell_asked(answer)


@shuffle_group.command()
@board_options
def status(target: Target) -> None:
    """What the device is doing, how many cards are where, what it needs."""
    with target.open() as client:
        cycle = client.request("GET_CYCLE").fields
        trends = client.request("GET_TRENDS").fields
    slip = trends["roller_um_per_mm"] / 10 - 100
    target.tell(
        {**_plain(cycle), "trends": trends},
        *describe(cycle),
        f"feed: {trends['cards_fed']} cards since power came, {trends['retries']} retries,"
        f" slip {slip:.1f} %",
    )


COMMANDS = (shuffle_group,)


def describe(cycle: dict[str, Any]) -> list[str]:
    """The state of the device in plain words."""
    state = cycle["state"]
    what = f": {MODE_NAMES[cycle['mode']]}, cycle {cycle['cycle']}" if cycle["cycle"] else ""
    lines = [
        f"{c.STATE_NAMES[state]}{what};"
        f" {cycle['cards_inside']} of {cycle['cards_expected']} cards in the carousel,"
        f" {cycle['cards_dealt']} dealt; gate {'OPEN' if cycle['is_gate_open'] else 'locked'}"
    ]
    if state == c.ST_CALLING:
        lines.append(f"needs a person: {TROUBLES[cycle['trouble']]}.")
        lines.append(CALL_STEPS.get(cycle["trouble"], ""))
        lines.append("Clear the fault, then: faro shuffle cleared")
    if state == c.ST_REFUSED:
        lines.append("the pack is not fit for a game; see 'faro events' for the cards, then abort")
    if state == c.ST_UNLOADED:
        lines.append("the cards lie behind the locked gate and are not shuffled")
    named = cards_named(cycle.get("inside", b""))
    if named:
        lines.append(f"in the carousel: {' '.join(named)}")
    return lines


def cards_named(counts: bytes) -> list[str]:
    """Cards from half a byte each, in the order of their numbers."""
    names: list[str] = []
    for card in range(min(len(counts) * 2, 52)):
        times = counts[card // 2] >> 4 * (card % 2) & 0xF
        name = RANKS[card >> 2] + SUITS[card & 3]
        names += [name if times == 1 else f"{times}×{name}"] * (times > 0)
    return names


def _order(target: Target, name: str, wait: bool = True, **fields: Any) -> None:
    with target.open_as() as client:
        try:
            client.request(name, **fields)
        except Refused as refusal:
            state = int(client.request("GET_CYCLE").fields["state"])
            if refusal.name in ("busy", "not_now"):
                raise FaroError(_NOT_NOW.format(state=c.STATE_NAMES[state])) from None
            raise
        cycle = _wait(client, target.is_json) if wait else client.request("GET_CYCLE").fields
    target.tell(_plain(cycle), *describe(cycle))


def _wait(client: Client, is_quiet: bool) -> dict[str, Any]:
    """Tell each step until the device rests."""
    before = -1
    while True:
        cycle = client.request("GET_CYCLE").fields
        if cycle["state"] not in _BUSY:
            return cycle
        if cycle["state"] != before and not is_quiet:
            before = cycle["state"]
            console.print(f"[dim]{c.STATE_NAMES[before]} …[/]")
        time.sleep(_POLL_S)


def _plain(cycle: dict[str, Any]) -> dict[str, Any]:
    inside = cards_named(cycle.get("inside", b""))
    return {
        **cycle,
        "inside": inside,
        "state_name": c.STATE_NAMES[cycle["state"]],
        "mode_name": MODE_NAMES[cycle["mode"]],
        "trouble_text": TROUBLES[cycle["trouble"]] if cycle["trouble"] else "",
    }
