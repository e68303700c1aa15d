"""Attacks on the way in: without a key, with a wrong one, with another unit's, by guessing."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.wire.framing import Frame, Splitter, encode
from faro.wire.keys import ROLES, DeviceKeys, SessionKey
from firmware.board.rows import MSG_SET_SETTING
from firmware.core.errors import ERR_NO_SESSION
from firmware.core.rows import MSG_ERROR, MSG_OK
from firmware.link.rows import MSG_HELLO_REPLY
from firmware.trust.rows import MSG_SEAL
from tests.proofs.attacks.bench import SEATS, SEATS_AT_START, Bench, Line, answer_name
from tests.proofs.attacks.outcome import Notes, Outcome

GUESSES = 10_000
_BATCH = 10
_BATCH_PAUSE_MS = 400
# The pauses as documented (docs/security.md): three tries are free, then 1 s, doubling to 300 s.
FREE_TRIES = 3
FIRST_PAUSE_S = 1
LONGEST_PAUSE_S = 300


def tries_allowed(duration_s: float) -> int:
    """How many wrong tags the documented pauses let count in this time."""
    count = FREE_TRIES
    pause_s = FIRST_PAUSE_S
    while duration_s >= pause_s:
        duration_s -= pause_s
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
        count += 1
    return count


def refusal(client: Client, name: str, **fields: Any) -> str:
    """What a client gets for a request: its answer's name, or the refusal's."""
    try:
        return client.request(name, **fields).name
    except Refused as refused:
        return refused.name


def knock(client: Client, keys: DeviceKeys, role: str) -> str:
    """Try to open a session with these keys, whichever unit they claim to be for."""
    unique_id = client.hello().unique_id
    try:
        client.open_session(replace(keys, unique_id=unique_id), role)
    except Refused as refused:
        return refused.name
    except FaroError as error:
        return type(error).__name__
    return "SESSION_OPENED"


def no_key(bench: Bench) -> Outcome:
    notes = bench.begin("every command that changes something, sent without a session")
    before = bench.kept()
    line = bench.line()
    for name, fields in (
        ("SET_SETTING", {"setting": SEATS, "value": 2}),
        ("TIME", {"utc_s": 1}),
        ("CLEAR_FAULT", {"fault": 10}),
        ("RESTART", {}),
        ("CLOSE_SESSION", {}),
        ("CONFIRM", {"number": 1, "digest": bytes(16)}),
        ("GET_DEED", {}),
        ("SEAL", {"is_sealed": 0}),
        ("ENTER_SERVICE", {}),
        ("RESET_STORE", {}),
        ("UPDATE_BEGIN", {"total_bytes": 10}),
        ("UPDATE_FINISH", {}),
    ):
        notes.answered(line.ask(line.frame(name, **fields)), "no_session", by=name)
    acked = bench.client(0x8D).status()["acked_event"]
    line.send(encode(line.frame("ACK", number=bench.last_event(), credit_frames=1)))
    is_same = bench.client(0x8D).status()["acked_event"] == acked
    notes.expect(is_same, "a stranger acknowledged events, which the board may now overwrite")
    bench.check_kept(notes, before)
    return notes.outcome()


def wrong_key(bench: Bench) -> Outcome:
    notes = bench.begin("a session opened with a random key, and with the key of another role")
    before, first = bench.kept(), bench.last_event()
    thief = bench.client(0x82)
    random_keys = DeviceKeys.create(bench.keys.unique_id, "shoe")
    for role in ROLES:
        notes.answered(knock(thief, random_keys, role), "bad_tag", by=f"a random {role} key")
    table_key = bench.keys.roles["table"]
    swapped = replace(bench.keys, roles=dict.fromkeys(ROLES, table_key))
    for role in ("supervisor", "inspector", "technician"):
        notes.answered(knock(thief, swapped, role), "bad_tag", by=f"the table's key as {role}")
    device = replace(bench.keys, roles=dict.fromkeys(ROLES, bench.keys.device))
    notes.answered(knock(thief, device, "technician"), "bad_tag", by="the device key")
    bench.check_recorded(notes, first, "AUTH_FAILED", 8)
    bench.check_kept(notes, before)
    return notes.outcome()


def other_unit(bench: Bench) -> Outcome:
    notes = bench.begin("the complete keys of another board of the same make")
    other = bench.client(board="meter")
    their_keys = DeviceKeys.create(other.hello().unique_id, "meter")
    bench.provision(their_keys, "meter")
    before, first = bench.kept(), bench.last_event()
    for role in ("technician", "supervisor"):
        notes.answered(knock(bench.client(0x82), their_keys, role), "bad_tag")
    bench.check_recorded(notes, first, "AUTH_FAILED", 2)
    bench.check_kept(notes, before)
    mine = [bench.keys.device, *bench.keys.roles.values()]
    theirs = [their_keys.device, *their_keys.roles.values()]
    notes.expect(len({*mine, *theirs}) == 10, "two units, or two roles, share a key")
    return notes.outcome()


def takeover(bench: Bench) -> Outcome:
    notes = bench.begin(
        "the frames of an open session sent from another address and on another line"
    )
    owner = bench.session("technician")
    before = bench.kept()
    request = owner.protocol.request("SET_SETTING", setting=SEATS, value=2)
    usb, bus = bench.line(), bench.line(is_bus=True)
    frame = _decoded(request.data)
    # same bytes on the other line: that line's session is another one
    notes.answered(bus.ask(frame), "no_session", by="the frame on RS-485")
    # another sender: the tag covers the address, and the session belongs to it
    moved = replace(frame, src=0x83)
    notes.answered(usb.ask(moved), "no_session", by="the frame from another address")
    thief = bench.client(0x83)
    knock(thief, DeviceKeys.create(bench.keys.unique_id, "shoe"), "technician")
    notes.answered(usb.ask(moved), "no_session", by="the frame after a failed OPEN_SESSION")
    bench.forget_failures()
    # a session of a lower role, then the technician's frame in it
    low = bench.session("table", 0x84)
    low_frame = replace(frame, src=0x84, ctr=frame.ctr + 1000)
    notes.answered(usb.ask(low_frame), "bad_tag", by="the technician's tag in a table session")
    # untagged, as if the address alone were the session
    bare = replace(frame, tag=b"")
    notes.answered(usb.ask(bare), "no_session", by="the frame without its tag")
    bench.check_kept(notes, before)
    low.close_session()
    notes.expect(refusal(owner, "CLEAR_FAULT", fault=10) == "not_active", "the owner was put out")
    return notes.outcome()


def forged_no(bench: Bench) -> Outcome:
    """A man on the line: swallows the board's OK and says "no session" in its place."""
    notes = bench.begin("an OK swallowed on the line and a forged 'no session' put in its place")
    owner = bench.session("technician")
    first = bench.last_event()
    transport = owner.transport
    read = transport.read
    forged: list[int] = []

    def listen(timeout_ms: int) -> bytes:
        data = read(timeout_ms)
        for frame in Splitter().feed(data):
            if frame.kind == MSG_OK and frame.payload[0] == MSG_SEAL and not forged:
                forged.append(frame.ctr)
                no = Frame(MSG_ERROR, frame.dst, frame.src, frame.req, frame.ctr, _NO_SESSION)
                return encode(no)
        return data

    transport.read = listen
    try:
        owner.request("SEAL", is_sealed=1)
        notes.answers["the host took the second answer"] += 1
    except FaroError as error:
        notes.answers[f"the host stops with {type(error).__name__}"] += 1
    finally:
        transport.read = read
    done = bench.check_recorded(notes, first, "SEALED")
    notes.expect(bool(forged), "the attack did not get to its answer")
    notes.expect(len(done) == 1, f"one command was carried out {len(done)} times")
    return notes.outcome()


_NO_SESSION = bytes((MSG_SEAL, ERR_NO_SESSION, 0, 0, 0, 0))


def brute_force(bench: Bench, guesses: int = GUESSES) -> Outcome:
    notes = bench.begin(
        f"{guesses} guesses of a tag as fast as the line goes, with power cycles between"
    )
    before, first = bench.kept(), bench.last_event()
    line = bench.line()
    start_us = bench.rig.kernel.now_us
    cycles = 4
    for part in range(cycles):
        if part:
            bench.power_cycle()
            _check_pause_kept(bench, notes, line)
        left = guesses // cycles
        while left > 0 and len(notes.findings) == 0:
            _guess(line, notes, min(_BATCH, left))
            left -= _BATCH
            bench.wait_ms(_BATCH_PAUSE_MS)
            _check_rate(bench, notes, start_us)
    duration_s = (bench.rig.kernel.now_us - start_us) / 1e6
    evaluated = notes.answers["bad_tag"]
    found = bench.events_since(first, "AUTH_FAILED")
    notes.events += [event.number for event in found]
    notes.expect(len(found) == evaluated, f"{len(found)} of {evaluated} failures recorded")
    notes.note = f"{evaluated} of {guesses} wrong tags in {duration_s:.0f} s counted and recorded"
    if notes.findings:
        return notes.outcome()
    before = replace(before, boots=before.boots + cycles - 1)
    bench.check_kept(notes, before)
    notes.expect(_can_enter(bench), "the guesses keep the owner out")
    return notes.outcome()


def _guess(line: Line, notes: Notes, count: int) -> None:
    """HELLO, so that there is a nonce, and OPEN_SESSION with a random tag, many at once."""
    data = b""
    for _ in range(count):
        hello = line.frame("HELLO", protocol=2, nonce=bytes(16))
        guess = line.frame("OPEN_SESSION", role=8, person=0, nonce=secrets.token_bytes(16))
        data += encode(hello) + encode(replace(guess, tag=secrets.token_bytes(16)))
    for frame in line.send(data, quiet_ms=150):
        if frame.kind != MSG_HELLO_REPLY:
            notes.answered(answer_name(frame), "bad_tag", "throttled")


def _check_rate(bench: Bench, notes: Notes, start_us: int) -> None:
    duration_s = (bench.rig.kernel.now_us - start_us) / 1e6
    evaluated = notes.answers["bad_tag"]
    allowed = tries_allowed(duration_s)
    notes.expect(
        evaluated <= allowed, f"{evaluated} wrong tags counted in {duration_s:.0f} s, not {allowed}"
    )


def _check_pause_kept(bench: Bench, notes: Notes, line: Line) -> None:
    """Straight after a power cycle: the pause goes on, the count of failures too."""
    seen = notes.answers["bad_tag"]
    _guess(line, notes, 1)
    is_paused = notes.answers["bad_tag"] == seen
    notes.expect(is_paused, "pulling the plug ended the pause")


def _can_enter(bench: Bench) -> bool:
    try:
        bench.session("technician", 0x8C).close_session()
    except FaroError:
        return False
    return bench.seats() == SEATS_AT_START


def _decoded(data: bytes) -> Frame:
    return Splitter().feed(data)[0]


def forged_answer(bench: Bench) -> Outcome:
    """The other way round: does the host believe an OK that the board never sent?"""
    notes = bench.begin("a board that does not know the key answers the owner's command with OK")
    owner = bench.session("technician")
    request = owner.protocol.request("SET_SETTING", setting=SEATS, value=2)
    asked = _decoded(request.data)
    payload = bytes((MSG_SET_SETTING, 0, 0, 0, 0))
    plain = Frame(MSG_OK, asked.src, asked.dst, asked.req, asked.ctr, payload)
    stranger = SessionKey(bytes(32))
    for name, frame in (
        ("an OK without a tag", plain),
        ("an OK with a random tag", replace(plain, tag=secrets.token_bytes(16))),
        ("an OK with the request's own tag", replace(plain, tag=asked.tag)),
        ("an OK under another key", replace(plain, tag=stranger.host_tag(b""))),
    ):
        believed = owner.protocol.answer_to(request, owner.protocol.receive(encode(frame)))
        notes.answers["the host believes nothing" if believed is None else "believed"] += 1
        notes.expect(believed is None, f"the host took {name} for the board's word")
    return notes.outcome()
