"""The cards that lie face down on the table: asked for by those who must not know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from faro.sim.scenarios.shuffler import ShufflerTable
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from firmware.core.counters import EVENTS_SENT
from firmware.core.rows import READ, TO_BOARD
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Outcome

_HAND_CARDS = 3
_FAR = 100_000  # records that there are not
_TEXTS = ("stat", "fault", "ev 20")
_NAMING = ("CARDS_DEALT", "CARD_READ", "BOX_DEALT", "HAND_SETTLED", "PROOF {")


def face_down(bench: Bench) -> Outcome:
    """A round of Three Card Poker is dealt; a stranger and the technician ask for everything."""
    notes = bench.begin("a round dealt, everything asked by those who must not know its cards")
    table, before, hands = _dealt(bench)
    last = table.client.status()["last_event"]
    hidden = next(e.number for e in table.client.events(before) if e.name == "CARDS_DEALT")
    for name, asker in (("nobody", bench.client(0x8B)), ("technician", _technician(bench))):
        for what, said in _ask(asker, last):
            if _names(hands, said):
                notes.expect(False, f"{what} told {name} cards that lie face down")
        seen = asker.status()["last_event"]
        notes.expect(seen < hidden, f"STATUS counts the round's records for {name}")
    bench.board.board.power_off()  # a round in play outlives it, and so must what hides it
    bench.board.board.power_on()
    bench.rig.wait_ready()
    for what, said in _ask(bench.client(0x8B), last):
        notes.expect(not _names(hands, said), f"{what} told its cards after a power cut")
    table.client.request("END_ROUND", is_void=0)
    told = list(bench.client(0x8B).events(before))
    is_all = [event.number for event in told] == list(range(before + 1, before + 1 + len(told)))
    notes.expect(is_all and told[-1].number > last, "records of the round are missing afterwards")
    dealt = [event for event in told if event.name == "CARDS_DEALT"]
    notes.expect(len(dealt) == len(hands), "the round's cards are not in the record afterwards")
    notes.note = f"{len(told)} records shown once the round was over"
    return notes.outcome()


def counted(bench: Bench) -> Outcome:
    """How much is hidden tells how hard its cards were to read, and that something was found."""
    notes = bench.begin("a round dealt; how many of its records are hidden, asked in every way")
    table, _, _ = _dealt(bench)
    last = table.client.status()["last_event"]
    table.client.send("ACK", number=last - 2, credit_frames=0)
    for name, asker in (("nobody", bench.client(0x8B)), ("technician", _technician(bench))):
        for what, ask in _COUNTING.items():
            there, nowhere = ask(asker, last), ask(asker, last + _FAR)
            notes.expect(there == nowhere, f"{what} tells {name} where the hidden records end")
        shown = [_counts(asker)]
        table.client.send("ACK", number=last - (name == "nobody"), credit_frames=0)
        list(table.client.events(last - 2))
        shown.append(_counts(asker))
        notes.expect(shown[0] == shown[1], f"what the table was told is counted for {name}")
        for what in ("GET_AUDIT", "GET_DAMAGED"):
            notes.answered(refusal(asker, what), "withheld", by=f"{what} from {name}")
    return notes.outcome()


def _dealt(bench: Bench) -> tuple[ShufflerTable, int, list[list[SimCard]]]:
    """A round in play: the table, the record's end before it, and its two hands."""
    table = ShufflerTable(bench.rig, bench.session("table"))
    game = catalogue.number_of("tcp")
    table.client.request("OPEN_TABLE", game=game, equipment=DEVICE, decks=0, areas=1)
    table.shuffle(new_deck(1, bench.rig.kernel.rng("hole cards")))
    before = table.client.status()["last_event"]
    hands = [table.deliver(_HAND_CARDS) for _ in range(2)]
    table.wait_ms(2_000)
    return table, before, hands


def _read(client: Client, number: int) -> str:
    return refusal(client, "READ_JOURNAL", number=number)


def _poll(client: Client, after: int) -> tuple[str, int, int]:
    try:
        got = client.request("POLL", after=after, credit_frames=0).fields
    except Refused as refused:
        return refused.name, 0, 0
    return "EVENTS", got["count"], got["lost"]


_COUNTING: dict[str, Callable[[Client, int], object]] = {"READ_JOURNAL": _read, "POLL": _poll}


def _counts(client: Client) -> tuple[int, ...]:
    """Whatever counts records."""
    journal = client.request("GET_JOURNAL").fields
    counters = client.request("GET_HEALTH", first=EVENTS_SENT).fields["counters"]
    status = client.status()
    return journal["acked"], journal["last"], status["acked_event"], *counters[:4]


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
