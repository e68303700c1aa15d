"""`faro ruling`: what the rules say when something went wrong, evaluated by the firmware itself."""

from __future__ import annotations

import sys
from typing import Any

import click

from faro.console import console, json_option, print_json
from faro.ruling.table_commands import TABLE_COMMANDS
from faro.sim.vm_call import FirmwareVm
from faro.wire.errors import BadInput
from faro.words import ruling as words
from firmware.rounds.findings import FINDINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS, STATE_NAMES

_WHAT_IF = "firmware.ruling.what_if"


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
        found = vm.call(_WHAT_IF, "ruling", game, finding, state, equipment, said)
        paths: list[dict[str, Any]] = []
        if found["question"]:
            paths = vm.call(_WHAT_IF, "outcomes", game, finding, state, equipment, said)
    told = in_words(found)
    told["answers"] = said
    if paths:
        told["outcomes"] = [{**in_words(p["ruling"]), "answers": p["answers"]} for p in paths]
    if is_json:
        print_json(told)
    else:
        _show(told)


def in_words(found: dict[str, Any]) -> dict[str, Any]:
    """What the firmware said by name, with the sentences for people beside it."""
    game = found["game"]
    told = dict(found)
    if found["question"]:
        told["ask"] = words.question_text(game, words.fact_bit(found["question"]))
        return told
    number = words.ruling_number(found["ruling"])
    sentence = words.read_aloud(game, number, 0)
    told["text"] = f"{sentence} Rule {found['rule']}." if found["rule"] else sentence
    told["next"] = words.steps_text(game, found["steps"])
    return told


def _show(told: dict[str, Any]) -> None:
    when = f"{told['game']}, {told['state']}, {told['equipment']}"
    console.print(f"[dim]{told['finding'].lower()} ({when})[/]")
    if told["question"]:
        console.print(f"[bold]{told['ask']}[/]  --answer {told['question']}=yes|no")
        for path in told["outcomes"]:
            more = {k: v for k, v in path["answers"].items() if told["answers"].get(k) != v}
            console.print(f"  {_facts_text(more)}: {path['ruling'].lower()} {path['rule']}")
        return
    console.print(f"[bold]{told['text']}[/]")
    if told["also"]:
        console.print(f"with {told['also']}")
    console.print(f"round: {told['round']}, pack: {told['pack']}, wagers: {told['wagers']}")
    if told["notified"]:
        console.print(f"notify: {', '.join(told['notified'])}")
    for number, step in enumerate(told["next"], 1):
        console.print(f"  {number}. {step}")


def _facts_text(facts: dict[str, bool]) -> str:
    return ", ".join(f"{name} {'yes' if is_so else 'no'}" for name, is_so in facts.items())


def _list(game: str, is_json: bool) -> None:
    if game:
        with FirmwareVm() as vm:
            rows: list[dict[str, Any]] = vm.call(_WHAT_IF, "rows", game)
        if is_json:
            print_json(rows)
            return
        for row in rows:
            facts = [*row["if"], *(f"not {name}" for name in row["if_not"])]
            what = f"{row['finding'].lower()} ({'/'.join(row['states'])}; "
            what += f"{'/'.join(row['equipment'])}{'; ' if facts else ''}{', '.join(facts)})"
            console.print(f"{row['rule']:<12} {what}: {row['ruling'].lower()}")
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


def _answer(text: str) -> tuple[str, bool]:
    name, _, value = text.partition("=")
    if value.lower() not in ("yes", "no"):
        raise BadInput(f"'{text}' is not FACT=yes or FACT=no, such as spare=no")
    return name, value.lower() == "yes"


for _command in TABLE_COMMANDS:
    ruling.add_command(_command)

COMMANDS = (ruling,)
