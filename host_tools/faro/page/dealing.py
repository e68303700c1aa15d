"""A whole round by the dealer's hands: the shoe says where each card goes, hands deal it.

At simulated boards only.  A mistake is made with one card in the middle of the deal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from faro.page.actions import Action
from faro.page.desk import Desk, Session
from faro.page.params import choice
from faro.page.scene import Scene
from faro.page.sections import hand_record
from faro.wire.errors import BadInput, FaroError
from firmware.cards.codes import is_card, name_of
from firmware.rounds.deal_order import DRAWS, STANDS
from firmware.rounds.games import catalogue
from firmware.rounds.phases import ST_CLOSED, ST_DEALT, ST_READY
from firmware.rounds.rows import FLAG_BURN_DUE, FLAG_SHUFFLE_DUE, NO_HAND
from firmware.shuffler import cycle as c

_games: Any = catalogue  # tables of the firmware have no types
_MOST_CARDS = 80  # of one round: more is a deal that does not end
_FEW_CARDS = 60  # fewer may not do for a round of seven
_MOST_LOOKS = 1_200
_LOOK_S = 0.1
_DEVICE = 1
_SHUFFLE = 1
_DRAWS_BELOW = 6  # points: as most players do (LDB 8.1)


@dataclass(frozen=True)
class Mistake:
    """What the dealer's hand does with one card; {again} is a card that was dealt before."""

    id: str
    title: str
    verbs: tuple[str, ...]
    is_card: bool = True  # the card counts as the one that was due
    is_after: bool = False  # when every hand is whole


MISTAKES = (
    Mistake("doubled", "A card comes that was dealt before", ("deal {again}",)),
    Mistake("joker", "A joker is in the pack", ("deal JOKER",)),
    Mistake("face-up", "A card lies face up", ("mark face-up", "deal")),
    Mistake("unreadable", "A card cannot be read", ("mark labelled", "deal")),
    Mistake("torn", "A card is torn", ("mark torn", "deal")),
    Mistake("extra", "One card too many is dealt", ("deal",), is_after=True),
    Mistake("two", "Two cards slip out at once", ("pull over=8C",)),
    Mistake("pulled-back", "A card is drawn half way and pushed back", ("pull mm=25",), False),
    Mistake("not-shuffled", "The deal begins with cards that nobody shuffled", (), False),
)
_BY_ID = {mistake.id: mistake for mistake in MISTAKES}
_AT_CARD = 3  # the mistake happens with this one


class Hub(Protocol):
    """What a dealer needs of the page."""

    scene: Scene | None

    async def at_desk(self, job: Callable[[Desk], Any]) -> Any: ...
    async def hand(self, line: str) -> str: ...


class Dealer:
    """Deals one round; everything is known from the wire, nothing from the simulator."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action("deal_round", "Deal a whole round", "SET_AREAS", "faro sim do deal", (), None,
               ("table",)),
        Action("deal_mistake", "Deal a round with a mistake", "SET_AREAS", "faro sim do deal",
               (choice("kind", tuple(_BY_ID)),), None, ("table",)),
    )  # fmt: skip

    def __init__(self, hub: Hub, session: Session | None) -> None:
        self._hub = hub
        self._session = session

    async def run(self, params: dict[str, Any]) -> str:
        mistake = _BY_ID.get(params.get("kind", ""))
        state = await self._table()
        if state["phase"] == ST_CLOSED:
            raise FaroError("no table is open: open one first")
        if state["phase"] == ST_DEALT:
            raise FaroError("a round is dealt already: settle it first")
        if state["equipment"] == _DEVICE:
            if mistake is not None:
                raise BadInput("the device deals by itself: a dealer's mistakes are at a shoe")
            return await self._from_device(state)
        if mistake is None or mistake.id != "not-shuffled":
            await self._prepare(state)
        elif self._is_short():
            await self._hub.hand("clear shoe")
            await self._hub.hand(f"load order decks={max(state['decks'], 1)}")
        return await self._from_shoe(mistake)

    # -- shoe ------------------------------------------------------------------------------

    async def _prepare(self, state: dict[str, Any]) -> None:
        """A shuffled pack in the shoe, where the game asks for one."""
        game = _games.table_of(state["game"])
        is_due = game.IS_SHUFFLED_EVERY_ROUND or state["table_flags"] & FLAG_SHUFFLE_DUE
        if state["phase"] == ST_READY and (is_due or self._is_short()):
            await self._hub.hand("clear shoe")
            await self._hub.hand(f"load shuffled decks={max(state['decks'], 1)}")
            await self._ask("PACK_LOADED")

    def _is_short(self) -> bool:
        scene = self._hub.scene
        assert scene is not None
        return scene.whole["boards"]["shoe"]["shoe_cards"] < _FEW_CARDS

    async def _from_shoe(self, mistake: Mistake | None) -> str:
        dealt = 0
        is_made = mistake is None or mistake.is_after
        for _ in range(_MOST_CARDS):
            state = await self._table()
            if state["phase"] == ST_DEALT:
                if mistake is not None and mistake.is_after:
                    dealt += await self._err(mistake)
                break
            if state["awaited_seat"]:
                await self._decide(state["awaited_seat"])
                continue
            is_burning = bool(state["table_flags"] & FLAG_BURN_DUE)
            if not is_made and not is_burning and dealt == _AT_CARD - 1:
                assert mistake is not None
                is_made = True
                dealt += await self._err(mistake)
                state = await self._table()
                if state["phase"] <= ST_READY:
                    break
                continue
            await self._hub.hand("deal")
            dealt += not is_burning
        what = f", {mistake.title.lower()}" if mistake else ""
        return f"{dealt} cards dealt{what}"

    async def _err(self, mistake: Mistake) -> int:
        again = await self._dealt_before() if "{again}" in "".join(mistake.verbs) else ""
        for verb in mistake.verbs:
            await self._hub.hand(verb.replace("{again}", again))
        return int(mistake.is_card)

    async def _dealt_before(self) -> str:
        """A card of this round, as the table may know it."""
        for place in range(8):
            record = hand_record((await self._ask("GET_TABLE", place=place))["hand"])
            for code in record["hand"][: record["cards"]]:
                if is_card(code):
                    return name_of(code)
        return "8C"

    async def _decide(self, seat: int) -> None:
        record = hand_record((await self._ask("GET_TABLE", place=seat))["hand"])
        points = sum(_points(code) for code in record["hand"][: record["cards"]]) % 10
        decision = DRAWS if points < _DRAWS_BELOW else STANDS
        await self._ask("DECIDE", seat=seat, decision=decision)

    # -- device ----------------------------------------------------------------------------

    async def _from_device(self, state: dict[str, Any]) -> str:
        cycle = await self._ask("GET_CYCLE")
        if cycle["state"] != c.ST_READY:
            if cycle["state"] == c.ST_EMPTY:
                await self._hub.hand(f"load shuffled in=tray decks={max(state['decks'], 1)}")
                await self._ask("SHUFFLE", mode=_SHUFFLE, decks=max(state["decks"], 1))
            await self._wait_cycle((c.ST_READY,))
        packets = 0
        for _ in range(_MOST_CARDS):
            state = await self._table()
            if state["phase"] == ST_DEALT:
                break
            await self._ask("DELIVER", cards=self._packet(state))
            await self._wait_cycle((c.ST_OFFERED,))
            await self._hub.hand("take")
            packets += 1
            await self._wait_cycle((c.ST_READY, c.ST_EMPTY))
        return f"{packets} packets dealt by the device"

    def _packet(self, state: dict[str, Any]) -> int:
        """As many cards as the next hand gets at once."""
        game = _games.table_of(state["game"])
        return max(game.DEALER_CARDS if state["next_place"] == 0 else game.HAND_CARDS)

    async def _wait_cycle(self, states: tuple[int, ...]) -> None:
        for _ in range(_MOST_LOOKS):
            cycle = await self._ask("GET_CYCLE")
            if cycle["state"] in states:
                return
            if cycle["state"] in (c.ST_CALLING, c.ST_REFUSED, c.ST_UNLOADED):
                raise FaroError(f"the device is {c.STATE_NAMES[cycle['state']]}: it deals no more")
            await asyncio.sleep(_LOOK_S)
        raise FaroError("the device takes too long")

    # -- small things ----------------------------------------------------------------------

    async def _table(self) -> dict[str, Any]:
        return await self._ask("GET_TABLE", place=NO_HAND)

    async def _ask(self, name: str, **fields: Any) -> dict[str, Any]:
        session = self._session
        return await self._hub.at_desk(lambda desk: desk.ask(session, "shoe", name, **fields))


def _points(code: int) -> int:
    """Of a baccarat hand (LDB 3.2): ten and pictures nothing, an ace one."""
    rank = code // 4 + 2
    return 1 if rank == 14 else rank if rank < 10 else 0
