"""Words for the provable shuffle: a pack as faro.words.packs describes."""

from __future__ import annotations

from typing import Any

from firmware.cards.codes import name_of

EVENTS = {
    "SHUFFLE_COMMITTED": "shuffle {shuffle}: order of {cards} cards fixed, root {root_text}",
    "CARDS_DEALT": "shuffle {shuffle}: from place {place} on {cards_text}",
}
FAULTS: dict[str, tuple[str, str]] = {}
MESSAGES = {
    "GET_COMMITMENT": "The root over the order of a pack; `age` 0 is the pack shuffled last.",
    "COMMITMENT": "The root was published before the first card; it proves every dealt one.",
    "GET_PROOF": "Proof for a dealt card; any other position is `no_such_record`.",
    "PROOF": "Leaf and path of a dealt card (see docs/shuffle.md); ask again from `height` +"
    " hashes until `depth` are there.",
}
FIELDS = {
    "age": "0 = the newest",
    "shuffle": "number of the shuffle on this board",
    "cards": "cards in the pack",
    "dealt": "how many of them were dealt",
    "depth": "hashes from leaf to root",
    "root": "SHA-256",
    "position": "0 = dealt first",
    "first_position": "0 = dealt first",
    "dealt_cards": "numbers of the cards in order, then ff",
    "height": "of the first hash wanted, 0 = beside the leaf",
    "PROOF.height": "as asked",
    "PROOF.nonce": "opens this leaf and no other one",
    "COMMITMENT.age": "as asked",
    "card": "rank × 4 + suit; ranks 2 to A from 0, suits spades, hearts, diamonds, clubs",
    "path": "up to five hashes of 32 bytes",
}
SAMPLES: dict[str, int | bytes] = {
    "age": 0,
    "cards": 52,
    "depth": 6,
    "height": 0,
    "card": 51,
    "path": bytes(range(32)),
}


def extra(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Texts that the sentences need beside the fields."""
    if name == "SHUFFLE_COMMITTED":
        return {"root_text": bytes(fields["root"]).hex()[:16] + "…"}
    if name == "CARDS_DEALT":
        dealt = bytes(fields["dealt_cards"])[: fields["count"]]
        cards = " ".join(name_of(card) for card in dealt)
        return {"place": fields["first_position"] + 1, "cards_text": cards}
    return {}
