"""A typed line becomes a request, or one line says what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from faro.top.prompt import names, request_of, usage
from faro.wire.errors import BadInput
from tests.unit.top.fake_hub import hello

HELLO = hello()


@pytest.mark.parametrize(("line", "request_"), [
    ("deal QH 9S", {"do": "deal QH 9S"}),
    ("  deal  ", {"do": "deal"}),
    ("open_table game=csp seats=1,2,5", {"act": "open_table", "game": "csp", "seats": [1, 2, 5]}),
    ("open_table csp 3", {"act": "open_table", "game": "csp", "seats": 3}),
    ("answer 1 misread yes", {"act": "answer", "case": 1, "fact": "misread", "value": "yes"}),
    ("answer case=1 misread 4", {"act": "answer", "case": 1, "fact": "misread", "value": 4}),
    ("withdraw 2 reason=misread again=true",
     {"act": "withdraw", "case": 2, "reason": "misread", "again": True}),
    ("tell told=x value=-5", {"act": "tell", "told": "x", "value": -5}),
    ("login supervisor", {"login": "supervisor"}),
    ("logout", {"logout": True}),
])  # fmt: skip
def test_request_of__line__as_a_tab_would_send_it(line: str, request_: dict[str, Any]) -> None:
    assert request_of(line, HELLO) == request_


@pytest.mark.parametrize(("line", "words"), [
    ("", "no verb or action"), ("juggle 3", "no verb or action 'juggle'"),
    ("end_round now", "end_round takes nothing"), ("decide 1 plays again", "seat, decision"),
    ("login", "login NAME"), ("login a b", "login NAME"), ("save", "save FILE"),
])  # fmt: skip
def test_request_of__wrong_line__says_what_is_right(line: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        request_of(line, HELLO)


def test_usage__every_first_word__has_one() -> None:
    assert all(usage(f"{name} x", HELLO).startswith(name) for name in names(HELLO))
    assert usage("juggle", HELLO) == ""


def test_names__verbs_and_actions__no_word_means_two_things() -> None:
    assert len(set(names(HELLO))) == len(names(HELLO))
