"""Random operations on the jackpot's own code, power cuts included; the books agree after each.

python -m tests.model.meter_soak --operations 1000000    the firmware's code over simulated chips
python -m tests.model.meter_soak --vm 20000              the whole firmware inside MicroPython
A failure names the seed and the operation that replay it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from faro.jackpot.reconcile import Books
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import NO_CARD, JackpotTable
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import FaroError, Refused
from faro.words.jackpot import METERS
from firmware import meter_rows
from firmware.board.clock import Clock
from firmware.board.rows import EV_SETTING_CHANGED
from firmware.board.settings import Settings
from firmware.board.storage import Storage
from firmware.drivers.flash_region import FlashRegion
from firmware.jackpot import claims, hands, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.book_keeping import open_books
from firmware.jackpot.linked.own_pool import OwnPool
from firmware.jackpot.round_book import RoundBook
from firmware.jackpot.rows import SETTINGS, TERMS
from firmware.jackpot.term_changes import TermChanges
from firmware.jackpot.terms import Terms
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.fram import FramChip
from hw_sim.parts.local_bus import LocalFlash, LocalI2c
from hw_sim.power import CUT_MODES, Cut, PowerCut, Supply

_SECTORS = 6
_DECK = list(range(52))
# hands that win, so that hits are frequent: 5 cards of one suit in a row, and the others
_WINNING = (
    (48, 44, 40, 36, 32), (49, 45, 41, 37, 33), (28, 24, 20, 16, 12), (29, 25, 21, 17, 13),
    (0, 1, 2, 3, 7), (4, 5, 6, 8, 9), (46, 38, 30, 22, 14), (47, 39, 31, 23, 15),
)  # fmt: skip


def random_hands(rng: random.Random, seats: int) -> bytes:
    """Cards for the named seats; one in three rounds has winners."""
    free = list(_DECK)
    rng.shuffle(free)
    cards = bytearray([NO_CARD] * 35)
    wins = list(_WINNING) if rng.random() < 0.35 else []
    rng.shuffle(wins)
    for seat in range(7):
        if seats >> seat & 1:
            hand: list[int] = []
            while wins and not hand and rng.random() < 0.6:
                candidate = wins.pop()
                if all(card in free for card in candidate):
                    hand = list(candidate)
            hand = hand or free[:5]
            free = [card for card in free if card not in hand]
            cards[5 * seat : 5 * seat + 5] = bytes(hand)
    return bytes(cards)


class Bench:
    """Non-volatile chips of one meter, and the firmware's jackpot booted over them in CPython."""

    def __init__(self, seed: int) -> None:
        self.supply = Supply(rng=random.Random(f"{seed}/supply"))
        self.frams = (FramChip("a", self.supply), FramChip("b", self.supply))
        self.flash = FlashChip("flash", self.supply, _SECTORS)
        self.books = Books()
        self.fed = 0
        self.boots = 0
        self.boot()

    def boot(self) -> None:
        """Fresh RAM over the chips; a cut may fall into it."""
        self.boots += 1
        i2c = LocalI2c({0x50: self.frams[0], 0x51: self.frams[1]})
        board = SimpleNamespace(
            FRAM_ADDRESSES=(0x50, 0x51),
            journal_flash=lambda: FlashRegion(LocalFlash(self.flash), _SECTORS),
        )
        clock = Clock(0)
        settings: Any = Settings(meter_rows.SETTINGS)
        storage: Any = Storage(board, i2c, b"soak-001", clock, meter_rows)
        assert storage.open(), storage.store.state
        storage.load_settings(settings)
        self.storage = storage
        self.settings = settings
        board = SimpleNamespace(
            clock=clock,
            commit=storage.outbox.commit,
            on_present=lambda *_: None,
            outbox=storage.outbox,
            raise_fault=self._fault,
            record=storage.recorder.record,
            set_setting=self.set_setting,
            settings=settings,
            storage=storage,
            store=storage.store,
        )
        self.book: Any = RoundBook(board, Terms(settings))
        self.changes = TermChanges(board, self.book, OwnPool(board, self.book))
        assert open_books(self.book, self.changes)

    def set_setting(self, setting: int, value: int) -> None:
        """As the board does it."""
        before = self.settings.set(setting, value)
        self.storage.edit_settings(self.settings)
        self.storage.outbox.commit(EV_SETTING_CHANGED, setting, before, value)

    def _fault(self, code: int, detail: int = 0) -> None:
        raise AssertionError(f"fault {code} ({detail})")

    def check(self) -> None:
        """Feed what the journal has got since, and compare everything."""
        reader = self.storage.journal
        events = own_dictionary().events
        while self.fed < reader.last_number:
            self.fed += 1
            assert reader.load(self.fed), f"event {self.fed} is gone"
            spec = events[reader.type]
            payload = bytes(reader.payload[: reader.payload_bytes])
            self.books.feed(self.fed, spec.name, spec.layout.unpack(payload))
        self.storage.log.set_acked(self.fed)
        self.storage.save_acked(self.fed)
        self.books.compare(dict(zip(METERS, self.book.ledger.a, strict=True)))
        assert not self.books.differences, self.books.differences[:3]


class Player:
    """Chooses operations; `do` carries one out, and gives its name."""

    def __init__(self, bench: Bench, rng: random.Random) -> None:
        self.bench = bench
        self.rng = rng

    def do(self) -> str:
        rng, book = self.rng, self.bench.book
        choices = _BY_STATE[book.state]
        name = rng.choices([c[0] for c in choices], [c[1] for c in choices])[0]
        getattr(self, name)()
        return name

    def wagers(self) -> None:
        self.bench.book.freeze(self.rng.randrange(128), self.rng.randrange(1, 4))

    def read_hands(self) -> None:
        book = self.bench.book
        data = bytearray(60)
        data[:35] = random_hands(self.rng, book.cell[1])
        hands.read_hands(book, book.number, book.cell[1], data)

    def claim(self) -> None:
        book = self.bench.book
        seat = self.rng.randrange(1, 8)
        kind = (
            book.cell[rc.CLASSES + seat - 1] if self.rng.random() < 0.9 else self.rng.randrange(6)
        )
        claims.claim(book, book.number, seat, kind)

    def claim_all(self) -> None:
        book = self.bench.book
        for seat in range(1, 8):
            if book.state == rs.ST_FROZEN and book.qualifying() >> (seat - 1) & 1:
                claims.claim(book, book.number, seat, book.cell[rc.CLASSES + seat - 1])

    def void_hand(self) -> None:
        voids.void_hand(self.bench.book, self.bench.book.number, self.rng.randrange(1, 8))

    def void_round(self) -> None:
        voids.void_round(self.bench.book, self.bench.book.number)

    def confirm(self) -> None:
        claims.confirm(self.bench.book, self.bench.book.number, 2, 4)

    def cancel(self) -> None:
        claims.cancel(self.bench.book, self.bench.book.number, 2, 4)

    def end(self) -> None:
        book = self.bench.book
        if book.end(book.number) == 0:
            self.bench.changes.apply()

    def setting(self) -> None:
        number = self.rng.choice(TERMS)
        row = next(row for row in SETTINGS if row[0] == number)
        most = {10_000: 500, 1_000_000: 600_000}.get(row[4], min(row[4], 9_000_000))
        values = [self.bench.settings.get(term) for term in TERMS]
        values[TERMS.index(number)] = self.rng.randrange(row[3], most + 1)
        self.bench.changes.set_terms(values, 2, 4)

    def adjust(self) -> None:
        voids.adjust(self.bench.book, self.rng.randrange(-(10**12), 10**12), 2, 4)

    def reboot(self) -> None:
        self.bench.boot()


# state → operations with their weights
_BY_STATE: dict[int, tuple[tuple[str, int], ...]] = {
    rs.ST_OPEN: (
        ("wagers", 60), ("setting", 6), ("void_hand", 4), ("adjust", 2), ("reboot", 1), ("end", 1),
    ),
    rs.ST_FROZEN: (
        ("read_hands", 30), ("claim", 12), ("claim_all", 12), ("void_hand", 6), ("void_round", 2),
        ("end", 30), ("setting", 1), ("reboot", 1), ("confirm", 1), ("wagers", 1),
    ),
    rs.ST_PENDING: (("confirm", 20), ("cancel", 4), ("end", 1), ("void_hand", 1), ("reboot", 1)),
    rs.ST_PAYING: (("reboot", 1),),
    rs.ST_DONE: (("end", 10), ("void_hand", 2), ("reboot", 1), ("claim", 1)),
}  # fmt: skip


def soak(operations: int, seed: int, tell: Callable[[int], None] = lambda _n: None) -> Counter[str]:
    """So many operations on the firmware's own code; gives how often each happened."""
    bench = Bench(seed)
    done: Counter[str] = Counter()
    for number in range(operations):
        rng = random.Random(f"{seed}/{number}")
        supply = bench.supply
        is_cut = rng.random() < 0.05
        if is_cut:
            supply.cut = Cut(supply.operations + rng.randrange(60), rng.choice(CUT_MODES))
        try:
            done[Player(bench, rng).do()] += 1
            supply.cut = None
            bench.check()
        except PowerCut:
            done["power cut"] += 1
            _boot_again(bench, rng)
            bench.check()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, operation {number}: {error}") from error
        if number % 1_000 == 0:
            tell(number)
    return done


def _boot_again(bench: Bench, rng: random.Random) -> None:
    """Power comes back; now and then it fails once more while the board starts."""
    if rng.random() < 0.3:
        supply = bench.supply
        supply.cut = Cut(supply.operations + rng.randrange(40), rng.choice(CUT_MODES))
        try:
            bench.boot()
        except PowerCut:
            pass
        supply.cut = None
    bench.boot()


# -- the whole firmware ---------------------------------------------------------------------------


class WholeTable:
    """A meter in MicroPython whose plug is pulled now and then; the journal is replayed as told."""

    def __init__(self, seed: int) -> None:
        self.rig = Rig(("meter",), 1)
        self.rig.power_on()
        self.rig.wait_ready()
        self.table = JackpotTable(self.rig)
        self.rng = random.Random(f"{seed}/vm")
        self.books = Books()
        self.fed = 0
        self.done: Counter[str] = Counter()
        assert self.table.keys
        self.catch_up()

    def catch_up(self) -> None:
        """Replay what is new and compare with the board's own meters."""
        for event in self.table.client.events(self.fed):
            self.fed = event.number
            self.books.feed(event.number, event.name, event.fields)
        self.table.ask("table", "STATUS")
        self.table.client.send("ACK", number=self.fed, credit_frames=0)
        self.books.compare(self.table.meters())
        assert not self.books.differences, self.books.differences[:3]

    def round(self) -> int:
        """One round with its wagers, hands, claims and payments; gives its operations."""
        rng, table = self.rng, self.table
        before = sum(self.done.values())
        state = table.jackpot()
        if state["state"] == 0:
            self._op("wagers", self._wager)
        number = table.jackpot()["round"]
        accepted = table.jackpot()["accepted"]
        if rng.random() < 0.7:
            data = {"cards": random_hands(rng, accepted), "seats": accepted, "round": number}
            self._op("hands", lambda: table.ask("table", "TELL_HANDS", shoe_first=1, shoe_last=9,
                                                digest=bytes(16), **data))  # fmt: skip
            for seat in range(1, 8):
                if accepted >> (seat - 1) & 1:
                    kind = rng.randrange(1, 6)
                    self._op("claim", lambda seat=seat, kind=kind: table.ask(
                        "table", "CLAIM", round=number, seat=seat, hand_class=kind))  # fmt: skip
            self._claim_winners(number)
        if rng.random() < 0.1:
            self._op("void hand", lambda: table.settle(
                "VOID_HAND", round=number, seat=rng.randrange(1, 8)))  # fmt: skip
        if table.jackpot()["state"] == rs.ST_PENDING:
            what = "CANCEL_HIT" if rng.random() < 0.15 else "CONFIRM_HIT"
            self._op(what.lower(), lambda: table.settle(what, round=number))
        table.line(0)
        table.take_all()
        self._op("end", lambda: table.ask("table", "REOPEN_WAGERS", round=number))
        if table.jackpot()["state"] == rs.ST_FROZEN:
            self._op("void round", lambda: table.settle("VOID_ROUND", "table", round=number))
        return sum(self.done.values()) - before

    def _wager(self) -> None:
        seats = tuple(s for s in range(1, 8) if self.rng.random() < 0.6)
        self.done["wager"] += len(seats)
        self.table.place(*seats)
        self.table.antes(*seats)
        self.table.line(1)
        self.table.ask("table", "FREEZE")

    def _claim_winners(self, number: int) -> None:
        events = [f for n, f in self.table.events(self.fed) if n == "HANDS_READ"]
        if not events:
            return
        from faro.jackpot.rules import class_of

        for seat in range(1, 8):
            kind = class_of(events[-1]["cards"][5 * seat - 5 : 5 * seat])
            if self.table.jackpot()["winners"] >> (seat - 1) & 1:
                self._op("claim", lambda seat=seat, kind=kind: self.table.ask(
                    "table", "CLAIM", round=number, seat=seat, hand_class=kind))  # fmt: skip

    def _op(self, name: str, act: Callable[[], object]) -> None:
        """One operation; the plug may be pulled inside it."""
        self.done[name] += 1
        board = self.table.board.board
        supply = board.supply
        if self.rng.random() < 0.02:
            cut = supply.operations + self.rng.randrange(40)
            supply.cut = Cut(cut, self.rng.choice(CUT_MODES))
        cuts = board.power_cuts
        try:
            act()
        except Refused:
            pass
        except FaroError:
            if board.power_cuts == cuts:
                raise
        supply.cut = None
        if board.power_cuts != cuts:
            self.done["power cut"] += 1
            board.power_on()
            self.rig.wait_ready()
            self.catch_up()


def soak_vm(
    operations: int, seed: int, tell: Callable[[int], None] = lambda _n: None
) -> Counter[str]:
    """So many operations on the whole firmware, each round reconciled from the journal alone."""
    whole = WholeTable(seed)
    try:
        count = 0
        while count < operations:
            count += whole.round()
            whole.catch_up()
            tell(count)
        return whole.done
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, after {sum(whole.done.values())}: {error}") from error
    finally:
        whole.rig.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=0)
    parser.add_argument("--vm", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started_s = time.monotonic()

    def tell(number: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{number}", end="", file=sys.stderr)

    for what, count, run in (
        ("the firmware's own code", options.operations, soak),
        ("the whole firmware in MicroPython", options.vm, soak_vm),
    ):
        if count:
            done = run(count, options.seed, tell)
            print(f"{sum(done.values())} operations on {what}: all balanced to the micro-cent,")
            print("  the journal alone gives the same meters after each of them")
            print("  " + ", ".join(f"{name} {n}" for name, n in done.most_common()))
    print(f"{time.monotonic() - started_s:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
