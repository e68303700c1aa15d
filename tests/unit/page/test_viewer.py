"""A tab gets what its role may see, the newest only, and never costs more than a bound."""

from __future__ import annotations

from typing import Any

from faro.page.desk import Session
from faro.page.people import Person
from faro.page.viewer import Viewer

TABLE = {
    "is_in_play": True,
    "hands": {"0": {"cards": ["QH"], "count": 1, "text": "", "wagers": {}}},
}


def viewer(role: str = "table", needs_login: bool = False, is_quiet: bool = False) -> Viewer:
    return Viewer(role, needs_login, is_quiet)


def event(number: int, board: str = "shoe", name: str = "CARD_READ") -> dict[str, Any]:
    return {"board": board, "number": number, "name": name}


def log_in(tab: Viewer, role: str) -> None:
    tab.session = Session(Person(role, role, False, {}), role, {}, 0x83)


def kinds(tab: Viewer) -> list[str]:
    return [message["kind"] for message in tab.take(True)]


def shown(tab: Viewer) -> Any:
    return next(m["sections"] for m in tab.take(True) if m["kind"] == "view")


def test_view__newer_takes_the_place_of_older__once_its_time_has_come() -> None:
    tab = viewer()
    for pool in range(1_000):
        tab.put_sections({"jackpot": {"pool_cents": pool}})
    assert tab.take(False) == [] and tab.wake.is_set()
    assert shown(tab) == {"jackpot": {"pool_cents": 999}}
    assert tab.take(True) == [] and not tab.wake.is_set()


def test_hands__round_in_play__only_for_those_who_may_know() -> None:
    for role in ("table", "supervisor", "inspector"):
        tab = viewer("")
        log_in(tab, role)
        tab.put_sections({"table": TABLE})
        assert shown(tab)["table"]["hands"]["0"]["cards"] == ["QH"]
    for role in ("", "technician"):
        tab = viewer("")
        if role:
            log_in(tab, role)
        tab.put_sections({"table": TABLE})
        assert shown(tab)["table"]["hands"]["0"]["cards"] == []
        tab.put_sections({"table": {**TABLE, "is_in_play": False}})
        assert shown(tab)["table"]["hands"]["0"]["cards"] == ["QH"]


def test_events__round_in_play__the_shoes_come_when_it_is_over() -> None:
    tab = viewer("")
    tab.put_events([event(1, name="ROUND_CLOSED"), event(2), event(7, "meter")], True, True)
    (told,) = tab.take(True)
    assert told["is_history"]
    assert [e["number"] for e in told["events"]] == [1, 7]
    tab.put_events([event(3), event(8, "meter")], True)
    assert [e["number"] for m in tab.take(True) for e in m["events"]] == [8]
    tab.put_events([event(4, name="ROUND_CLOSED")], False)
    assert [e["number"] for m in tab.take(True) for e in m["events"]] == [2, 3, 4]


def test_scene__merged_key_by_key__truth_only_where_switched_on() -> None:
    tab, other = viewer(), viewer()
    tab.has_truth = True
    for scene in ({"now_ms": 1, "boards": {"shoe": {"lamp": "red"}}, "truth": {"shoe": ["QH"]}},
                  {"now_ms": 2, "boards": {"shoe": {"tray": 3}}}):  # fmt: skip
        tab.put_scene(scene)
        other.put_scene(scene)
    (told,) = other.take(True)
    assert told == {"kind": "scene", "now_ms": 2, "boards": {"shoe": {"lamp": "red", "tray": 3}}}
    assert tab.take(True)[0]["truth"] == {"shoe": ["QH"]}


def test_pictures__undealt_cards_with_the_truth__dealt_ones_for_those_who_may_know() -> None:
    tab, stranger = viewer(), viewer("")
    for one in (tab, stranger):
        one.put_picture({"place": "throat"})
        one.put_picture({"place": "mouth"})
    assert [m["place"] for m in tab.take(True)] == ["mouth"]
    assert stranger.take(True) == []
    tab.has_truth = True
    tab.put_picture({"place": "throat"})
    assert kinds(tab) == ["picture"]


def test_login_needed__nothing_but_answers_before_it() -> None:
    tab = viewer("", needs_login=True)
    tab.put({"kind": "hello"})
    tab.put_sections({"table": TABLE})
    tab.put_events([event(1)], False)
    tab.put_scene({"now_ms": 1})
    tab.put_picture({"place": "mouth"})
    assert kinds(tab) == ["hello"]
    log_in(tab, "supervisor")
    tab.put_sections({"table": TABLE})
    assert kinds(tab) == ["view"]


def test_quiet_tab__no_scene_and_no_pictures() -> None:
    tab = viewer(is_quiet=True)
    tab.put_scene({"now_ms": 1})
    tab.put_picture({"place": "mouth"})
    tab.put_sections({"table": {**TABLE, "is_in_play": False}})
    assert kinds(tab) == ["view"]


def test_nobody_reads__what_waits_is_bounded() -> None:
    tab = viewer()
    for number in range(5_000):
        tab.put({"kind": "done", "id": number})
        tab.put_events([event(number)], False)
        tab.put_picture({"place": "mouth", "number": number})
        tab.put_scene({"now_ms": number})
    found = tab.take(True)
    events = next(m["events"] for m in found if m["kind"] == "events")
    assert len(found) < 250 and len(events) == 500 and events[-1]["number"] == 4_999
    assert [m["number"] for m in found if m["kind"] == "picture"][-1] == 4_999
