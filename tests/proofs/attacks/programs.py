"""Attacks that try to end the program: bugs in requests, no memory, no table, too much work."""

from __future__ import annotations

from pathlib import Path

from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from firmware.store.cells import CELL_SEALS
from hw_sim.vm_process import SimError
from tests.proofs.attacks.bench import SEATS, Bench
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome

PLANTED = Path(__file__).parent / "planted"  # bugs for `crash`: see planted_bug.py
_TOO_MUCH_SECTION = 0xEE
_TORN_VALUE = 3
_TIMES = 5
_STRANGERS_PAUSE_S = 60  # docs/security.md
_IRREGULARITIES = range(1, 80)


def crash(bench: Bench) -> Outcome:
    notes = bench.begin("requests that run out of memory or into bad code")
    first, kept = bench.last_event(), bench.kept()
    stranger, technician = bench.client(0x86), bench.session("technician")
    seals = bytes(bench.store().view(CELL_SEALS))
    try:
        for _ in range(_TIMES):
            reply = refusal(stranger, "DESCRIBE", section=_TOO_MUCH_SECTION, index=0, offset=0)
            notes.answered(reply, "internal", by="a request without memory for it")
            reply = refusal(technician, "SET_SETTING", setting=SEATS, value=_TORN_VALUE)
            notes.answered(reply, "internal", by="a change that breaks off midway")
        technician.request("SET_SETTING", setting=SEATS, value=5)  # commits whatever is staged
    except (FaroError, SimError) as error:
        notes.expect(False, f"a request ended the program: {str(error).splitlines()[0]}")
        return notes.outcome()
    notes.expect(bytes(bench.store().view(CELL_SEALS)) == seals, "half a change became durable")
    notes.expect(bench.board.board.boots == kept.boots, "the board restarted")
    told = bench.check_recorded(notes, first, "PROGRAM_ERROR", 2)
    notes.expect(len(told) == 2, f"two places were told {len(told)} times")
    notes.expect(all(event.fields["line"] for event in told), "the place is not told")
    bench.check_recorded(notes, first, "FAULT_RAISED")
    return notes.outcome()


def no_table(bench: Bench) -> Outcome:
    notes = bench.begin("every irregularity reported to a shoe at which no table is open")
    before = bench.kept()
    table = bench.session("table")
    for irregularity in _IRREGULARITIES:
        for place in (1, 0, 255):
            fields = {"irregularity": irregularity, "place": place, "detail": 1}
            try:
                reply = refusal(table, "REPORT_FINDING", **fields)
            except (FaroError, SimError) as error:
                notes.expect(False, f"it ended the program: {str(error).splitlines()[0]}")
                return notes.outcome()
            notes.answered(reply, "no_table", "out_of_range", by=f"irregularity {irregularity}")
    bench.check_kept(notes, before)
    notes.expect(not bench.client(0x87).status()["fault_count"], "a fault is left")
    return notes.outcome()


def attest_flood(bench: Bench) -> Outcome:
    notes = bench.begin("attestation asked for over and over without a key")
    stranger = bench.client(0x86)
    notes.answered(refusal(stranger, "ATTEST", nonce=bytes(16)), "OK", by="the first time")
    for _ in range(_TIMES):
        _finish(bench, stranger)
        _check_waits(notes, stranger)
    owner = bench.session("inspector")
    notes.answered(refusal(owner, "ATTEST", nonce=bytes(16)), "OK", by="a role meanwhile")
    _finish(bench, owner)
    bench.wait_ms(_STRANGERS_PAUSE_S * 1000)
    notes.answered(refusal(stranger, "ATTEST", nonce=bytes(16)), "OK", by="a minute later")
    return notes.outcome()


def _check_waits(notes: Notes, stranger: Client) -> None:
    try:
        stranger.request("ATTEST", nonce=bytes(16))
        notes.answered("OK", "wait", by="the next one")
    except Refused as refused:
        notes.answered(refused.name, "wait", by="the next one")
        notes.expect(0 < refused.detail <= _STRANGERS_PAUSE_S * 1000, "it does not say how long")


def _finish(bench: Bench, client: Client) -> None:
    """Until the hashes are made."""
    for _ in range(200):
        if client.request("GET_ATTESTATION").fields["state"] != 1:
            return
        bench.wait_ms(100)
