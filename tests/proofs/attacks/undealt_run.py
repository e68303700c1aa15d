"""Cycles on the simulated machine while somebody asks the board for everything there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from faro.journal.commands import read_records
from faro.sim.scenarios.shuffler import ShufflerTable, indices, shuffler_table
from faro.wire.client import Client
from faro.wire.errors import FaroError
from firmware.core.rows import READ, TO_BOARD
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.sim_transport import SimTransport
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Outcome
from tests.proofs.attacks.undealt_scan import Pack, Said, leaks
from tests.proofs.machine_matrix.bench import ShuffleBench

PACKET_CARDS = 3  # as Three Card Poker asks for
_TEXTS = ("help", "ver", "stat", "fault", "ev 20", "cards", "deck", "dump", "plan", "order")
_SECRET = re.compile(r"^secret ([0-9a-f]{64})$", re.MULTILINE)


@dataclass
class Heard:
    """Everything that left a board, the truth about its packs, and its own log."""

    said: list[Said]
    packs: list[Pack]
    log: str

    @property
    def sent_bytes(self) -> int:
        return sum(len(data) for _, data in self.said)

    def secrets(self) -> list[bytes]:
        """Of each shuffle, if the build tells them (a build for tests)."""
        return [bytes.fromhex(found) for found in _SECRET.findall(self.log)]


def listen(
    cycles: int = 1,
    packets: int = 4,
    seed: int = 1,
    source: str = "",
    change: Callable[[list[SimCard]], None] = lambda _pack: None,
) -> Heard:
    """Shuffle packs and deal some packets of each; the rest is delivered unseen at the end."""
    with shuffler_table(seed, source) as table:
        return listen_at(table, cycles, packets, change)


def listen_at(
    table: ShufflerTable,
    cycles: int,
    packets: int,
    change: Callable[[list[SimCard]], None] = lambda _pack: None,
    askers: Sequence[Client] = (),
) -> Heard:
    """The same at a table that is there already; `askers` ask beside the table software."""
    usb, bus = table.shoe.usb, table.rig.bus
    usb.trace, bus.trace = [], []
    decks = [new_deck(back) for back in (1, 2)]
    for deck in decks:
        change(deck)
    everybody = (table.client, *askers)
    packs = [_one_pack(table, decks, packets, everybody) for _ in range(cycles)]
    _ask(everybody, 0)
    _read_journal(table.client)
    said = [
        (time_us, data)
        for time_us, sender, data in sorted([*usb.trace, *bus.trace], key=lambda row: row[0])
        if "host" not in sender
    ]
    return Heard(said, packs, table.shoe.board.vm.log_text())


def cards_to_come(bench: Bench) -> Outcome:
    """The attack: shuffle, deal a little, ask for everything, look for what was not dealt."""
    notes = bench.begin("a pack shuffled and dealt, everything asked that can be asked")
    heard = listen_at(ShufflerTable(bench.rig, bench.session("table")), 1, 4)
    log = (heard.packs[0].begun_us, heard.log.encode())
    for text in leaks([log, *heard.said], heard.packs):
        notes.expect(False, text)
    notes.note = f"{heard.sent_bytes} bytes sent, no undealt card among them"
    return notes.outcome()


def listen_to_cameras(seed: int = 1, packets: int = 2) -> Heard:
    """One cycle in which every card is read from its picture; the technician asks as well."""
    with ShuffleBench(seed, is_optical=True) as bench:
        technician = Client(SimTransport(bench.rig.kernel, bench.board.usb_host))
        technician.protocol.own = 0x8A
        technician.open_session(bench.keys, "technician")
        table = ShufflerTable(bench.rig, bench.client)
        return listen_at(table, 1, packets, askers=(technician,))


def _one_pack(
    table: ShufflerTable, decks: list[list[SimCard]], packets: int, askers: Sequence[Client]
) -> Pack:
    turn = table.cycles % 2
    fed = decks[turn]
    begun_us = table.rig.kernel.now_us
    table.shuffle(fed)
    dealt_us: list[int] = []
    _ask(askers, 0)
    out: list[SimCard] = []
    for packet in range(packets + 1):
        out += table.deliver(PACKET_CARDS if packet < packets else 0)
        dealt_us += [table.taken_us] * (len(out) - len(dealt_us))
        if packet < packets:
            _ask(askers, len(out))
    decks[turn] = out
    return Pack(
        bytes(card.code for card in out),
        dealt_us,
        indices(fed, out),
        table.cycles,
        begun_us,
        table.rig.kernel.now_us,
    )


def _ask(askers: Sequence[Client], dealt: int) -> None:
    """Every request that reads, every text command, and proofs of what is not dealt."""
    for client in askers:
        _ask_as(client, dealt)


def _ask_as(client: Client, dealt: int) -> None:
    client.hello()
    for spec in client.protocol.dictionary.messages.values():
        if spec.direction == TO_BOARD and spec.rule == READ and spec.name != "CLOSE_SESSION":
            fields: dict[str, int | bytes] = {
                name: bytes(16) if "nonce" in name else 0 for name in spec.layout.names
            }
            if spec.layout.tail:
                fields[spec.layout.tail] = b""
            _quietly(client, spec.name, **fields)
    shuffle = client.request("GET_CYCLE").fields["cycle"]
    for position in (dealt - 1, dealt, dealt + 1, 51, 52, 65535):
        if position >= 0:
            _quietly(client, "GET_PROOF", shuffle=shuffle, position=position, height=0)
    for text in _TEXTS:
        client.text(text)
    list(client.events(0))


def _read_journal(client: Client) -> None:
    list(read_records(client, 1, client.request("GET_JOURNAL").fields["last"]))


def _quietly(client: Client, name: str, **fields: int | bytes) -> None:
    try:
        client.request(name, **fields)
    except FaroError:
        pass  # refusals are part of it
