"""The journal in flash: chain, order, ring, overflow, recovery and what is told."""

import hashlib
import hmac
import random
import struct
from itertools import pairwise
from zlib import crc32

import pytest

from faro.sim.scenarios.store_rig import DEVICE_ID, CutPoint, StoreRig, sweep
from firmware.core.rows import CHATTER, EVIDENCE
from firmware.journal import journal as journal_module
from firmware.journal import recovery as rec
from firmware.journal.chain import Chain
from firmware.journal.journal import Journal
from firmware.journal.record import TYPE_GAP, TYPE_OVERFLOW
from hw_sim.parts.flash import FlashMisuse
from hw_sim.power import Cut, PowerCut
from tests.unit.store.test_cells import TABLE

EV = 7
Rings = tuple[int, ...]
MIXED = (EVIDENCE, CHATTER, CHATTER, EVIDENCE, EVIDENCE)


def new_rig(sectors: int = 4) -> StoreRig:
    rig = StoreRig(sectors=sectors, cells=TABLE)
    store = rig.store()
    store.open()
    store.format()
    return rig


def add(journal: Journal, count: int = 1, base: int = 0) -> int:
    number = 0
    for i in range(count):
        payload = struct.pack("<I", base + i)
        number = journal.append(EV, payload, 4, 3, 1000 + i, 0)
        assert number
    return number


def read(journal: Journal, number: int) -> bytes | None:
    buf = bytearray(128)
    return bytes(buf) if journal.read_into(number, buf) else None


def held(journal: Journal) -> list[bytes]:
    """All records by number; checks the chain between neighbours of a ring."""
    records: list[bytes] = []
    newest: dict[int, bytes] = {}
    number = journal.next_held(0)
    while number <= journal.last_number:
        record = read(journal, number)
        assert record is not None
        assert struct.unpack_from("<I", record)[0] == number
        assert crc32(record[:124]) == struct.unpack_from("<I", record, 124)[0]
        before = newest.get(record[87])
        if before:
            assert record[92:124] == hashlib.sha256(before).digest(), number
            assert record[88:92] == before[:4], number
        newest[record[87]] = record
        records.append(record)
        number = journal.next_held(number + 1)
    return records


def own(journal: Journal, kind: int) -> list[tuple[int, ...]]:
    """Payloads (first, last) of the journal's own records of a kind."""
    return [struct.unpack_from("<II", r, 16) for r in held(journal) if r[14] == kind]


def test_journal__empty__is_new_and_holds_nothing():
    _store, journal = new_rig().boot()
    assert journal.verdict == rec.HEAD_NEW
    assert (journal.first_number, journal.last_number) == (0, 0)
    assert read(journal, 0) is None
    assert read(journal, 1) is None


def test_journal__appended__record_has_every_field_and_survives_boot():
    rig = new_rig()
    _store, journal = rig.boot()
    payload = bytes(range(71))
    assert journal.append(200, payload, 71, 0x12345, 2**32 + 5, 1_700_000_000) == 1
    assert journal.append(EV, b"", 0, 1, 2, 3) == 2
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_SAME
    first, second = held(journal)
    assert struct.unpack_from("<IIIHBB", first) == (1, 5, 1_700_000_000, 0x2345, 200, 71)
    assert first[16:87] == payload
    assert first[92:124] == hashlib.sha256(b"faro-journal-2" + DEVICE_ID + b"\0").digest()
    assert second[16:88] == bytes(72)
    assert struct.unpack_from("<I", second, 88) == (1,)
    assert journal.evidence.head() == hashlib.sha256(second).digest()
    with pytest.raises(ValueError):
        journal.append(EV, bytes(72), 72, 0, 0, 0)


def test_journal__seal__is_the_documented_mac():
    _store, journal = new_rig().boot()
    add(journal, 3)
    journal.append(EV, b"", 0, 3, 0, 0, CHATTER)
    heads = b"".join(hashlib.sha256(read(journal, n) or b"").digest() for n in (3, 4))
    told = struct.pack("<IIIII", 7, 1, 3, 4, 4) + heads
    text = b"faro-journal-seal-2" + DEVICE_ID + told + b"nonce"
    assert journal.seal(b"key", 7, b"nonce") == hmac.new(b"key", text, "sha256").digest()


def test_journal__region_of_both_boards__keeps_four_thousand_records_of_evidence():
    rig = new_rig(176 - 44 + 41)  # the rig adds three sectors; a quarter of all is for chatter
    _store, journal = rig.boot()
    for _ in range(6000):
        journal.set_acked(add(journal))
    assert journal.evidence.ring.sector_count == 132
    assert journal.last_number - journal.first_number + 1 >= 4160
    assert len(held(journal)) == journal.last_number - journal.first_number + 1
    assert own(journal, TYPE_OVERFLOW) == []
    reads_before = rig.flash.program_count
    _store, journal = rig.boot(6000)
    assert rig.flash.program_count == reads_before
    assert journal.last_number == 6000
    erases = rig.flash.erases_by_sector
    assert max(erases[:132]) - min(erases[:132]) <= 2 and max(erases[132:]) == 0


def test_journal__acked_ring_wrapped__nothing_lost_nothing_told():
    rig = new_rig()
    _store, journal = rig.boot()
    for i in range(300):
        journal.set_acked(add(journal, 1, i))
    assert journal.last_number == 300
    assert own(journal, TYPE_OVERFLOW) == []


def test_journal__unacked_ring_wrapped__every_loss_is_told():
    rig = new_rig()
    _store, journal = rig.boot()
    told: list[tuple[int, ...]] = []
    seen = 0
    for i in range(400):
        add(journal, 1, i)
        for number in range(seen + 1, journal.last_number + 1):
            record = read(journal, number)
            assert record is not None
            if record[14] == TYPE_OVERFLOW:
                told.append(struct.unpack_from("<III", record, 16))
        seen = journal.last_number
    assert told[0][0] == 1
    assert told[-1][1] == journal.first_number - 1
    for before, after in pairwise(told):
        assert after[0] == before[1] + 1
    assert told[-1][2] == journal.first_number - 1


def test_journal__service_in_idle__append_never_erases():
    rig = new_rig()
    _store, journal = rig.boot()
    for i in range(200):
        journal.service(1, 2, 3)
        journal.set_acked(journal.last_number)
        before = rig.flash.erase_count
        add(journal, 1, i)
        assert rig.flash.erase_count == before
    assert journal.last_number == 200


def test_journal__tail_erased_by_hand__is_cut_and_gap_is_told():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 10)
    at = 8 * 128
    rig.flash.data[at : at + 256] = b"\xff" * 256
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_CUT
    assert journal.last_number == 8
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_CUT, "told until a record tells it"
    assert add(journal) == 12
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_SAME
    assert own(journal, TYPE_GAP) == [(9, 10)]
    assert [struct.unpack_from("<I", r)[0] for r in held(journal)] == [*range(1, 9), 11, 12]


def test_journal__whole_region_erased_by_hand__is_cut():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 10)
    rig.flash.load(b"\xff" * len(rig.flash.data))
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_CUT
    assert add(journal) > 11
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_SAME
    assert own(journal, TYPE_GAP) == [(1, 10)]


def test_journal__last_record_replaced_by_hand__is_forked():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 3)
    record = bytearray(rig.flash.data[256:384])
    record[16] ^= 1
    record[124:] = struct.pack("<I", crc32(record[:124]))
    rig.flash.data[256:384] = record
    for _ in range(2):
        _store, journal = rig.boot()
        assert journal.verdict == rec.HEAD_FORKED
    add(journal)
    assert rig.boot()[1].verdict == rec.HEAD_SAME


def test_journal__memory_set_back__is_stale():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 3)
    kept = rig.snapshot()
    add(journal, 3)
    rig.frams[0].load(kept[0])
    rig.frams[1].load(kept[1])
    assert rig.boot()[1].verdict == rec.HEAD_STALE


def test_journal__memory_blank__is_missing():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 3)
    for chip in rig.frams:
        chip.load(bytes(32768))
    assert rig.boot()[1].verdict == rec.HEAD_MISSING


def test_journal__only_a_stale_chip_left__is_stale():
    rig = new_rig()
    add(rig.boot()[1], 3)
    rig.frams[0].is_dead = True
    add(rig.boot()[1], 3)
    rig.frams[0].is_dead = False
    rig.frams[1].is_dead = True
    assert rig.boot()[1].verdict == rec.HEAD_STALE


def test_journal__chip_rebuilt_then_the_other_dies__head_is_there():
    rig = new_rig()
    rig.frams[0].is_dead = True
    add(rig.boot()[1], 3)
    rig.frams[0].is_dead = False
    assert rig.boot()[1].verdict == rec.HEAD_SAME
    rig.frams[1].is_dead = True
    assert rig.boot()[1].verdict == rec.HEAD_SAME


@pytest.mark.parametrize("bit", range(0, 1024, 13))
def test_journal__bit_flipped_inside_head_sector__one_record_lost_and_told(bit):
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 10)
    rig.flash.data[4 * 128 + bit // 8] ^= 1 << bit % 8
    _store, journal = rig.boot()
    assert journal.verdict == rec.HEAD_SAME
    assert journal.damage == [(rec.J_HOLE, 5, 1)]
    assert journal.last_number == 10
    assert read(journal, 5) is None
    assert read(journal, 6) is not None
    assert add(journal) == 11


def test_journal__every_bit_of_a_record_flipped__never_read_as_good():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 40)
    for bit in range(1024):
        rig.flash.data[4 * 128 + bit // 8] ^= 1 << bit % 8
        assert read(journal, 5) is None
        rig.flash.data[4 * 128 + bit // 8] ^= 1 << bit % 8
    assert read(journal, 5) is not None


def test_journal__record_inside_changed_by_hand__chain_decides():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 10)
    record = bytearray(rig.flash.data[512:640])
    record[16] ^= 1
    record[124:] = struct.pack("<I", crc32(record[:124]))
    rig.flash.data[512:640] = record
    # Without a head in FRAM nobody vouches for the tail: the longest valid prefix stays.
    for chip in rig.frams:
        chip.load(bytes(32768))
    _store, journal = rig.boot()
    assert journal.last_number == 5
    assert (rec.J_DROPPED, 6, 5) in journal.damage
    assert read(journal, 6) is None
    assert add(journal) == 6
    _store, journal = rig.boot()
    assert journal.last_number == 6
    assert [r[16] for r in held(journal)][-1] == 0


def test_journal__first_of_sector_or_sector_damaged__told():
    rig = new_rig(6)
    _store, journal = rig.boot()
    add(journal, 100)
    kept = rig.snapshot()
    rig.flash.data[3 * 4096 + 20] ^= 1
    _store, journal = rig.boot()
    assert journal.last_number == 100
    assert (rec.J_HOLE, 97, 1) in journal.damage
    rig.restore(kept)
    rig.flash.data[4096:8192] = bytes(4096)
    _store, journal = rig.boot()
    assert journal.damage == [(rec.J_SECTOR_BAD, 1, 0)]
    assert [read(journal, n) is None for n in (32, 33, 64, 65)] == [False, True, True, False]
    rig.restore(kept)
    rig.flash.data[4096 + 31 * 128 : 8192] = rig.flash.data[0:128]
    record = bytearray(rig.flash.data[2 * 4096 + 31 * 128 : 3 * 4096])
    record[16] ^= 1
    record[124:] = struct.pack("<I", crc32(record[:124]))
    rig.flash.data[2 * 4096 + 31 * 128 : 3 * 4096] = record
    _store, journal = rig.boot()
    assert (rec.J_CHAIN_BROKEN, 97, 1) in journal.damage


def test_journal__weak_sector__three_tries_then_refused():
    rig = new_rig()
    _store, journal = rig.boot()
    add(journal, 3)
    rig.flash.weak_sectors.add(0)
    assert journal.append(EV, b"", 0, 0, 0, 0) == 0
    assert journal.evidence.bad_place_count == 3
    rig.flash.weak_sectors.clear()
    assert add(journal) == 4
    _store, journal = rig.boot()
    assert [struct.unpack_from("<I", r)[0] for r in held(journal)] == [1, 2, 3, 4]


def test_journal__formatted__is_new():
    rig = new_rig()
    store, journal = rig.boot()
    add(journal, 50)
    assert store.format(force=True)
    journal.format()
    assert journal.verdict == rec.HEAD_NEW
    assert rig.boot()[1].verdict == rec.HEAD_NEW
    assert add(journal) == 1


# -- power cuts ------------------------------------------------------------------------------


class Appends:
    """A case: appends to these rings in turn; after a cut everything given out must be there."""

    def __init__(self, count: int, acked: bool = False, rings: Rings = (EVIDENCE,)) -> None:
        self.count = count
        self.is_acked = acked
        self.rings = rings
        self.given: list[tuple[int, int]] = []

    def run(self, rig: StoreRig) -> None:
        self.given = []
        _store, journal = rig.boot(self.base_acked())
        for i in range(self.count):
            which = self.rings[i % len(self.rings)]
            number = journal.append(EV, struct.pack("<I", 5000 + i), 4, 9, i, 0, which)
            assert number
            self.given.append((number, 5000 + i))
            if self.is_acked:
                journal.set_acked(number)

    def base_acked(self) -> int:
        return 10**6 if self.is_acked else 0

    def check(self, rig: StoreRig, point: CutPoint) -> None:
        given = list(self.given)
        acked = given[-1][0] if self.is_acked and given else self.base_acked()
        _store, journal = rig.boot(acked)
        alarms = {row[0] for row in rec.VERDICTS if row[3]}
        assert journal.verdict not in alarms, (point.id, journal.verdict)
        last_given = given[-1][0] if given else 0
        assert last_given <= journal.last_number, point.id
        chains = (journal.evidence, journal.chatter)
        for i, (number, value) in enumerate(given):
            if number < chains[self.rings[i % len(self.rings)]].first_number:
                continue
            record = read(journal, number)
            assert record is not None, (point.id, number)
            assert struct.unpack_from("<I", record, 16)[0] == value, (point.id, number)
        for which in sorted(set(self.rings)):
            number = journal.append(EV, b"last", 4, 9, 0, 0, which)
            assert number == journal.last_number, point.id
        records = held(journal)
        for which, chain in enumerate(chains):
            numbers = [struct.unpack_from("<I", r)[0] for r in records if r[87] == which]
            assert numbers[:1] == [chain.first_number] * bool(numbers), point.id
            assert numbers[-1:] == [chain.last_number] * bool(numbers), point.id
            gone = (
                struct.unpack_from("<I", read(journal, numbers[0]) or b"", 88)[0] if numbers else 0
            )
            assert self.is_acked or chain.kept_head.marked_to >= gone, (point.id, which, gone)
        _store, journal = rig.boot(acked)
        assert journal.verdict == rec.HEAD_SAME, point.id
        assert journal.last_number == number, point.id


def filled(count: int, sectors: int = 3, rings: Rings = (EVIDENCE,)) -> StoreRig:
    rig = new_rig(sectors)
    _store, journal = rig.boot()
    for i in range(count):
        assert journal.append(EV, struct.pack("<I", i), 4, 3, i, 0, rings[i % len(rings)])
    rig.supply.operations = 0
    return rig


@pytest.mark.campaign
def test_append__twenty_cut_at_every_operation__nothing_acknowledged_is_lost():
    case = Appends(20)
    assert sweep(filled(5), case.run, case.check, tears=6) > 400


def test_append__from_empty_cut_at_every_operation__nothing_acknowledged_is_lost():
    case = Appends(3)
    assert sweep(new_rig(), case.run, case.check, tears=8) > 50


@pytest.mark.parametrize("count", [0, 4])
def test_append__to_both_rings_cut_at_every_operation__nothing_given_out_is_lost(count):
    case = Appends(8, rings=MIXED)
    assert sweep(filled(count, rings=MIXED), case.run, case.check, tears=4) > 100


@pytest.mark.campaign
@pytest.mark.parametrize("is_acked", [False, True], ids=["unacked", "acked"])
@pytest.mark.parametrize(
    ("rings", "start"), [((EVIDENCE,), 85), ((CHATTER,), 85), (MIXED, 200)], ids=["e", "c", "mixed"]
)
def test_ring_wrap__cut_at_every_operation__loss_is_told_never_silent(rings, start, is_acked):
    case = Appends(40, is_acked, rings)
    assert sweep(filled(start, rings=rings), case.run, case.check, tears=4) > 600


@pytest.mark.campaign
@pytest.mark.parametrize("start", [31, 62, 63, 93])
def test_recovery__cut_again_at_every_operation__double_cut_survives(start):
    rig = filled(start)
    case = Appends(3)
    kept = rig.snapshot()
    rng = random.Random(start)
    points = 0
    for operation in range(12):
        for mode in ("torn", "after"):
            rig.restore(kept)
            rig.supply.rng = random.Random(rng.random())
            rig.supply.cut = Cut(operation, mode)
            try:
                case.run(rig)
            except PowerCut:
                pass
            rig.supply.cut = None
            given = list(case.given)

            def again(rig: StoreRig) -> None:
                _store, journal = rig.boot()
                add(journal)

            def check(rig: StoreRig, point: CutPoint, given=given) -> None:
                case.given = given
                case.check(rig, point)

            points += sweep(rig, again, check, tears=2)
    assert points > 100


# -- mutants: the sweep must object to each --------------------------------------------------


class HeadFirst(Chain):
    """Keeps the new head in FRAM before the record is in flash."""

    def _place(self):
        self.kept_head.save(self.last_number + 1, hashlib.sha256(self.record).digest())
        return super()._place()


class TrustsBlank(Chain):
    """Takes a sector that reads blank for erased."""

    def open(self):
        verdict = super().open()
        places = [bytearray(128) for _ in range(32)]
        for place, buf in enumerate(places):
            self.ring.read_into(self.ring.ahead(), place, buf)
        self.is_ahead_blank = b"".join(places) == b"\xff" * 4096
        return verdict


class SilentOverflow(Chain):
    """Overwrites unacked records without a word."""

    def _tell_overflow(self, last_lost, count, boot, ms, utc_s):
        pass


class ForgetsTorn(Chain):
    """Programs on right after the last good record, whatever the slot holds."""

    def open(self):
        verdict = super().open()
        if self.damage and self.damage[0][0] == rec.J_TORN:
            self.next_place -= self.damage[0][2]
        return verdict


@pytest.mark.parametrize("mutant", [HeadFirst, TrustsBlank, SilentOverflow, ForgetsTorn])
@pytest.mark.parametrize("rings", [(EVIDENCE,), (CHATTER,)], ids=["evidence", "chatter"])
def test_sweep__mutant_of_the_journal__is_caught(mutant, rings, monkeypatch):
    rig = filled(85, rings=rings)
    monkeypatch.setattr(journal_module, "Chain", mutant)
    case = Appends(40, rings=rings)
    with pytest.raises((AssertionError, FlashMisuse)):
        sweep(rig, case.run, case.check, tears=4)


@pytest.mark.parametrize("dead", [0, 1])
def test_recovery__cuts_between_the_chips_then_one_dies__no_false_alarm(dead: int) -> None:
    """Found by the model: a cut kept one chip's head behind, and then the other chip died."""
    alarms = {row[0] for row in rec.VERDICTS if row[3]}
    for first in range(8):
        for second in range(8):
            rig = new_rig()
            _store, journal = rig.boot()
            for operation in (first, second):
                rig.supply.cut = Cut(rig.supply.operations + operation // 2, "before")
                if operation % 2:
                    rig.supply.cut = Cut(rig.supply.operations + operation // 2, "after")
                try:
                    add(journal)
                except PowerCut:
                    pass
                rig.supply.cut = None
                _store, journal = rig.boot()
            rig.frams[dead].is_dead = True
            _store, journal = rig.boot()
            assert journal.verdict not in alarms, (first, second)
