"""STANDARDS 5 and 6: boards booted by the hundred, power taken away: no order ever comes twice.

Each boot makes one plan and tells only its SHA-256, in the VM's own log.  The worst case is taken
for the entropy: every boot of every board sees the very same samples.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from faro.sim.rig import Rig

_MAIN = """
import hashlib
from firmware import shoe
from firmware.shuffler.plan import Plan

class Telling(shoe.Shoe):
    is_told = False
    def start(self):
        pass
    def tick(self, now_ms):
        super().tick(now_ms)
        if not self.is_told and self.board.generator.is_ready():
            self.is_told = True
            plan = Plan(self.board.generator.draw_below)
            if plan.begin(52) and plan.draw():
                order = bytes([plan.index_at(i) for i in range(52)])
                print("order-hash", hashlib.sha256(order).digest().hex())

app = Telling()
app.board.run(app)
"""


@dataclass(frozen=True)
class Boots:
    """What came of it."""

    boards: int
    boots: int
    repeated: int

    @property
    def sentence(self) -> str:
        said = "no order twice" if not self.repeated else f"{self.repeated} orders TWICE"
        return f"{self.boards} boards, {self.boots} boots with the same samples: {said}"


def measure(boards: int, cuts: int, main: str = _MAIN) -> Boots:
    """Boot many boards; on each the power is cut some times."""
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "main.py").write_text(main)
        for seed in range(boards):
            seen.update(_boots_of(seed, cuts, Path(folder)))
    total = sum(seen.values())
    if total != boards * (1 + cuts):
        raise AssertionError(f"only {total} boots told an order")
    return Boots(boards, total, total - len(seen))


def _boots_of(seed: int, cuts: int, folder: Path) -> Iterator[str]:
    with Rig(("shoe",), seed + 1, (folder,)) as rig:
        shoe = rig.boards["shoe"]
        for _ in range(1 + cuts):
            shoe.board.entropy = random.Random(7).randbytes
            shoe.board.power_on()
            told: list[str] = []
            for _ in range(100):
                rig.kernel.run_for_ms(100)
                told = shoe.board.vm.log_text().split("order-hash ")[1:]
                if told:
                    break
            yield from (text[:64] for text in told[:1])
            shoe.board.power_off()
