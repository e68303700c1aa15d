"""The jackpot of a board as plain data: state, meters, history, evidence with its seal."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faro.jackpot.reconcile import Books
from faro.jackpot.rules import class_of
from faro.journal.commands import read_records
from faro.journal.file import EVIDENCE, RECORD_BYTES, Record
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.wire.files import hex_bytes, json_object, read_bounded, write_whole
from faro.words.jackpot import CLASSES, METERS, STATES, TERMS, card_text, class_text
from firmware.jackpot.rows import DEFERRED_RECORD

EVIDENCE_LABEL = b"faro-evidence-1"
_HEAD = struct.Struct("<IIIIIBBqqqq")
_SHOE = struct.Struct("<II16s")
_ROW = struct.Struct("<BBqII")
_HANDS_AT = 54
_ROWS_AT = 114
_EVIDENCE_BYTES = 242
_MOST_ROWS = 7
_MOST_FILE_BYTES = 4_000_000  # of a round with 10,000 records
_LAST_HITS = 100
_TABLE = struct.Struct("<BIIHBqqq")
_TABLES_PER_FRAME = 5
FORMAT = "faro-evidence 1"


def seats_of(bits: int) -> list[int]:
    """Bits as seat numbers."""
    return [seat for seat in range(1, 8) if bits >> (seat - 1) & 1]


def read_meters(client: Client) -> dict[str, int]:
    """All meters by name; amounts in micro-cents."""
    values: list[int] = []
    while True:
        fields = client.request("GET_METERS", first=len(values)).fields
        data: bytes = fields["values"]
        values += struct.unpack(f"<{len(data) // 8}q", data)
        if not fields["count"] or len(values) >= len(METERS):
            return dict(zip(METERS, values, strict=False))


def read_state(client: Client) -> dict[str, Any]:
    """Round and pool."""
    fields = dict(client.request("GET_JACKPOT").fields)
    state: int = fields.pop("state")
    name = STATES[state] if state < len(STATES) else str(state)
    result: dict[str, Any] = {"state": name, "state_number": state}
    for name, value in fields.items():
        is_seats = name in ("accepted", "voided", "claimed", "winners", "offered", "antes")
        result[name] = seats_of(value) if is_seats else value
    result["deferred"] = _deferred(client)
    return result


def _deferred(client: Client) -> dict[str, int]:
    names = {spec.number: spec.name for spec in client.protocol.dictionary.settings.values()}
    records: bytes = client.request("GET_DEFERRED").fields["records"]
    found = struct.iter_unpack(DEFERRED_RECORD[0], records)
    return {names.get(number, str(number)): value for number, value in found}


def read_terms(client: Client) -> dict[str, int]:
    """The terms in force, in the order of SET_TERMS."""
    known = client.protocol.dictionary.settings
    return {
        name: client.request("GET_SETTING", setting=known[name].number).fields["value"]
        for name in TERMS
    }


def read_history(client: Client) -> list[dict[str, Any]]:
    """The last 100 payments, newest first."""
    last = read_meters(client)["hits"]
    found: list[dict[str, Any]] = []
    for number in range(last, max(last - _LAST_HITS, 0), -1):
        fields = dict(client.request("GET_HIT", number=number).fields)
        fields["hand"] = CLASSES[fields.pop("hand_class")]
        found.append(fields)
    return found


# -- taking over -----------------------------------------------------------------------------


def ask_to_load(supervisor: Client, books: Books, address: int) -> dict[str, Any]:
    """Give a spare board the purses and tables of a holder that has died.

    Gives PENDING's fields: the inspector must confirm it.
    """
    if books.meters is None or books.differences:
        raise FaroError("the dead board's journal does not reconcile: nothing was loaded")
    rows = _table_rows(books)
    for at in range(0, len(rows), _TABLES_PER_FRAME):
        part = rows[at : at + _TABLES_PER_FRAME]
        supervisor.request("LOAD_TABLES", count=len(part), tables=b"".join(part))
    meters = books.meters
    return supervisor.request(
        "LOAD_BOOK",
        address=address,
        pool_uc=meters["pool"],
        reserve_uc=meters["reserve"],
        bonus_uc=meters["bonus_pool"],
        pending_uc=meters["pending"],
        tables_digest=tables_digest(books),
    ).fields


def tables_digest(books: Books) -> bytes:
    """Names the tables' counts that go with a book: who confirms makes it from a journal, too."""
    return hashlib.sha256(b"".join(_table_rows(books))).digest()[:8]


def _table_rows(books: Books) -> list[bytes]:
    return [_table_row(books, table) for table in sorted(books.tables)]


def _table_row(books: Books, address: int) -> bytes:
    """What the spare board must know of a table, its pending hit included."""
    pool, bonus, moved, seeded = books.linked_hits.get(address, (0, 0, 0, 0))
    hit = 0
    if address in books.linked_hits:
        hit = 3 if moved or seeded else 1
    return _TABLE.pack(address, *books.tables[address], hit, pool, bonus, moved)


# -- evidence -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evidence:
    """The frozen evidence of a hit, sealed by its board."""

    board: bytes
    data: bytes
    nonce: bytes
    mac: bytes
    records: list[bytes]  # the evidence ring of the board's journal, for the round

    def is_sealed_by(self, device_key: bytes) -> bool:
        """Whether this very board made the seal over this very evidence and its journal."""
        head = hashlib.sha256(self.records[-1]).digest() if self.is_chain_whole() else bytes(32)
        text = EVIDENCE_LABEL + self.board + self.data + self.nonce + head
        return hmac.compare_digest(hmac.digest(device_key, text, "sha256"), self.mac)

    def is_chain_whole(self) -> bool:
        """Whether the records are all of the round's, each naming the hash of the one before."""
        ends: tuple[int, int] = _HEAD.unpack_from(self.data)[2:4]
        records = [Record.parse(raw) for raw in self.records]
        if not records or (records[0].number, records[-1].number) != ends:
            return False
        pairs = itertools.pairwise(records)
        return all(after.previous == before.digest for before, after in pairs)

    def as_json(self) -> dict[str, Any]:
        """In words and numbers."""
        head = _HEAD.unpack_from(self.data)
        hit, number, first, last, utc_s, accepted, claimed = head[:7]
        shoe_first, shoe_last, digest = _SHOE.unpack_from(self.data, _HANDS_AT + 36)
        cards = self.data[_HANDS_AT : _HANDS_AT + 35]
        rows = [
            _ROW.unpack_from(self.data, _ROWS_AT + 1 + _ROW.size * i)
            for i in range(min(self.data[_ROWS_AT], _MOST_ROWS))
        ]
        return {
            "board": self.board.hex(),
            "hit": hit,
            "round": number,
            "events": [first, last],
            "utc_s": utc_s,
            "accepted": seats_of(accepted),
            "claimed": seats_of(claimed),
            "pool_before_uc": head[7],
            "reserve_before_uc": head[8],
            "pool_after_uc": head[9],
            "reserve_after_uc": head[10],
            "hands": {
                seat: {
                    "cards": [card_text(card) for card in cards[5 * seat - 5 : 5 * seat]],
                    "hand": CLASSES[class_of(cards[5 * seat - 5 : 5 * seat])],
                }
                for seat in range(1, 8)
                if cards[5 * seat - 5] < 52
            },
            "shoe": {"events": [shoe_first, shoe_last], "digest": digest.hex()},
            "payments": [
                {
                    "seat": seat,
                    "hand": class_text(kind),
                    "from_pool_cents": pool + bonus,
                    "from_house_cents": house,
                }
                for seat, kind, pool, bonus, house in rows
            ],
        }

    def save(self, path: Path) -> None:
        """One file: everything needed to check it, and the same in words."""
        document = {
            "format": FORMAT,
            "board": self.board.hex(),
            "evidence": self.data.hex(),
            "nonce": self.nonce.hex(),
            "mac": self.mac.hex(),
            "journal": [record.hex() for record in self.records],
            "in_words": self.as_json(),
        }
        write_whole(path, json.dumps(document, indent=1) + "\n")

    @classmethod
    def load(cls, path: Path) -> Evidence:
        data = read_bounded(path, _MOST_FILE_BYTES)
        try:
            document = json_object(data)
            if document["format"] != FORMAT:
                raise ValueError
            return cls(
                hex_bytes(document["board"], 8),
                hex_bytes(document["evidence"], _EVIDENCE_BYTES),
                hex_bytes(document["nonce"], 16),
                hex_bytes(document["mac"], 32),
                [hex_bytes(text, RECORD_BYTES) for text in document["journal"]],
            )
        except (ValueError, KeyError, TypeError):
            raise FaroError(f"{path} is not evidence of a hit") from None


def fetch_evidence(client: Client) -> Evidence:
    """Ask a board for the evidence of its last hit, its seal, and the journal of that round."""
    data = b""
    parts = 1
    part = 0
    while part < parts:
        try:
            fields = client.request("GET_EVIDENCE", part=part).fields
        except Refused as refusal:
            if refusal.name != "no_such_record":
                raise
            raise FaroError("this board has had no hit yet") from None
        data += fields["data"]
        parts = fields["parts"]
        part += 1
    nonce = os.urandom(16)
    mac: bytes = client.request("SEAL_EVIDENCE", nonce=nonce).fields["mac"]
    first, last = _HEAD.unpack_from(data)[2:4]
    records = [
        raw for raw in read_records(client, first, last) if Record.parse(raw).ring == EVIDENCE
    ]
    return Evidence(bytes.fromhex(client.identity.unique_id), data, nonce, mac, records)
