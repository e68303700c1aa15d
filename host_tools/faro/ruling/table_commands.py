"""`faro ruling show, answer, report, damaged`: rulings at the table, with a board."""

from __future__ import annotations

from typing import Any

import click

from faro.console import Target, session_options
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.words import ruling as words
from firmware.cards.codes import card_named, name_of
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.ruling.damaged import REPLACED
from firmware.ruling.dialogue import DEVICE_BIT
from firmware.ruling.rows import FEED_BEGIN, FEED_END, MARK, UNMARK
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import EQUIPMENT_NAMES, FACTS, STATE_NAMES, fact_name


def case_of(fields: dict[str, Any]) -> dict[str, Any]:
    """A board's RULING message as programs and people want it."""
    game = words.game_name(fields["game"])
    moment = fields["moment"]
    states = [name for i, name in enumerate(STATE_NAMES) if moment >> i & 1]
    told: dict[str, Any] = {
        "case": fields["case_number"],
        "round_number": fields["round"],
        "game": game,
        "finding": words.finding_text(fields["irregularity"]),
        "state": states[0] if states else "",
        "equipment": EQUIPMENT_NAMES[1 if moment & DEVICE_BIT else 0],
        "facts": {
            name: bool(fields["yes"] & bit) for bit, name in FACTS if fields["known"] & bit
        },
        "question": fact_name(fields["fact"]),
        "open": fields["open_count"],
    }
    if fields["fact"]:
        told["ask"] = words.question_text(game, fields["fact"])
    elif fields["ruling"]:
        is_withdrawn = fields["ruling"] == words.WITHDRAWN
        told |= {"ruling": "WITHDRAWN"} if is_withdrawn else words.ruling_facts(fields["ruling"])
        told["rule"] = words.cited(game, fields["rule"])
        told["also"] = words.cited(game, fields["also_rule"])
        told["text"] = words.read_aloud(game, fields["ruling"], fields["rule"], fields["place"])
        told["next"] = words.steps_text(game, told.get("steps", []))
    return told


def _tell_case(target: Target, client: Client, name: str, **fields: Any) -> None:
    """Ask by a message whose answer is a RULING, and tell that."""
    with client:
        told = case_of(client.request(name, **fields).fields)
    lines = [f"[dim]case {told['case']}, {told['game']}: {told['finding']}[/]"]
    if told["question"]:
        lines.append(f"[bold]{told['ask']}[/]  faro ruling answer {told['question']} yes|no")
    else:
        lines.append(f"[bold]{told.get('text', 'nothing has happened')}[/]")
        lines += [f"  {number}. {step}" for number, step in enumerate(told.get("next", []), 1)]
    target.tell(told, *lines)


@click.command()
@session_options("supervisor")
@click.argument("case", type=int, default=0)
def show(target: Target, case: int) -> None:
    """The open question, or the ruling; a CASE number asks for that one."""
    _tell_case(target, target.open_knowing(), "GET_RULING", case_number=case)


@click.command()
@session_options("supervisor")
@click.argument("fact")
@click.argument("value", type=click.Choice(["yes", "no"]), default="yes")
@click.option("--case", type=int, default=0, help="Which case.  [default: the oldest open one]")
def answer(target: Target, fact: str, value: str, case: int) -> None:
    """Answer the open question: faro ruling answer spare no; 'withdraw' takes a finding back."""
    bit = words.fact_bit(fact)
    if bit == 0 and fact != "withdraw":
        names = ", ".join(name for _bit, name in FACTS)
        raise FaroError(f"there is no fact '{fact}'; there are: {names}, and withdraw")
    fields = {"case_number": case, "fact": bit, "is_so": int(value == "yes")}
    _tell_case(target, target.open_as(), "ANSWER", **fields)


@click.command()
@session_options("table")
@click.argument("finding")
@click.option("--seat", default="", help="Seat 1 to 7, or dealer.")
@click.option("--detail", type=int, default=0, help="As the finding's row says.")
def report(target: Target, finding: str, seat: str, detail: int) -> None:
    """Tell the board what only people see: faro ruling report hand_count --seat 3."""
    codes = {row[1].lower(): row[0] for row in (*FINDINGS, *TOLD)}
    if finding.lower() not in codes:
        raise FaroError(f"there is no finding '{finding}'; 'faro ruling --list' names them")
    place = 0 if seat == "dealer" else int(seat) if seat.isdigit() else NO_PLACE
    fields = {"irregularity": codes[finding.lower()], "place": place, "detail": detail}
    _tell_case(target, target.open_as(), "REPORT_FINDING", **fields)


@click.command()
@session_options("supervisor")
@click.argument("cards", nargs=-1)
@click.option("--off", is_flag=True, help="Take the cards off the list again.")
@click.option("--feed/--no-feed", default=None, help="Replacements are fed through the shoe now.")
def damaged(target: Target, cards: tuple[str, ...], off: bool, feed: bool | None) -> None:
    """The list of damaged cards to replace; with CARDS put them on it: faro ruling damaged 7D."""
    try:
        codes = [card_named(name.upper()) for name in cards]
    except ValueError as error:
        raise FaroError(f"{error}; cards are rank and suit, such as TD") from None
    is_change = bool(codes) or feed is not None
    with target.open_as() if is_change else target.open() as client:
        for code in codes:
            client.request("MARK_DAMAGED", card=code, action=UNMARK if off else MARK)
        if feed is not None:
            client.request("MARK_DAMAGED", card=0, action=FEED_BEGIN if feed else FEED_END)
        fields = client.request("GET_DAMAGED").fields
    listed = [
        {"card": name_of(byte & ~REPLACED), "replaced": byte >= REPLACED}
        for byte in fields["damaged_cards"]
    ]
    target.tell(
        {"missing": fields["missing"], "cards": listed},
        *(f"{i['card']}  {'replaced' if i['replaced'] else 'to be replaced'}" for i in listed),
        f"{fields['missing']} to be replaced from a new deck",
    )


TABLE_COMMANDS = (show, answer, report, damaged)
