"""The shuffling device as a dealer serves it: packs in, packets out.  At simulated boards only."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from faro.wire.errors import FaroError
from firmware.rounds.games import catalogue
from firmware.rounds.phases import ST_DEALT, ST_READY
from firmware.rounds.rows import FLAG_SHUFFLE_DUE, NO_HAND
from firmware.shuffler import cycle as c

_games: Any = catalogue  # tables of the firmware have no types
_MOST_PACKETS = 20
_MOST_LOOKS = 1_200
_LOOK_S = 0.1
_SHUFFLE = 1
_BACKS = {1: "red", 2: "blue"}  # as the colour sensor's classes are numbered
_AT_WORK = (c.ST_HOMING, c.ST_FEEDING, c.ST_EMPTYING, c.ST_CHECKING)
_STUCK = {
    c.ST_CALLING: "The shuffling device has stopped and needs a person.",
    c.ST_REFUSED: "The shuffling device refuses the pack.",
    c.ST_UNLOADED: "The shuffling device has given its cards back.",
}


class Table(Protocol):
    """What serving the device takes: the shoe's answers, hands, and how full its feed tray is."""

    async def ask(self, name: str, **fields: Any) -> dict[str, Any]: ...
    async def hand(self, line: str) -> str: ...
    def tray_cards(self) -> int: ...


class DeviceDealer:
    """Fills the device, starts it, and deals what it delivers."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def start(self, mode: int, decks: int) -> None:
        """Shuffle a pack: the one in the feed tray, else a whole one that is put there."""
        cycle = await self._table.ask("GET_CYCLE")
        is_used = await self.empty()
        if is_used or not self._table.tray_cards():
            back = _back(cycle)
            await self._table.hand("clear tray")
            await self._table.hand(f"load shuffled in=tray decks={decks} back={back}")
        await self._table.ask("SHUFFLE", mode=mode, decks=decks)

    async def empty(self) -> bool:
        """All cards out of it, as long as it lets go of them; False: none were inside."""
        state = await self._state()
        if state == c.ST_EMPTY:
            return False
        if state == c.ST_CALLING:
            raise FaroError(_STUCK[state])
        if state not in (c.ST_UNLOADING, c.ST_UNLOADED):
            await self._table.ask("ABORT_CYCLE")
        await self._wait((c.ST_UNLOADED, c.ST_EMPTY))
        await self._table.hand("clear output")
        await self._wait((c.ST_EMPTY,), is_given_back=True)
        return True

    async def deal(self, table: dict[str, Any]) -> str:
        """Packet after packet until every hand is whole."""
        state = await self._state()
        is_due = bool(table["table_flags"] & FLAG_SHUFFLE_DUE)
        is_fresh = table["phase"] == ST_READY
        if state not in _AT_WORK and is_fresh and (is_due or state != c.ST_READY):
            await self.start(_SHUFFLE, max(table["decks"], 1))
        if state == c.ST_OFFERED and not is_fresh:
            await self._table.hand("take")
        await self._wait((c.ST_READY,))
        packets = 0
        for _ in range(_MOST_PACKETS):
            table = await self._table.ask("GET_TABLE", place=NO_HAND)
            if table["phase"] == ST_DEALT:
                break
            await self._table.ask("DELIVER", cards=_packet(table))
            await self._wait((c.ST_OFFERED,))
            await self._table.hand("take")
            packets += 1
            await self._wait((c.ST_READY, c.ST_EMPTY))
        return f"{packets} hands dealt from the shuffling device"

    async def _state(self) -> int:
        return (await self._table.ask("GET_CYCLE"))["state"]

    async def _wait(self, states: tuple[int, ...], is_given_back: bool = False) -> None:
        for _ in range(_MOST_LOOKS):
            state = await self._state()
            if state in states:
                return
            if state in _STUCK and not (is_given_back and state == c.ST_UNLOADED):
                raise FaroError(_STUCK[state])
            await asyncio.sleep(_LOOK_S)
        raise FaroError("The shuffling device takes too long.")


def _back(cycle: dict[str, Any]) -> str:
    """Two decks of different backs take turns (TCP/FCP/CSP 3.2); one not dealt from comes again."""
    if cycle["back"] not in _BACKS:
        return "red"
    other = {"red": "blue", "blue": "red"}
    known = _BACKS[cycle["back"]]
    return other[known] if cycle["cards_dealt"] else known


def _packet(table: dict[str, Any]) -> int:
    """As many cards as the next hand gets at once."""
    game = _games.table_of(table["game"])
    return max(game.DEALER_CARDS if table["next_place"] == 0 else game.HAND_CARDS)
