"""The plug pulled at every non-volatile operation of a jackpot round, on the firmware's own code.

python -m tests.model.round_cuts            one table, then holder and contributor
The books and chips are those of the board, without its VM: thousands of cuts take seconds, so all
of them are made.  `tests.proofs.powerloss` does the same on whole boards, display included.
"""

from __future__ import annotations

import random
import struct
import sys
import time
from typing import Any

from faro.sim.scenarios.jackpot import bits, hands_bytes
from firmware.jackpot import claims, hands
from firmware.jackpot import round_states as rs
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.holder_book import HolderBook
from firmware.jackpot.linked.member_book import MemberBook
from firmware.jackpot.rows import CFG_LINK_ROLE, LINK_HOLDER, LINK_MEMBER
from hw_sim.power import Cut, CutMode, PowerCut
from tests.model.meter_soak import Bench
from tests.proofs.powerloss.meter import points

FIRST_ADDRESS = 0xB1
SEATS = (1, 2, 5, 7)
# worked out 2, 7, 5, paid 5, 2, 7 (CSP 12.2, 12.4): the journal says so after every cut
CLASSES = {1: ("nothing", 0), 2: ("straight", 2), 5: ("flush", 5), 7: ("royal", 1)}
Meters = list[list[int]]


class Game:
    """One table, or with `is_linked` a holder and the table that contributes to its pool."""

    def __init__(self, is_linked: bool) -> None:
        self.table = Bench(1)
        self.benches = [self.table]
        if is_linked:
            self.benches = [Bench(2), self.table]
            for bench, role in zip(self.benches, (LINK_HOLDER, LINK_MEMBER), strict=True):
                bench.set_setting(CFG_LINK_ROLE, role)
                bench.boot()
        self.cycle = 0
        self.holder: Any = None
        self.member: Any = None
        self.connect()
        self.talk()  # a table that has not joined takes no wagers
        self.play()  # so that the round in question is not the first
        self.done: list[str] = []

    def connect(self) -> None:
        """Fresh ends of the line, as after a start of either board."""
        if len(self.benches) == 2:
            self.holder = HolderBook(self.benches[0].book, FIRST_ADDRESS)
            self.member = MemberBook(self.table.book, b"member-1")
            self.nonce = bytes(8)  # what the table starts with here

    def talk(self) -> None:
        """A few polls with their answers, as the wiring does it."""
        for _ in range(4 if self.holder else 0):
            self.cycle += 1
            buf = bytearray(256)
            whose = (b"holder-1", self.nonce, 1, self.cycle)
            size = self.holder.poll_into(buf, 0, FIRST_ADDRESS, *whose)
            assert self.member.poll(bytes(buf[:size]), size)
            found = self.member.hit()
            if found:
                rows, memory, is_reset = found
                before = (self.member.pool_uc, 0)
                claims.keep_hit(self.table.book, rows, memory, before, is_reset)
            size = self.member.reply_into(buf, 0)
            reply = struct.unpack(lf.REPLY, buf[:size])
            self.nonce = reply[3]
            refusal = self.holder.take(FIRST_ADDRESS, reply)
            assert refusal == lf.OK, f"the holder refused: {refusal}"

    def play(self) -> None:
        """A round from its first card to its end."""
        assert self.table.book.freeze(bits(SEATS), 1) > 0
        self.done = ["frozen"]
        self.finish()

    def finish(self) -> None:
        """The rest of a round; what has been done already changes nothing."""
        book = self.table.book
        number = book.number
        self.talk()
        if book.state == rs.ST_OPEN:
            return
        data = bytearray(60)
        data[:35] = hands_bytes({seat: name for seat, (name, _) in CLASSES.items()})
        if book.state == rs.ST_FROZEN:
            assert hands.read_hands(book, number, bits(SEATS), data) == 0
        self.done.append("hands")
        for seat, (_, kind) in CLASSES.items():
            if kind and book.state == rs.ST_FROZEN:
                assert claims.claim(book, number, seat, kind) == 0
        self.talk()
        self.done.append("claimed")
        if book.state == rs.ST_PENDING:
            assert claims.confirm(book, number, 2, 4) == 0
        self.done.append("paid")
        self.talk()
        assert book.end(number) == 0
        self.talk()

    def check(self) -> None:
        for bench in self.benches:
            bench.check()

    def meters(self) -> Meters:
        return [list(bench.book.ledger.a) for bench in self.benches]


def operations(is_linked: bool, side: int) -> int:
    """Non-volatile operations of one board in the round."""
    game = Game(is_linked)
    before = game.benches[side].supply.operations
    game.play()
    return game.benches[side].supply.operations - before


def run_case(is_linked: bool, side: int, operation: int, mode: CutMode, want: Meters) -> None:
    """One cut; the meters at the end are to the micro-cent those of a round without one."""
    game = Game(is_linked)
    before = game.meters()
    bench = game.benches[side]
    bench.supply.rng = random.Random(f"{side}-{operation}-{mode}")
    bench.supply.cut = Cut(bench.supply.operations + operation, mode)
    game.done = []
    was_cut = False
    try:
        game.play()
    except PowerCut:
        was_cut = True
    assert was_cut, "the round made fewer operations"
    bench.boot()
    game.connect()
    game.check()
    had_frozen = "frozen" in game.done
    game.finish()
    game.check()
    if had_frozen or game.meters() != before:
        assert game.meters() == want, game.meters()


def sweep(is_linked: bool, stride: int = 1, offset: int = 0) -> int:
    """Every operation of every board; gives how many cuts there were."""
    uncut = Game(is_linked)
    uncut.play()
    want = uncut.meters()
    count = 0
    for side in range(len(uncut.benches)):
        for at, mode in points(operations(is_linked, side), stride, offset):
            try:
                run_case(is_linked, side, at, mode, want)
            except AssertionError as error:
                name = f"linked {is_linked}, side {side}, operation {at}, {mode}"
                raise AssertionError(f"{name}: {error}") from error
            count += 1
    return count


def main() -> int:
    for is_linked, what in ((False, "one table"), (True, "holder and contributor")):
        started_s = time.monotonic()
        count = sweep(is_linked)
        print(
            f"{what}: {count} cuts, nothing lost, nothing doubled, the journal agrees"
            f" ({time.monotonic() - started_s:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
