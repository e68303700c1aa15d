"""Exported journals: whole ones pass, and every kind of damage is named with its record."""

import json
import struct
from pathlib import Path
from zlib import crc32

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.journal import file as jf
from faro.journal.verify import Finding, read_whole, verify
from faro.sim.scenarios.store_rig import DEVICE_ID
from faro.wire.errors import FaroError
from firmware.core.rows import CHATTER, EVIDENCE
from tests.unit.journal.test_journal import MIXED, Rings, add, held, new_rig

KEY = b"k" * 32
NONCE = b"n" * 16
EPOCH = 0x0BADCAFE


def board_export(
    count: int = 20, sectors: int = 4, break_at: int = 0, rings: Rings = (EVIDENCE,)
) -> tuple[list[bytes], jf.Seal]:
    """What the firmware itself holds and seals."""
    rig = new_rig(sectors)
    _store, journal = rig.boot(10**6)
    for i in range(count):
        assert journal.append(7, struct.pack("<I", i), 4, 3, i, 0, rings[i % len(rings)])
    if break_at:
        at = (break_at - 1) * 128
        rig.flash.data[at : at + 256] = b"\xff" * 256
        _store, journal = rig.boot(10**6)
        add(journal, 3)
    e, c = (
        jf.Extent(chain.first_number, chain.last_number, chain.head())
        for chain in (journal.evidence, journal.chatter)
    )
    return held(journal), jf.Seal(NONCE, EPOCH, (e, c), journal.seal(KEY, EPOCH, NONCE))


def export(tmp_path: Path, records: list[bytes], seal: jf.Seal) -> Path:
    path = tmp_path / "journal.faro"
    jf.write(path, DEVICE_ID, records, seal, {"board": "meter"})
    return path


def mended(record: bytes, at: int, value: int) -> bytes:
    """A record changed by somebody who can compute a CRC."""
    data = bytearray(record)
    data[at] ^= value
    data[124:] = struct.pack("<I", crc32(data[:124]))
    return bytes(data)


def first_of(
    tmp_path: Path, records: list[bytes], seal: jf.Seal, key: bytes | None = None
) -> Finding:
    return verify(export(tmp_path, records, seal), key)[0]


@pytest.mark.parametrize("rings", [(EVIDENCE,), (CHATTER,), MIXED, (EVIDENCE, *[CHATTER] * 9)])
@pytest.mark.parametrize(("count", "sectors"), [(1, 4), (20, 4), (300, 4)])
def test_verify__export_of_the_board__is_whole(tmp_path, count, sectors, rings):
    records, seal = board_export(count, sectors, rings=rings)
    path = export(tmp_path, records, seal)
    assert verify(path) == []
    assert verify(path, KEY) == []
    file = jf.read(path)
    assert file.records[-1].payload == struct.pack("<I", count - 1)
    assert (file.records[-1].boot, file.records[-1].utc_s, file.records[-1].type) == (3, 0, 7)
    assert file.extra["board"] == "meter"


def test_verify__every_byte_changed__first_bad_record_is_named(tmp_path):
    records, seal = board_export()
    for at in range(128):
        changed = bytearray(records[6])
        changed[at] ^= 0x10
        found = first_of(tmp_path, [*records[:6], bytes(changed), *records[7:]], seal)
        assert (found.kind, found.number, found.place) == ("bad_crc", 7, 6), at


@pytest.mark.parametrize("index", [0, 6, 18])
def test_verify__payload_changed_and_crc_mended__chain_names_the_record(tmp_path, index):
    records, seal = board_export()
    records[index] = mended(records[index], 16, 1)
    found = first_of(tmp_path, records, seal)
    assert (found.kind, found.number) == ("changed", index + 1)


def test_verify__previous_hash_changed_and_crc_mended__names_that_record(tmp_path):
    records, seal = board_export()
    records[6] = mended(records[6], 100, 1)
    found = first_of(tmp_path, records, seal)
    assert (found.kind, found.number) == ("changed", 7)


def test_verify__last_record_changed_and_crc_mended__seal_tells(tmp_path):
    records, seal = board_export()
    records[19] = mended(records[19], 16, 1)
    found = first_of(tmp_path, records, seal)
    assert (found.kind, found.number, found.place) == ("changed", 20, 19)


@pytest.mark.parametrize("index", range(20))
def test_verify__record_removed__its_number_is_named(tmp_path, index):
    records, seal = board_export()
    del records[index]
    found = first_of(tmp_path, records, seal)
    assert found.kind == ("truncated" if index == 19 else "removed")
    assert found.number == index + 1
    assert "missing" in found.text


@pytest.mark.parametrize("index", range(20))
def test_verify__record_of_either_ring_removed__its_number_is_named(tmp_path, index):
    records, seal = board_export(rings=MIXED)
    del records[index]
    found = first_of(tmp_path, records, seal)
    assert found.kind in ("removed", "truncated")
    assert found.number == index + 1


@pytest.mark.parametrize("index", range(18))
def test_verify__neighbours_of_either_ring_swapped__named(tmp_path, index):
    records, seal = board_export(rings=MIXED)
    records[index], records[index + 1] = records[index + 1], records[index]
    assert first_of(tmp_path, records, seal).kind == "swapped"


def test_verify__chatter_overwritten__evidence_among_it_cannot_be_taken_out(tmp_path):
    """Numbers that only chatter had are gone; an evidence record among them is missed."""
    records, seal = board_export(300, rings=(EVIDENCE, *[CHATTER] * 9))
    evidence = [place for place, raw in enumerate(records) if raw[87] == EVIDENCE]
    assert verify(export(tmp_path, records, seal)) == []
    numbers = [jf.Record.parse(raw).number for raw in records]
    assert len(numbers) < numbers[-1] - numbers[0], "nothing was overwritten"
    for place in evidence[:-1]:
        rest = [raw for at, raw in enumerate(records) if at != place]
        found = first_of(tmp_path, rest, seal)
        assert (found.kind, found.number) == ("removed", numbers[place])


def test_verify__chain_mended_round_a_record_taken_out__its_number_is_in_neither_ring(tmp_path):
    records, seal = board_export(rings=MIXED)
    before, taken, after = (at for at in (8, 9, 10) if records[at][87] == EVIDENCE)
    mended_one = bytearray(records[after])
    mended_one[88:92] = records[before][:4]
    mended_one[92:124] = jf.Record.parse(records[before]).digest
    forged = [*records[:taken], mended(bytes(mended_one), 0, 0)]
    cut = jf.Record.parse(forged[-1])
    ends = (jf.Extent(1, cut.number, cut.digest), jf.Extent(2, 8, seal.rings[1].head))
    found = first_of(tmp_path, forged, jf.Seal(NONCE, EPOCH, ends, seal.mac))
    assert (found.kind, found.number) == ("removed", taken + 1)
    assert "neither" in found.text


def test_verify__several_removed__range_is_named(tmp_path):
    records, seal = board_export()
    found = first_of(tmp_path, records[:5] + records[9:], seal)
    assert (found.kind, found.number) == ("removed", 6)
    assert found.text == "records 6 to 9 are missing"


@pytest.mark.parametrize("pair", [(3, 4), (3, 9), (18, 19)])
def test_verify__records_swapped__first_wrong_place_is_named(tmp_path, pair):
    records, seal = board_export()
    a, b = pair
    records[a], records[b] = records[b], records[a]
    found = first_of(tmp_path, records, seal)
    assert (found.number, found.place) == (a + 1, a)
    assert found.kind in ("swapped", "removed")


def test_verify__file_cut_at_every_byte__never_whole_and_never_an_error(tmp_path):
    records, seal = board_export(4)
    path = export(tmp_path, records, seal)
    data = path.read_bytes()
    start = data.index(b"\n") + 1
    for end in range(start, len(data)):
        path.write_bytes(data[:end])
        found = verify(path)
        assert found, end
        whole = min((end - start) // 128, 4)
        if end - start < 4 * 128:
            assert (found[0].kind, found[0].number) == ("truncated", whole + 1), end


def test_verify__record_repeated_or_added__named(tmp_path):
    records, seal = board_export()
    found = first_of(tmp_path, [*records[:5], *records[4:]], seal)
    assert (found.kind, found.number) == ("swapped", 6)
    extra = bytearray(records[19])
    extra[0:4] = struct.pack("<I", 21)
    forged = mended(bytes(extra), 16, 0)
    kinds = {f.kind for f in verify(export(tmp_path, [*records, forged], seal))}
    assert "added" in kinds


def test_verify__other_devices_journal__does_not_begin_here(tmp_path):
    records, seal = board_export()
    path = tmp_path / "x"
    jf.write(path, b"device-2", records, seal)
    assert verify(path)[0].kind == "broken_chain"
    assert [f.kind for f in verify(path, KEY)] == ["broken_chain", "bad_seal"]


def test_verify__whole_chain_forged_without_the_key__only_the_seal_tells(tmp_path):
    records, seal = board_export()
    previous = jf.genesis(DEVICE_ID, 0)
    forged: list[bytes] = []
    for record in records:
        data = bytearray(record)
        data[16] = 99
        data[92:124] = previous
        forged.append(mended(bytes(data), 0, 0))
        previous = jf.Record.parse(forged[-1]).digest
    fake = jf.Seal(NONCE, EPOCH, (jf.Extent(1, 20, previous), seal.rings[1]), seal.mac)
    path = export(tmp_path, forged, fake)
    assert verify(path) == []
    assert [f.kind for f in verify(path, KEY)] == ["bad_seal"]


def test_verify__seal_of_other_numbers__bad_seal(tmp_path):
    records, seal = board_export()
    path = export(tmp_path, records, seal)
    line, _newline, rest = path.read_bytes().partition(b"\n")
    header = json.loads(line)
    header["evidence"] = [1, 19]
    path.write_bytes(json.dumps(header).encode() + b"\n" + rest[: 19 * 128] + rest[20 * 128 :])
    assert "bad_seal" in {f.kind for f in verify(path)}


def test_verify__gap_told_by_the_board__is_told_not_forged(tmp_path):
    records, seal = board_export(10, break_at=9)
    found = verify(export(tmp_path, records, seal), KEY)
    assert [(f.kind, f.number, f.is_told) for f in found] == [("gap_told", 9, True)]


def test_verify__first_record_spoilt__next_is_still_checked(tmp_path):
    records, seal = board_export()
    found = verify(export(tmp_path, [bytes(128), *records[2:]], seal))
    assert [(f.kind, f.number) for f in found] == [("bad_crc", 1), ("removed", 2)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no header at all",
        b"\x89PNG\r\n\x1a\n",
        b"[1]\n",
        b'{"format": "other"}\n',
        b'{"format": "faro-journal", "version": 9}\n',
        b'{"format": "faro-journal", "version": 2, "record_bytes": 128}\n',
        b'{"format": "faro-journal", "version": 2, "record_bytes": 128, "device": "zz",'
        b' "evidence": [1, 2], "chatter": [0, 0]}\n',
        b"x" * 5000 + b"\n",
    ],
)
def test_read__not_a_journal__says_so(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(jf.NotAJournalError, match="other"):
        verify(path)


def test_write__wrong_sizes__refused(tmp_path):
    nothing = jf.Extent(0, 0, bytes(32))
    seal = jf.Seal(NONCE, EPOCH, (nothing, nothing), bytes(32))
    with pytest.raises(ValueError, match="record"):
        jf.write(tmp_path / "x", DEVICE_ID, [b"short"], seal)
    with pytest.raises(ValueError, match="nonce"):
        jf.write(tmp_path / "x", DEVICE_ID, [], jf.Seal(b"", EPOCH, seal.rings, bytes(32)))


def test_verify__no_records__truncated(tmp_path):
    rings = jf.Extent(1, 3, bytes(32)), jf.Extent(0, 0, bytes(32))
    seal = jf.Seal(NONCE, EPOCH, rings, bytes(32))
    assert first_of(tmp_path, [], seal).kind == "truncated"


def test_read_whole__as_exported__is_read(tmp_path):
    assert len(read_whole(export(tmp_path, *board_export())).records) == 20


@pytest.mark.parametrize(
    "words",
    [
        ("reconcile", "--journal"),
        ("jackpot", "take-over", "-p", "loop://", "-k", "none"),
        ("round", "show", "1", "--file"),
    ],
)
def test_commands__journal_rewritten__refused_with_the_record(tmp_path, words):
    records, seal = board_export()
    records[7] = mended(records[7], 16, 1)
    path = export(tmp_path, records, seal)
    with pytest.raises(FaroError, match="record 8 was changed"):
        read_whole(path)
    result = CliRunner().invoke(main, [*words, str(path)])
    assert result.exit_code == 1 and "record 8 was changed" in result.stderr, result.output
