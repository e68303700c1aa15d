"""A shoe that knows the plain deck, a hand that pulls cards, and what the board said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from faro.sim.rig import Rig
from faro.sim.scenarios.enrolled import enrol
from faro.wire.client import Client
from faro.wire.events import Event
from faro.wire.keys import DeviceKeys
from hw_sim.rig import BoardRig
from hw_sim.world.cards import Card, pack
from hw_sim.world.shoe import ShoeWorld
from tests.conftest import provisioned, usb_client

CADENCE_MS = 200
LOOK_MS = 300  # longer than a hard card's long look


class CardBench:
    """One powered, provisioned shoe; `news()` gives the events since the last call."""

    def __init__(self, rig: Rig, is_enrolled: bool = True) -> None:
        self.rig = rig
        self.board: BoardRig = rig.boards["shoe"]
        if is_enrolled:
            enrol(self.board)
        rig.power_on()
        rig.wait_ready()
        self.keys: DeviceKeys = provisioned(rig, "shoe")
        self.world = ShoeWorld(self.board)
        self.client: Client = usb_client(rig, "shoe")
        self._seen = 0
        self.news()

    def as_role(self, role: str) -> Client:
        self.client.open_session(self.keys, role)
        return self.client

    def feed(self, cards: Iterable[Card] | Card, pass_ms: int = 120) -> None:
        for card in [cards] if isinstance(cards, Card) else cards:
            self.world.feed(card, pass_ms)
            self.rig.kernel.run_for_ms(CADENCE_MS)

    def wait(self, duration_ms: int = CADENCE_MS) -> None:
        self.rig.kernel.run_for_ms(duration_ms)

    def news(self, *names: str) -> list[Event]:
        """What was recorded since, only the named kinds when there are names."""
        self.wait(LOOK_MS)
        events = list(self.client.events(self._seen))
        self._seen = events[-1].number if events else self._seen
        return [event for event in events if not names or event.name in names]

    def told(self, *names: str) -> list[dict[str, Any]]:
        return [dict(event.fields) for event in self.news(*names)]

    def pack(self, decks: int = 1, **kind: Any) -> list[Card]:
        return pack(decks, self.rig.kernel.rng("pack"), **kind)

    def begin(self, decks: int = 1, back: int = 0) -> Client:
        client = self.as_role("supervisor")
        client.request("AUDIT_BEGIN", decks=decks, back=back)
        return client

    def faults(self) -> set[str]:
        from faro.board.commands import faults_of

        return {fault["name"] for fault in faults_of(self.client)}
