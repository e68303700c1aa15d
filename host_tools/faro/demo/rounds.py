"""The demo's scene about rounds: real cards through the cameras, a plug pulled, a round retold."""

from __future__ import annotations

import time

from faro.demo.scene import Say, live_shoe, provisioned
from faro.rounds.story import RoundStory, stories
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from firmware.rounds.games import catalogue
from hw_sim.live import LiveTable
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld

# dealer, seat 2, seat 5, three times round: the dealer has queen high, seat 5 a straight
_CARDS = ("QH", "9S", "6D", "8C", "9D", "7S", "3D", "KC", "8H")
_AREAS = 1 << 1 | 1 << 4
_CUT_AFTER = 4  # cards
_CARD_MS = 450
_PATIENCE_S = 10


def rounds_scene(say: Say) -> None:
    """A round of Three Card Poker, with a power cut in the middle of the deal."""
    with live_shoe(seed=12, speed=4.0) as live:
        keys = provisioned(live)
        with Client.open(live.url("shoe")) as table:
            table.open_session(keys, "table")
            table.request(
                "OPEN_TABLE", game=catalogue.number_of("tcp"), equipment=0, decks=0, areas=_AREAS
            )
            table.request("PACK_LOADED")
        say("faro table open --game tcp --seats 2,5; the croupier deals, nobody types a card")
        _deal(live, _CARDS[:_CUT_AFTER])
        live.do(live.rig.boards["shoe"].board.power_off)
        live.do(live.rig.boards["shoe"].board.power_on)
        live.do(live.rig.wait_ready)
        say(f"plug pulled after {_CUT_AFTER} cards, and in again: {_standing(live)}")
        _deal(live, _CARDS[_CUT_AFTER:])
        _tell(say, _retold(live, keys))


def _deal(live: LiveTable, faces: tuple[str, ...]) -> None:
    world = ShoeWorld(live.rig.boards["shoe"])
    for face in faces:
        live.do(lambda face=face: world.feed(Card(face)))
        live.do(lambda: live.wait_ms(_CARD_MS))


def _standing(live: LiveTable) -> str:
    with Client.open(live.url("shoe")) as client:
        fields = client.request("GET_TABLE", place=0xFF).fields
    return f"round {fields['round']} goes on with card {fields['cards'] + 1}, no more bets"


def _retold(live: LiveTable, keys: DeviceKeys) -> RoundStory:
    """End the round and put it together again from the journal."""
    due_s = time.monotonic() + _PATIENCE_S
    with Client.open(live.url("shoe")) as client:
        client.open_session(keys, "table")
        while client.request("GET_TABLE", place=0xFF).fields["phase"] != 4:
            if time.monotonic() > due_s:
                raise RuntimeError("the round never came to its end")
        client.request("END_ROUND", is_void=0)
        return stories(client.events(0))[1]


def _tell(say: Say, story: RoundStory) -> None:
    say(f"faro round show 1: {story.title()}, {story.state}")
    tell_hands(say, story)
    boots = [text for _, text in story.story if text.startswith("started")]
    say(f"  in between, of the same round: [dim]{boots[0] if boots else 'nothing'}[/]")


def tell_hands(say: Say, story: RoundStory) -> None:
    """A line for each hand: its cards, what they are, what its wagers come to."""
    for place in sorted(story.hands):
        hand = story.hands[place]
        results = [
            f"{name.replace('_', ' ')} {wager['result'].replace('_', ' ')}"
            + (f" {wager['odds']}" if wager["odds"] else "")
            for name, wager in hand["wagers"].items()
            if wager["result"]
        ]
        cards = " ".join(hand["cards"])
        say(f"  {hand['name']:7} {cards}  [bold]{hand['class']}[/]  {', '.join(results)}")
