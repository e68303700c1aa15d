"""Attacks on what a host believes of events: forged pushes, and boards set back."""

from __future__ import annotations

import struct
from dataclasses import replace
from itertools import islice

from faro.wire.client import Client
from faro.wire.errors import BoardSetBack, FaroError
from faro.wire.events import Event
from faro.wire.framing import Frame, Splitter, encode
from firmware.link.rows import ADDRESS_HOST, EVENT_RECORD, MSG_EVENTS
from tests.proofs.attacks.bench import SEATS, Bench
from tests.proofs.attacks.outcome import Notes, Outcome

_FAR = 0xF000_0000
_MORE_EVENTS = 40  # than a boot records


def forged_push(bench: Bench) -> Outcome:
    notes = bench.begin("events pushed to a host in a session by somebody without its key")
    owner, other = bench.session("table"), bench.session("technician", 0x85)
    last = bench.last_event()
    heard = _Ear(owner)
    stream = owner.follow(last)
    for step, (name, frames) in enumerate(_forgeries(bench.address, last + 1).items()):
        heard.inject += b"".join(encode(frame) for frame in frames)
        other.request("SET_SETTING", setting=SEATS, value=2 + step % 5)
        try:
            events = [event for event in islice(stream, 6) if event is not None]
        except Exception as error:  # noqa: BLE001 (whatever it raises, it is not to)
            notes.expect(False, f"{name}: the host raised {type(error).__name__}")
            return notes.outcome()
        true = [event for event in events if event.name == "SETTING_CHANGED"]
        notes.expect(len(true) >= 1, f"{name}: the host does not hear its board any more")
        notes.expect(all(e.number < _FAR for e in events), f"{name}: the host jumped")
        is_forged = any(event.fields.get("data") == b"forged" for event in events)
        notes.expect(not is_forged, f"{name}: the host believed it")
        notes.answers["the host goes on with its board"] += 1
        if name == "a recorded one":
            notes.expect(len({e.number for e in events}) == len(events), "an event came twice")
    notes.expect(bool(heard.pushed), "the board pushed nothing: nothing was tried")
    tagged = all(frame.tag for frame in heard.pushed)
    notes.expect(tagged, "the board pushes events without a tag inside a session")
    counters = [frame.ctr for frame in heard.pushed]
    notes.expect(counters == sorted(set(counters)), "a push has the counter of an older one")
    _check_replayed(notes, owner, heard)
    return notes.outcome()


def _check_replayed(notes: Notes, owner: Client, heard: _Ear) -> None:
    """A genuine frame of an hour ago is not news."""
    owner.protocol.pushed.clear()
    owner.protocol.receive(encode(heard.pushed[0]))
    notes.expect(not owner.protocol.pushed, "the host took an old push for a new one")


def _forgeries(address: int, number: int) -> dict[str, tuple[Frame, ...]]:
    record = struct.pack(EVENT_RECORD[0], 0xEE, 6, 1, 1, 1, 0) + b"forged"

    def push(first: int, lost: int, count: int, records: bytes, ctr: int = 0) -> Frame:
        payload = struct.pack("<IIBB", first, lost, count, 0) + records
        return Frame(MSG_EVENTS, ADDRESS_HOST, address, 0, ctr, payload)

    plain = push(number, 0, 1, record)
    return {
        "a forged event": (plain, replace(plain, ctr=_FAR)),
        "a random tag": (replace(plain, ctr=_FAR, tag=bytes(range(16))),),
        "a jump": (push(_FAR, _FAR - number, 1, record), push(_FAR, 0, 0, b"")),
        "records cut short": (push(number, 0, 9, record[:5]), push(number, 0, 1, b"")),
        "numbers at the end": (push(0xFFFFFFFF, 0xFFFFFFFE, 255, record), push(0, 0, 1, record)),
    }


class _Ear:
    """On the owner's line: keeps what the board pushes, and adds what the attacker wants."""

    def __init__(self, client: Client) -> None:
        self.inject = b""
        self.pushed: list[Frame] = []
        self._read = client.transport.read
        self._splitter = Splitter()
        client.transport.read = self._listen

    def _listen(self, timeout_ms: int) -> bytes:
        data = self._read(timeout_ms)
        found = self._splitter.feed(data)
        self.pushed += [f for f in found if f.kind == MSG_EVENTS and f.req == 0]
        forged, self.inject = self.inject, b""
        return forged + data


def set_back(bench: Bench) -> Outcome:
    notes = bench.begin("all memories of a board set back together, and a store made anew")
    old = _memories(bench)
    technician = bench.session("technician")
    for step in range(_MORE_EVENTS):
        technician.request("SET_SETTING", setting=SEATS, value=2 + step % 2)
    last = _last(bench)
    _check_known(notes, bench, last)
    bench.power_cycle(lambda: _restore(bench, old))
    _expect_alarm(notes, bench, "set back, the host keeps a number", last.number)
    _expect_alarm(notes, bench, "set back, the host keeps an event", last)
    while bench.last_event() < last.number:  # run on until the numbers look right again
        bench.session("technician").close_session()
    _expect_alarm(notes, bench, "set back and run on", last)
    last = _last(bench)
    _reset_store(bench)
    bench.provision(bench.keys)
    _expect_alarm(notes, bench, "a new store, the host keeps a number", last.number)
    while bench.client().hello().boot_count < last.boot_count:
        bench.power_cycle()
    while bench.last_event() <= last.number:
        bench.session("technician").close_session()
    _expect_alarm(notes, bench, "a new store that has caught up", last)
    return notes.outcome()


def _expect_alarm(notes: Notes, bench: Bench, what: str, last: int | Event) -> None:
    try:
        count = len(list(bench.client(0x88).events(last)))
        notes.expect(False, f"{what}: the host went on with {count} events and noticed nothing")
    except BoardSetBack:
        notes.answers[f"{what}: alarm"] += 1


def _check_known(notes: Notes, bench: Bench, last: Event) -> None:
    """The control: a board that only went on raises no alarm, not even after a power cut."""
    bench.power_cycle()
    try:
        later = list(bench.client(0x88).events(last))
        notes.expect(bool(later), "nothing was recorded by a boot")
    except FaroError as error:
        notes.expect(False, f"an alarm for nothing: {error}")


def _last(bench: Bench) -> Event:
    return list(bench.client(0x88).events(bench.last_event() - 1))[-1]


def _memories(bench: Bench) -> tuple[list[bytes], bytes]:
    return [chip.contents() for chip in bench.board.frams], bytes(bench.board.flash.data)


def _restore(bench: Bench, old: tuple[list[bytes], bytes]) -> None:
    for chip, contents in zip(bench.board.frams, old[0], strict=True):
        chip.load(contents)
    bench.board.flash.data[:] = old[1]


def _reset_store(bench: Bench) -> None:
    technician, inspector = bench.session("technician"), bench.session("inspector", 0x81)
    technician.request("RESET_STORE")
    inspector.confirm(inspector.deed())
    bench.wait_ms(200)
    bench.rig.wait_ready(60_000)
