"""A whole shoe board at a table: enrolled deck, real pulls, table software and a supervisor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faro.ruling.table_commands import case_of
from faro.sim.rig import Rig
from faro.sim.scenarios.enrolled import enrol
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from faro.words import ruling as words
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.games.catalogue import number_of
from firmware.rounds.telling import TELL_NAMES
from firmware.ruling.told_table import TOLD
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld
from tests.conftest import bus_client, provisioned, usb_client

FINDING_CODES = {row[1]: row[0] for row in (*FINDINGS, *TOLD)}
TELLS = {name: number for number, name in TELL_NAMES}
SHOE_ADDRESS = 0xA0
_CARD_MS = 700


class RuledTable:
    """Deals named cards and speaks for the table software (USB) and the supervisor (RS-485)."""

    def __init__(self, make_rig: Callable[..., Rig]) -> None:
        self.rig = make_rig("shoe")
        enrol(self.rig.boards["shoe"])
        self.rig.power_on()
        self.rig.wait_ready()
        self.keys: DeviceKeys = provisioned(self.rig, "shoe")
        self.world = ShoeWorld(self.rig.boards["shoe"])
        self._connect()

    def _connect(self) -> None:
        self.table: Client = usb_client(self.rig, "shoe")
        self.table.open_session(self.keys, "table")
        self.supervisor: Client = bus_client(self.rig, SHOE_ADDRESS)
        self.supervisor.open_session(self.keys, "supervisor")

    def open(self, game: str, equipment: str = "shoe", seats: tuple[int, ...] = (1, 2)) -> None:
        areas = sum(1 << (seat - 1) for seat in seats)
        number = number_of(game)
        is_device = int(equipment == "device")
        self.table.request("OPEN_TABLE", game=number, equipment=is_device, decks=0, areas=areas)
        self.table.request("PACK_LOADED")

    def deal(self, *cards: str | Card) -> None:
        """Cards by name, one after another."""
        for card in cards:
            self.world.feed(Card(card) if isinstance(card, str) else card)
            self.rig.kernel.run_for_ms(_CARD_MS)

    def tell(self, what: str, place: int = 0, number: int = 0, value: int = 0) -> None:
        fields = {"place": place, "card_number": number, "value": value}
        self.table.request("TELL_ROUND", told=TELLS[what], **fields)

    def report(self, finding: str, place: int = NO_PLACE, detail: int = 0) -> dict[str, Any]:
        fields = {"irregularity": FINDING_CODES[finding], "place": place, "detail": detail}
        return case_of(self.table.request("REPORT_FINDING", **fields).fields)

    def answer(
        self, fact: str, is_so: bool, case: int = 0, place: int = NO_PLACE
    ) -> dict[str, Any]:
        bit = words.fact_bit(fact)
        fields = {"case_number": case, "fact": bit, "is_so": int(is_so), "place": place}
        return case_of(self.supervisor.request("ANSWER", **fields).fields)

    def done(self, case: int, step: int, role: str = "supervisor") -> dict[str, Any]:
        """Somebody ticks a step off."""
        self.supervisor.close_session()
        self.supervisor.open_session(self.keys, role)
        try:
            reply = self.supervisor.request("RULING_DONE", case_number=case, step=step)
        finally:
            self.supervisor.close_session()
            self.supervisor.open_session(self.keys, "supervisor")
        return case_of(reply.fields)

    def case(self, number: int = 0) -> dict[str, Any]:
        return case_of(self.table.request("GET_RULING", case_number=number).fields)

    def end_round(self) -> None:
        self.table.request("END_ROUND", is_void=0)

    def pull_the_plug(self) -> None:
        """Power away and back; the sessions are opened anew."""
        board = self.rig.boards["shoe"].board
        board.power_off()
        self.rig.kernel.run_for_ms(500)
        board.power_on()
        self.rig.wait_ready()
        self._connect()

    def events(self, *names: str) -> list[tuple[str, dict[str, Any]]]:
        """What the journal says, only these events, or all of them."""
        return [
            (event.name, event.fields)
            for event in self.table.events(0)
            if not names or event.name in names
        ]

    def rules(self) -> list[str]:
        """Rulings so far, as 'finding: rule'."""
        names = {code: name for name, code in FINDING_CODES.items()}
        return [
            f"{names[fields['irregularity']]}: "
            f"{words.cited(words.game_name(fields['game']), fields['rule'])}"
            for _name, fields in self.events("RULING_MADE")
        ]

    def closed_as(self) -> list[int]:
        return [fields["closed_as"] for _name, fields in self.events("ROUND_CLOSED")]
