"""The demo's scene about rulings: a jam in the middle of a round of Lucky Draw Baccarat."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faro import words_ruling as words
from faro.cli_ruling_table import case_of
from faro.client import Client
from faro.keys import DeviceKeys
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.findings_told import FND_JAM
from firmware.ruling.terms import GAME_NAMES
from hw_sim.live import LiveTable
from hw_sim.rig import Rig
from hw_sim.scenarios.enrolled import enrol
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld

_BURN_AND_ROUND = ("9H", "7S", "KD", "2C")  # one card is burned, then seats 1 and 2, the dealer
_CARD_MS = 700
_SHOE_ADDRESS = 0xA0
_LID_FAULT = 10

Say = Callable[[str], None]


def ruling_scene(say: Say) -> None:
    """The board asks the supervisor two questions and states the ruling with its number."""
    rig = Rig(("shoe",), seed=11)
    enrol(rig.boards["shoe"])
    with tempfile.TemporaryDirectory() as name, LiveTable(rig, Path(name), speed=2.0) as live:
        keys = provision(live)
        with Client.open(live.url("shoe")) as table, Client.open(
            live.url("bus"), _SHOE_ADDRESS
        ) as supervisor:
            table.open_session(keys, "table")
            supervisor.open_session(keys, "supervisor")
            _deal(say, live, table)
            _jam(say, table, supervisor)


def provision(live: LiveTable) -> DeviceKeys:
    """Keys as on the bench, lid open; then closed again and the fault of it cleared."""
    board = live.rig.boards["shoe"]
    with Client.open(live.url("shoe")) as client:
        keys = DeviceKeys.create(client.identity.unique_id, client.identity.name)
        for is_open in (True, False):
            live.do(lambda is_open=is_open: board.set_lid(is_open))
            live.do(lambda: live.wait_ms(200))
            if is_open:
                client.provision(keys)
        client.open_session(keys, "technician")
        client.request("CLEAR_FAULT", fault=_LID_FAULT)
        client.close_session()
    return keys


def _deal(say: Say, live: LiveTable, table: Client) -> None:
    game = GAME_NAMES.index("ldb") + 1
    table.request("OPEN_TABLE", game=game, equipment=1, decks=0, areas=3)
    table.request("PACK_LOADED")
    world = ShoeWorld(live.rig.boards["shoe"])
    for face in _BURN_AND_ROUND:
        live.do(lambda face=face: world.feed(Card(face)))
        live.do(lambda: live.wait_ms(_CARD_MS))
    say("Lucky Draw Baccarat from a shuffling device, seats 1 and 2: three cards are out")


def _jam(say: Say, table: Client, supervisor: Client) -> None:
    fields = {"irregularity": FND_JAM, "place": NO_PLACE, "detail": 0}
    told = case_of(table.request("REPORT_FINDING", **fields).fields)
    say(f"[red]{told['finding']}[/]: the board asks the supervisor what it cannot see")
    for fact, answer in (("disadvantaged", False), ("spare", False)):
        say(f"[bold]{told['ask']}[/] {'yes' if answer else 'no'}")
        told = _answer(supervisor, fact, answer)
    say(f"read aloud: [green]{told['text']}[/]")
    for number, step in enumerate(told["next"], 1):
        say(f"  {number}. {step}")


def _answer(supervisor: Client, fact: str, is_so: bool) -> dict[str, Any]:
    asked = {"case_number": 0, "fact": words.fact_bit(fact), "is_so": int(is_so)}
    return case_of(supervisor.request("ANSWER", **asked).fields)
