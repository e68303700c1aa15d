"""The firmware's linked tables in CPython, one step of the model at a time, and what they hold.

Real books over real cells, real frames and tags; line, power and people are the trace's.
"""

from __future__ import annotations

import hashlib
import random
import struct
import time
from types import SimpleNamespace
from typing import Any

from faro.wire.keys import table_key
from firmware import meter_rows
from firmware.board.clock import Clock
from firmware.board.settings import Settings
from firmware.board.storage import Storage
from firmware.drivers.flash_region import FlashRegion
from firmware.jackpot import claims, hands, rows
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.book_keeping import open_books
from firmware.jackpot.ledger import BONUS, PENDING, POOL, RESERVE
from firmware.jackpot.linked import fence, table_hits
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.holder_book import ANY_BOARD, JOINED, LOADED
from firmware.jackpot.linked.member_wire import MemberWire
from firmware.jackpot.linked.own_pool import OwnPool
from firmware.jackpot.linked.take_over import DIGEST_BYTES, Loading
from firmware.jackpot.round_book import RoundBook
from firmware.jackpot.term_changes import TermChanges
from firmware.jackpot.terms import Terms
from firmware.link.rows import CFG_LINK_DOWN_MS
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.fram import FramChip
from hw_sim.parts.local_bus import LocalFlash, LocalI2c
from hw_sim.power import Supply
from tests.proofs.linked_model import model as pm

time.ticks_ms = lambda: 0  # type: ignore[attr-defined]  # only its task asks, and none runs
from firmware.jackpot.linked import holder_wire  # noqa: E402

del time.ticks_ms  # type: ignore[attr-defined]

FIRST = 0xB1
_KEY = hashlib.sha256(b"linked tables").digest()
_SECTORS = 6
_MISSING, _BROUGHT = 0x20, 0x08  # in a row's state
_STEP_MS = 10
_STRAIGHT = bytes((28, 24, 20, 16, 12))
_KINDS = (OwnPool, holder_wire.HolderWire, MemberWire)


class Port:
    """The RS-485 port: one frame in, one out."""

    is_bus = True

    def __init__(self) -> None:
        self.tx = bytearray(256)
        self.tx_at = 0
        self.sent = b""
        self.rx = b""
        self.now_ms = 0
        self.from_address = 0

    def payload(self) -> bytes:
        return self.rx

    def sender(self) -> int:
        return self.from_address

    def send(self, _message: int, _address: int, size: int) -> None:
        self.sent = bytes(self.tx[:size])


class Board:
    """One meter: chips that outlive its power, and the firmware booted over them."""

    def __init__(self, name: str, role: int, address: int, key: bytes) -> None:
        supply = Supply(rng=random.Random(name))
        self.frams = (FramChip("a", supply), FramChip("b", supply))
        self.flash = FlashChip("flash", supply, _SECTORS)
        self.id = name.encode().ljust(8, b"\0")[:8]
        self.address = address
        self.key = key
        self.faults: set[int] = set()
        self.nonces = random.Random(f"{name}/nonces")
        self.boot()
        self.become(role)

    def become(self, role: int) -> None:
        """From the next boot on."""
        for setting, value in ((rows.CFG_LINK_ROLE, role), (rows.CFG_LINK_FIRST, FIRST),
                               (rows.CFG_LINK_TABLES, 2)):  # fmt: skip
            self.settings.set(setting, value)
        self.storage.edit_settings(self.settings)
        self.storage.store.commit()
        self.boot()

    def boot(self, now_ms: int = 0) -> None:
        i2c = LocalI2c({0x50: self.frams[0], 0x51: self.frams[1]})
        pins = SimpleNamespace(
            FRAM_ADDRESSES=(0x50, 0x51),
            journal_flash=lambda: FlashRegion(LocalFlash(self.flash), _SECTORS),
        )
        clock = Clock(0)
        settings: Any = Settings(meter_rows.SETTINGS)
        storage: Any = Storage(pins, i2c, self.id, clock, meter_rows)
        assert storage.open()
        storage.load_settings(settings)
        self.storage, self.settings, self.port = storage, settings, Port()
        board = SimpleNamespace(
            address=self.address, boot_count=storage.boot_count, clear_fault=self.faults.discard,
            clock=clock, commit=storage.outbox.commit, is_fault_active=self.faults.__contains__,
            generator=SimpleNamespace(nonce_bytes=self.nonces.randbytes),
            keys=SimpleNamespace(link_key=lambda: self.key), line=self.port,
            on=lambda *_: None, on_present=lambda *_: None, outbox=storage.outbox,
            raise_fault=lambda code, _detail=0: self.faults.add(code),
            record=storage.recorder.record, settings=settings, storage=storage,
            store=storage.store, unique_id=self.id,
        )  # fmt: skip
        self.book: Any = RoundBook(board, Terms(settings))
        self.linked: Any = _KINDS[settings.get(rows.CFG_LINK_ROLE)](board, self.book)
        self.changes = TermChanges(board, self.book, self.linked)
        assert open_books(self.book, self.changes, self.linked)
        self.linked.start(now_ms)


class Boards:
    """Two holders and two tables; `do` takes the steps of the model."""

    def __init__(self) -> None:
        self.now_ms = 1_000
        self.holders = (
            Board("old", rows.LINK_HOLDER, FIRST + 10, _KEY),
            Board("spare", rows.LINK_NONE, FIRST + 11, _KEY),
        )
        self.tables = tuple(
            Board(f"table{t}", rows.LINK_MEMBER, FIRST + t, table_key(_KEY, FIRST + t))
            for t in pm.TABLES
        )
        self.kept: tuple[int, bytes] = (0, b"")

    def do(self, step: pm.Step) -> None:
        self.now_ms += _STEP_MS
        getattr(self, step[0])(*step[1:])

    # -- the line --------------------------------------------------------------------------

    def exchange(self, h: int, t: int) -> None:
        self._reply(h, t, self._answer(t, self._poll(h, t)))

    def poll_lost(self, h: int, t: int) -> None:
        self._poll(h, t)

    def poll_late(self, h: int, t: int) -> None:
        self.kept = (t, self._poll(h, t))

    def answer_lost(self, h: int, t: int) -> None:
        self._answer(t, self._poll(h, t))

    def deliver(self) -> None:
        self._answer(*self.kept)

    def _poll(self, h: int, t: int) -> bytes:
        holder = self.holders[h]
        holder.linked._poll(FIRST + t)
        return holder.port.sent

    def _answer(self, t: int, poll: bytes) -> bytes:
        table = self.tables[t]
        port = table.port
        port.rx, port.now_ms = poll, self.now_ms
        assert table.linked._poll(port, *struct.unpack_from(lf.POLL, poll)) == 0
        return port.sent

    def _reply(self, h: int, t: int, reply: bytes) -> None:
        holder = self.holders[h]
        port = holder.port
        port.rx, port.now_ms, port.from_address = reply, self.now_ms, FIRST + t
        assert holder.linked._reply(port, *struct.unpack_from(lf.REPLY, reply)) == 0

    # -- tables ----------------------------------------------------------------------------

    def wager(self, t: int) -> None:
        assert self.tables[t].linked.is_up
        assert self.tables[t].book.freeze(1, 3) > 0

    def win(self, t: int) -> None:
        book = self.tables[t].book
        data = bytearray([rc.NO_CARD] * 35) + bytes(25)
        data[:5] = _STRAIGHT
        if not book.cell[rc.HAS_HANDS]:
            assert hands.read_hands(book, book.number, 1, data) == 0
        assert claims.claim(book, book.number, 1, book.cell[rc.CLASSES]) == 0

    def settle(self, t: int, kind: int) -> None:
        book = self.tables[t].book
        act = claims.confirm if kind == pm.PAID else claims.cancel
        assert act(book, book.number, 2, 4) == 0

    def withdraw(self, t: int) -> None:
        self.settle(t, pm.CANCEL)

    def table_off(self, _t: int) -> None:
        pass

    def table_on(self, t: int) -> None:
        self.tables[t].boot(self.now_ms)

    # -- holders ---------------------------------------------------------------------------

    def holder_off(self, _h: int) -> None:
        pass

    def holder_on(self, h: int) -> None:
        self.holders[h].boot(self.now_ms)

    def waited(self, h: int) -> None:
        holder = self.holders[h]
        self.now_ms += holder.settings.get(CFG_LINK_DOWN_MS)
        holder.linked._opening.tick(self.now_ms)
        holder.linked._follow()

    def own_win(self, h: int) -> None:
        assert self.holders[h].book.is_leading

    def go_on_without(self, h: int, t: int) -> None:
        self.holders[h].linked._holder.go_on_without(FIRST + t)
        self.holders[h].linked._follow()

    def take_over(self, short: int) -> None:
        """With what the dead board's journal tells, by two people."""
        old, spare = self.holders
        self._look_into(old)
        loading = Loading(spare.book, spare.settings)
        brought = b""
        for t in pm.TABLES:
            _owner, accepted, voided, op, state = old.linked._holder.row(FIRST + t)
            if not state & JOINED:
                continue
            hit = table_hits.hit_of(old.book, FIRST + t)
            classes, purses = hit or (table_hits.NO_CLASSES, table_hits.NO_PURSES)
            accepted -= t == short
            row = struct.pack(rows.LINK_TABLE, FIRST + t, accepted, voided, op, classes, purses)
            assert loading.add(row, 1) == 0
            brought += row
        a = old.book.ledger.a
        amounts = (a[POOL], a[RESERVE], a[BONUS], a[PENDING])
        digest = hashlib.sha256(brought).digest()[:DIGEST_BYTES]
        generation = fence.generation(old.storage.store)
        assert loading.load(old.address, amounts, digest, generation, 2, 4) == 0
        spare.become(rows.LINK_HOLDER)
        spare.linked.start(self.now_ms)

    def _look_into(self, board: Board) -> None:
        """Its memory, not its RAM: the board has no power."""
        board.boot(self.now_ms)


def seen(boards: Boards, model: pm.Model) -> dict[str, Any]:
    """The model's variables as the boards have them; None: a board without power says nothing."""
    found: dict[str, Any] = {}
    for t in pm.TABLES:
        table = boards.tables[t]
        if not model.ton[t]:
            continue
        store, member = table.storage.store, table.linked._member
        found[f"tgen{t}"] = fence.generation(store)
        found[f"twho{t}"] = _who(boards, fence.holder_id(store))
        found[f"tacc{t}"] = struct.unpack_from("<I", member._cell(), 96)[0]
        found[f"top{t}"] = member.op
        found[f"tst{t}"] = {rs.ST_ASKING: pm.ASKING, rs.ST_PENDING: pm.PENDING}.get(
            table.book.state, pm.IDLE
        )
        found[f"tjoin{t}"] = int(member.is_joined)
        found[f"tdone{t}"] = member.done_op
    for h in (pm.OLD, pm.SPARE):
        if not (model.hon[h] and model.hrole[h]):
            continue
        board = boards.holders[h]
        wire = board.linked
        found[f"hgen{h}"] = fence.generation(board.storage.store)
        found[f"stopped{h}"] = int(rows.FAULT_OTHER_HOLDER in board.faults)
        assert rows.FAULT_TABLE_OUT not in board.faults
        found[f"leads{h}"] = int(board.book.is_leading)
        found[f"taking{h}"] = int(wire._opening._is_taking_over)
        for t in pm.TABLES:
            at, address = 2 * h + t, FIRST + t
            owner, accepted, _, op, state = wire._holder.row(address)
            found[f"joined{at}"] = int(state & JOINED != 0)
            found[f"heard{at}"] = int(address in wire._opening._heard)
            found[f"asks{at}"] = int(address in wire._holder._asking)
            found[f"hit{at}"] = int(table_hits.hit_of(board.book, address) is not None)
            found[f"missing{at}"] = int(state & _MISSING != 0)
            found[f"brought{at}"] = int(state & _BROUGHT != 0)
            found[f"loaded{at}"] = int(state & LOADED != 0)
            found[f"anyboard{at}"] = int(state & JOINED != 0 and owner == ANY_BOARD)
            found[f"racc{at}"] = accepted
            found[f"rop{at}"] = op
    return found


def _who(boards: Boards, holder_id: bytes) -> int:
    for h in (pm.OLD, pm.SPARE):
        if boards.holders[h].id == holder_id:
            return h
    return pm.NOBODY


def expected(model: pm.Model, names: dict[str, Any]) -> dict[str, Any]:
    """The same names from the model."""
    values: dict[str, Any] = {}
    for name in names:
        if name.startswith("leads"):
            values[name] = int(model.leads(int(name[-1])))
        else:
            values[name] = getattr(model, name[:-1])[int(name[-1])]
    return values
