"""Exported journals: a file anyone can verify without the board (docs/storage.md has the bytes).

One JSON line (what it is, whose, which numbers), the raw 128-byte records, and a trailer with the
head hash and the device's seal.  Without the key everything but the seal itself is checked.
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

FORMAT = "faro-journal"
VERSION = 1
RECORD_BYTES = 128
TYPE_OVERFLOW = 0xF0
TYPE_GAP = 0xF1
GENESIS_LABEL = b"faro-journal-1"
SEAL_LABEL = b"faro-journal-seal-1"
_HEAD = struct.Struct("<IIIHBB")
_TRAILER = struct.Struct("<8s16sII32s32s")
_TRAILER_MAGIC = b"FAROSEAL"
_HEADER_MAX_BYTES = 4096


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
    previous: bytes

    @classmethod
    def parse(cls, raw: bytes) -> Record:
        """Take a record apart; any 128 bytes will do."""
        number, ms, utc_s, boot, type_, length = _HEAD.unpack_from(raw)
        return cls(raw, number, ms, utc_s, boot, type_, raw[16 : 16 + min(length, 76)], raw[92:124])

    @property
    def is_crc_good(self) -> bool:
        """Tell whether the record's own CRC is right."""
        return zlib.crc32(self.raw[:124]) == int.from_bytes(self.raw[124:], "little")

    @property
    def digest(self) -> bytes:
        """Give the hash that the next record must name."""
        return hashlib.sha256(self.raw).digest()


@dataclass(frozen=True)
class Seal:
    """What the board vouches for: numbers, head hash, the asker's nonce, and its MAC."""

    nonce: bytes
    first: int
    last: int
    head: bytes
    mac: bytes

    def is_made_with(self, key: bytes, device_id: bytes) -> bool:
        """Tell whether the MAC is the device's."""
        return hmac.compare_digest(
            self.mac, seal_mac(key, device_id, self.first, self.last, self.head, self.nonce)
        )


@dataclass(frozen=True)
class JournalFile:
    """A file as read; nothing in it is believed yet."""

    device_id: bytes
    first: int
    last: int
    records: list[Record]
    seal: Seal | None
    stray_bytes: int = 0
    extra: dict[str, Any] = field(default_factory=dict[str, Any])

    def events(self) -> Iterator[Event]:
        """The records that are events this program knows."""
        for record in self.records:
            spec = own_dictionary().events.get(record.type)
            if spec is not None and len(record.payload) >= spec.layout.fmt.size:
                fields = spec.layout.unpack(record.payload)
                yield Event(
                    "", record.number, spec.name, fields, record.boot, record.ms, record.utc_s
                )


def seal_mac(
    key: bytes, device_id: bytes, first: int, last: int, head: bytes, nonce: bytes
) -> bytes:
    """Compute the device's MAC as the firmware's `Journal.seal_into` does."""
    text = SEAL_LABEL + device_id + struct.pack("<II", first, last) + head + nonce
    return hmac.new(key, text, hashlib.sha256).digest()


def genesis(device_id: bytes) -> bytes:
    """Give what record 1 names as the hash before it."""
    return hashlib.sha256(GENESIS_LABEL + device_id).digest()


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
        "record_bytes": RECORD_BYTES,
        "records": len(records),
        "first": seal.first,
        "last": seal.last,
        **(extra or {}),
    }
    trailer = _TRAILER.pack(_TRAILER_MAGIC, seal.nonce, seal.first, seal.last, seal.head, seal.mac)
    text = json.dumps(header, sort_keys=True).encode() + b"\n"
    Path(path).write_bytes(text + b"".join(records) + trailer)


def read(path: str | Path) -> JournalFile:
    """Read an export; raises NotAJournalError when it is something else."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise FaroError(f"there is no file {path}") from None
    except OSError as error:
        raise FaroError(str(error)) from None
    line, separator, rest = data.partition(b"\n")
    if not separator or len(line) > _HEADER_MAX_BYTES:
        raise NotAJournalError("%s: no header line; not an exported journal" % path)
    header = _header(path, line)
    seal: Seal | None = None
    if len(rest) >= _TRAILER.size and rest[-_TRAILER.size :].startswith(_TRAILER_MAGIC):
        _magic, nonce, first, last, head, mac = _TRAILER.unpack(rest[-_TRAILER.size :])
        seal = Seal(nonce, first, last, head, mac)
        rest = rest[: -_TRAILER.size]
    whole = len(rest) - len(rest) % RECORD_BYTES
    records = [Record.parse(rest[at : at + RECORD_BYTES]) for at in range(0, whole, RECORD_BYTES)]
    return JournalFile(
        device_id=bytes.fromhex(str(header["device"])),
        first=int(header["first"]),
        last=int(header["last"]),
        records=records,
        seal=seal,
        stray_bytes=len(rest) - whole,
        extra=header,
    )


def _header(path: str | Path, line: bytes) -> dict[str, Any]:
    try:
        parsed: object = json.loads(line)
    except ValueError:
        raise NotAJournalError("%s: no JSON header; not an exported journal" % path) from None
    if not isinstance(parsed, dict):
        raise NotAJournalError("%s: header is no object" % path)
    header = cast("dict[str, Any]", parsed)
    if header.get("format") != FORMAT:
        raise NotAJournalError("%s: format is not %s" % (path, FORMAT))
    if header.get("version") != VERSION or header.get("record_bytes") != RECORD_BYTES:
        raise NotAJournalError("%s: version %s is unknown" % (path, header.get("version")))
    numbers_are_good = all(isinstance(header.get(key), int) for key in ("first", "last"))
    try:
        bytes.fromhex(str(header.get("device")))
    except ValueError:
        numbers_are_good = False
    if not numbers_are_good:
        raise NotAJournalError("%s: header lacks device, first or last" % path)
    return header
