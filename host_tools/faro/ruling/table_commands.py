"""`faro ruling show, answer, report, done, withdraw, list, damaged`: rulings at the table."""

from __future__ import annotations

from typing import Any

import click

from faro.console import Target, session_options
from faro.rules.table import GAMES
from faro.ruling.cases import ask, case_of, outcome_lines, standing, with_outcomes
from faro.wire.client import Client
from faro.wire.errors import BadInput
from faro.words import ruling as words
from faro.words import ruling_texts as texts
from firmware.cards.codes import card_named, name_of
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.ruling.damaged import REPLACED
from firmware.ruling.rows import FEED_BEGIN, FEED_END, MARK, REASON_NAMES, UNMARK
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS

_SEATS = 7
_MEASURES = ("play-first", "apart", "english")  # TCP 12.11.1 to 12.11.3 and others
_REASONS = [name.replace("_", "-") for name in REASON_NAMES[1:]]


def _tell_case(target: Target, client: Client, name: str, **fields: Any) -> None:
    """Ask by a message whose answer is a RULING, and tell that."""
    with client:
        told = with_outcomes(case_of(ask(client, name, **fields)))
    target.tell(told, *case_lines(told))


def case_lines(told: dict[str, Any]) -> list[str]:
    """A case for people: the question with what follows, or the ruling with its steps."""
    title = GAMES.get(told["game"].upper(), "no game")
    where = f" (seat {told['seat']})" if told["seat"] else ""
    lines = [f"[dim]case {told['case']}, {title}, {told['when']}: {told['finding']}{where}[/]"]
    if told["question"]:
        answers = "SEAT" if told["question"] == "whose" else "yes|no"
        lines.append(f"[bold]{told['ask']}[/]  faro ruling answer {told['question']} {answers}")
        return lines + (outcome_lines(told) if "outcomes" in told else [])
    lines.append(f"[bold]{told.get('text', 'nothing has happened')}[/]")
    lines += [f"  {step['number']}. {step_line(step)}" for step in told.get("steps", [])]
    if told["stopped"]:
        lines.append(f"[yellow]stopped: {told['stopped']}[/]")
    return lines


def step_line(step: dict[str, Any]) -> str:
    """A step with who ticks it off and what it stops, while it is open."""
    if not step["by"]:
        return step["text"]
    if not step["open"]:
        return f"{step['text']} [green]done[/]"
    more = f"; until then {step['stops']}" if step["stops"] else ""
    return f"{step['text']} [yellow]open: {' or '.join(step['by'])} ticks it off{more}[/]"


@click.command()
@session_options("supervisor")
@click.argument("case", type=int, default=0)
def show(target: Target, case: int) -> None:
    """The open question with what follows from it, or the ruling; CASE asks for that one."""
    _tell_case(target, target.open_knowing(), "GET_RULING", case_number=case)


@click.command("list")
@session_options("supervisor")
def list_cases(target: Target) -> None:
    """Open questions and standing rulings, their open steps and what these stop."""
    with target.open_knowing() as client:
        cases = standing(client)
    lines = [line for told in cases for line in _short(told)]
    stopped = cases[-1]["stopped"] if cases else ""
    end = f"[yellow]stopped: {stopped}[/]" if stopped else "nothing stops play"
    target.tell({"count": len(cases), "cases": cases, "stopped": stopped}, *lines, end)


def _short(told: dict[str, Any]) -> list[str]:
    """The whole case while somebody has to act on it, else one line."""
    lines = case_lines({**told, "stopped": ""})
    is_open = told["question"] or any(step["open"] for step in told.get("steps", []))
    return lines if is_open else [f"{lines[0]}. [dim]{told.get('text', '')}[/]"]


@click.command()
@session_options("supervisor")
@click.argument("fact")
@click.argument("value", default="yes", metavar="[yes|no|SEAT]")
@click.option("--case", type=int, default=0, help="Which case.  [default: the oldest open one]")
def answer(target: Target, fact: str, value: str, case: int) -> None:
    """Answer the open question: faro ruling answer spare no, faro ruling answer whose 3.

    'withdraw' as FACT takes the finding back.
    """
    bit = words.fact_bit(fact)
    if bit == 0 and fact != "withdraw":
        names = ", ".join(name for _bit, name in FACTS)
        raise BadInput(f"there is no fact '{fact}'; there are: {names}, and withdraw")
    place = NO_PLACE
    if fact == "whose":
        place = _seat(value)
    elif value not in ("yes", "no"):
        raise BadInput(f"'{fact}' is answered with yes or no, not '{value}'")
    fields = {"case_number": case, "fact": bit, "is_so": int(value != "no"), "place": place}
    _tell_case(target, target.open_as(), "ANSWER", **fields)


@click.command()
@session_options("table")
@click.argument("finding")
@click.option("--seat", default="", help="Seat 1 to 7, dealer or banker.")
@click.option("--detail", default="0", help="A card such as 7D, or a number, as its row says.")
@click.option("--measure", type=click.Choice(_MEASURES), help="collusion: what is directed.")
def report(target: Target, finding: str, seat: str, detail: str, measure: str | None) -> None:
    """Tell the board what only people see: faro ruling report hand_count --seat 3."""
    codes = {row[1].lower(): row[0] for row in (*FINDINGS, *TOLD)}
    name = finding.lower().replace("-", "_")
    if name not in codes:
        raise BadInput(f"there is no finding '{finding}'; 'faro ruling --list' names them")
    if (name == "collusion") != (measure is not None):
        raise BadInput("--measure goes with the finding collusion, and is needed there")
    number = _MEASURES.index(measure) + 1 if measure else _detail(detail)
    fields = {"irregularity": codes[name], "place": _place(seat), "detail": number}
    _tell_case(target, target.open_as(), "REPORT_FINDING", **fields)


@click.command()
@session_options("supervisor")
@click.argument("case", type=int)
@click.argument("step", nargs=-1, required=True)
def done(target: Target, case: int, step: tuple[str, ...]) -> None:
    """Tick a step off, by its number or its words: faro ruling done 4 check the deck."""
    with target.open_as() as client:
        fields = ask(client, "GET_RULING", case_number=case)
        number = _step_number(case_of(fields), " ".join(step))
        code = words.ruling_row(fields["ruling"])[5][number - 1]
        told = case_of(ask(client, "RULING_DONE", case_number=case, step=code))
    target.tell(told, *case_lines(told))


def _step_number(told: dict[str, Any], wanted: str) -> int:
    """Which step is meant; one that is still open, where the words fit several."""
    steps = told.get("steps", [])
    known = "; ".join(f"{step['number']} {step['text']}" for step in steps) or "none"
    found = [step for step in steps if _is_meant(step, wanted)]
    if len(found) > 1:
        found = [step for step in found if step["open"]]
    if len(found) != 1:
        raise BadInput(f"'{wanted}' is not one step of case {told['case']}; its steps are: {known}")
    return found[0]["number"]


def _is_meant(step: dict[str, Any], wanted: str) -> bool:
    if wanted.isdigit():
        return step["number"] == int(wanted)
    name = step["step"].replace("_", " ")
    text = wanted.lower().replace("_", " ")
    return text == name or text in step["text"].lower()


@click.command()
@session_options("supervisor")
@click.argument("case", type=int)
@click.option("--reason", type=click.Choice(_REASONS), required=True, help="Why it is taken back.")
@click.option("--again", is_flag=True, help="Put the same finding anew, with its questions.")
def withdraw(target: Target, case: int, reason: str, again: bool) -> None:
    """Take a ruling back before the next round begins; the record keeps both."""
    number = REASON_NAMES.index(reason.replace("-", "_"))
    fields = {"case_number": case, "reason": number, "is_again": int(again)}
    with target.open_as() as client:
        told = with_outcomes(case_of(ask(client, "WITHDRAW_RULING", **fields)))
    said = f"The ruling of case {case} is withdrawn: {texts.REASONS[REASON_NAMES[number]]}."
    target.tell(told, said, *(case_lines(told) if again else []))


@click.command()
@session_options("supervisor")
@click.argument("cards", nargs=-1)
@click.option("--off", is_flag=True, help="Take the cards off the list again.")
@click.option("--feed/--no-feed", default=None, help="Replacements are fed through the shoe now.")
def damaged(target: Target, cards: tuple[str, ...], off: bool, feed: bool | None) -> None:
    """The list of damaged cards to replace; with CARDS put them on it: faro ruling damaged 7D."""
    codes = [_card(name) for name in cards]
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


def _card(name: str) -> int:
    try:
        return card_named(name.upper())
    except ValueError as error:
        raise BadInput(f"{error}; cards are rank and suit, such as TD") from None


def _detail(text: str) -> int:
    number = text.removeprefix("-")
    return int(text) if number.isdigit() else _card(text)


def _seat(text: str) -> int:
    if text.isdigit() and 1 <= int(text) <= _SEATS:
        return int(text)
    raise BadInput(f"'{text}' is no seat; there are 1 to {_SEATS}")


def _place(text: str) -> int:
    """Nobody in particular where nothing was said."""
    if text in ("dealer", "banker"):
        return 0
    return _seat(text) if text else NO_PLACE


TABLE_COMMANDS = (show, answer, report, done, withdraw, list_cases, damaged)
