"""The demo's scene about rulings: a jam in the middle of a round of Lucky Draw Baccarat."""

from __future__ import annotations

from typing import Any

from faro.demo.scene import Say, live_shoe, provisioned
from faro.ruling.cases import case_of
from faro.wire.client import Client
from faro.words import ruling as words
from firmware.board.board_state import ST_STOPPED
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.vocabulary import GAME_NAMES
from hw_sim.live import LiveTable
from hw_sim.machine_faults import CATALOGUE
from hw_sim.mechanics.machine_cards import new_deck
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld
from hw_sim.world.throat import CameraThroat

_BURN_AND_ROUND = ("9H", "7S", "KD", "2C")  # one card is burned, then seats 1 and 2, the dealer
_CARD_MS = 700
_FEED_MS = 1_500  # a few cards of the new pack
_RED = 1
_SHUFFLE = 1
_SHOE_ADDRESS = 0xA0


def ruling_scene(say: Say) -> None:
    """The board asks the supervisor two questions and states the ruling with its number."""
    with live_shoe(seed=11, speed=2.0) as live:
        keys = provisioned(live)
        with (
            Client.open(live.url("shoe")) as table,
            Client.open(live.url("bus"), _SHOE_ADDRESS) as supervisor,
        ):
            table.open_session(keys, "table")
            supervisor.open_session(keys, "supervisor")
            _deal(say, live, table)
            _jam(live, table, supervisor)
            _ask(say, table, supervisor)


def _deal(say: Say, live: LiveTable, table: Client) -> None:
    game = GAME_NAMES.index("ldb") + 1
    table.request("OPEN_TABLE", game=game, equipment=1, decks=0, areas=3)
    table.request("PACK_LOADED")
    world = ShoeWorld(live.rig.boards["shoe"])
    for face in _BURN_AND_ROUND:
        live.do(lambda face=face: world.feed(Card(face)))
        live.do(lambda: live.wait_ms(_CARD_MS))
    say("Lucky Draw Baccarat from a shuffling device, seats 1 and 2: three cards are out")


def _jam(live: LiveTable, table: Client, supervisor: Client) -> None:
    """The machine takes a pack in; a card sticks in its throat, and no retry helps."""
    board = live.rig.boards["shoe"]
    machine = board.machine
    if machine is None:
        raise ValueError("a shoe has a machine")
    throat = CameraThroat(board)
    live.do(lambda: machine.load(new_deck(_RED, live.rig.kernel.rng("demo"))))
    supervisor.request("SHUFFLE", mode=_SHUFFLE, decks=1)
    live.do(lambda: live.wait_ms(_FEED_MS))
    fault = next(fault for fault in CATALOGUE if fault.id == "jam-throat")
    live.do(lambda: fault.start(machine))
    while table.request("STATUS").fields["state"] != ST_STOPPED:
        live.do(lambda: live.wait_ms(_CARD_MS))
    del throat


def _ask(say: Say, table: Client, supervisor: Client) -> None:
    told = case_of(table.request("GET_RULING", case_number=0).fields)
    say(f"[red]{told['finding']}[/]: the board asks the supervisor what it cannot see")
    for fact, answer in (("disadvantaged", False), ("spare", False)):
        say(f"[bold]{told['ask']}[/] {'yes' if answer else 'no'}")
        told = _answer(supervisor, fact, answer)
    say(f"read aloud: [green]{told['text']}[/]")
    for step in told["steps"]:
        say(f"  {step['number']}. {step['text']}")


def _answer(supervisor: Client, fact: str, is_so: bool) -> dict[str, Any]:
    asked = {"case_number": 0, "fact": words.fact_bit(fact), "is_so": int(is_so), "place": NO_PLACE}
    return case_of(supervisor.request("ANSWER", **asked).fields)
