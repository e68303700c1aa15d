"""What a browser sends is checked value by value before anything is done."""

from __future__ import annotations

import re
from typing import Any

import pytest

from faro.page.actions import BY_ID
from faro.page.facts import tell_fields
from faro.page.params import take
from faro.wire.errors import BadInput
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.steps import SEATS_LEARNED


def taken(action: str, **values: Any) -> dict[str, Any]:
    return take(action, BY_ID[action].params, values)


def test_take__right_values__as_the_wire_has_them() -> None:
    found = taken("open_table", game="csp", seats=[1, 2, 5])
    assert found == {"game": "csp", "seats": 0b10011, "equipment": "shoe", "decks": 0}
    assert taken("set_seats", seats="learn") == {"seats": SEATS_LEARNED}
    assert taken("set_seats", seats=[]) == {"seats": 0}
    assert taken("report", finding="hand_count") == {
        "finding": "hand_count",
        "seat": NO_PLACE,
        "detail": None,
    }
    assert taken("report", finding="hand_count", seat="dealer", detail="7D")["detail"] == 22
    assert taken("answer", case=1, fact="whose", value=3)["value"] == 3
    assert taken("answer", case=1, fact="spare", value="no")["value"] is False


WRONG = (
    ("open_table", {"game": "chess", "seats": [1]}, "game must be tcp or"),
    ("open_table", {"game": "csp"}, "seats is missing"),
    ("open_table", {"game": "csp", "seats": [0]}, "1 to 7"),
    ("open_table", {"game": "csp", "seats": [1.5]}, "seats must be"),
    ("open_table", {"game": "csp", "seats": [True]}, "seats must be"),
    ("open_table", {"game": "csp", "seats": {"1": 1}}, "seats must be"),
    ("open_table", {"game": "csp", "seats": [1], "decks": 9}, "0 to 8"),
    ("open_table", {"game": "csp", "seats": [1], "decks": True}, "0 to 8"),
    ("open_table", {"game": "csp", "seats": [1], "price": 3}, "knows no 'price'"),
    ("open_table", {"game": None, "seats": [1]}, "game must be"),
    ("decide", {"seat": 8, "decision": "plays"}, "1 to 7"),
    ("decide", {"seat": "1", "decision": "plays"}, "1 to 7"),
    ("decide", {"seat": 1, "decision": "undecided"}, "decision must be"),
    ("answer", {"case": -1, "fact": "spare", "value": "no"}, "0 to 65535"),
    ("answer", {"case": 1, "fact": "weather", "value": "no"}, "fact must be"),
    ("answer", {"case": 1, "fact": "spare", "value": "perhaps"}, "yes, no, or a seat"),
    ("answer", {"case": 1, "fact": "spare", "value": 9}, "yes, no, or a seat"),
    ("withdraw", {"case": 1, "reason": "fun"}, "reason must be"),
    ("withdraw", {"case": 1, "reason": "mistake", "again": 1}, "reason must be"),
    ("report", {"finding": "hand_count", "detail": "1Z"}, "a card such as 7D"),
    ("report", {"finding": "hand_count", "detail": 1 << 40}, "a card such as 7D"),
    ("confirm", {"board": "meter", "number": -1}, "0 to"),
    ("confirm", {"board": "lamp", "number": 1}, "shoe or meter"),
    ("step_done", {"case": 1, "step": 0}, "1 to 16"),
)


@pytest.mark.parametrize(("action", "values", "told"), WRONG)
def test_take__wrong_value__one_line_names_it(
    action: str, values: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadInput) as refused:
        taken(action, **values)
    assert told in str(refused.value) and "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_take__every_action_that_needs_something__says_what_is_missing() -> None:
    for action in BY_ID.values():
        needed = [param.name for param in action.params if param.is_needed]
        if needed:
            with pytest.raises(BadInput, match=f"{needed[0]} is missing"):
                taken(action.id)
        else:
            taken(action.id)


@pytest.mark.rule("CSP 3.1")
@pytest.mark.parametrize(
    ("fact", "values", "word"),
    [
        ("name", {"card": 3}, "name: value is missing; right is the name of a card"),
        ("name", {"card": 3, "value": ""}, "the name of a card such as 7D"),
        ("name", {"card": 3, "value": 300}, "the name of a card such as 7D"),
        ("name", {"card": 3, "value": 44}, "the name of a card such as 7D"),
        ("name", {"value": "7D"}, "card is missing"),
        ("missing", {}, "value is missing"),
        ("missing", {"value": 0}, "the name of a card"),
        ("not_burned", {}, "value is missing"),
        ("not_burned", {"value": 300}, "0 to 255"),
        ("not_burned", {"value": "7D"}, "0 to 255"),
        ("extra", {"place": "roof", "card": 3}, "dealer"),
        ("extra", {"card": 3}, "place is missing"),
        ("skipped", {"card": 3}, "place is missing"),
        ("no_wager", {}, "place is missing"),
        ("not_cut", {"value": 1}, "knows no 'value'"),
        ("dealer_set", {"value": [9]}, "a list of cards"),
        ("dealer_set", {"value": 7}, "a list of cards"),
    ],
)
def test_tell__fact_without_what_it_needs__is_refused(
    fact: str, values: dict[str, Any], word: str
) -> None:
    """An empty box named the unread card 2S, and 300 was masked to 44 (H24)."""
    with pytest.raises(BadInput, match=re.escape(word)):
        tell_fields(fact, {"place": None, "card": None, "value": None} | values)


def test_tell__right_values__as_the_wire_has_them() -> None:
    assert tell_fields("name", {"card": 3, "value": "7D", "place": None}) == {
        "told": 3, "place": 0, "card_number": 3, "value": 22,
    }  # fmt: skip
    assert tell_fields("dealer_set", {"value": [1, 2, 4, 6]})["value"] == 0b101011
    assert tell_fields("exposed", {"place": "3"})["place"] == 3
