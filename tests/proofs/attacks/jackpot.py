"""The jackpot attacked at one table: amounts, terms, winners voided, late chips, keys by wire."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

from faro.jackpot.rules import MOST_POOL_UC
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.errors import Refused
from faro.words.jackpot import TERMS
from firmware.store.cells import CELL_TABLES
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome

_MOST_I64 = 2**63 - 1
_ASKED_US = 2_000  # the request has come and is being answered
_TRUE_WAGERS = 40_000  # of a table, in the books of a dead holder


def _table(bench: Bench) -> JackpotTable:
    return JackpotTable(bench.rig, bench.name, bench.keys)


def _tried(table: JackpotTable, notes: Notes, message: str, **fields: Any) -> None:
    """Both roles do what they can; the answer is noted."""
    try:
        table.settle(message, **fields)
        notes.answers["OK"] += 1
    except Refused as refused:
        notes.answers[refused.name] += 1


def amounts(bench: Bench) -> Outcome:
    notes = bench.begin("ADJUST_POOL by two roles with amounts that wrap 32 and 64 bits")
    table = _table(bench)
    start_uc = table.meters()["pool"]
    for amount_uc in (_MOST_I64, -_MOST_I64 - 1, MOST_POOL_UC, -start_uc - 1, 2**62, 10**16):
        _tried(table, notes, "ADJUST_POOL", amount_uc=amount_uc)
        pool_uc = table.meters()["pool"]
        notes.expect(0 <= pool_uc <= MOST_POOL_UC, f"the pool is {pool_uc} micro-cents")
    notes.expect(table.meters()["pool"] == start_uc, "the pool has changed")
    if notes.findings:
        return notes.outcome()
    table.settle("ADJUST_POOL", amount_uc=MOST_POOL_UC - start_uc)
    table.play({3: "royal"})
    (paid,) = [f for n, f in table.events() if n == "PAID"]
    notes.expect(
        paid["pool_cents"] * 1_000_000 == MOST_POOL_UC, f"{paid['pool_cents']} cents were paid"
    )
    notes.note = "the largest pool is paid to the cent"
    return notes.outcome()


def terms(bench: Bench) -> Outcome:
    notes = bench.begin("each term of the jackpot as a setting, all of them by one role")
    table = _table(bench)
    before = table.terms()
    known = table.client.protocol.dictionary.settings
    technician = bench.session("technician")
    for name in TERMS:
        value = known[name].least if before[name] != known[name].least else known[name].most
        answer = refusal(technician, "SET_SETTING", setting=known[name].number, value=value)
        notes.answered(answer, "not_allowed", by=f"the technician's {name}")
    wanted = {**before, "alone_cents": 2_000_000_000}
    for role in ("table", "inspector", "technician"):
        answer = refusal(bench.session(role), "SET_TERMS", **wanted)
        notes.answered(answer, "not_allowed", by=role)
    bench.session("supervisor").request("SET_TERMS", **wanted)  # and nobody confirms
    number = table.deal(1)
    table.end(number)
    notes.expect(table.terms() == before, "terms have changed")
    return notes.outcome()


def take_over(bench: Bench) -> Outcome:
    """One role loads tables that the second never saw: they would bring their wagers again."""
    notes = bench.begin("a spare board's tables changed by one role, before and after the yes")
    table = _table(bench)

    def rows(wagers: int) -> bytes:
        return struct.pack("<BIIHBqqq", 0xB1, wagers, 0, 0, 0, 0, 0, 0)

    def counts() -> int:
        return int.from_bytes(bench.store().view(CELL_TABLES)[4:8], "little")

    def load(wagers: int) -> None:
        table.ask("supervisor", "LOAD_TABLES", count=1, tables=rows(wagers))

    digest = hashlib.sha256(rows(_TRUE_WAGERS)).digest()[:8]
    book = {"address": 0xB0, "pool_uc": 5_000_000_000_000, "reserve_uc": 0, "bonus_uc": 0}
    book |= {"pending_uc": 0, "tables_digest": digest}
    load(_TRUE_WAGERS)
    table.ask("supervisor", "LOAD_BOOK", **book)
    load(0)  # between the look and the yes
    try:
        table.confirm()
        notes.answers["OK"] += 1
    except Refused as refused:
        notes.answered(refused.name, "not_now", by="a yes to other tables")
    is_done = any(name == "TAKEN_OVER" for name, _ in table.events())
    notes.expect(not is_done, "the inspector's yes loaded tables that he was not shown")
    load(_TRUE_WAGERS)
    table.ask("supervisor", "LOAD_BOOK", **book)
    table.confirm()
    load(0)  # after it
    notes.expect(counts() == _TRUE_WAGERS, "one role changed what two have agreed on")
    return notes.outcome()


def void_winner(bench: Bench) -> Outcome:
    notes = bench.begin("a hand that the shoe read as a Royal Flush voided by one role")
    table = _table(bench)
    number = table.deal(2, 4)
    table.hands(number, {2: "nothing", 4: "royal"})
    for role in ("table", "supervisor"):
        table.ask(role, "VOID_HAND", round=number, seat=4)
        table.ask(role, "VOID_ROUND", round=number)
        state = table.jackpot()
        notes.expect(
            state["state"] == 1 and state["winners"] == 0b1000, f"{role} voided the winner alone"
        )
        if notes.findings:
            return notes.outcome()
    notes.answers["waits for the inspector"] = 4
    table.claim(number, 4, "royal")
    table.settle(round=number)
    table.end(number)
    return notes.outcome()


def late_chip(bench: Bench) -> Outcome:
    notes = bench.begin(
        'a chip placed 0 to 6 ms after "no more bets", every quarter of one, amid an answer'
    )
    table = _table(bench)
    expander, kernel = table.board.expander, bench.rig.kernel
    assert expander
    asker = bench.client(0x8B)
    for after_us in range(0, 6_000, 250):
        table.place(2)
        table.antes(2, 5)
        asker.send("SEAL_JOURNAL", nonce=bytes(16))  # takes long
        kernel.run_until(kernel.now_us + _ASKED_US)
        table.board.say_no_more_bets(True)
        kernel.run_until(kernel.now_us + after_us)
        expander.set_sensor(4, True)
        table.wait(300)
        accepted = table.jackpot()["accepted"]
        notes.expect(accepted == 0b10, f"a chip {after_us} us after the line was accepted")
        table.ask("table", "FREEZE")
        table.end(table.jackpot()["round"])
        table.wait(300)
    late = [f for n, f in table.events() if n == "WAGER_LATE"]
    notes.answers["WAGER_LATE"] = len(late)
    return notes.outcome()


def link_key(bench: Bench) -> Outcome:
    notes = bench.begin("a key for linked tables with the lid closed, by the line, by other roles")
    store = bench.store()
    before = bytes(store.view(12))
    key = {"key": bytes(range(32))}
    notes.answered(refusal(bench.session("technician"), "SET_LINK_KEY", **key), "lid_closed")
    for role in ("table", "supervisor", "inspector"):
        notes.answered(refusal(bench.session(role), "SET_LINK_KEY", **key), "not_allowed", by=role)
    bench.board.set_lid(True)
    bench.wait_ms(1_500)
    by_line = bench.bus_client()
    by_line.open_session(bench.keys, "technician")
    notes.answered(refusal(by_line, "SET_LINK_KEY", **key), "wrong_port", by="the RS-485 line")
    notes.expect(bytes(bench.store().view(12))[132:164] == before[132:164], "the key was set")
    return notes.outcome()
