"""`faro ruling`: the what-if on paper says what the firmware's tables say, in plain words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.ruling.cases import outcome_lines
from faro.sim.vm_call import FirmwareVm
from firmware.rounds.findings import FINDINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import GAME_NAMES

WHAT_IF = "firmware.ruling.what_if"


def faro(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["ruling", *args])
    return done.exit_code, done.output


def asked(*args: str) -> Any:
    status, output = faro(*args, "--json")
    assert status == 0, output
    return json.loads(output)


@pytest.mark.rule("S7", "LDB 11.5")
def test_ruling__jam_in_a_round_of_ldb__asks_one_thing_at_a_time() -> None:
    jam = ("--game", "ldb", "--finding", "jam")
    first = asked(*jam)
    assert first["question"] == "disadvantaged" and first["ask"].endswith("?")
    assert {path["rule"] for path in first["outcomes"]} == {
        "LDB 11.2",
        "LDB 11.3",
        "LDB 11.4",
        "LDB 11.5",
    }
    told = {**first, "finding_name": first["finding"]}
    lines = [line.strip() for line in outcome_lines(told)[::2]]  # answers, then what follows
    assert [line.startswith("[bold]yes") for line in lines].count(True) == 1  # LDB 11.4 alone
    assert all(first["ask"] not in line for line in lines), "it was just read"
    second = asked(*jam, "--answer", "disadvantaged=no")
    assert second["question"] == "spare"
    last = asked(*jam, "--answer", "disadvantaged=no", "--answer", "spare=no")
    assert last["question"] == "" and last["rule"] == "LDB 11.5" and last["also"] == "LDB 11.1.4"
    assert last["wagers"] == "players_choice" and last["text"].endswith("Rule LDB 11.5.")


@pytest.mark.rule("S9", "TCP 6.7.2", "FCP 6.6.2")
def test_ruling__shoe_at_a_low_limit_table__refused_where_the_rules_do() -> None:
    said = {g: asked("-g", g, "-f", "shoe_at_low_limit", "--equipment", "shoe") for g in GAME_NAMES}
    assert {g: s["rule"] for g, s in said.items() if s["rule"]} == {
        "tcp": "TCP 6.7.2",
        "fcp": "FCP 6.6.2",
    }
    gone = asked("-g", "tcp", "-f", "device_failed", "--answer", "low_limit=yes")
    assert gone["ruling"] == "DEVICE_GONE_LOW_LIMIT" and gone["also"] == "TCP 6.7.2"


@pytest.mark.parametrize(
    ("args", "words_in_error"),
    [
        (("--game", "whist", "--finding", "jam"), "tcp, fcp, csp, tcb, ldb"),
        (("--game", "tcp", "--finding", "earthquake"), "foreign_card"),
        (("--game", "tcp", "--finding", "jam", "--state", "later"), "fresh, between"),
        (("--game", "tcp", "--finding", "jam", "--equipment", "hat"), "shoe, device"),
        (("--game", "tcp", "--finding", "jam", "--answer", "sunny=yes"), "capable"),
        (("--game", "tcp", "--finding", "jam", "--answer", "capable"), "FACT=yes"),
        (("--game", "tcp"), "--finding"),
    ],
)
def test_ruling__input_that_makes_no_sense__one_line_and_status_2(
    args: tuple[str, ...], words_in_error: str
) -> None:
    status, output = faro(*args)
    assert status == 2 and words_in_error in output and output.count("\n") == 1
    status, output = faro(*args, "--json")
    assert status == 2 and words_in_error in json.loads(output)["error"]


def test_ruling__for_people__text_rule_and_steps() -> None:
    status, output = faro("-g", "tcb", "-f", "cut_card_first")
    flat = " ".join(output.split())
    assert status == 0 and "last coup" in flat and "Rule TCB 4.8." in flat and "1. Put" in flat
    assert flat.startswith("Three Card Baccarat, in the deal, from a card shoe: the cutting card")
    status, output = faro("-g", "tcp", "-f", "hand-count")
    flat = " ".join(output.split())
    assert status == 0 and "handled=yes|no" in flat and "TCP 12.7" in flat


@pytest.mark.rule("TCP 12.9")
def test_ruling__open_question__says_what_follows_either_way() -> None:
    status, output = faro("-g", "tcp", "-f", "doubled_card")
    flat = " ".join(output.split())
    assert status == 0 and "is it another card than the one that was read?" in flat
    yes, _, no = flat.partition(" no: ")
    assert "yes: All wagers stand." in yes
    assert no.startswith("All wagers of this round are void") and no.endswith("Rule TCP 12.9.2.")
    nested = " ".join(faro("-g", "ldb", "-f", "jam")[1].split())
    assert "no; Is another shuffling device ready at hand? no: Every player may take" in nested


def test_ruling__steps__say_who_ticks_them_and_what_they_stop() -> None:
    steps = {step["step"]: step for step in asked("-g", "tcb", "-f", "missing_card")["steps"]}
    assert steps["check_pack"]["by"] == ["supervisor", "inspector"]
    assert steps["check_pack"]["stops"].startswith("no coup may begin")
    flat = " ".join(faro("-g", "tcb", "-f", "missing_card")[1].split())
    assert "supervisor or inspector ticks it off; until then no coup may begin" in flat


def test_ruling__list__every_finding_and_every_row() -> None:
    assert len(asked("--list")) == len(FINDINGS) + len(TOLD)
    rows = asked("--list", "-g", "fcp")
    assert {"finding", "ruling", "rule", "states", "if", "if_not"} <= set(rows[0])
    assert all(row["rule"].startswith("FCP ") for row in rows if row["rule"])
    listed = " ".join(faro("--list", "-g", "fcp")[1].split())
    assert faro("--list")[0] == 0 and "FCP 12.10.2" in listed
    assert "a card is missing from the pack (in a round): deck bad" in listed


def test_what_if__every_finding_of_every_game__answers_inside_micropython() -> None:
    """The whole table once through the real VM: never silence, never an exception."""
    with FirmwareVm() as vm:
        for game in GAME_NAMES:
            for row in (*FINDINGS, *TOLD):
                for path in vm.call(WHAT_IF, "outcomes", game, row[1]):
                    found = path["ruling"]
                    assert found["ruling"] and found["steps"]
                    is_without = found["ruling"] in ("NO_RULE", "CARD_NAMED", "STOPPED_DEALT")
                    assert bool(found["rule"]) != is_without, found
