"""While a round is dealt, a second click moves nothing, whatever it asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from faro.page import dealing, table_lock
from faro.page.actions import BY_ID
from faro.page.clock import TableClock
from faro.page.dealing import Dealer
from faro.page.hub import Hub
from faro.page.viewer import Viewer

DEALT = "A round is being dealt."
# what each asks for beside its name
PARAMS: dict[str, dict[str, Any]] = {
    "open_table": {"game": "csp", "seats": [1]},
    "set_seats": {"seats": [1]},
    "decide": {"seat": 1, "decision": "plays"},
    "deal_mistake": {"kind": "joker"},
    "prepare_hand": {"hand": "royal", "seat": 1},
}
ASKED = (
    *({"do": verb} for verb in table_lock.VERBS),
    *({"act": name, **PARAMS.get(name, {})} for name in table_lock.ACTIONS),
)
SUPERVISORS = ("void_round", "shuffle_count", "shuffle_cleared", "open_gate")


class LockedHub(Hub):
    """Notes what would reach table and boards; a round is dealt until somebody lets it end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(TableClock(), {}, False)
        self.scene: Any = object()
        self.reached: list[str] = []
        self.may_end = asyncio.Event()
        for name, (_work, text) in list(dealing.WORK.items()):
            monkeypatch.setitem(dealing.WORK, name, (self._work_of(name), text))

    def _work_of(self, name: str) -> Callable[[Dealer, Any], Awaitable[str]]:
        async def work(_dealer: Dealer, _params: Any) -> str:
            self.reached.append(name)
            await self.may_end.wait()
            return "done"

        return work

    async def hand(self, line: str) -> str:
        self.reached.append(line)
        if line == "deal slowly":
            await self.may_end.wait()
        return "done"

    async def at_desk(self, job: Any) -> Any:
        self.reached.append("boards")
        return "done", []

    async def asked(self, viewer: Viewer, **asked: Any) -> dict[str, Any]:
        await self.carry_out(viewer, {"id": 1, **asked})
        return next(m for m in reversed(viewer.take(True)) if m["kind"] == "done")

    def tab(self, role: str = "table") -> Viewer:
        viewer = Viewer(role, False, False)
        self.viewers.add(viewer)
        return viewer


@pytest.mark.parametrize("asked", ASKED, ids=[" ".join(map(str, a.values())) for a in ASKED])
def test_round__anything_that_moves_cards_meanwhile__refused_and_nothing_moved(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any]
) -> None:
    async def play() -> None:
        hub = LockedHub(monkeypatch)
        role = "supervisor" if asked.get("act") in SUPERVISORS else "table"
        one, other = hub.tab(), hub.tab(role)
        dealt = asyncio.ensure_future(hub.asked(one, act="deal_round"))
        await asyncio.sleep(0)
        for tab in (one, other) if role == "table" else (other,):
            done = await hub.asked(tab, **asked)
            assert (done["ok"], done["error"]) == (False, DEALT)
        assert hub.reached == ["deal_round"]
        hub.may_end.set()
        assert (await dealt)["ok"]
        assert (await hub.asked(other, **asked))["ok"]  # and afterwards it is done
        assert len(hub.reached) > 1

    asyncio.run(play())


def test_round__begins_while_a_card_is_dealt__waits_until_it_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        hub = LockedHub(monkeypatch)
        one, other = hub.tab(), hub.tab()
        card = asyncio.ensure_future(hub.asked(one, do="deal slowly"))
        await asyncio.sleep(0)
        dealt = asyncio.ensure_future(hub.asked(other, act="deal_round"))
        await asyncio.sleep(0)
        assert hub.reached == ["deal slowly"]
        hub.may_end.set()
        assert (await card)["ok"] and (await dealt)["ok"]
        assert hub.reached == ["deal slowly", "deal_round"]

    asyncio.run(play())


def test_round__chips_faults_and_other_things__not_held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        hub = LockedHub(monkeypatch)
        one, other = hub.tab(), hub.tab()
        dealt = asyncio.ensure_future(hub.asked(one, act="deal_round"))
        await asyncio.sleep(0)
        for line in ("bet place 1", "fault gate-output-dark", "plug pull"):
            assert (await hub.asked(other, do=line))["ok"]
        hub.may_end.set()
        await dealt

    asyncio.run(play())


def test_round__dealt_in_one_tab__every_tab_is_told_and_told_when_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(tab: Viewer) -> str:
        views = [m["sections"] for m in tab.take(True) if m["kind"] == "view"]
        return views[-1]["busy"]["text"]

    async def play() -> None:
        hub = LockedHub(monkeypatch)
        one, other = hub.tab(), hub.tab()
        dealt = asyncio.ensure_future(hub.asked(one, act="deal_round"))
        await asyncio.sleep(0)
        assert busy(other) == DEALT
        late = Viewer("table", False, False)
        hub.scene = None  # nobody has looked at a table here
        hub.join(late)
        assert busy(late) == DEALT
        hub.may_end.set()
        await dealt
        assert (busy(other), busy(late)) == ("", "")

    asyncio.run(play())


def test_end_round__at_simulated_boards__the_chips_leave_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        hub = LockedHub(monkeypatch)
        done = await hub.asked(hub.tab(), act="end_round")
        assert hub.reached == ["boards", "ante take all", "bet take all"]
        assert done["command"].endswith("&& faro sim do ante take all && faro sim do bet take all")
        hub.scene, hub.reached = None, []
        done = await hub.asked(hub.tab(), act="end_round")
        assert hub.reached == ["boards"] and "sim" not in done["command"]

    asyncio.run(play())


def test_locked__every_name__is_a_verb_or_an_action_of_this_page() -> None:
    known = {*BY_ID, *(action.id for action in Dealer.ACTIONS)}
    assert set(table_lock.ACTIONS) <= known
    assert set(dealing.WORK) == {action.id for action in Dealer.ACTIONS}
