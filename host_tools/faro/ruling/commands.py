"""`faro ruling`: what the rules say when something went wrong, evaluated by the firmware itself."""

from __future__ import annotations

import sys
from typing import Any

import click

from faro.console import console, json_option, print_json
from faro.rules.table import GAMES
from faro.ruling.cases import WHAT_IF, in_words, outcome_lines
from faro.ruling.table_commands import TABLE_COMMANDS
from faro.sim.vm_call import FirmwareVm
from faro.wire.errors import BadInput
from faro.words import ruling as words
from faro.words.ruling_terms import moment_text
from firmware.rounds.findings import FINDINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS, STATE_NAMES

_LIST_HEAP_KB = 1024  # a game's whole table as one line of JSON


@click.group(invoke_without_command=True)
@click.option("-g", "--game", default="", help="tcp, fcp, csp, tcb or ldb.")
@click.option("-f", "--finding", default="", help="What happened; --list names all of them.")
@click.option("--state", default="", help=f"When: {', '.join(STATE_NAMES)}.  [default: likeliest]")
@click.option("--equipment", default="", help="shoe or device.  [default: where it can happen]")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="FACT=YES|NO",
    help=f"What the supervisor says. Facts: {', '.join(name for _bit, name in FACTS)}.",
)
@click.option("--list", "is_list", is_flag=True, help="All findings; with --game its whole table.")
@json_option
@click.pass_context
def ruling(
    context: click.Context,
    game: str,
    finding: str,
    state: str,
    equipment: str,
    answers: tuple[str, ...],
    is_list: bool,
    is_json: bool,
) -> None:
    """What the rules say when something went wrong.

    faro ruling --game ldb --finding jam --answer disadvantaged=no
    """
    if context.invoked_subcommand is not None:
        return
    try:
        if is_list:
            _list(game, is_json)
            return
        if not game or not finding:
            raise BadInput("give --game and --finding, or --list to see all findings")
        said = dict(_answer(text) for text in answers)
        _what_if(game, finding, state, equipment, said, is_json)
    except BadInput as error:
        if not is_json:
            raise
        print_json({"error": str(error)})
        sys.exit(error.exit_code)


def _what_if(
    game: str, finding: str, state: str, equipment: str, said: dict[str, bool], is_json: bool
) -> None:
    with FirmwareVm() as vm:
        found = vm.call(WHAT_IF, "ruling", game, finding, state, equipment, said)
        paths: list[dict[str, Any]] = []
        if found["question"]:
            paths = vm.call(WHAT_IF, "outcomes", game, finding, state, equipment, said)
    told = in_words(found)
    told["answers"] = said
    if paths:
        told["outcomes"] = [{**in_words(p["ruling"]), "answers": p["answers"]} for p in paths]
    if is_json:
        print_json(told)
    else:
        _show(told)


def _show(told: dict[str, Any]) -> None:
    game = GAMES[told["game"].upper()]
    box = "shuffling device" if told["equipment"] == "device" else "card shoe"
    console.print(f"[dim]{game}, {told['when']}, from a {box}: {told['finding_text']}[/]")
    if told["question"]:
        console.print(f"[bold]{told['ask']}[/]  --answer {told['question']}=yes|no")
        case = {**told, "finding_name": told["finding"], "facts": told["answers"]}
        for line in outcome_lines(case):
            console.print(line)
        return
    console.print(f"[bold]{told['text']}[/]")
    if told["also"]:
        console.print(f"with {told['also']}")
    for step in told["steps"]:
        console.print(f"  {step['number']}. {step['text']}{_step_notes(step)}")


def _step_notes(step: dict[str, Any]) -> str:
    """Who ticks it off, and what it stops until then."""
    if not step["by"]:
        return ""
    stops = f"; until then {step['stops']}" if step["stops"] else ""
    return f" [dim]{' or '.join(step['by'])} ticks it off{stops}[/]"


def _list(game: str, is_json: bool) -> None:
    if game:
        with FirmwareVm(_LIST_HEAP_KB) as vm:
            rows: list[dict[str, Any]] = vm.call(WHAT_IF, "rows", game)
        if is_json:
            print_json(rows)
            return
        for row in rows:
            console.print(_row_line(game, row))
        return
    named = [
        {"finding": row[1].lower(), "text": words.finding_text(row[0]), "rules": row[-1]}
        for row in (*FINDINGS, *TOLD)
    ]
    if is_json:
        print_json(named)
        return
    for item in named:
        console.print(f"{item['finding']:<22} {item['text']} [dim]({item['rules']})[/]")


def _row_line(game: str, row: dict[str, Any]) -> str:
    """One row of a game's table in words."""
    states = sum(1 << STATE_NAMES.index(state) for state in row["states"])
    facts = [*row["if"], *(f"not {name}" for name in row["if_not"])]
    when = [moment_text(states, game), *(fact.replace("_", " ") for fact in facts)]
    if len(row["equipment"]) == 1:
        when.insert(0, row["equipment"][0])
    what = words.finding_text(words.finding_code(row["finding"]), game)
    ruling = row["ruling"].replace("_", " ").lower()
    return f"{row['rule'] or 'no clause':<12} {what} ({', '.join(when)}): {ruling}"


def _answer(text: str) -> tuple[str, bool]:
    name, _, value = text.partition("=")
    if value.lower() not in ("yes", "no"):
        raise BadInput(f"'{text}' is not FACT=yes or FACT=no, such as spare=no")
    return name, value.lower() == "yes"


for _command in TABLE_COMMANDS:
    ruling.add_command(_command)

COMMANDS = (ruling,)
