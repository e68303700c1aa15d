"""Plain words for messages and fields in the protocol reference; every message is here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from faro.words.packs import PACKS

MESSAGES = {
    "HELLO": "Who is there? Also the first thing to send on a port: the answer's `src` is the"
    " board's address.",
    "HELLO_REPLY": "Identity of the board.",
    "DESCRIBE": "One line of the board's dictionary (see *Dictionary*).",
    "DESCRIBE_REPLY": "A line, or the part of it that starts at `offset`.",
    "STATUS": "How is the board doing?",
    "STATUS_REPLY": "State, faults, supply, memory, and which events it holds.",
    "POLL": "The events after number `after`; on USB also opens a stream (see *Events*).",
    "EVENTS": "Recorded events in order of number, as answer to POLL or pushed on credit.",
    "ACK": "Everything up to `number` is safely kept by the host. Never goes back.",
    "TIME": "Sets the board's clock; a host sends it when a session is open, and every ten minutes."
    " Within 2 s and 200 ppm of what it was told before, nothing is recorded; more is a step:"
    " TIME_SET, at most sixteen at once and one in five minutes, else `too_often` and no change."
    " Before 2020: `out_of_range`.",
    "OK": "The request was carried out.",
    "ERROR": "The request was refused and nothing was done; `internal`: see *Errors*.",
    "GET_SETTING": "Reads one setting.",
    "SETTING": "The value of a setting.",
    "SET_SETTING": "Changes one setting; it survives a power cycle.",
    "GET_FAULTS": "Lists active faults from the `first`-th on (0 = from the start).",
    "FAULTS": "Active faults; ask again from `first + count` until `count` is 0.",
    "CLEAR_FAULT": "Clears a fault whose cause is gone.",
    "GET_HEALTH": "Reads counters from the `first`-th on.",
    "HEALTH": "Counters, in the order of the list below.",
    "RESTART": "Answers, then starts the board anew.",
    "PROVISION": "Gives a board its keys: on USB, with the lid open. Of a board that has keys the"
    " technician asks, supervisor or inspector confirms; the deed shows the new keys' fingerprint.",
    "OPEN_SESSION": "Proves a role's key (see *Sessions*); the frame is tagged.",
    "SESSION_OPENED": "The session is open and lasts while it is used.",
    "CLOSE_SESSION": "Ends the session that the frame belongs to.",
    "CONFIRM": "The second role confirms this very deed (see *Sessions*); sent once, never again.",
    "GET_DEED": "What waits for a second role?",
    "DEED": "The request that waits, with all it asks for; CONFIRM names it by its digest.",
    "PENDING": "Not done yet: another role must CONFIRM `number` in time.",
    "SEAL": "Sealed mode on (1) or off (0); off only with the lid open.",
    "ENTER_SERVICE": "Ends the firmware and leaves the port to MicroPython's REPL, lid open.",
    "RESET_STORE": "Forgets everything, for another table; the inspector confirms.",
    "GET_JOURNAL": "What does the journal hold?",
    "JOURNAL_INFO": "Extent and condition of the journal; its rings begin at different numbers.",
    "READ_JOURNAL": "This record, or else the next one held, as it lies in the flash.",
    "JOURNAL_RECORD": "The record's bytes.",
    "SEAL_JOURNAL": "A MAC over both rings' heads, with the asker's nonce.",
    "JOURNAL_SEAL": "Heads of both hash chains, and their MAC under the device key.",
    "UPDATE_BEGIN": "Starts an update of so many bytes.",
    "UPDATE_DATA": "Bytes of that file.",
    "UPDATE_FINISH": "Checks the signed image; it starts with the next boot.",
    "GET_UPDATE": "How far is the update?",
    "UPDATE_STATE": "Progress and slots of the update.",
    "SET_SIGNER": "The public key (HSS, RFC 8554) whose images the board boots; lid open.",
    "ATTEST": "Starts hashing all code and settings with this nonce.",
    "GET_ATTESTATION": "How far is it, and what came out?",
    "ATTESTATION": "The hashes, and their MAC under the device key.",
    "GET_CHANGE": "One of the last ten firmware changes; 0 is the newest.",
    "CHANGE": "What was changed when, and what became of it.",
}

FIELDS = {
    "protocol": "version of this protocol",
    "nonce": "random bytes of the sender (for sessions; any value)",
    "HELLO_REPLY.kind": "1 shoe, 2 meter",
    "dictionary_crc": "CRC-32 over the dictionary; differs when the tables differ",
    "unique_id": "the chip's own number: names the board for ever",
    "epoch": "random number made with the board's store; another one: its events begin anew",
    "boot_count": "how often the board has started",
    "name": "ASCII, filled up with 00",
    "section": "0 to 5, see *Dictionary*",
    "index": "line in the section, from 0",
    "offset": "byte of the line to start at; 0 first",
    "DESCRIBE_REPLY.count": "lines in this section",
    "line_bytes": "length of the whole line",
    "text": "ASCII",
    "STATUS_REPLY.state": "0 self test, 1 ready, 2 warning, 3 stopped, 4 locked",
    "fault_count": "active faults",
    "worst_fault": "code of the worst one, 0 when there is none",
    "uptime_s": "since the last start",
    "utc_s": "seconds since 1970-01-01 UTC, 0 = unknown",
    "clock": "how far `utc_s` can be trusted: 0 unset, 1 set, 2 jumped (moved in this boot)",
    "heap_free_bytes": "after the last collection, rounded down to a sixteenth of the heap: the"
    " exact figure would depend on what is in memory, cards to come included",
    "first_event": "number of the oldest event still held",
    "last_event": "number of the newest event",
    "acked_event": "highest number acknowledged",
    "STATUS_REPLY.reset_cause": "1 power on, 3 watchdog or ordered restart",
    "after": "last number that the host has",
    "POLL.credit_frames": "EVENTS frames that may be pushed after the answer (USB only)",
    "ACK.credit_frames": "new credit, takes the place of what is left",
    "EVENTS.first": "number of the first record here",
    "lost": "events before `first` that were asked for but overwritten",
    "EVENTS.count": "records in this frame; they are numbered `first`, `first + 1`, …",
    "has_more": "1 when there are events after these",
    "EVENTS.records": "heads as below, each with its payload behind it",
    "EVENTS.type": "see *Event types*",
    "number": "event number",
    "request": "id of the request that this answers",
    "OK.value": "0, or what the request asks for",
    "code": "see *Errors*",
    "setting": "see *Settings*",
    "fault": "see *Faults*",
    "version_major": "of the firmware",
    "version_minor": "of the firmware",
    "version_patch": "of the firmware",
    "micropython_major": "version of MicroPython",
    "micropython_minor": "version of MicroPython",
    "micropython_patch": "version of MicroPython",
    "SETTING.value": "in the unit of the setting",
    "SET_SETTING.value": "in the unit of the setting",
    "type": "see *Event types*",
    "payload_bytes": "length of the payload that follows the head",
    "time_ms": "milliseconds since that boot",
    "GET_FAULTS.first": "how many to skip",
    "GET_HEALTH.first": "index of the first counter wanted",
    "FAULTS.first": "as asked",
    "HEALTH.first": "as asked",
    "OPEN_SESSION.role": "1 table, 2 supervisor, 4 inspector, 8 technician",
    "DEED.request": "id of the request that waits",
    "DEED.number": "of the deed; never comes again",
    "CONFIRM.number": "of the deed",
    "PENDING.number": "of the deed; 0 when one role was enough",
    "DEED.role": "who asked: 1 table, 2 supervisor, 4 inspector, 8 technician",
    "person": "0 for the role's own key",
    "digest": "of the deed, see *Sessions*",
    "parameters": "the payload of the request",
    "roles": "bits of the roles that may confirm",
    "FAULTS.count": "records in this frame",
    "FAULTS.number": "of the event that tells of it",
    "HEALTH.count": "counters in this frame",
    "detail": "depends on the code; for the maker",
    "port": "0 USB, 1 RS-485",
    "button": "0 A, 1 B",
    "key": "0 supervisor, 1 inspector",
    "seat": "1 to 7",
    "role": "who cleared it, 0 = unknown",
}

# values in the example frames; any other number is 1
SAMPLES: dict[str, int | bytes] = {
    "version_major": 0,
    "version_patch": 0,
    "dictionary_crc": 0x12345678,
    "name": b"shoe_pico2",
    "utc_s": 1_700_000_000,
    "supply_mv": 5_000,
    "heap_free_bytes": 650_000,
    "heap_total_bytes": 800_000,
    "fault_count": 0,
    "worst_fault": 0,
    "after": 0,
    "lost": 0,
    "has_more": 0,
    "offset": 0,
    "SET_SETTING.setting": 3,
    "SET_SETTING.value": 6,
    "ERROR.request": 16,
    "ERROR.code": 5,
    "ERROR.detail": 0,
    "OK.request": 16,
    "OK.value": 0,
    "text": b"5|STATUS|0|0|0|6|<|",
    "line_bytes": 19,
    "DESCRIBE_REPLY.count": 21,
    "section": 0,
    "index": 4,
    "EVENTS.records": bytes.fromhex("0e0601000000a00f000000000000010000007800"),
    "FAULTS.records": bytes.fromhex("0a00000000000c000000"),
    "counters": bytes.fromhex("2a000000"),
    "first": 0,
    "EVENTS.first": 1,
}

for _pack in PACKS:
    MESSAGES.update(_pack.MESSAGES)

_UNITS = {
    "ms": "milliseconds",
    "us": "microseconds",
    "s": "seconds",
    "mv": "millivolts",
    "bytes": "bytes",
    "cents": "cents",
    "ppm": "parts per million",
    "mm": "millimetres",
    "um": "micrometres",
    "cards": "cards",
    "frames": "frames",
}


def _speakers(owner: str) -> Iterator[tuple[Mapping[str, str], Mapping[str, int | bytes]]]:
    """Notes and samples for a message or event: those of its own pack come first."""
    for pack in PACKS:
        if owner in pack.MESSAGES or owner in pack.EVENTS:
            yield pack.FIELDS, pack.SAMPLES
    yield FIELDS, SAMPLES


def field_note(owner: str, name: str) -> str:
    """What a field means: its own note, the note for its name, or the unit in its name."""
    for notes, _samples in _speakers(owner):
        note = notes.get(f"{owner}.{name}") or notes.get(name)
        if note:
            return note
    return _UNITS.get(name.rsplit("_", 1)[-1], "")


def unit_of(name: str) -> str:
    """The unit that a field's name ends in, '' when it has none."""
    return _UNITS.get(name.rsplit("_", 1)[-1], "") if "_" in name else ""


def sample(owner: str, name: str, is_bytes: bool) -> int | bytes:
    """A value for the example frames."""
    for _notes, samples in _speakers(owner):
        found = samples.get(f"{owner}.{name}", samples.get(name))
        if found is not None:
            return found
    return bytes(range(16)) if is_bytes else 1
