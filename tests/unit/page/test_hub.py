"""The hub between tabs and desk: who may see what, and sessions that end."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from faro.page import hub as module
from faro.page.desk import Desk, Session
from faro.page.hub import Hub
from faro.page.people import Person
from faro.page.viewer import Viewer
from faro.wire.errors import FaroError, Refused

HAND = {"cards": ["AS"], "count": 1, "text": "", "wagers": {}}
TABLE = {"is_in_play": True, "hands": {"1": HAND}}
CARD = {"board": "shoe", "number": 9, "name": "CARD_PASSED"}
CASE = {
    "case": 1, "game": "csp", "finding_name": "doubled_card", "state": "decide",
    "equipment": "shoe", "facts": {}, "question": "misread",
}  # fmt: skip


class FakeDesk:
    """The desk's sections; its jobs are done at once."""

    def __init__(self) -> None:
        self.sections: dict[str, Any] = {"table": TABLE}
        self.is_table_known = True
        self.outcomes: dict[int, Any] = {}
        self.looks = SimpleNamespace(add=self.outcomes.__setitem__)
        self.sessions: list[Session] = []

    def submit(self, job: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(job(self))
        return done

    def view(self) -> dict[str, Any]:
        return {"table": self.sections["table"]}

    def history(self) -> list[dict[str, Any]]:
        return [CARD]

    def login(self, person: Person, role: str, keys: Any) -> Session:
        session = Session(person, role, keys, 0x83)
        self.sessions.append(session)
        return session

    def logout(self, session: Session) -> None:
        self.sessions.remove(session)


def hub_of(desk: FakeDesk, names: tuple[str, ...] = ("supervisor",)) -> Hub:
    people = {name: Person(name, "supervisor", False, {}) for name in names}
    clock: Any = SimpleNamespace(is_paused=False)
    hub = Hub(clock, people, needs_login=False)
    hub.desk = desk  # type: ignore[assignment]

    async def unlock(person: Person, _passphrase: str) -> tuple[str, Any]:
        return person.role, {}

    hub._unlock = unlock  # type: ignore[method-assign,assignment]
    return hub


def seen(tab: Viewer) -> str:
    return str([m for m in tab.take(True) if m["kind"] in ("view", "events")])


@pytest.mark.rule("A2")
@pytest.mark.parametrize("known", [True, False])
def test_hub__look_at_the_table_failed__cards_that_were_read_are_not_shown(known: bool) -> None:
    """The table of a moment ago says nothing of the cards that came since (M25)."""
    desk = FakeDesk()
    hub = hub_of(desk)
    desk.sections["table"] = {"is_in_play": False, "hands": {}}
    desk.is_table_known = known
    tab = Viewer("anyone", False, True)
    hub.viewers.add(tab)
    hub._spread({}, [CARD])
    assert ("CARD_PASSED" in seen(tab)) == known


@pytest.mark.rule("A2")
def test_hub__logout_at_real_boards__hands_leave_the_screen() -> None:
    async def story() -> None:
        hub = hub_of(FakeDesk())
        tab = Viewer("anyone", False, True)
        hub.viewers.add(tab)
        await hub._login(tab, {"login": "supervisor"})
        assert "AS" in seen(tab)
        await hub._logout(tab)
        told = seen(tab)  # the same section again, without the cards
        assert "hands" in told and "AS" not in told and "CARD_PASSED" not in told

    asyncio.run(story())


def test_hub__second_case_with_the_same_question__has_its_outcomes_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only the first one had (M33)."""
    monkeypatch.setattr(module, "with_outcomes", lambda case: {**case, "outcomes": ["void"]})

    async def story() -> None:
        desk = FakeDesk()
        hub = hub_of(desk)
        await asyncio.gather(hub._add_outcomes(CASE), hub._add_outcomes({**CASE, "case": 2}))
        await hub._add_outcomes({**CASE, "case": 3})
        assert desk.outcomes == {1: ["void"], 2: ["void"], 3: ["void"]}

    asyncio.run(story())


def test_hub__two_logins_of_one_tab_at_once__one_session_is_left() -> None:
    async def story() -> None:
        desk = FakeDesk()
        hub = hub_of(desk, ("ann", "bob", "eve"))
        tab = Viewer("anyone", False, True)
        hub.viewers.add(tab)
        await hub._login(tab, {"login": "eve"})
        await asyncio.gather(*(hub._login(tab, {"login": name}) for name in ("ann", "bob")))
        assert desk.sessions == [tab.session]

    asyncio.run(story())


def test_hub__logout_while_time_stands__the_session_ends_when_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_LOOK_S", 0)

    async def story() -> None:
        desk = FakeDesk()
        hub = hub_of(desk)
        clock: Any = hub.clock
        tab = Viewer("anyone", False, True)
        hub.viewers.add(tab)
        await hub._login(tab, {"login": "supervisor"})
        clock.is_paused = True
        await hub._logout(tab)
        assert len(desk.sessions) == 1 and tab.session is None
        clock.is_paused = False
        await asyncio.gather(*hub._tasks)
        assert desk.sessions == []

    asyncio.run(story())


# -- the desk ------------------------------------------------------------------------------------


class FakeClient:
    transport = None
    is_open = False

    def __init__(self, is_refused: bool) -> None:
        self._is_refused = is_refused

    def open_session(self, _keys: Any, _role: str) -> None:
        if self._is_refused:
            raise Refused("OPEN_SESSION", 1, "bad_tag", "the key is not right")
        self.is_open = True

    def close_session(self) -> None:
        self.is_open = False


def desk_of(folder: Path) -> tuple[Desk, dict[str, FakeClient]]:
    clients = {"shoe": FakeClient(False), "meter": FakeClient(True)}

    def port(board: str) -> Any:
        own = clients[board]
        return SimpleNamespace(
            board=board, heard=[], client=own, client_for=lambda _role, _sender: own
        )

    clock: Any = SimpleNamespace(wall_s=lambda: 0.0, table_ms=lambda: 0)
    desk = Desk(port("shoe"), port("meter"), folder / "state.json", clock, lambda *_news: None)
    return desk, clients


def test_desk__login_refused_by_the_second_board__none_is_left_open(tmp_path: Path) -> None:
    desk, clients = desk_of(tmp_path)
    person = Person("ann", "supervisor", False, {})
    keys: Any = {"shoe": None, "meter": None}
    with pytest.raises(FaroError):
        desk.login(person, "supervisor", keys)
    assert not clients["shoe"].is_open and desk.sessions == {}


def test_desk__board_set_back__the_old_state_is_put_aside_not_deleted(tmp_path: Path) -> None:
    desk, _clients = desk_of(tmp_path)
    for text in ("first", "second"):
        (tmp_path / "state.json").write_text(text)
        desk._put_aside()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["state.json.old1", "state.json.old2"]
    assert (tmp_path / "state.json.old1").read_text() == "first"


def test_desk__request_of_the_shoe_waits_and_there_is_no_meter__it_is_shown(
    tmp_path: Path,
) -> None:
    desk, _clients = desk_of(tmp_path)
    desk.ports = {}
    desk.sections = {"shoe_deed": {"board": "shoe", "number": 4}}
    assert desk._view()["shoe_deed"]["number"] == 4
