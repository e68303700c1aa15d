"""A table's two boards behind real ports, run by a thread, for programs of other processes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.client import Client
from firmware.cards.codes import card_named
from firmware.jackpot.round_states import ST_PENDING
from hw_sim.gateway import PtyPort, TcpPort
from hw_sim.pacing import PacedRunner
from tests.model.board_desk import PASS_MS, PAUSE_MS, CardFeed
from tests.scenario.run_table import CodedTable

# dealer first, then seats 1 and 2; seat 2 gets a flush
CARDS = "2S 3H 4D  6S 7H 8D  TS JH QD  AS 2D 3D  5H 6C 9D"
METER_ADDRESS = 0xB0


class ServedTable:
    """Both boards behind real ports, run by a thread; people act there in its time."""

    def __init__(self, folder: Path, is_tcp: bool) -> None:
        self.rig = CodedTable()
        self.rig.start()
        self.folder = folder
        self.keys = {name: self.rig.provision(name) for name in ("shoe", "meter")}
        for name, keys in self.keys.items():
            keys.of_role("table").save(folder / f"{name}.keys")
        self.feed = CardFeed(self.rig)
        make: Callable[[Any], PtyPort | TcpPort] = TcpPort if is_tcp else PtyPort
        self.ports = {name: make(self.rig.boards[name].usb_host) for name in self.keys}
        self.bus = PtyPort(self.rig.bus_host)
        self._acts: queue.Queue[Callable[[], None]] = queue.Queue()
        self._is_over = threading.Event()
        self._runner = PacedRunner(self.rig, [*self.ports.values(), self.bus], 4.0)
        self._look()
        self._thread = threading.Thread(target=self._runner.run, args=(self._is_over.is_set,))
        self._thread.start()

    def _look(self) -> None:
        """In the runner's thread: whatever people do comes from here."""
        while not self._acts.empty():
            self._acts.get()()
        self.rig.kernel.after(20_000, self._look)

    def deal(self) -> None:
        """Chips at both seats, then the cards one after another."""

        def act() -> None:
            expander = self.rig.boards["meter"].expander
            assert expander is not None
            for seat in (0, 1):
                expander.set_sensor(seat, True)
            for place, card in enumerate(CARDS.split()):
                at_ms = 500 + place * (PASS_MS + PAUSE_MS)
                code = card_named(card)
                self.rig.kernel.after(at_ms * 1000, lambda code=code: self.feed.start(code))

        self._acts.put(act)

    def args(self) -> list[str]:
        found: list[str] = []
        for name in ("shoe", "meter"):
            url = self.ports[name].url.removeprefix("socket://")
            found += [url, str(self.folder / f"{name}.keys")]
        return found

    def wait_for_win(self) -> None:
        with Client.open(self.bus.url, METER_ADDRESS) as person:
            for _ in range(200):
                if person.request("GET_JACKPOT").fields["state"] == ST_PENDING:
                    return
                threading.Event().wait(0.1)
        raise AssertionError("nobody has won")

    def pay(self) -> None:
        """Supervisor and inspector, on the meter's other port."""
        with Client.open(self.bus.url, METER_ADDRESS) as person:
            person.open_session(self.keys["meter"], "supervisor")
            person.request("CONFIRM_HIT", round=1)
            person.open_session(self.keys["meter"], "inspector")
            person.confirm(person.deed())

    def close(self) -> None:
        self._is_over.set()
        self._thread.join()
        self._runner.close()

    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """The meter's record, once the ports are closed."""
        return JackpotTable(self.rig, keys=self.keys["meter"]).events()
