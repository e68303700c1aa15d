"""The demo's scene about the shuffle: committed, dealt, proved; a bad one stopped."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from faro.demo.scene import Say
from faro.shuffler import proof, proof_commands
from faro.sim.scenarios.shuffler import TEN_SHELVES, Cut, ShufflerTable, shuffler_table
from faro.wire.errors import Refused
from hw_sim.mechanics.machine_cards import new_deck

_PACKET_CARDS = 3
_SHOWN_HEX = 16


def provable_shuffle(say: Say) -> None:
    """One pack from the feed tray to a proof; then a machine that is broken on purpose."""
    with shuffler_table() as table:
        _shuffle(table, say)
        _deal(table, say)
    with shuffler_table(source=TEN_SHELVES) as table:
        try:
            table.shuffle(new_deck(1))
            say("ten shelves instead of 54 compartments: [red]not noticed, and must be[/]")
        except Cut:
            say(f"ten shelves instead of 54 compartments: [red]{table.why()}[/], gate locked")


def _shuffle(table: ShufflerTable, say: Say) -> None:
    start_us = table.rig.kernel.now_us
    table.shuffle(new_deck(1))
    seconds = (table.rig.kernel.now_us - start_us) / 1e6
    root = table.client.request("GET_COMMITMENT", age=0).fields["root"].hex()
    say(f"52 cards shuffled and checked in {seconds:.0f} s of machine time; the order is fixed:")
    say(f"the board publishes root {root[:_SHOWN_HEX]}… before the first card is dealt")


def _deal(table: ShufflerTable, say: Say) -> None:
    table.deliver(_PACKET_CARDS)
    fetched = proof_commands.fetch(table.client)
    cards = " ".join(card.card for card in fetched.dealt)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.json"
        fetched.save(path)
        found = proof.findings(proof.load(path), fetched.root)
    say(f"dealt {cards}; checked offline against the root: {_verdict(found)}")
    liar = replace(fetched.dealt[0], card="AS" if fetched.dealt[0].card != "AS" else "KS")
    found = proof.findings(replace(fetched, dealt=[liar]), fetched.root)
    say(f"somebody writes {liar.card} into the file: {_verdict(found)}")
    try:
        fields = {"shuffle": fetched.shuffle, "position": _PACKET_CARDS, "height": 0}
        table.client.request("GET_PROOF", **fields)
        say("asked for the card to come: [red]it answered, and must not[/]")
    except Refused as refusal:
        say(f"asked for the card to come: [red]{refusal}[/]")


def _verdict(found: list[str]) -> str:
    return f"[red]{found[0]}[/]" if found else "[green]proved[/]"
