"""The cards that lie face down on the table: asked for by those who must not know them."""

from __future__ import annotations

from collections.abc import Iterator

from faro.sim.scenarios.shuffler import ShufflerTable
from faro.wire.client import Client
from faro.wire.errors import FaroError
from firmware.core.rows import READ, TO_BOARD
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Outcome

_HAND_CARDS = 3
_TEXTS = ("stat", "fault", "ev 20")
_NAMING = ("CARDS_DEALT", "CARD_READ", "BOX_DEALT", "HAND_SETTLED", "PROOF {")


def face_down(bench: Bench) -> Outcome:
    """A round of Three Card Poker is dealt; a stranger and the technician ask for everything."""
    notes = bench.begin("a round dealt, everything asked by those who must not know its cards")
    table = ShufflerTable(bench.rig, bench.session("table"))
    game = catalogue.number_of("tcp")
    table.client.request("OPEN_TABLE", game=game, equipment=DEVICE, decks=0, areas=1)
    table.shuffle(new_deck(1, bench.rig.kernel.rng("hole cards")))
    before = table.client.status()["last_event"]
    hands = [table.deliver(_HAND_CARDS) for _ in range(2)]
    table.wait_ms(2_000)
    last = table.client.status()["last_event"]
    hidden = next(e.number for e in table.client.events(before) if e.name == "CARDS_DEALT")
    for name, asker in (("nobody", bench.client(0x8B)), ("technician", _technician(bench))):
        for what, said in _ask(asker, last):
            if _names(hands, said):
                notes.expect(False, f"{what} told {name} cards that lie face down")
        seen = asker.status()["last_event"]
        notes.expect(seen < hidden, f"STATUS counts the round's records for {name}")
    table.client.request("END_ROUND", is_void=0)
    told = list(bench.client(0x8B).events(before))
    is_all = [event.number for event in told] == list(range(before + 1, before + 1 + len(told)))
    notes.expect(is_all and told[-1].number > last, "records of the round are missing afterwards")
    dealt = [event for event in told if event.name == "CARDS_DEALT"]
    notes.expect(len(dealt) == len(hands), "the round's cards are not in the record afterwards")
    notes.note = f"{len(told)} records shown once the round was over"
    return notes.outcome()


def _technician(bench: Bench) -> Client:
    return bench.session("technician", 0x8C)


def _ask(client: Client, last: int) -> Iterator[tuple[str, bytes]]:
    """Every request that reads, with the arguments that reach furthest, and what came back."""
    client.hello()
    for spec in client.protocol.dictionary.messages.values():
        if spec.direction != TO_BOARD or spec.rule != READ or spec.name == "CLOSE_SESSION":
            continue
        for number in range(last + 1) if spec.name == "READ_JOURNAL" else range(8):
            fields: dict[str, int | bytes] = {
                name: bytes(16) if "nonce" in name else number for name in spec.layout.names
            }
            if spec.name == "GET_PROOF":
                fields.update(shuffle=1, height=0)
            if spec.layout.tail:
                fields[spec.layout.tail] = b""
            try:
                answer = client.request(spec.name, **fields)
            except FaroError:
                continue  # refusals are part of it
            yield spec.name, f"{answer.name} {answer.fields}".encode()
    for text in _TEXTS:
        yield text, " ".join(client.text(text)).encode()
    for event in client.events(0):
        yield "POLL", f"{event.name} {event.fields}".encode()


def _names(hands: list[list[SimCard]], said: bytes) -> bool:
    """An event that names cards, a proof, or a hand's cards in a row."""
    rows = [repr(bytes(card.code for card in hand))[2:-1].encode() for hand in hands]
    return any(name.encode() in said for name in _NAMING) or any(row in said for row in rows)
