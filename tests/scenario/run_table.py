"""A Caribbean Stud table with both boards and the table program, whose cables can be pulled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from faro.jackpot.reconcile import reconcile
from faro.sim.scenarios.jackpot import JackpotTable
from faro.table.link import Link
from faro.table.run import TableRun
from faro.table.state_file import TableState
from faro.wire.client import Client
from faro.wire.errors import PortError
from faro.wire.keys import DeviceKeys
from firmware.cards.codes import card_named
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.games.catalogue import number_of
from firmware.ruling.told_table import TOLD
from hw_sim.sim_transport import SimTransport
from tests.model.board_desk import PASS_MS, PAUSE_MS, CardFeed, CodedTable

WAGER_UC = 710_000 * 100  # what one wager brings into the pool
FINDING_CODES = {row[1]: row[0] for row in (*FINDINGS, *TOLD)}


class Cable(SimTransport):
    """A port that can be pulled out; `answers` counts down to the one that gets lost."""

    is_out = False
    answers_left: int | None = None

    def write(self, data: bytes) -> None:
        self._look()
        super().write(data)

    def read(self, timeout_ms: int) -> bytes:
        self._look()
        data = super().read(timeout_ms)
        if data and self.answers_left is not None:
            self.answers_left -= 1
            if self.answers_left < 0:
                self.is_out = True
        self._look()
        return data

    def _look(self) -> None:
        if self.is_out:
            raise PortError(f"{self.name} was pulled out")


class PlayedTable:
    """People, cards and chips around the program; `wait` lets it turn while time passes."""

    def __init__(self, folder: Path, seats: tuple[int, ...] = (1, 2)) -> None:
        self.rig = CodedTable()
        self.rig.start()
        self.keys: dict[str, DeviceKeys] = {n: self.rig.provision(n) for n in ("shoe", "meter")}
        self.cables = {n: Cable(self.rig.kernel, self.rig.boards[n].usb_host) for n in self.keys}
        self.people = JackpotTable(self.rig, keys=self.keys["meter"])
        self.people.client.protocol.own = 0x83  # another sender than the program
        self.feed = CardFeed(self.rig)
        self.said: list[str] = []
        self.path = folder / "table.json"
        self.start()
        areas = sum(1 << (seat - 1) for seat in seats)
        fields = {"equipment": 0, "decks": 0, "areas": areas}
        self.shoe("OPEN_TABLE", game=number_of("csp"), **fields)
        self.shoe("PACK_LOADED")
        self.wait(500)

    # -- the program -------------------------------------------------------------------------

    def start(self) -> None:
        """The program starts, or starts again with what it kept."""
        self.program = TableRun(
            TableState(self.path),
            Link(lambda: self._open("shoe"), self.keys["shoe"], self._utc_s),
            Link(lambda: self._open("meter"), self.keys["meter"], self._utc_s),
            self.said.append,
            lambda: self.rig.kernel.now_us // 1000,
            self.keys["shoe"],
        )
        self.wait(100)

    def _open(self, name: str) -> Client:
        client = Client(self.cables[name], tries=2)
        client.hello()
        return client

    def _utc_s(self) -> float:
        return 1_800_000_000 + self.rig.kernel.now_us / 1_000_000

    def pull(self, name: str) -> None:
        self.cables[name].is_out = True

    def plug(self, name: str) -> None:
        self.cables[name].is_out = False
        self.cables[name].answers_left = None

    def wait(self, duration_ms: int) -> None:
        due_us = self.rig.kernel.now_us + 1000 * duration_ms
        while self.rig.kernel.now_us < due_us:
            while self.program.turn():
                pass
            self.rig.kernel.run_for_ms(100)

    # -- people ------------------------------------------------------------------------------

    def shoe(self, name: str, **fields: Any) -> dict[str, Any]:
        return self.program.shoe.request(name, **fields)

    def report(self, finding: str, place: int = NO_PLACE) -> dict[str, Any]:
        fields = {"irregularity": FINDING_CODES[finding], "place": place, "detail": 0}
        return self.shoe("REPORT_FINDING", **fields)

    def chips(self, *seats: int) -> None:
        self.people.place(*seats)

    def first_card(self, card: str) -> None:
        self.deal(card)

    def deal(self, cards: str) -> None:
        """Cards by name; the program turns meanwhile."""
        for card in cards.split():
            self.feed.start(card_named(card))
            self.rig.kernel.run_for_ms(PASS_MS + PAUSE_MS)
            self.program.turn()

    def end(self) -> None:
        """The dealer has settled; chips are taken away."""
        self.wait(5_000)
        self.shoe("END_ROUND", is_void=0)
        self.people.take_all()

    def restart(self, name: str) -> None:
        board = self.rig.boards[name].board
        board.power_off()
        self.rig.kernel.run_for_ms(500)
        board.power_on()
        self.rig.wait_ready()

    # -- what came of it ---------------------------------------------------------------------

    def pool_uc(self) -> int:
        return self.people.meters()["pool"]

    def told(self, *names: str) -> list[tuple[str, dict[str, Any]]]:
        """Events of the meter by these names."""
        return [(n, f) for n, f in self.people.events() if n in names]

    def shoe_events(self, name: str) -> list[dict[str, Any]]:
        return [e.fields for e in self.program.shoe.events(0) if e.name == name]

    def check(self) -> None:
        """The meter's journal alone gives its meters, and nothing is left open."""
        books = reconcile(self.people.client.events(0))
        books.compare(self.people.meters())
        assert books.differences == []
        assert self.people.jackpot()["state"] == 0

    def close(self) -> None:
        self.rig.close()
