"""The page's desk at a table in virtual time: both boards, cables to pull, cards as numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from faro.page.actions import BY_ID
from faro.page.desk import Desk, Session
from faro.page.params import take
from faro.page.people import people_in, table_keys
from faro.page.port import DeskPort
from faro.sim.rig import Rig
from faro.trust.commands import write_roles
from faro.wire.transports import Transport
from firmware.cards.codes import UNREADABLE, card_named
from tests.model.board_desk import PASS_MS, PAUSE_MS, CardFeed
from tests.scenario.run_table import Cable, CodedTable


class VirtualClock:
    """The table's time is the simulator's, and so is everybody else's."""

    speed = 1.0
    is_paused = False

    def __init__(self, rig: Rig) -> None:
        self._kernel = rig.kernel

    def wall_s(self) -> float:
        return self._kernel.now_us / 1e6

    def table_ms(self) -> int:
        return self._kernel.now_us // 1000

    patient_ms = table_ms


class DeskTable:
    """`view` and `events` are what a page would have been told."""

    def __init__(self, folder: Path, has_meter: bool = True, rig: Rig | None = None) -> None:
        self.rig = CodedTable() if rig is None else rig
        self.rig.start()
        for name in ("shoe", "meter"):
            write_roles(self.rig.provision(name), folder / name)
        self.people = people_in(folder)
        self.feed = CardFeed(self.rig)
        self.cables: dict[str, Cable] = {}
        self.asked: list[tuple[str, str, str, str]] = []
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.pictures: list[dict[str, Any]] = []
        self.clock: Any = VirtualClock(self.rig)
        ports = {name: self._port(folder, name) for name in ("shoe", "meter")}
        meter = ports["meter"] if has_meter else None
        state = folder / "table.json"
        self.desk = Desk(
            ports["shoe"], meter, state, self.clock, self._news, True, self.pictures.append
        )

    def _port(self, folder: Path, name: str) -> DeskPort:
        keys = table_keys(folder, name)
        never: Callable[[], bool] = lambda: False  # noqa: E731
        return DeskPort(name, name, keys, self.clock, never, self, self._open)

    def sent_us(self, _board: str) -> int:
        return self.rig.kernel.now_us

    def made(
        self, board: str, role: str, name: str, _fields: Any, refused: str, _at_us: int
    ) -> None:
        self.asked.append((board, role, name, refused))

    def _open(self, name: str) -> Transport:
        is_out = name in self.cables and self.cables[name].is_out
        self.cables[name] = Cable(self.rig.kernel, self.rig.boards[name].usb_host)
        self.cables[name].is_out = is_out
        return self.cables[name]

    def _news(self, changed: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.view |= changed
        self.events += events

    def wait(self, duration_ms: int = 500) -> None:
        due_us = self.rig.kernel.now_us + 1000 * duration_ms
        while self.rig.kernel.now_us < due_us:
            while self.desk.step():
                pass
            self.rig.kernel.run_for_ms(100)

    def act(self, action: str, session: Session | None = None, **values: Any) -> str:
        """As the page does it; the desk is not in a thread here."""
        row = BY_ID[action]
        assert row.do is not None
        told = row.do(self.desk, session, take(action, row.params, values))
        self.desk.looks.hurry()
        self.wait(300)
        return told

    def login(self, person: str) -> Session:
        found = self.people[person]
        return self.desk.login(found, *found.unlock(""))

    def bet(self, *seats: int) -> None:
        expander = self.rig.boards["meter"].expander
        assert expander is not None
        for seat in seats:
            expander.set_sensor(seat - 1, True)
        self.wait(300)

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.feed.start(UNREADABLE if card == "??" else card_named(card))
            self.rig.kernel.run_for_ms(PASS_MS + PAUSE_MS)
            self.desk.step()
        self.wait(5_500)

    def names(self, board: str) -> list[str]:
        return [event["name"] for event in self.events if event["board"] == board]

    def close(self) -> None:
        self.rig.close()
