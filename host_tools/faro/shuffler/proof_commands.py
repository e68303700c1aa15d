"""`faro proof`: fetch the proofs of dealt cards, check a round offline against its root."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from faro.console import (
    FILE,
    Target,
    console,
    json_option,
    print_json,
    progress,
    session_options,
)
from faro.journal import file as journal_file
from faro.journal.verify import read_whole
from faro.shuffler import proof
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused


@click.group("proof")
def proof_group() -> None:
    """The shuffle proves itself: the order was fixed before the deal."""


@proof_group.command()
@session_options("table")
@click.option("--age", type=click.IntRange(0, 1), default=0, help="0 the newest pack, 1 before it.")
@click.option("--from", "first", type=click.IntRange(0), default=0, help="From this position.")
@click.option("--to", "last", type=click.IntRange(0), default=None, help="Up to this position.")
@click.argument("file", type=FILE)
def export(target: Target, age: int, first: int, last: int | None, file: Path) -> None:
    """Fetch root and proofs of the dealt cards into FILE; in a round with keys only."""
    with target.open_knowing() as client, progress("fetching the proofs", target.is_json):
        fetched = fetch(client, age, first, last)
    fetched.save(file)
    target.tell(
        {"file": str(file), "shuffle": fetched.shuffle, "dealt": len(fetched.dealt)},
        f"{len(fetched.dealt)} of {fetched.cards} cards of shuffle {fetched.shuffle} in {file}",
    )


def fetch(
    client: Client, age: int = 0, first: int = 0, last: int | None = None
) -> proof.ProofFile:
    """Root and dealt cards of one of the last packs; undealt positions are left out."""
    pack = client.request("GET_COMMITMENT", age=age).fields
    fetched = proof.ProofFile(
        client.identity.unique_id, pack["shuffle"], pack["cards"], pack["root"].hex()
    )
    end = pack["cards"] if last is None else min(last + 1, pack["cards"])
    for position in range(first, end):
        if len(fetched.dealt) == pack["dealt"]:
            break
        dealt = _fetch_card(client, pack["shuffle"], position)
        if dealt is not None:
            fetched.dealt.append(dealt)
    return fetched


def _fetch_card(client: Client, shuffle: int, position: int) -> proof.DealtCard | None:
    path: list[str] = []
    depth = 1
    fields: dict[str, Any] = {}
    while len(path) < depth:
        try:
            fields = client.request(
                "GET_PROOF", shuffle=shuffle, position=position, height=len(path)
            ).fields
        except Refused as refusal:
            if refusal.name == "no_such_record" and not path:
                return None  # not dealt: the board keeps it to itself
            raise
        depth = fields["depth"]
        hashes = fields["path"]
        if not hashes:
            raise FaroError("the board sent a proof without hashes")
        path.extend(hashes[at : at + 32].hex() for at in range(0, len(hashes), 32))
    card = proof.card_name(fields["card"])
    return proof.DealtCard(position, card, fields["nonce"].hex(), path)


@proof_group.command()
@click.argument("file", type=FILE)
@click.option("--root", help="The root as published before the deal, in hex.")
@click.option("--journal", type=FILE, help="Exported journal: was the root there before the deal?")
@json_option
def verify(file: Path, root: str | None, journal: Path | None, is_json: bool) -> None:
    """Check a round offline: was each card fixed at its place before the deal? Needs no board."""
    loaded = proof.load(file)
    found = proof.findings(loaded, root)
    if journal is not None:
        found.extend(against_journal(loaded, read_whole(journal)))
    if is_json:
        print_json(
            {
                "is_proved": not found,
                "shuffle": loaded.shuffle,
                "cards": loaded.cards,
                "dealt": len(loaded.dealt),
                "is_root_compared": root is not None or journal is not None,
                "findings": found,
            }
        )
    else:
        for text in found:
            console.print(f"[red]BAD[/] {text}")
        if not found:
            names = " ".join(dealt.card for dealt in loaded.dealt)
            console.print(f"[green]proved[/]: {len(loaded.dealt)} cards, {names}")
            if root is None and journal is None:
                console.print("the root itself is the file's own (give --root or --journal)")
    if found:
        sys.exit(1)


def against_journal(loaded: proof.ProofFile, journal: journal_file.JournalFile) -> list[str]:
    """What the journal says otherwise: root, order of root and cards, the cards themselves."""
    found: list[str] = []
    root_number = 0
    cards = {dealt.position: dealt.card for dealt in loaded.dealt}
    dealt_in_journal: set[int] = set()
    for event in journal.events():
        fields = event.fields
        if event.name not in ("SHUFFLE_COMMITTED", "CARDS_DEALT"):
            continue
        if fields["shuffle"] != loaded.shuffle:
            continue
        if event.name == "SHUFFLE_COMMITTED":
            root_number = event.number
            if fields["root"].hex() != loaded.root.lower():
                found.append(f"record {event.number} of the journal has another root")
            continue
        for at, number in enumerate(fields["dealt_cards"][: fields["count"]]):
            position, card = fields["first_position"] + at, proof.card_name(number)
            dealt_in_journal.add(position)
            if not root_number:
                found.append(f"position {position}: dealt before the root was published")
            if cards.get(position, card) != card:
                found.append(f"position {position}: the journal says {card}, not {cards[position]}")
    if not root_number:
        found.append(f"the journal has no root of shuffle {loaded.shuffle}")
    strangers = sorted(set(cards) - dealt_in_journal)
    found.extend(f"position {p}: the journal knows of no such deal" for p in strangers)
    return found


COMMANDS = (proof_group,)
