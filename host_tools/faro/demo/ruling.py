"""The demo's scene about rulings: a jam in the middle of a round of Lucky Draw Baccarat."""

from __future__ import annotations

from typing import Any

from faro.demo.scene import Say, played
from faro.ruling.table_commands import case_of
from faro.wire.client import Client
from faro.words import ruling as words


def scene(say: Say) -> None:
    """The board asks the supervisor two questions and states the ruling with its number."""
    with played(say, "jam") as player:
        supervisor = player.as_role("shoe", "supervisor")
        told = case_of(supervisor.request("GET_RULING", case_number=0).fields)
        say(f"[red]{told['finding']}[/]: the board asks the supervisor what it cannot see")
        for fact, answer in (("disadvantaged", False), ("spare", False)):
            say(f"[bold]{told['ask']}[/] {'yes' if answer else 'no'}")
            told = _answer(supervisor, fact, answer)
    say(f"read aloud: [green]{told['text']}[/]")
    for number, step in enumerate(told["next"], 1):
        say(f"  {number}. {step}")


def _answer(supervisor: Client, fact: str, is_so: bool) -> dict[str, Any]:
    asked = {"case_number": 0, "fact": words.fact_bit(fact), "is_so": int(is_so)}
    return case_of(supervisor.request("ANSWER", **asked).fields)
