"""Attacks on the record: so much chatter that the journal's ring turns and evidence is gone."""

from __future__ import annotations

from collections.abc import Callable

from faro.journal.commands import read_records
from faro.journal.file import EVIDENCE, Record
from faro.sim.scenarios.shuffler import ShufflerTable
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.framing import encode
from firmware.shuffler.cycle import ST_CHECKING, ST_FEEDING, ST_READY, STATE_NAMES
from firmware.shuffler.modes import MODE_SHUFFLE
from hw_sim.mechanics.machine_cards import new_deck
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome

DAY_S = 86_400
RING_RECORDS = 130 * 32  # evidence that a board holds at least
_SETTLED = 2  # the first half of a flood uses up what is free, the second shows what lasts
_NOISE = b"\r\x03\x03"  # Ctrl-C, as programs send it
_LAMP_MS = 10  # a lamp driven by somebody who knows what he is at
_PATIENT_MS = 200
_BEFORE_BEAT_MS = 600
_REQUESTS = 550  # fewer than a role may make at once: RESTART is one of them
_CARELESS_MS = 5_500  # a silence that the board takes for a link that went down


def with_time(bench: Bench) -> Outcome:
    notes = bench.begin("the clock set to and fro with the table's key, as fast as the line goes")
    table = bench.session("table")

    def flood(turn: int) -> None:
        try:
            table.request("TIME", utc_s=1_800_000_000 + turn % 2 * 3_600)
            notes.answers["OK"] += 1
        except Refused as refusal:
            notes.answered(refusal.name, "too_often")

    return _wash(bench, notes, flood, 30, "TIME_SET")


def with_requests(bench: Bench) -> Outcome:
    """Requests that are evidence themselves: they cannot be dropped, so they are refused."""
    notes = bench.begin("a table opened and closed without end with the table's key")
    table = bench.session("table")

    def flood(turn: int) -> None:
        try:
            game = 0 if turn % 2 else 1
            table.request("OPEN_TABLE", game=game, equipment=1, decks=1, areas=1)
            notes.answers["OK"] += 1
        except Refused as refusal:
            # after a refusal the table is as it was, and the next order may not fit it
            notes.answered(refusal.name, "too_often", "wrong_phase")
            bench.wait_ms(_PATIENT_MS)

    # what a role may make is what its table makes in play: that too turns the ring, in an hour
    return _wash(bench, notes, flood, 240, "", lasts_s=50 * 60)


def with_restarts(bench: Bench) -> Outcome:
    """What a role may record at once is not to be had anew with each restart."""
    notes = bench.begin("nearly all requests that one role may make, then RESTART, and so on")

    def flood(_turn: int) -> None:
        supervisor = bench.session("supervisor")
        boots = bench.board.board.boots
        try:
            for number in range(_REQUESTS):
                game = 0 if number % 2 else 1
                supervisor.request("OPEN_TABLE", game=game, equipment=1, decks=1, areas=1)
                notes.answers["OK"] += 1
            supervisor.request("RESTART")
        except Refused as refusal:
            notes.answered(refusal.name, "too_often", "wrong_phase")
            bench.wait_ms(_CARELESS_MS)
            return
        bench.wait_ms(_CARELESS_MS, lambda: bench.board.board.boots > boots)
        bench.rig.wait_ready()

    return _wash(bench, notes, flood, 240, "", lasts_s=50 * 60)


def with_plug(bench: Bench) -> Outcome:
    """The same with the plug: pulled before the next heartbeat could keep what was used up."""
    notes = bench.begin("as many requests as go into half a second, then the plug, and so on")

    def flood(_turn: int) -> None:
        supervisor = bench.session("supervisor")
        end_us = bench.rig.kernel.now_us + _BEFORE_BEAT_MS * 1000
        game = 0
        while bench.rig.kernel.now_us < end_us:
            game = 1 - game
            answer = refusal(supervisor, "OPEN_TABLE", game=game, equipment=1, decks=1, areas=1)
            notes.answered(answer, "OK", "too_often", "wrong_phase")
        bench.power_cycle()

    return _wash(bench, notes, flood, 200, "", lasts_s=50 * 60)


def with_seal(bench: Bench) -> Outcome:
    """A request whose handler asks for the role itself is rationed as well."""
    notes = bench.begin("a sealed board sealed again and again with the technician's key")
    technician = bench.session("technician")

    def flood(_turn: int) -> None:
        try:
            technician.request("SEAL", is_sealed=1)
            notes.answers["OK"] += 1
        except Refused as refusal:
            notes.answered(refusal.name, "too_often")
            bench.wait_ms(_PATIENT_MS)

    return _wash(bench, notes, flood, 120, "", lasts_s=50 * 60)


def in_motion(bench: Bench) -> Outcome:
    """A sector erased keeps interrupts off for 45 ms: a card's whole way, or the drum's flag."""
    notes = bench.begin("sessions, wrong keys and Ctrl-C without end while the machine feeds")
    bench.seal()
    table = ShufflerTable(bench.rig, bench.session("table"))
    lines = bench.line(), bench.line(is_bus=True)
    table.machine.load(new_deck(1, bench.rig.kernel.rng("pack")))
    first = bench.last_event()
    table.client.request("SHUFFLE", mode=MODE_SHUFFLE, decks=1)
    machine, flash = table.machine, bench.board.flash
    erase, amid = flash.erase_sector, [0]

    def watched(sector: int) -> None:
        amid[0] += bool(machine.drum.is_turning or machine.path.cards)
        erase(sector)

    flash.erase_sector = watched
    turns = 0
    while table.machine.path.tray:
        bench.session("technician", 0x90 + turns % 8)
        for line in lines:
            line.send(_NOISE, wait_ms=1)
        turns += 1
    state = ST_FEEDING
    while state in (ST_FEEDING, ST_CHECKING):  # then nothing moves any more
        bench.wait_ms(20)
        state = table.client.request("GET_CYCLE").fields["state"]
    notes.expect(state == ST_READY, f"the machine was stopped: {STATE_NAMES[state]}")
    notes.expect(not amid[0], f"{amid[0]} sectors were erased while cards were under way")
    bench.wait_ms(63_000)  # then what was dropped is told
    told = bench.events_since(first, "CHATTER_DROPPED")
    notes.expect(bool(told), "what was not recorded is not told")
    notes.events += [event.number for event in told]
    notes.note = f"{turns} sessions opened while 52 cards went in"
    return notes.outcome()


def with_lamp(bench: Bench) -> Outcome:
    notes = bench.begin("a lamp that flickers on two bet sensors, without any key")
    expander = bench.board.expander
    assert expander is not None

    def flood(turn: int) -> None:
        for seat in (0, 4):
            expander.set_sensor(seat, bool(turn % 2))
        bench.wait_ms(_LAMP_MS)

    return _wash(bench, notes, flood, 60, "BET_PLACED")


def by_strangers(bench: Bench) -> Outcome:
    notes = bench.begin("links up and down, Ctrl-C and wrong keys on both lines, without any key")
    bench.seal()
    lines = bench.line(), bench.line(is_bus=True)

    def flood(turn: int) -> None:
        for line in lines:
            if turn % 6 == 0:
                line.send(encode(line.frame("HELLO", protocol=2, nonce=bytes(16))))
            line.send(_NOISE, wait_ms=1)
        bench.wait_ms(_CARELESS_MS if turn % 6 == 0 else 1_000)

    return _wash(bench, notes, flood, 1_200, "REPL_ATTEMPT")


def _wash(
    bench: Bench,
    notes: Notes,
    flood: Callable[[int], None],
    duration_s: int,
    dropped: str,
    lasts_s: int = DAY_S,
) -> Outcome:
    """Flood for so long; from the second half follows how long evidence would last."""
    kernel = bench.rig.kernel
    client = bench.client(0x8B)
    first = bench.last_event()
    halves: list[int] = []
    turn = 0
    for _ in range(_SETTLED):
        before = client.status()["last_event"]
        end_us = kernel.now_us + duration_s * 1_000_000 // _SETTLED
        while kernel.now_us < end_us:
            flood(turn)
            turn += 1
        halves.append(_evidence(client, before + 1))
    bench.wait_ms(61_000)  # what was dropped is told within a minute
    made = client.status()["last_event"] - first
    half_s = duration_s / _SETTLED
    left_s = (RING_RECORDS - halves[0]) * half_s / halves[1] if halves[1] else DAY_S * 365
    notes.expect(left_s >= lasts_s, f"evidence would be washed out in {left_s / 60:.0f} minutes")
    told = bench.events_since(first, "CHATTER_DROPPED")
    names = {client.protocol.dictionary.events[e.fields["event"]].name for e in told}
    notes.expect(not dropped or dropped in names, f"{dropped} was dropped and nothing tells of it")
    notes.events += [event.number for event in told]
    notes.note = (
        f"{turn} turns in {duration_s} s made {made} records, {sum(halves)} of them evidence; "
        f"{sum(e.fields['dropped'] for e in told)} were dropped and told"
    )
    return notes.outcome()


def _evidence(client: Client, first: int) -> int:
    """Records of the evidence ring from a number on."""
    last = client.status()["last_event"]
    return sum(Record.parse(raw).ring == EVIDENCE for raw in read_records(client, first, last))
