"""An invented order with an invented journal, which fit together: does a host call it proved?"""

from __future__ import annotations

import hashlib
import secrets
import struct
from pathlib import Path
from typing import Any
from zlib import crc32

from click.testing import CliRunner, Result

from faro.cli import main
from faro.journal import file as journal
from faro.shuffler import proof
from faro.wire.dictionary import own_dictionary
from faro.wire.keys import DeviceKeys
from firmware.shuffler.commitment import Commitment
from firmware.shuffler.rows import CARDS_PER_EVENT, NO_CARD
from tests.proofs.attacks.outcome import Notes, Outcome

_DEVICE = bytes.fromhex("e66038b713614f35")
_EPOCH, _SHUFFLE = 0x0BADCAFE, 12
_WISHED = bytes(card for card in reversed(range(52)))  # four aces first
_SHOWN = 9


def forge(folder: Path) -> tuple[Path, Path]:
    """A proof and a journal by somebody who has the board's number and no key."""
    made: Any = Commitment(_DEVICE, lambda: _EPOCH)
    made.publish(_SHUFFLE, _WISHED, len(_WISHED), secrets.token_bytes(32))
    dealt: list[proof.DealtCard] = []
    for position in range(_SHOWN):
        made.mark_dealt(position)
        path = [made.sibling(position, height).hex() for height in range(made.depth)]
        name = proof.card_name(_WISHED[position])
        dealt.append(proof.DealtCard(position, name, made.nonce(position).hex(), path))
    root = bytes(made.root)
    file, record = folder / "round.json", folder / "shoe.journal"
    proof.ProofFile(_DEVICE.hex(), _EPOCH, _SHUFFLE, 52, root.hex(), dealt).save(file)
    cards = _WISHED[:_SHOWN].ljust(CARDS_PER_EVENT, bytes((NO_CARD,)))
    records = _chain(
        ("SHUFFLE_COMMITTED", {"shuffle": _SHUFFLE, "cards": 52, "root": root}),
        ("CARDS_DEALT", {"shuffle": _SHUFFLE, "first_position": 0, "count": _SHOWN,
                         "dealt_cards": cards}),
    )  # fmt: skip
    head = hashlib.sha256(records[-1]).digest()
    ends = journal.Extent(1, len(records), head), journal.Extent(0, 0, bytes(32))
    nonce, mac = secrets.token_bytes(16), secrets.token_bytes(32)
    journal.write(record, _DEVICE, records, journal.Seal(nonce, _EPOCH, ends, mac))
    return file, record


def _chain(*events: tuple[str, dict[str, Any]]) -> list[bytes]:
    records: list[bytes] = []
    previous = journal.genesis(_DEVICE, journal.EVIDENCE)
    for number, (name, fields) in enumerate(events, 1):
        spec = own_dictionary().events[name_number(name)]
        payload = spec.layout.pack(fields)
        head = struct.pack("<IIIHBB", number, 1_000 * number, 0, 3, spec.number, len(payload))
        body = (head + payload).ljust(87, b"\x00") + bytes((journal.EVIDENCE,))
        body += struct.pack("<I", number - 1) + previous
        records.append(body + struct.pack("<I", crc32(body)))
        previous = hashlib.sha256(records[-1]).digest()
    return records


def name_number(name: str) -> int:
    return next(s.number for s in own_dictionary().events.values() if s.name == name)


def forged(folder: Path) -> Outcome:
    notes = Notes("an order nobody dealt, its root, and a journal that has both, without a key")
    file, record = forge(folder)
    keys = folder / "office.keys"
    DeviceKeys.create(_DEVICE.hex(), "shoe_pico2").save(keys)
    for words in (
        ("proof", "verify", file),
        ("proof", "verify", file, "--journal", record),
        ("proof", "verify", file, "--journal", record, "-k", keys),
        ("journal", "verify", record),
        ("journal", "verify", record, "-k", keys),
    ):
        _judge(notes, " ".join(map(str, words[:2])), _typed(*words), "-k" in words)
    return notes.outcome()


def _typed(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def _judge(notes: Notes, command: str, result: Result, has_keys: bool) -> None:
    lines = result.output.splitlines()
    is_said = bool(lines) and "seal not checked" in lines[0]
    notes.answers["refused" if has_keys else "seal not checked"] += 1
    notes.expect("proved" not in result.output, f"{command} prints 'proved'")
    notes.expect(result.exit_code == (1 if has_keys else 3), f"{command} ends as if it were whole")
    notes.expect(has_keys or is_said, f"{command} does not begin with what it did not check")
