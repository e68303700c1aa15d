"""A whole round by the dealer's hands: the shoe says where each card goes, hands deal it.

At simulated boards only.  A mistake is made with one card in the middle of the deal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from faro.page import actions, chosen_hands
from faro.page.actions import Action
from faro.page.desk import Desk, Session
from faro.page.device_dealing import DeviceDealer
from faro.page.params import SEAT, choice
from faro.page.scene import Scene
from faro.page.sections import hand_record
from faro.wire.errors import BadInput, FaroError
from firmware.cards.codes import is_card, name_of
from firmware.rounds import deal_order
from firmware.rounds.deal_order import DRAWS, STANDS
from firmware.rounds.games import catalogue
from firmware.rounds.phases import ST_CLOSED, ST_DEALT, ST_READY
from firmware.rounds.rows import FLAG_BURN_DUE, FLAG_SHUFFLE_DUE, FLAG_STOPPED, NO_HAND
from firmware.rounds.steps import SEATS_LEARNED

_games: Any = catalogue  # tables of the firmware have no types
_order: Any = deal_order
_MOST_CARDS = 80  # of one round: more is a deal that does not end
_FEW_CARDS = 60  # of several decks: fewer may not do for a round of seven
_MOST_UNHEARD = 3  # cards after which a round should have begun
_ALL_SEATS = 0x7F
_DEVICE = 1
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
_NO_CHOICE = (
    "Nobody can choose cards that the shuffling device deals: open the game with the card shoe."
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
        Action("prepare_hand", "Prepare a hand", "SET_AREAS", "faro sim do arrange CARDS",
               (choice("hand", tuple(chosen_hands.BY_ID)), SEAT), None, ("table",)),
        replace(actions.BY_ID["shuffle_start"], do=None),
    )  # fmt: skip

    def __init__(self, hub: Hub, session: Session | None) -> None:
        self.command = ""  # the command that does it, where the action's row cannot know it
        self._hub = hub
        self._session = session
        self._device = DeviceDealer(self)

    async def run(self, params: dict[str, Any]) -> str:
        """A round, with a mistake if `kind` says so."""
        mistake = _BY_ID.get(params.get("kind", ""))
        state = await self._open_table()
        if state["phase"] == ST_DEALT:
            raise FaroError("This round is dealt: press End round first.")
        if state["equipment"] == _DEVICE:
            if mistake is not None:
                raise BadInput("the device deals by itself: a dealer's mistakes are at a shoe")
            return await self._device.deal(state)
        if state["phase"] == ST_READY:
            await self._device.empty()  # its cards and the shoe's leave by the same mouth
        if mistake is None or mistake.id != "not-shuffled":
            await self._prepare(state)
        elif self._is_short(state):
            await self._new_pack("order", state)
        return await self._from_shoe(mistake)

    async def shuffle(self, params: dict[str, Any]) -> str:
        await self._device.start(actions.MODES[params["mode"]], params["decks"])
        return f"{params['mode']} started"

    async def prepare_hand(self, params: dict[str, Any]) -> str:
        """A fresh pack in which this seat's cards lie where the deal will find them."""
        hand, seat = chosen_hands.BY_ID[params["hand"]], params["seat"]
        state = await self._open_table()
        if state["game"] != catalogue.number_of(hand.game):
            raise BadInput(f"{hand.title} of another game than the one that is open")
        if state["equipment"] == _DEVICE:
            raise FaroError(_NO_CHOICE)
        if state["phase"] != ST_READY:
            raise FaroError("A round is in play: press End round first.")
        seats = state["areas"]
        if seats & SEATS_LEARNED or not seats >> (seat - 1) & 1:
            raise FaroError(f"Seat {seat} is not in play: choose it under Game… first.")
        await self._device.empty()
        await self._new_pack("shuffled", state)
        line = "arrange " + " ".join(chosen_hands.order_for(hand, seat, seats))
        await self.hand(line)
        self.command = f"faro sim do {line}"
        await self.ask("PACK_LOADED")
        return f"{hand.title} for seat {seat}: press Round to deal it"

    async def _open_table(self) -> dict[str, Any]:
        """As the shoe has it; FaroError when a dealer must do something else first."""
        state = await self._table()
        if state["phase"] == ST_CLOSED:
            raise FaroError("No game is open: press Game… first.")
        cases: list[dict[str, Any]] = await self._hub.at_desk(lambda desk: desk.sections["cases"])
        if any(case["question"] for case in cases):
            raise FaroError("A question is open: a supervisor must answer it first.")
        if state["table_flags"] & FLAG_STOPPED:
            steps = [step for case in cases for step in case.get("steps", [])]
            text = next((s["text"] for s in steps if s["open"] and s["stops"]), "")
            raise FaroError(f"Play is stopped: {text or 'carry out the ruling first.'}")
        return state

    # -- shoe ------------------------------------------------------------------------------

    async def _prepare(self, state: dict[str, Any]) -> None:
        """A shuffled pack in the shoe, unless one is in play that will do."""
        is_due = state["table_flags"] & FLAG_SHUFFLE_DUE
        if state["phase"] == ST_READY and (is_due or self._is_short(state)):
            await self._new_pack("shuffled", state)
            await self.ask("PACK_LOADED")

    async def _new_pack(self, order: str, state: dict[str, Any]) -> None:
        await self.hand("clear shoe")
        await self.hand(f"load {order} decks={max(state['decks'], 1)}")

    def _is_short(self, state: dict[str, Any]) -> bool:
        seats = state["areas"]
        steps = _games.table_of(state["game"]).DEAL[0]
        needed: int = _order.cards_needed(steps, _ALL_SEATS if seats & SEATS_LEARNED else seats)
        if state["decks"] > 1:
            needed = _FEW_CARDS
        return self._scene()["shoe_cards"] < needed

    async def _from_shoe(self, mistake: Mistake | None) -> str:
        dealt = unheard = 0
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
            unheard += state["phase"] <= ST_READY and not is_burning
            if unheard > _MOST_UNHEARD:
                raise FaroError("The board begins no round: see Questions and rulings.")
            await self.hand("deal")
            dealt += not is_burning
        what = f", {mistake.title.lower()}" if mistake else ""
        return f"{dealt} cards dealt{what}"

    async def _err(self, mistake: Mistake) -> int:
        again = await self._dealt_before() if "{again}" in "".join(mistake.verbs) else ""
        for verb in mistake.verbs:
            await self.hand(verb.replace("{again}", again))
        return int(mistake.is_card)

    async def _dealt_before(self) -> str:
        """A card of this round, as the table may know it."""
        for place in range(8):
            record = hand_record((await self.ask("GET_TABLE", place=place))["hand"])
            for code in record["hand"][: record["cards"]]:
                if is_card(code):
                    return name_of(code)
        return "8C"

    async def _decide(self, seat: int) -> None:
        record = hand_record((await self.ask("GET_TABLE", place=seat))["hand"])
        points = sum(_points(code) for code in record["hand"][: record["cards"]]) % 10
        decision = DRAWS if points < _DRAWS_BELOW else STANDS
        await self.ask("DECIDE", seat=seat, decision=decision)

    # -- small things ----------------------------------------------------------------------

    async def _table(self) -> dict[str, Any]:
        return await self.ask("GET_TABLE", place=NO_HAND)

    async def ask(self, name: str, **fields: Any) -> dict[str, Any]:
        session = self._session
        return await self._hub.at_desk(lambda desk: desk.ask(session, "shoe", name, **fields))

    async def hand(self, line: str) -> str:
        return await self._hub.hand(line)

    def tray_cards(self) -> int:
        return self._scene()["machine"]["tray"]

    def _scene(self) -> dict[str, Any]:
        scene = self._hub.scene
        assert scene is not None
        return scene.whole["boards"]["shoe"]


Work = Callable[[Dealer, dict[str, Any]], Awaitable[str]]
# what each action does, and what others are told meanwhile
WORK: dict[str, tuple[Work, str]] = {
    "deal_round": (Dealer.run, "A round is being dealt."),
    "deal_mistake": (Dealer.run, "A round is being dealt."),
    "prepare_hand": (Dealer.prepare_hand, "A pack is being prepared."),
    "shuffle_start": (Dealer.shuffle, "The shuffling device is being filled."),
}


def at_simulator() -> list[Action]:
    """All actions where the page has the dealer's hands: some do more there."""
    dealt = {action.id for action in Dealer.ACTIONS}
    others = [action.with_hands for action in actions.ACTIONS if action.id not in dealt]
    return [*others, *Dealer.ACTIONS]


def _points(code: int) -> int:
    """Of a baccarat hand (LDB 3.2): ten and pictures nothing, an ace one."""
    rank = code // 4 + 2
    return 1 if rank == 14 else rank if rank < 10 else 0
