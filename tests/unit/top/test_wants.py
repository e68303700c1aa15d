"""Every key, every line of every menu: what it leads to is understood by the page or the hands."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from faro.page import actions
from faro.page.dealing import Dealer
from faro.page.params import take
from faro.top import keys, prompt
from faro.top.state import State
from faro.top.wants import Ask, Menu, Press, Prompt, Say, Want
from hw_sim.hands import words
from hw_sim.hands.verbs import find_verb
from tests.unit.top import fake_hub
from tests.unit.top.fake_hub import FAULT, QUESTION, RULING, board, jackpot, known, machine

TABLE: Any = SimpleNamespace(boards={"shoe": None, "meter": None})
ACTIONS = {row.id: row for row in (*actions.ACTIONS, *Dealer.ACTIONS)}
DEED = {"board": "meter", "number": 7, "text": "Pay seat 1.", "asked_by": "supervisor"}
WIN = {"seat": 1, "hand": "Royal Flush", "amount_cents": 5_000_000, "state": "won"}
ROYAL = {**fake_hub.hand("AS KS QS JS TS", "royal flush")}


def busy() -> Iterator[State]:
    """Tables at which something of every kind waits."""
    yield known(cases=[QUESTION, RULING], boards={"shoe": board(faults=[FAULT]), "meter": board()})
    yield known(cases=[{**QUESTION, "question": "whose"}], jackpot=jackpot(pending=[WIN]))
    yield known(jackpot=jackpot(deed=DEED, pending=[WIN]), machine=machine(is_calling=True))
    yield known(program={"notices": [], "question": [4, [3, 4]]})
    yield known(cases=[RULING], role="supervisor")
    hands = {**fake_hub.table()["hands"], "1": ROYAL}
    yield known(table=fake_hub.table(hands=hands), jackpot=jackpot(winners=[1]))
    broken = known()
    rows = [{"id": "mouth-blocked", "board": "shoe"}, {"id": "usb-cut", "board": "meter"}]
    broken.take({"kind": "scene", "broken": rows, "is_paused": True})
    yield broken


def reached(want: Want | None) -> Iterator[Want]:
    """The want and, of a menu, all that its lines lead to."""
    if want is None:
        return
    yield want
    if isinstance(want, Menu):
        for item in want.items:
            yield from reached(item.then)


def everything() -> list[tuple[State, Want]]:
    return [
        (state, want)
        for state in busy()
        for key in keys.KEYS
        for chosen in ("shoe", "meter")
        for want in reached(key.want(state, chosen))
    ]


def is_understood(request: dict[str, Any], hello: dict[str, Any]) -> None:
    """Raises as the page or the simulator would."""
    if "do" in request:
        first, *rest = words.split(request["do"])
        verb = find_verb(first)
        words.take(TABLE, verb.name, verb.args, rest)
    elif "act" in request:
        values = {key: value for key, value in request.items() if key != "act"}
        take(request["act"], ACTIONS[request["act"]].params, values)
    else:
        assert request.get("login", "") in {"", *(row["id"] for row in hello["people"])}


def test_wants__every_request__page_and_hands_understand_it() -> None:
    seen: set[str] = set()
    for state, want in everything():
        if isinstance(want, Ask):
            is_understood(want.request, state.hello)
            seen.add(want.request.get("act") or str(want.request.get("do", "")).split(" ")[0])
    assert {"deal", "bet", "ante", "fault", "plug", "lid", "cable", "time", "load", "take"} <= seen
    assert {"answer", "step_done", "clear_fault", "confirm", "confirm_hit", "cancel_hit", "claim",
            "withdraw", "decide", "end_round", "void_round", "deal_round", "deal_mistake",
            "choose_round", "shuffle_start", "shuffle_cleared", "close_table"} <= seen  # fmt: skip


def test_wants__every_line_for_the_prompt__becomes_a_request_that_is_understood() -> None:
    lines = {want.line for _state, want in everything() if isinstance(want, Prompt)}
    hello = fake_hub.hello()
    for line in lines - {"", "save table.yaml"}:
        line = line + "5" if line.endswith("=") else line
        is_understood(prompt.request_of(line, hello), hello)
    assert len(lines) > 20


def test_wants__keys_to_press__are_bound() -> None:
    bound = {key.key for key in keys.KEYS} | {key for key, _sign, _help in keys.SCREEN_KEYS}
    pressed = [want.key for _state, want in everything() if isinstance(want, Press)]
    assert pressed and set(pressed) <= bound


def test_keys__each_once__with_words() -> None:
    names = [key.key for key in keys.KEYS]
    assert len(set(names)) == len(names)
    assert all(key.help for key in keys.KEYS)


def test_keys__real_boards__no_hands() -> None:
    real = known(is_simulated=False)
    wants = [key.want(real, "shoe") for key in keys.offered(real)]
    requests = [w.request for want in wants for w in reached(want) if isinstance(w, Ask)]
    assert requests and not any("do" in request for request in requests)


def test_keys__nothing_known_yet__none_raises() -> None:
    for key in keys.KEYS:
        key.want(State(), "shoe")


@pytest.mark.parametrize(("speed", "key", "line"), [
    (1.0, "plus", "time x 2"), (100.0, "plus", "time x 100"), (0.1, "minus", "time x 0.1"),
    (7.0, "minus", "time x 2"),
])  # fmt: skip
def test_keys__speed__next_step_and_no_further(speed: float, key: str, line: str) -> None:
    state = known()
    state.scene["speed"] = speed
    row = next(row for row in keys.KEYS if row.key == key)
    assert row.want(state, "shoe") == Ask({"do": line})


def test_keys__nothing_waits__says_so() -> None:
    row = next(row for row in keys.KEYS if row.key == "enter")
    assert row.want(known(), "shoe") == Say("nothing waits for an answer")
