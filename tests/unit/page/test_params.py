"""What a browser sends is checked value by value before anything is done."""

from __future__ import annotations

from typing import Any

import pytest

from faro.page.actions import BY_ID
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
        "detail": 0,
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
    ("tell", {"told": "extra", "place": "roof"}, "dealer"),
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
