"""A jackpot table on the bench: players, dealer, table software and officials round a meter."""

from __future__ import annotations

import struct
from typing import Any

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from faro.words.jackpot import METERS, TERMS
from firmware.board.rows import FAULT_LID_OPEN
from firmware.cards.codes import RANKS, SUITS
from hw_sim.parts.ht16k33 import digits_text
from hw_sim.rig import BoardRig

NO_CARD = 0xFF
# five cards each; no card is in two of them
HANDS = {
    "royal": "TS JS QS KS AS",
    "straight": "5H 6H 7H 8H 9H",
    "four": "2S 2H 2D 2C 3S",
    "full": "3H 3D 3C 4S 4H",
    "flush": "4D 6D 8D TD QD",
    "nothing": "7S 8C 9D JC QC",
}
_PATTERN_MS, _LOOK_MS = 2_000, 10
CLASS_NUMBERS = {"royal": 1, "straight": 2, "four": 3, "full": 4, "flush": 5}


def cards(text: str) -> bytes:
    """ "TS JS …" as card numbers."""
    return bytes(RANKS.index(name[0]) * 4 + SUITS.index(name[1]) for name in text.split())


def hands_bytes(hands: dict[int, str]) -> bytes:
    """7 x 5 cards by seat; a value is a name of HANDS or the cards themselves."""
    data = bytearray([NO_CARD] * 35)
    for seat, text in hands.items():
        data[5 * seat - 5 : 5 * seat] = cards(HANDS.get(text, text))
    return bytes(data)


class JackpotTable:
    """Everything people and programs do at one table, with sessions opened as they are needed."""

    def __init__(self, rig: Rig, name: str = "meter", keys: DeviceKeys | None = None) -> None:
        self.rig = rig
        self.board: BoardRig = rig.boards[name]
        self.client = rig.client(name, tries=4)
        self._name = name
        self._keys = keys
        self._role = ""
        self._boot = -1

    # -- officials ---------------------------------------------------------------------------

    @property
    def keys(self) -> DeviceKeys:
        if self._keys is None:
            self._keys = self.rig.provision(self._name)
        return self._keys

    def ask(self, role: str, message: str, **fields: Any) -> dict[str, Any]:
        """A request by somebody with a role; Refused comes up as it is."""
        return self.as_role(role).request(message, **fields).fields

    def as_role(self, role: str) -> Client:
        keys = self.keys
        if self._role != role or self._boot != self.board.board.boots:
            self.client.open_session(keys, role)
            self._role = role
            self._boot = self.board.board.boots
        return self.client

    def get(self, message: str, **fields: Any) -> dict[str, Any]:
        """A request that anybody may make."""
        return self.client.request(message, **fields).fields

    def set(self, name: str, value: int) -> None:
        """A setting by the technician; a term of the jackpot by the two roles that may."""
        if name in TERMS:
            self.set_terms(**{name: value})
            return
        self.ask("technician", "SET_SETTING", setting=self._number(name), value=value)

    def set_terms(self, **changes: int) -> None:
        self.settle("SET_TERMS", **{**self.terms(), **changes})

    def terms(self) -> dict[str, int]:
        """The terms in force."""
        return {name: self.get("GET_SETTING", setting=self._number(name))["value"]
                for name in TERMS}  # fmt: skip

    def _number(self, name: str) -> int:
        self.client.hello()
        return self.client.protocol.dictionary.settings[name].number

    def set_link_key(self, key: bytes) -> None:
        """On the bench: lid open, by USB; then the lid is closed again."""
        assert self.keys
        self.board.set_lid(True)
        self.wait(1_500)
        self.ask("technician", "SET_LINK_KEY", key=key)
        self.board.set_lid(False)
        self.wait(1_500)
        self.ask("technician", "CLEAR_FAULT", fault=FAULT_LID_OPEN)

    def wait(self, duration_ms: int) -> None:
        self.rig.kernel.run_for_ms(duration_ms)

    # -- players and dealer ------------------------------------------------------------------

    def place(self, *seats: int) -> None:
        assert self.board.expander
        for seat in seats:
            self.board.expander.set_sensor(seat - 1, True)
        self.wait(5)

    def take(self, *seats: int) -> None:
        assert self.board.expander
        for seat in seats:
            self.board.expander.set_sensor(seat - 1, False)
        self.wait(5)

    def take_all(self) -> None:
        self.take(1, 2, 3, 4, 5, 6, 7)

    def line(self, is_on: int) -> None:
        """The shoe says "no more bets", or that bets may be placed."""
        self.board.say_no_more_bets(bool(is_on))
        self.wait(5)

    def antes(self, *seats: int, wagers: int = 0xFF) -> None:
        self.ask("table", "TELL_ANTES", antes=bits(seats), wagers=wagers)

    def deal(self, *seats: int, antes: tuple[int, ...] | None = None) -> int:
        """Wagers at these seats, antes too, first card out by line and message; the round."""
        self.place(*seats)
        self.antes(*(seats if antes is None else antes))
        self.line(1)
        self.ask("table", "FREEZE")
        return self.jackpot()["round"]

    def hands(self, number: int, hands: dict[int, str]) -> None:
        self.ask(
            "table",
            "TELL_HANDS",
            round=number,
            seats=bits(tuple(hands)),
            cards=hands_bytes(hands),
            shoe_first=10,
            shoe_last=60,
            digest=bytes(range(16)),
        )

    def claim(self, number: int, seat: int, name: str) -> None:
        self.ask("table", "CLAIM", round=number, seat=seat, hand_class=CLASS_NUMBERS[name])

    def settle(
        self, message: str = "CONFIRM_HIT", asks: str = "supervisor", /, **fields: Any
    ) -> None:
        """The supervisor asks, the inspector confirms, unless one is enough."""
        pending = self.ask(asks, message, **fields)
        if pending["number"]:
            self.confirm()

    def confirm(self, role: str = "inspector") -> None:
        """The second role confirms whatever waits."""
        client = self.as_role(role)
        client.confirm(client.deed())

    def end(self, number: int) -> None:
        self.line(0)
        self.take_all()
        self.ask("table", "REOPEN_WAGERS", round=number)

    def play(self, winners: dict[int, str], *others: int) -> int:
        """A whole round: winners and others wager, winners are paid; the round's number."""
        number = self.deal(*winners, *others)
        if winners:
            self.hands(number, winners)
            for seat, name in winners.items():
                self.claim(number, seat, name)
            self.settle(round=number)
        self.end(number)
        return number

    # -- what the board says -----------------------------------------------------------------

    def jackpot(self) -> dict[str, Any]:
        return self.get("GET_JACKPOT")

    def meters(self) -> dict[str, int]:
        data: bytes = self.get("GET_METERS", first=0)["values"]
        return dict(zip(METERS, struct.unpack(f"<{len(data) // 8}q", data), strict=True))

    def events(self, after: int = 0) -> list[tuple[str, dict[str, Any]]]:
        return [(event.name, event.fields) for event in self.client.events(after)]

    def last_event(self) -> int:
        return self.client.status()["last_event"]

    def lamps(self) -> int:
        assert self.board.expander
        return self.board.expander.lit

    def lamp_pattern(self, seat: int) -> str:
        """Two seconds of a seat's lamp, a sign per quarter, looked at in its middle."""
        before = self.lamps()
        for _ in range(_PATTERN_MS // _LOOK_MS):
            if self.lamps() != before:
                break
            self.wait(_LOOK_MS)
        self.wait(125)
        pattern = ""
        for _ in range(8):
            pattern += "#" if self.lamps() >> (seat - 1) & 1 else "."
            self.wait(250)
        return pattern

    def shown(self) -> str:
        """The display's digits as a person reads them."""
        assert self.board.display
        return digits_text(self.board.display.segments())


def bits(seats: tuple[int, ...]) -> int:
    """Seats as bits, seat 1 lowest."""
    return sum(1 << (seat - 1) for seat in seats)
