"""A Caribbean Stud table with shoe, meter and the table program: the jackpot beside the record.

The program hears both boards after every word and every card, as `faro table run` does; people put
chips on the jackpot areas, and supervisor and inspector confirm what is won.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from faro.jackpot.reconcile import reconcile
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.table.link import Link
from faro.table.run import TableRun
from faro.table.state_file import TableState
from faro.wire.client import Client
from hw_sim.sim_transport import SimTransport
from tests.helpers.slow_hands import CSP, poker
from tests.model.ruling_desk import RulingDesk

WAGER_UC = 710_000 * 100  # what one wager brings into the pool (CSP 11.5)
PROGRAM = 0x8A  # its address beside those of the people
OPEN = 0  # of the meter: wagers may be placed
_PATIENCE_MS = 20_000
_TURN_MS = 300


class MeteredDesk(RulingDesk):
    """`bet` before a round, `jackpot_differences` after it."""

    def __init__(self, rig: Rig, game: str, equipment: str, decks: int) -> None:
        self._program: TableRun | None = None
        super().__init__(rig, game, equipment, decks)
        self._folder = tempfile.TemporaryDirectory()
        keys = {"shoe": self.keys, "meter": rig.provision("meter")}
        self.meter = JackpotTable(rig, keys=keys["meter"])
        self.meter.client.protocol.own = PROGRAM - 1
        self.said: list[str] = []
        self._program = TableRun(
            TableState(Path(self._folder.name) / "table.json"),
            Link(self._opener("shoe"), keys["shoe"], self._utc_s),
            Link(self._opener("meter"), keys["meter"], self._utc_s),
            self.said.append,
            lambda: rig.kernel.now_us // 1000,
        )
        self._bets: frozenset[int] = frozenset()
        self._pool_uc = 0
        self._seen = 0
        self._turn()

    def bet(self, seats: Sequence[int]) -> None:
        """Chips on the jackpot areas of these seats, once wagers are open."""
        self._wait_until_open()
        self.meter.place(*seats)
        self._bets = frozenset(seats)
        self._pool_uc = self.meter.meters()["pool"]
        self._seen = self.meter.last_event()
        self.said.clear()

    def jackpot_differences(
        self, hands: Mapping[int, Sequence[str]], words: Mapping[int, str], back: frozenset[int]
    ) -> list[str]:
        """What the meter made of the round, against cards, words and the wagers that go back."""
        self._wait_a_while()
        state = self.meter.jackpot()
        if state["claimed"] & ~state["voided"] and state["state"] != OPEN:
            self.meter.settle(round=state["round"])
        self.meter.take_all()
        self._wait_until_open()
        told = self.meter.events(self._seen)
        voided = {f["seat"] for name, f in told if name == "HAND_VOIDED"}
        for name, f in told:
            if name == "ROUND_VOIDED":
                voided |= {seat for seat in range(1, 8) if f["seats"] >> (seat - 1) & 1}
        paid = {f["seat"]: f for name, f in told if name == "PAID"}
        wanted_back = back & self._bets
        winners = {
            seat
            for seat in self._bets - back
            if words.get(seat) not in ("folds", "concedes") and _wins(hands.get(seat, ()))
        }
        from_pool_uc = sum(100 * 10_000 * f["pool_cents"] for f in paid.values())
        growth_uc = WAGER_UC * len(self._bets - wanted_back) - from_pool_uc
        pairs = {
            "meter: wagers taken back": (voided, wanted_back),
            "meter: paid": (set(paid), winners),
            "meter: pool": (self.meter.meters()["pool"] - self._pool_uc, growth_uc),
        }
        return [
            f"{what}: {got} instead of {want}" for what, (got, want) in pairs.items() if got != want
        ]

    def check_books(self) -> None:
        """The meter's journal alone gives its meters (CSP 11.5)."""
        books = reconcile(self.meter.client.events(0))
        books.compare(self.meter.meters())
        assert books.differences == [], books.differences

    # -- the program ---------------------------------------------------------------------------

    def reading(self, code: int) -> None:
        super().reading(code)
        self._turn()

    def ask(self, role: str, name: str, **fields: int) -> dict[str, Any]:
        answer = super().ask(role, name, **fields)
        self._turn()
        return answer

    def _ask(self, name: str, **fields: int) -> None:
        super()._ask(name, **fields)
        self._turn()

    def _turn(self) -> None:
        if self._program is not None:
            while self._program.turn():
                pass

    def _wait_a_while(self) -> None:
        for _ in range(5):
            self.rig.kernel.run_for_ms(_TURN_MS)
            self._turn()

    def _wait_until_open(self) -> None:
        for _ in range(_PATIENCE_MS // _TURN_MS):
            if self.meter.jackpot()["state"] == OPEN:
                return
            self.rig.kernel.run_for_ms(_TURN_MS)
            self._turn()
        raise AssertionError(f"the meter does not open: {self.meter.jackpot()} {self.said[-5:]}")

    def _opener(self, name: str) -> Any:
        def connect() -> Client:
            client = Client(SimTransport(self.rig.kernel, self.rig.boards[name].usb_host))
            client.protocol.own = PROGRAM
            client.hello()
            return client

        return connect

    def _utc_s(self) -> float:
        return 1_800_000_000 + self.rig.kernel.now_us / 1_000_000


def _wins(hand: Sequence[str]) -> bool:
    """CSP 12.1: a flush or better."""
    return len(hand) == 5 and CSP.index(poker(hand, 5, CSP)[0]) <= CSP.index("flush")
