"""Linked tables attacked on their line: by who has one table's key, by old frames, by strangers."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Sequence
from pathlib import Path

from faro.sim.scenarios.linked import LINK_KEY, LinkedTables
from faro.wire.framing import Frame, Splitter, encode
from faro.wire.keys import table_key
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.ledger import MOST_POOL_UC
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.rows import FAULT_LINK_LOST, FAULT_TABLE_OUT, MSG_LINK_POLL, MSG_LINK_REPLY
from tests.proofs.attacks.outcome import Notes, Outcome

HOLDER, FIRST, SECOND = 0xB0, 0xB1, 0xB2
ROYALS = bytes((1,) * 7)
NOBODY = bytes(7)
_LOCKED = 4


class LinkedBench:
    """A holder with two tables on one line, and an attacker's end of it."""

    def __init__(self, extra_path: Sequence[Path] = ()) -> None:
        self.linked = LinkedTables(2, extra_path=extra_path)
        self.notes: Notes | None = None
        self.kernel = self.linked.rig.kernel
        self.line = self.linked.rig.bus_host
        self._splitter = Splitter()

    def __enter__(self) -> LinkedBench:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.linked.close()

    def begin(self, tried: str) -> Notes:
        self.notes = Notes(tried)
        return self.notes

    def hear(self, kind: int, address: int, wait_ms: int = 3_000) -> Frame | None:
        """The next frame of a kind to or from a table."""
        self.line.rx.clear()
        self._splitter = Splitter()
        end_us = self.kernel.now_us + wait_ms * 1000
        while self.kernel.now_us < end_us:
            self.kernel.run_for_ms(2, lambda: bool(self.line.rx))
            for frame in self._splitter.feed(self.line.take()):
                if frame.kind == kind and address in (frame.dst, frame.src):
                    return frame
        return None

    def send(self, kind: int, to: int, sender: int, payload: bytes) -> None:
        self.line.write(encode(Frame(kind, to, sender, 0, 0, payload)))

    def lie(
        self, identity: bytes, accepted: int, voided: int, op: int, kind: int, classes: bytes,
        address: int = FIRST,
    ) -> None:  # fmt: skip
        """Answer the holder's next poll in the place of a table."""
        poll = self.hear(MSG_LINK_POLL, address)
        assert poll is not None, "no poll"
        fields = struct.unpack_from(lf.POLL, poll.payload)
        head = (fields[2], fields[3], identity, bytes(8), fields[5])
        reply = struct.pack(lf.REPLY, *head, accepted, voided, op, kind, classes)
        tag = tag_of(table_key(LINK_KEY, FIRST), lf.TO_HOLDER, address, fields[0], reply)
        self.send(MSG_LINK_REPLY, HOLDER, address, reply + tag)
        self.linked.wait(60)


def tag_of(key: bytes, way: int, table: int, holder_id: bytes, payload: bytes) -> bytes:
    text = lf.LABEL + bytes((way, table)) + holder_id + payload
    return hmac.digest(key, text, "sha256")[: lf.TAG_BYTES]


def stolen_key(bench: LinkedBench) -> Outcome:
    notes = bench.begin("one table's key: wagers and hits that were not, another table's name")
    linked = bench.linked
    holder, first, second = linked.tables
    first.end(first.deal(1, 2))
    linked.wait(1_500)
    identity, other = (bytes.fromhex(t.client.identity.unique_id) for t in (first, second))
    counts = (first.meters()["wagers"], 0)
    first.board.board.power_off()
    pool = holder.jackpot()["pool_uc"]
    lies = (
        (50_000, 0, 0, 0, NOBODY), (2**32 - 1, 0, 0, 0, NOBODY), (0, 0, 0, 0, NOBODY),
        (2, 50, 0, 0, NOBODY), (2, 2**32 - 1, 0, 0, NOBODY), (*counts, 0, 1, ROYALS),
        (*counts, 1, 2, NOBODY), (*counts, 1, 3, NOBODY), (*counts, 9, 2, ROYALS),
    )  # fmt: skip
    for lie in lies:
        bench.lie(identity, *lie)
        meters, status = holder.meters(), holder.client.status()
        told = f"with {lie[:4]} the holder's"
        notes.expect(meters["pool"] == pool, f"{told} pool is {meters['pool']}, not {pool}")
        notes.expect(meters["pending"] == meters["paid"] == 0, f"{told} money has moved")
        notes.expect(status["state"] != _LOCKED, f"{told} board is locked")
        notes.expect(status["worst_fault"] == FAULT_TABLE_OUT, f"{told} staff are not told")
        if notes.findings:
            return notes.outcome()
        holder.ask("supervisor", "CLEAR_FAULT", fault=FAULT_TABLE_OUT)
        notes.answers["TABLE_OUT"] += 1
    second.board.board.power_off()
    bench.lie(other, 9, 0, 0, 0, NOBODY, SECOND)
    notes.expect(holder.meters()["pool"] == pool, "it spoke for another table")
    second.board.board.power_on()
    linked.rig.wait_ready()
    linked.wait(3_000)
    second.end(second.deal(4))
    linked.wait(1_500)
    notes.expect(holder.meters()["pool"] > pool, "the other table cannot play")
    return notes.outcome()


def old_poll(bench: LinkedBench) -> Outcome:
    notes = bench.begin("polls of the holder repeated at once, after silence, after a restart")
    linked = bench.linked
    holder, first, _ = linked.tables
    old: list[Frame] = []
    for _ in range(3):
        frame = bench.hear(MSG_LINK_POLL, FIRST)
        assert frame is not None, "no poll"
        old.append(frame)
    first.end(first.deal(1, 2, 3))
    linked.wait(1_500)
    pool = first.jackpot()["pool_uc"]

    def repeat(when: str) -> None:
        for frame in old:
            bench.line.write(encode(frame))
            linked.wait(60)
        now = first.jackpot()["pool_uc"]
        notes.expect(now == pool, f"{when} the table believed a pool of {now}, not {pool}")

    holder.board.board.power_off()
    repeat("with the holder gone")
    linked.wait(6_000)
    repeat("after silence")
    fault = first.client.status()["worst_fault"]
    notes.expect(fault == FAULT_LINK_LOST, "an old poll restored the link")
    number = first.deal(5)
    notes.expect(first.jackpot()["accepted"] == 0, "a wager was taken without a holder")
    first.end(number)
    first.board.board.power_off()
    first.board.board.power_on()
    linked.rig.wait_ready()
    pool = 0
    repeat("after the table's restart")
    notes.answers["old polls not believed"] = 3 * len(old)
    return notes.outcome()


def foreign_holder(bench: LinkedBench) -> Outcome:
    notes = bench.begin("a board without the table's key polls it, with the nonce that it asks for")
    linked = bench.linked
    holder, first, _ = linked.tables
    poll = bench.hear(MSG_LINK_POLL, FIRST)
    assert poll is not None, "no poll"
    holder.board.board.power_off()
    linked.wait(6_000)
    before = first.jackpot()["pool_uc"]
    terms = struct.unpack_from(lf.POLL, poll.payload)[5]
    for key in (table_key(LINK_KEY, SECOND), LINK_KEY, bytes(32)):
        nonce = bytes(8)
        for cycle in range(1, 4):
            head = (b"stranger", nonce, 1, cycle, lf.IS_JOINED, terms)
            payload = struct.pack(lf.POLL, *head, 0, 0, 0, 9_000_000_000)
            tag = tag_of(key, lf.TO_TABLE, FIRST, b"stranger", payload)
            bench.send(MSG_LINK_POLL, FIRST, HOLDER, payload + tag)
            reply = bench.hear(MSG_LINK_REPLY, FIRST, 60)
            if reply is not None:
                nonce = struct.unpack_from(lf.REPLY, reply.payload)[3]
        now = first.jackpot()["pool_uc"]
        notes.expect(now == before, f"the table believed a stranger's pool of {now}")
        fault = first.client.status()["worst_fault"]
        notes.expect(fault == FAULT_LINK_LOST, "a stranger restored the link")
    notes.answers["strangers' polls not believed"] = 9
    return notes.outcome()


def false_amounts(bench: LinkedBench) -> Outcome:
    """Who has a table's key plays the holder to it: its two roles see payments that can be."""
    notes = bench.begin("amounts, seats and pools that cannot be, in polls with the table's key")
    linked = bench.linked
    holder, first, _ = linked.tables
    number = first.deal(3)
    linked.wait(1_500)
    poll = bench.hear(MSG_LINK_POLL, FIRST)
    assert poll is not None, "no poll"
    holder.board.board.power_off()
    first.hands(number, {3: "royal"})
    first.claim(number, 3, "royal")
    linked.wait(6_000)
    terms, *counts = struct.unpack_from(lf.POLL, poll.payload)[5:9]
    op = counts[2] + 1
    royal = (3, 1, 5_000_000, 0, 0)
    for what, pool_uc, rows in (
        ("seat 0", 0, [(0, 1, 5_000_000, 0, 0)]),
        ("seat 200", 0, [(200, 1, 5_000_000, 0, 0)]),
        ("a seat twice", 0, [royal, royal]),
        ("less than nothing", 0, [(3, 1, -1, 0, 0)]),
        ("more than any pool", 0, [(3, 1, 2**62, 0, 0)]),
        ("a negative pool", -1, [royal]),
        ("a pool without end", 2**62, [royal]),
    ):
        packed = b"".join(struct.pack(rc.PAYMENT, *row) for row in rows)
        result = struct.pack(lf.RESULT, op, 1, len(rows), packed)
        nonce = bytes(8)
        for cycle in (1, 2, 3):
            head = (b"stranger", nonce, 1, cycle, lf.IS_JOINED | lf.HAS_RESULT, terms, *counts)
            payload = struct.pack(lf.POLL, *head, pool_uc) + result
            tag = tag_of(table_key(LINK_KEY, FIRST), lf.TO_TABLE, FIRST, b"stranger", payload)
            bench.send(MSG_LINK_POLL, FIRST, HOLDER, payload + tag)
            reply = bench.hear(MSG_LINK_REPLY, FIRST, 60)
            if reply is not None:
                nonce = struct.unpack_from(lf.REPLY, reply.payload)[3]
        state = first.jackpot()
        notes.expect(state["state"] == rs.ST_ASKING, f"{what}: taken for a win")
        notes.expect(0 <= state["pool_uc"] <= MOST_POOL_UC, f"{what}: a pool of {state['pool_uc']}")
        notes.answers["not believed"] += 1
    names = [name for name, _ in first.events()]
    notes.expect("PROGRAM_ERROR" not in names, "a poll ended in an exception")
    notes.expect(first.client.status()["state"] != _LOCKED, "the table is locked")
    return notes.outcome()
