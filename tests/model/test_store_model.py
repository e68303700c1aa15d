"""Random operations, cuts and dead chips against a naive model of cells and journal.

The model is a dict of values and a list of numbers.  After any cut the store must hold the state
before or after the operation in flight; the journal everything that was acknowledged.
"""

import random
import struct

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from faro.sim.scenarios.store_rig import StoreRig
from firmware.journal import recovery as rec
from firmware.journal.record import TYPE_OVERFLOW
from firmware.store.states import ST_DEGRADED, ST_READY
from hw_sim.power import CUT_MODES, Cut, PowerCut
from tests.unit.journal.test_journal import EV, held
from tests.unit.store.test_cells import TABLE, get, put

CELL_IDS = [row[0] for row in TABLE]
VALUES = st.integers(0, 255)
EDITS = st.dictionaries(st.sampled_from(CELL_IDS), VALUES, min_size=1)
ALARMS = {row[0] for row in rec.VERDICTS if row[3]}


class StoreMachine(RuleBasedStateMachine):
    """One board: commits, appends, acks, boots; the plug may be pulled inside any of them."""

    @initialize(seed=st.integers(0, 2**32))
    def new_board(self, seed):
        self.rig = StoreRig(seed=seed, sectors=3, cells=TABLE)
        self.rig.supply.rng = random.Random(seed)
        store = self.rig.store()
        store.open()
        assert store.format()
        self.cells = dict.fromkeys(CELL_IDS, 0)
        self.zeroed = set(CELL_IDS)
        self.given: dict[int, tuple[int, int]] = {}
        self.acked = 0
        self.told: list[tuple[int, int]] = []
        self.store, self.journal = self.rig.boot()

    def attempt(self, work, operations, mode):
        """Do `work` with the plug pulled at its n-th operation; True if it came through."""
        supply = self.rig.supply
        supply.cut = Cut(supply.operations + operations, mode) if mode else None
        try:
            work()
            return True
        except PowerCut:
            return False
        finally:
            supply.cut = None

    def look(self):
        """Values of all cells; a cell never committed is all zero."""
        found = {}
        for cell in CELL_IDS:
            view = bytes(self.store.view(cell))
            found[cell] = 0 if cell in self.zeroed and not any(view) else get(self.store, cell)
        return found

    def reboot(self):
        self.store, self.journal = self.rig.boot(self.acked)
        assert self.store.state in (ST_READY, ST_DEGRADED), self.store.damage
        assert self.journal.verdict not in ALARMS, self.journal.verdict

    def reboot_under_cuts(self, operations, mode):
        if not self.attempt(self.reboot, operations, mode):
            self.reboot()

    @rule(edits=EDITS, at=st.integers(0, 20), mode=st.sampled_from([None, *CUT_MODES]))
    def commit(self, edits, at, mode):
        def work():
            for cell, value in edits.items():
                put(self.store, cell, value)
            assert self.store.commit()

        after = {**self.cells, **edits}
        if self.attempt(work, at, mode):
            self.zeroed -= set(edits)
            self.cells = after
            return
        self.reboot_under_cuts(at // 3, mode)
        found = self.look()
        assert found in (self.cells, after)
        if found == after:
            self.zeroed -= {c for c in edits if any(bytes(self.store.view(c)))}
        self.cells = found

    @rule(
        count=st.integers(1, 40),
        rings=st.one_of(st.just(0), st.integers(0, 2**40 - 1)),
        at=st.integers(0, 130),
        mode=st.sampled_from([None, *CUT_MODES]),
        is_acked=st.booleans(),
    )
    def append(self, count, rings, at, mode, is_acked):
        def work():
            for i in range(count):
                which = rings >> i & 1
                number = self.journal.append(EV, struct.pack("<I", i), 4, 1, i, 0, which)
                assert number > max(self.given, default=0)
                self.given[number] = (which, i)
                if is_acked:
                    self.acked = number
                    self.journal.set_acked(number)

        if not self.attempt(work, at, mode):
            self.reboot_under_cuts(at % 4, mode)

    @rule()
    def idle(self):
        self.journal.service(1, 0, 0)

    @rule(at=st.integers(0, 4), mode=st.sampled_from([None, *CUT_MODES]))
    def boot(self, at, mode):
        self.reboot_under_cuts(at, mode)
        assert self.look() == self.cells

    @rule(chip=st.sampled_from([0, 1]))
    def chip_dies(self, chip):
        # The other one must be in sync first: two chips that were alone in turn are a split.
        if not self.rig.frams[1 - chip].is_dead:
            self.rig.frams[chip].is_dead = True

    @precondition(lambda self: any(c.is_dead for c in self.rig.frams))
    @rule()
    def chip_comes_back(self):
        for chip in self.rig.frams:
            chip.is_dead = False
        self.reboot()
        assert self.store.state == ST_READY

    @rule(chip=st.sampled_from([0, 1]), at=st.integers(0, 0x5FFF), bit=st.integers(0, 7))
    def bit_flips(self, chip, at, bit):
        """With both chips alive a single flip is always repaired."""
        if any(c.is_dead for c in self.rig.frams):
            return
        self.reboot()
        self.rig.frams[chip].flip_bit(at, bit)
        self.reboot()
        assert self.look() == self.cells

    @invariant()
    def cells_and_journal_agree_with_the_model(self):
        if not hasattr(self, "rig"):
            return
        assert self.look() == self.cells
        journal = self.journal
        records = {struct.unpack_from("<I", r)[0]: r for r in held(journal)}
        for number, (which, value) in self.given.items():
            if number >= (journal.chatter if which else journal.evidence).first_number:
                assert struct.unpack_from("<I", records[number], 16)[0] == value
                assert records[number][14] == EV
        for number, record in records.items():
            if record[14] == TYPE_OVERFLOW:
                first, last = struct.unpack_from("<II", record, 16)
                assert first <= last < number


TestStoreModel = StoreMachine.TestCase
TestStoreModel.settings = settings(
    max_examples=100,
    stateful_step_count=30,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
