"""Looks at boards that lose answers, refuse things or run older firmware."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from faro.page import looks as module
from faro.page.looks import Looks
from faro.page.sections import event_of
from faro.wire.errors import NoAnswer, Refused
from faro.wire.events import Event


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    port: Any = SimpleNamespace(board="shoe", client=None)
    found = Looks(port, None, lambda: 1_000)
    monkeypatch.setattr(module, "standing", lambda _client: [])
    for look in found._looks:
        if look.section != "cases":
            look.make = lambda name=look.section: {"of": name}
    return found


def case(number: int) -> Event:
    return Event("shoe", 1, number, "QUESTION_ASKED", {"case_number": number}, 1, 0, 0)


def test_looks__answer_about_a_case_lost__asked_again(
    looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A case was lost with the answer about it (M27)."""
    is_lost = [True]

    def request(_name: str, case_number: int) -> dict[str, Any]:
        if is_lost and is_lost.pop():
            raise NoAnswer("GET_RULING")
        return {"number": case_number}

    looks.shoe.request = request  # type: ignore[method-assign,assignment]
    told = {"question": "", "ruling": "MADE", "steps": []}
    monkeypatch.setattr(module, "case_of", lambda f: {**told, "case": f["number"]})
    looks.take("shoe", case(3))
    with pytest.raises(NoAnswer):
        looks.turn("shoe", {})
    assert not looks.is_done("cases")
    found: dict[str, Any] = {}
    looks.turn("shoe", found)
    assert [row["case"] for row in found["cases"]] == [3] and looks.is_done("cases")


def test_looks__one_is_refused__the_others_are_shown(looks: Looks) -> None:
    def refused() -> None:
        raise Refused("GET_CYCLE", 1, "unknown", "unknown")

    next(look for look in looks._looks if look.section == "machine").make = refused
    found: dict[str, Any] = {}
    with pytest.raises(Refused):
        looks.turn("shoe", found)
    assert {"shoe", "table", "cases", "health", "shoe_deed"} == set(found)
    assert looks.is_done("table") and not looks.is_done("machine")


def test_event__of_older_firmware_with_fewer_fields__is_told_all_the_same() -> None:
    """The page published nothing more, and its list grew (M24)."""
    for name, fields in (("ROUND_OPENED", {"round": 7}), ("CARD_READ", {}), ("PAID", {"seat": 2})):
        told = event_of(Event("shoe", 1, 5, name, fields, 1, 0, 0))
        assert told["text"].startswith(name.lower().split("_")[0])
        assert all(str(value) in told["text"] for value in fields.values())
