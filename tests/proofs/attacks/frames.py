"""Attacks with recorded frames and damaged tags: replay, rollback, flipping, reflecting."""

from __future__ import annotations

from binascii import crc32
from dataclasses import replace

from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import NoAnswer
from faro.wire.framing import Frame, Splitter, encode, tagged_part
from firmware.link.replay import OF_STRANGERS
from tests.proofs.attacks.bench import NO_ANSWER, SEATS, Bench, Line, answer_name, raw_frame
from tests.proofs.attacks.outcome import Notes, Outcome

TAG_BITS = 128
_WINDOW = 32  # counters below the highest that may still come (docs/protocol.md)
_CACHE_FLUSH = 6  # more requests than the board remembers answers to


def _frame(data: bytes) -> Frame:
    return Splitter().feed(data)[0]


def _flush_cache(client: Client) -> None:
    """Other commands, until the board has forgotten its answer to an older one."""
    for number in range(_CACHE_FLUSH):
        client.request("TIME", utc_s=1_800_000_000 + number)


def _set_seats(bench: Bench, client: Client) -> bytes:
    """The owner sets 5, which the attacker records, and then 4, which must stay."""
    recorded = bench.captured(client, "SET_SETTING", setting=SEATS, value=5)
    client.request("SET_SETTING", setting=SEATS, value=4)
    return recorded


def _check_seats(bench: Bench, notes: Notes) -> None:
    notes.expect(bench.seats() == 4, "the recorded command was carried out a second time")


def replay_at_once(bench: Bench) -> Outcome:
    notes = bench.begin("a recorded command sent again in the same session, at once and later")
    owner = bench.session("technician")
    recorded = _set_seats(bench, owner)
    line = bench.line()
    first = line.send(recorded)
    notes.answers[f"at once: the first {answer_name(first[0])} again"] += 1
    _check_seats(bench, notes)
    again = line.send(recorded)
    notes.expect(first == again, "the repeated answer is another one than the first")
    _flush_cache(owner)
    notes.answered(line.name_of(line.send(recorded), _frame(recorded)), "replayed", by="it later")
    _check_seats(bench, notes)
    return notes.outcome()


def counter_rollback(bench: Bench) -> Outcome:
    notes = bench.begin("the right key, but a counter that was used before or is older")
    owner = bench.session("technician")
    owner.request("SET_SETTING", setting=SEATS, value=4)
    session = owner.protocol.session
    assert session is not None
    line = bench.line()
    last = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=4).data)
    line.send(encode(last))
    for back in (0, 1, 2, 1000):
        frame = line.frame("SET_SETTING", setting=SEATS, value=5)
        frame = replace(frame, ctr=last.ctr - back, req=frame.req ^ 0x40)
        frame = replace(frame, tag=session.host_tag(tagged_part(frame)))
        notes.answered(line.ask(frame), "replayed", by=f"a counter {back} back")
    _check_seats(bench, notes)
    return notes.outcome()


def _recorded_opening(bench: Bench) -> tuple[Client, list[bytes]]:
    """The owner's session, and what an ear on the line heard while it was opened."""
    owner = bench.client()
    written: list[bytes] = []
    write = owner.transport.write

    def listen(data: bytes) -> None:
        written.append(data)
        write(data)

    owner.transport.write = listen
    owner.open_session(bench.keys, "technician")
    owner.transport.write = write
    return owner, written


def replay_other_session(bench: Bench) -> Outcome:
    notes = bench.begin(
        "a whole recorded session (HELLO, OPEN_SESSION, command) played back afterwards"
    )
    owner, written = _recorded_opening(bench)
    recorded = _set_seats(bench, owner)
    _flush_cache(owner)
    owner.close_session()
    line = bench.line()
    for _ in range(OF_STRANGERS + 1):  # no kept answer is left either
        guess = line.frame("OPEN_SESSION", role=8, person=0, nonce=bytes(16))
        line.send(encode(replace(guess, tag=bytes(16))))
    for data in written:  # a nonce that came twice would open it now
        reply = line.send(data)
        if reply and answer_name(reply[0]) not in ("HELLO_REPLY", "DESCRIBE_REPLY"):
            notes.answered(answer_name(reply[0]), "bad_tag", "no_session", by="OPEN_SESSION")
    reply = line.name_of(line.send(recorded), _frame(recorded))
    notes.answered(reply, "no_session", "bad_tag", by="the recorded command")
    _check_seats(bench, notes)
    bench.forget_failures()
    # and into a session that the owner has opened since, from the same address
    bench.session("technician")
    reply = line.name_of(line.send(recorded), _frame(recorded))
    notes.answered(reply, "bad_tag", by="the command in the next session")
    _check_seats(bench, notes)
    return notes.outcome()


def replay_after_reboot(bench: Bench) -> Outcome:
    notes = bench.begin("a recorded session played back after the board was off")
    owner, written = _recorded_opening(bench)
    recorded = _set_seats(bench, owner)
    bench.power_cycle()
    line = bench.line()
    reply = line.name_of(line.send(recorded), _frame(recorded))
    notes.answered(reply, "no_session", by="the command straight after the boot")
    for data in written:
        reply = line.send(data)
        if reply and answer_name(reply[0]) not in ("HELLO_REPLY", "DESCRIBE_REPLY"):
            notes.answered(answer_name(reply[0]), "bad_tag", "no_session", by="OPEN_SESSION")
    reply = line.name_of(line.send(recorded), _frame(recorded))
    notes.answered(reply, "no_session", "bad_tag", by="the command after its session")
    _check_seats(bench, notes)
    return notes.outcome()


def tag_bits(bench: Bench) -> Outcome:
    notes = bench.begin(
        f"each of the {TAG_BITS} bits of a command's tag flipped, and of OPEN_SESSION's"
    )
    before, first = bench.kept(), bench.last_event()
    line = bench.line()
    owner = bench.session("technician")
    for bit in range(TAG_BITS):
        frame = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=2).data)
        notes.answered(line.ask(_flipped(frame, bit)), "bad_tag", by=f"bit {bit} of a tag flipped")
        if bit % 2:
            bench.forget_failures()
    for bit in range(TAG_BITS):
        frame = _opening(bench)
        reply = line.ask(_flipped(frame, bit))
        notes.answered(reply, "bad_tag", by=f"bit {bit} of OPEN_SESSION's tag flipped")
        if bit % 2:
            bench.forget_failures()
    # the first ones one by one, the others as a number: nobody washes the record with them
    bench.check_recorded(notes, first, "AUTH_FAILED", 64)
    bench.check_recorded(notes, first, "CHATTER_DROPPED")
    bench.check_kept(notes, before)
    return notes.outcome()


def _flipped(frame: Frame, bit: int) -> Frame:
    tag = bytearray(frame.tag)
    tag[bit // 8] ^= 1 << bit % 8
    return replace(frame, tag=bytes(tag))


def _opening(bench: Bench) -> Frame:
    """The owner's OPEN_SESSION with the right tag, kept from the board."""
    client = bench.client(0x85)
    taken: list[bytes] = []

    class Taken(Exception):
        """The frame is in the attacker's hands."""

    write = client.transport.write

    def take(data: bytes) -> None:
        frame = _frame(data)
        if frame.tag:
            taken.append(data)
            raise Taken
        write(data)

    client.transport.write = take
    try:
        client.open_session(bench.keys, "technician")
    except Taken:
        pass
    return _frame(taken[0])


def tag_cut(bench: Bench) -> Outcome:
    notes = bench.begin("a right tag cut to 15, 8, 4, 1 and 0 bytes, and made longer")
    before = bench.kept()
    line = bench.line()
    owner = bench.session("technician")
    refusals = ("bad_tag", "bad_length", "no_session", NO_ANSWER)
    for size in (15, 8, 4, 1, 0):
        frame = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=2).data)
        for is_zero_filled in (False, True):
            tag = frame.tag[:size] + bytes(16 - size if is_zero_filled else 0)
            if tag == frame.tag:  # one right tag in 256 ends in a zero
                tag = frame.tag[:size] + b"\1" * (16 - size)
            body = tagged_part(frame) + tag
            reply = line.name_of(line.send(raw_frame(body)), frame)
            notes.answered(reply, *refusals, by=f"a tag of {size} bytes")
            bench.forget_failures()
        # the mark that says "tagged" taken away as well
        reply = line.ask(replace(frame, payload=frame.payload + frame.tag[:size], tag=b""))
        notes.answered(reply, *refusals, by=f"{size} bytes of the tag as payload")
        opening = _opening(bench)
        body = tagged_part(opening) + opening.tag[:size]
        reply = line.name_of(line.send(raw_frame(body)), opening)
        notes.answered(reply, *refusals, by=f"OPEN_SESSION with {size} bytes of tag")
        bench.forget_failures()
    frame = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=2).data)
    reply = line.name_of(line.send(raw_frame(tagged_part(frame) + frame.tag + b"\1")), frame)
    notes.answered(reply, *refusals, by="a tag of 17 bytes")
    _check_all_lengths(bench, notes, line)
    bench.check_kept(notes, before)
    return notes.outcome()


def _check_all_lengths(bench: Bench, notes: Notes, line: Line) -> None:
    """Tagged frames of every body length from empty on: none may end the program."""
    for size in range(20):
        body = bytes((0x80 | 16, bench.address, 0x80, 1, 1, 0, 0, 0)) + bytes(size)
        line.send(raw_frame(body), wait_ms=100)
        bench.forget_failures()
    notes.expect(bench.seats() == 7, "a short frame changed a setting")


def tag_of_another(bench: Bench) -> Outcome:
    notes = bench.begin("a right tag moved to another frame; each field changed under its tag")
    before = bench.kept()
    line = bench.line()
    owner = bench.session("technician")
    harmless = _frame(owner.protocol.request("STATUS").data)
    harmful = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=2).data)
    changed = (
        ("STATUS's tag on SET_SETTING", replace(harmful, tag=harmless.tag)),
        ("another message", replace(harmful, kind=harmful.kind + 1)),
        ("another value", replace(harmful, payload=bytes((SEATS, 3, 0, 0, 0)))),
        ("a higher counter", replace(harmful, ctr=harmful.ctr + 1)),
        ("another request number", replace(harmful, req=harmful.req ^ 1)),
        ("the broadcast address", replace(harmful, dst=0xFF)),
    )
    for name, frame in changed:
        notes.answered(line.ask(frame), "bad_tag", by=name)
        bench.forget_failures()
    bench.check_kept(notes, before)
    return notes.outcome()


def reflection(bench: Bench) -> Outcome:
    notes = bench.begin("the board's own tagged answers sent back to it")
    before = bench.kept()
    line = bench.line()
    owner = bench.session("technician")
    request = owner.protocol.request("GET_SETTING", setting=SEATS)
    answer = line.send(request.data)[0]
    notes.expect(bool(answer.tag), "the board's answer carries no tag")
    mirrored = replace(answer, dst=answer.src, src=answer.dst)
    as_command = replace(mirrored, kind=16)  # SETTING and SET_SETTING have the same fields
    for name, frame in (
        ("the answer as it is", answer),
        ("with the addresses swapped", mirrored),
        ("as SET_SETTING", as_command),
        ("as SET_SETTING with a new counter", replace(as_command, ctr=answer.ctr + 9)),
    ):
        reply = line.ask(frame)
        notes.answered(reply, "bad_tag", "no_session", NO_ANSWER, by=name)
        bench.forget_failures()
    bench.check_kept(notes, before)
    return notes.outcome()


def crc_twins(bench: Bench) -> Outcome:
    notes = bench.begin("requests made to have the CRC of one that was carried out before")
    owner = bench.session("technician")
    recorded = _frame(bench.captured(owner, "SET_SETTING", setting=SEATS, value=5))
    line = bench.line()
    other = line.frame("ATTEST", own=0x86, nonce=bytes(16))
    line.send(encode(other))
    firsts = {
        "the owner's command": crc32(tagged_part(recorded) + recorded.tag),
        "another stranger's request": crc32(tagged_part(other, False)),
    }
    for whose, wanted in firsts.items():
        for name in ("PROVISION", "ATTEST"):  # a stranger may send them
            twin = _with_crc(line.frame(name, own=0x80, **_fields_of(name)), wanted)
            found = line.send(encode(twin))
            notes.expect(crc32(tagged_part(twin, False)) == wanted, "the twin is none")
            notes.expect(len(found) == 1, f"{len(found)} answers to {name}")
            is_own = all((f.req, f.ctr, f.tag) == (twin.req, twin.ctr, b"") for f in found)
            notes.expect(is_own, f"a stranger's {name} got the answer to {whose}")
            notes.answers[f"{name} has its own answer"] += 1
    return notes.outcome()


def _fields_of(name: str) -> dict[str, bytes]:
    layout = own_dictionary().message_names[name].layout
    size = layout.fmt.size // len(layout.names)
    return {field: bytes(size) for field in layout.names}


def _with_crc(frame: Frame, wanted: int) -> Frame:
    """The frame with the last four bytes of its payload chosen so that its CRC-32 is `wanted`."""
    head = tagged_part(frame, False)[:-4]
    table = [_crc_step(i) for i in range(256)]
    by_top = {value >> 24: i for i, value in enumerate(table)}
    register = wanted ^ 0xFFFFFFFF
    indexes: list[int] = []
    for _ in range(4):  # backwards: which table entries end in the wanted register
        index = by_top[register >> 24]
        indexes.append(index)
        register = (register ^ table[index]) << 8 & 0xFFFFFFFF
    register = crc32(head) ^ 0xFFFFFFFF
    tail = bytearray()
    for index in reversed(indexes):
        tail.append((register ^ index) & 0xFF)
        register = register >> 8 ^ table[index]
    return replace(frame, payload=frame.payload[:-4] + bytes(tail))


def _crc_step(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value


def _given_up(owner: Client) -> Frame:
    """The owner's SET_SETTING, held back on the line until the owner stops trying."""
    taken: list[bytes] = []
    write = owner.transport.write

    def hold(data: bytes) -> None:
        taken.append(data)

    owner.transport.write = hold
    try:
        owner.request("SET_SETTING", setting=SEATS, value=5)
    except NoAnswer:
        pass
    finally:
        owner.transport.write = write
    return _frame(taken[0])


def late_frames(bench: Bench) -> Outcome:
    notes = bench.begin("frames held back on the line, sent late, twice, and in two halves")
    owner = bench.session("technician")
    line = bench.line()
    late = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=5).data)
    for utc_s in range(5):
        owner.request("TIME", utc_s=1_800_000_000 + utc_s)
    notes.answered(line.ask(late), "OK", by="a frame that came late, for the first time")
    notes.expect(bench.seats() == 5, "a request that never came was called replayed")
    owner.request("SET_SETTING", setting=SEATS, value=4)
    _flush_cache(owner)
    notes.answered(line.ask(late), "replayed", by="the same frame again")
    _check_seats(bench, notes)
    old = _frame(owner.protocol.request("SET_SETTING", setting=SEATS, value=5).data)
    for _ in range(_WINDOW):
        owner.request("STATUS")
    owner.request("TIME", utc_s=1_800_000_000)
    notes.answered(line.ask(old), "replayed", by="a frame from before the window")
    _check_seats(bench, notes)
    held = _given_up(owner)
    notes.expect(owner.request("GET_SETTING", setting=SEATS).fields["value"] == 4, "not so yet")
    notes.answered(line.ask(held), "bad_tag", by="a command that its owner has given up")
    _check_seats(bench, notes)
    whole = encode(line.frame("STATUS"))
    line.send(whole[:9], wait_ms=450)  # a board may be busy for so long
    notes.expect(bool(line.send(whole[9:])), "a frame was lost on a clean line")
    return notes.outcome()
