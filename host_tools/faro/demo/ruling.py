"""The demo's scene about rulings: a jam in the middle of a round of Lucky Draw Baccarat."""

from __future__ import annotations

from typing import Any

from faro.demo.scene import Say, played
from faro.ruling.cases import case_of
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.words import ruling as words
from firmware.rounds.deal_order import TAKES_BACK
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.effects import DO_OFFER_WAGERS_BACK


def scene(say: Say) -> None:
    """The board asks the supervisor two questions, states the ruling and carries it out."""
    with played(say, "jam") as player:
        case = _ask(say, player.as_role("shoe", "supervisor"))
        _go_on(say, player.as_role("shoe", "table"))
        _carry_out(say, player.as_role("shoe", "supervisor"), case)


def _ask(say: Say, supervisor: Client) -> int:
    told = case_of(supervisor.request("GET_RULING", case_number=0).fields)
    say(f"[red]{told['finding']}[/]: the board asks the supervisor what it cannot see")
    for fact, answer in (("disadvantaged", False), ("spare", False)):
        say(f"[bold]{told['ask']}[/] {'yes' if answer else 'no'}")
        told = _answer(supervisor, fact, answer)
    say(f"read aloud: [green]{told['text']}[/]")
    for step in told["steps"]:
        say(f"  {step['number']}. {step['text']}")
    return told["case"]


def _go_on(say: Say, table: Client) -> None:
    """Nothing goes on before the ruling's steps are done."""
    table.request("DECIDE", seat=2, decision=TAKES_BACK)
    say("seat 2 takes the wager back: its hand is out of the round")
    try:
        table.request("PACK_LOADED")
    except Refused:
        say("the table wants to go on from a shoe: [red]refused[/], not every player was asked yet")


def _carry_out(say: Say, supervisor: Client, case: int) -> None:
    supervisor.request("RULING_DONE", case_number=case, step=DO_OFFER_WAGERS_BACK)
    supervisor.request("PACK_LOADED")
    say("the supervisor ticks it off: [green]the cards are in, the round goes on for seat 1[/]")


def _answer(supervisor: Client, fact: str, is_so: bool) -> dict[str, Any]:
    asked = {"case_number": 0, "fact": words.fact_bit(fact), "is_so": int(is_so), "place": NO_PLACE}
    return case_of(supervisor.request("ANSWER", **asked).fields)
