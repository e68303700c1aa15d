"""Attacks on the owner's way in: wrong tags, crowds of sessions, a lock that nobody can end."""

from __future__ import annotations

import secrets
from dataclasses import replace

from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.framing import encode
from firmware.board.board_state import ST_LOCKED, STATE_NAMES
from firmware.jackpot.rows import FAULT_LEDGER
from firmware.store.cells import CELL_POOLS
from hw_sim.unpowered import open_store
from tests.proofs.attacks.bench import Bench, Line
from tests.proofs.attacks.deeds import SMALL_UC
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome

_GUESSES = 6  # more than are free
_RESET_MS = 20_000


def _enter(bench: Bench, client: Client, role: str) -> str:
    """Open and close a session: what came of it."""
    try:
        client.open_session(bench.keys, role)
        client.close_session()
    except FaroError as error:
        return getattr(error, "name", type(error).__name__)
    return "in"


def wrong_tags(bench: Bench) -> Outcome:
    notes = bench.begin("wrong tags for every role on RS-485 and USB while the owner works")
    owner = bench.session("technician")
    bus_owner = bench.bus_client(0x81)
    bus_owner.open_session(bench.keys, "supervisor")
    before = bench.kept()
    lines = bench.line(is_bus=True), bench.line()
    for line in lines:
        for role in (1, 2, 4, 8):
            _flood(line, notes, role)
        _flood_session(line, notes, 0x81 if line is lines[0] else 0x80)
        for name, client in (("on USB", owner), ("on RS-485", bus_owner)):
            answer = refusal(client, "TIME", utc_s=1_800_000_000)
            notes.answered(answer, "OK", by=f"the open session {name}")
        for role in bench.keys.roles:
            got_in = (
                _enter(bench, bench.client(0x84), role),
                _enter(bench, bench.bus_client(0x85), role),
            )
            notes.expect(got_in == ("in", "in"), f"the {role} is kept out: {got_in}")
    for number in range(20):  # a nonce on USB, and a crowd of HELLOs on RS-485
        lines[0].send(encode(lines[0].frame("HELLO", 0x90 + number, protocol=1, nonce=bytes(16))))
        if number == 2:
            waiting = bench.client(0x86)
            waiting.hello()
    notes.expect(_enter(bench, waiting, "table") == "in", "HELLOs on RS-485 take nonces on USB")
    bench.check_kept(notes, before)
    return notes.outcome()


def _flood(line: Line, notes: Notes, role: int) -> None:
    for _ in range(_GUESSES):
        line.send(encode(line.frame("HELLO", 0x87, protocol=1, nonce=bytes(16))))
        guess = line.frame("OPEN_SESSION", 0x87, role=role, person=0, nonce=bytes(16))
        answer = line.ask(replace(guess, tag=secrets.token_bytes(16)))
        notes.answered(answer, "bad_tag", "throttled")


def _flood_session(line: Line, notes: Notes, own: int) -> None:
    """Wrong tags in the name of the owner, who has a session."""
    for _ in range(_GUESSES):
        frame = replace(line.frame("STATUS", own), tag=secrets.token_bytes(16))
        notes.answered(line.ask(frame), "bad_tag", "throttled")


def crowding(bench: Bench) -> Outcome:
    notes = bench.begin(
        "twelve sessions of the table, on both lines, beside one of each other role"
    )
    others = {
        role: bench.session(role, 0x81 + i)
        for i, role in enumerate(("supervisor", "inspector", "technician"))
    }
    for number in range(12):
        crowd = bench.bus_client(0x90 + number) if number % 2 else bench.client(0x90 + number)
        crowd.open_session(bench.keys, "table")
    # from the very address of the others as well
    for own in range(0x81, 0x84):
        bench.session("table", own)
    for role, client in others.items():
        try:
            answer = client._run(client.exchanging("TIME", {"utc_s": 1_800_000_000})).name
        except FaroError as error:
            answer = getattr(error, "name", type(error).__name__)
        notes.answered(answer, "OK", by=f"the {role}, whom the table's sessions crowd")
    return notes.outcome()


def lock_for_good(bench: Bench) -> Outcome:
    """Books out of balance lock the meter: those who may must get in, and nobody else's order."""
    notes = bench.begin("a ledger fault, and then every role at the locked board")
    supervisor = bench.session("supervisor")
    supervisor.request("ADJUST_POOL", amount_uc=SMALL_UC)  # a deed from before the lock
    good: list[bytes] = []
    bench.power_cycle(lambda: good.append(_change_books(bench)))
    _check_locked(bench, notes)
    got_in = _enter(bench, bench.client(0x81), "inspector")
    notes.expect(got_in == "in", f"the inspector, who may clear it, does not get in: {got_in}")
    if notes.findings:
        return notes.outcome()
    inspector = bench.session("inspector", 0x81)
    answer = refusal(inspector, "CLEAR_FAULT", fault=FAULT_LEDGER)
    notes.answered(answer, "still_present", by="clearing with the books still wrong")
    for role in ("supervisor", "technician"):
        answer = refusal(bench.session(role, 0x82), "CLEAR_FAULT", fault=FAULT_LEDGER)
        notes.answered(answer, "not_allowed", by=f"the {role}, who may not")
    for name, fields in (("ADJUST_POOL", {"amount_uc": SMALL_UC}), ("RESTART", {})):
        answer = refusal(bench.session("supervisor", 0x82), name, **fields)
        notes.answered(answer, "locked", by=name)
    bench.power_cycle(lambda: _put_books(bench, good[0]))
    _check_locked(bench, notes)
    inspector = bench.session("inspector", 0x81)
    answer = refusal(inspector, "CLEAR_FAULT", fault=FAULT_LEDGER)
    notes.answered(answer, "OK", by="clearing with the books right")
    notes.expect(_state(bench) != ST_LOCKED, "the board stays locked")
    bench.power_cycle(lambda: good.append(_change_books(bench)))
    technician = bench.session("technician")
    inspector = bench.session("inspector", 0x81)
    boots = bench.board.board.boots
    technician.request("RESET_STORE")
    inspector.confirm(inspector.deed())
    bench.wait_ms(_RESET_MS, lambda: bench.board.board.boots > boots)
    bench.rig.wait_ready(_RESET_MS)
    notes.expect(_state(bench) != ST_LOCKED, "locked even after RESET_STORE by two roles")
    return notes.outcome()


def _change_books(bench: Bench) -> bytes:
    """A cent more in the pool than the meters know of; gives what was there."""
    store = open_store(bench.board)
    cell = store.edit(CELL_POOLS)
    before = bytes(cell)
    cell[0] ^= 1
    store.commit()
    return before


def _put_books(bench: Bench, contents: bytes) -> None:
    store = open_store(bench.board)
    store.edit(CELL_POOLS)[: len(contents)] = contents
    store.commit()


def _state(bench: Bench) -> int:
    return bench.client(0x8D).status()["state"]


def _check_locked(bench: Bench, notes: Notes) -> None:
    state = _state(bench)
    notes.expect(state == ST_LOCKED, f"the books are wrong, and the board is {STATE_NAMES[state]}")
