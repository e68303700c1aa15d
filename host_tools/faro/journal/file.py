"""Exported journals: a file anyone can verify without the board (docs/storage.md has the bytes).

One JSON line (what it is, whose, which numbers), the raw 128-byte records of both rings by number,
and a trailer with both head hashes and the device's seal.  Without the key everything but the seal
itself is checked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from faro.wire.dictionary import own_dictionary
from faro.wire.errors import FaroError
from faro.wire.events import Event
from faro.wire.files import hex_bytes, json_object, read_bounded, write_whole

FORMAT = "faro-journal"
VERSION = 2
RECORD_BYTES = 128
TYPE_OVERFLOW = 0xF0
TYPE_GAP = 0xF1
GENESIS_LABEL = b"faro-journal-2"
SEAL_LABEL = b"faro-journal-seal-2"
RING_NAMES = ("evidence", "chatter")
EVIDENCE = 0  # a place in RING_NAMES
_HEAD = struct.Struct("<IIIHBB")
_TRAILER = struct.Struct("<8s16sIII32sII32s32s")
_TRAILER_MAGIC = b"FAROSEAL"
_HEADER_MAX_BYTES = 4096
_MOST_FILE_BYTES = 64_000_000


class NotAJournalError(FaroError):
    """The file is not an exported journal, or of a version this program does not know."""


@dataclass(frozen=True)
class Record:
    """One record as its bytes say; `raw` is what is hashed."""

    raw: bytes
    number: int
    ms: int
    utc_s: int
    boot: int
    type: int
    payload: bytes
    ring: int
    clock: int  # how far utc_s can be trusted: 0 unset, 1 set, 2 jumped
    before: int
    previous: bytes

    @classmethod
    def parse(cls, raw: bytes) -> Record:
        """Take a record apart; any 128 bytes will do."""
        number, ms, utc_s, boot, type_, length = _HEAD.unpack_from(raw)
        payload = raw[16 : 16 + min(length, 71)]
        before = int.from_bytes(raw[88:92], "little")
        ring, clock = raw[87] & 1, raw[87] >> 1
        return cls(
            raw, number, ms, utc_s, boot, type_, payload, ring, clock, before, raw[92:124]
        )

    @property
    def is_crc_good(self) -> bool:
        """Tell whether the record's own CRC is right."""
        return zlib.crc32(self.raw[:124]) == int.from_bytes(self.raw[124:], "little")

    @property
    def digest(self) -> bytes:
        """Give the hash that the ring's next record must name."""
        return hashlib.sha256(self.raw).digest()


@dataclass(frozen=True)
class Extent:
    """What a ring holds: its first and last number (0: nothing), and the last record's hash."""

    first: int
    last: int
    head: bytes


@dataclass(frozen=True)
class Seal:
    """What the board vouches for: epoch, both rings, the asker's nonce, and its MAC."""

    nonce: bytes
    epoch: int
    rings: tuple[Extent, Extent]
    mac: bytes

    def is_made_with(self, key: bytes, device_id: bytes) -> bool:
        """Tell whether the MAC is the device's."""
        expected = seal_mac(key, device_id, self.epoch, self.rings, self.nonce)
        return hmac.compare_digest(self.mac, expected)


@dataclass(frozen=True)
class JournalFile:
    """A file as read; nothing in it is believed yet."""

    device_id: bytes
    ends: tuple[tuple[int, int], ...]  # first and last number of each ring, by the header
    records: list[Record]
    seal: Seal | None
    stray_bytes: int = 0
    extra: dict[str, Any] = field(default_factory=dict[str, Any])

    def events(self) -> Iterator[Event]:
        """The records that are events this program knows."""
        board, epoch = self.device_id.hex(), self.seal.epoch if self.seal else 0
        for record in self.records:
            spec = own_dictionary().events.get(record.type)
            if spec is not None and len(record.payload) >= spec.layout.fmt.size:
                fields = spec.layout.unpack(record.payload)
                when = record.boot, record.ms, record.utc_s, record.clock
                yield Event(board, epoch, record.number, spec.name, fields, *when)


def seal_mac(
    key: bytes, device_id: bytes, epoch: int, rings: tuple[Extent, Extent], nonce: bytes
) -> bytes:
    """Compute the device's MAC as the firmware's `Journal.seal` does."""
    numbers = b"".join(struct.pack("<II", ring.first, ring.last) for ring in rings)
    told = struct.pack("<I", epoch) + numbers + rings[0].head + rings[1].head
    text = SEAL_LABEL + device_id + told + nonce
    return hmac.new(key, text, hashlib.sha256).digest()


def genesis(device_id: bytes, ring: int) -> bytes:
    """Give what a ring's first record names as the hash before it."""
    return hashlib.sha256(GENESIS_LABEL + device_id + bytes((ring,))).digest()


def write(
    path: str | Path,
    device_id: bytes,
    records: list[bytes],
    seal: Seal,
    extra: dict[str, Any] | None = None,
) -> None:
    """Write an export; the numbers in the header are those the seal covers."""
    if any(len(raw) != RECORD_BYTES for raw in records):
        raise ValueError("a record is not %d bytes" % RECORD_BYTES)
    if len(seal.nonce) != 16:
        raise ValueError("the nonce is not 16 bytes")
    header = {
        "format": FORMAT,
        "version": VERSION,
        "device": device_id.hex(),
        "epoch": seal.epoch,
        "record_bytes": RECORD_BYTES,
        "records": len(records),
        **{
            name: [ring.first, ring.last] for name, ring in zip(RING_NAMES, seal.rings, strict=True)
        },
        **(extra or {}),
    }
    rings = (value for ring in seal.rings for value in (ring.first, ring.last, ring.head))
    trailer = _TRAILER.pack(_TRAILER_MAGIC, seal.nonce, seal.epoch, *rings, seal.mac)
    text = json.dumps(header, sort_keys=True).encode() + b"\n"
    write_whole(Path(path), text + b"".join(records) + trailer)


def read(path: str | Path) -> JournalFile:
    """Read an export; raises NotAJournalError when it is something else."""
    data = read_bounded(Path(path), _MOST_FILE_BYTES)
    line, separator, rest = data.partition(b"\n")
    if not separator or len(line) > _HEADER_MAX_BYTES:
        raise NotAJournalError("%s: no header line; not an exported journal" % path)
    header = _header(path, line)
    seal: Seal | None = None
    if len(rest) >= _TRAILER.size and rest[-_TRAILER.size :].startswith(_TRAILER_MAGIC):
        _magic, nonce, epoch, *rings, mac = _TRAILER.unpack(rest[-_TRAILER.size :])
        seal = Seal(nonce, epoch, (Extent(*rings[:3]), Extent(*rings[3:])), mac)
        rest = rest[: -_TRAILER.size]
    whole = len(rest) - len(rest) % RECORD_BYTES
    records = [Record.parse(rest[at : at + RECORD_BYTES]) for at in range(0, whole, RECORD_BYTES)]
    return JournalFile(
        device_id=bytes.fromhex(str(header["device"])),
        ends=tuple((header[name][0], header[name][1]) for name in RING_NAMES),
        records=records,
        seal=seal,
        stray_bytes=len(rest) - whole,
        extra=header,
    )


def _header(path: str | Path, line: bytes) -> dict[str, Any]:
    try:
        header = json_object(line)
    except ValueError:
        raise NotAJournalError("%s: no JSON header; not an exported journal" % path) from None
    if header.get("format") != FORMAT:
        raise NotAJournalError("%s: format is not %s" % (path, FORMAT))
    if header.get("version") != VERSION or header.get("record_bytes") != RECORD_BYTES:
        raise NotAJournalError("%s: version %s is unknown" % (path, header.get("version")))
    numbers_are_good = all(_is_pair(header.get(name)) for name in RING_NAMES)
    try:
        hex_bytes(header.get("device"), 8)
    except ValueError:
        numbers_are_good = False
    if not numbers_are_good:
        raise NotAJournalError("%s: header lacks device, evidence or chatter" % path)
    return header


def _is_pair(value: object) -> bool:
    """Two whole numbers."""
    if not isinstance(value, list):
        return False
    numbers = cast("list[object]", value)
    return len(numbers) == 2 and all(isinstance(number, int) for number in numbers)
