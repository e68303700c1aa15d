"""Role escalation: every message × every role, and what takes two roles."""

from __future__ import annotations

from dataclasses import replace

from faro.wire.client import Client
from faro.wire.dictionary import board_dictionaries, own_dictionary
from faro.wire.framing import Frame, encode, tagged_part
from firmware.core.rows import MSG_OK, TO_BOARD
from tests.proofs.attacks.bench import NO_ANSWER, Bench, Line
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome
from tests.proofs.attacks.role_table import (
    BY_OTHER_MEANS,
    CLEARS_LID_FAULT,
    EVERYBODY,
    MAY,
    NOBODY,
    ROLES,
)

_FOR_ROLE = ("no_session", "not_allowed")  # how a board says that the role does not suffice
_LAST = ("CLOSE_SESSION", "RESTART")  # end the session
_LID_OPENED_UNPOWERED = 16
_RESET_MS = 20_000
_LIMIT_MS = 60_000  # to confirm what another role asked for


def messages_to_board() -> list[str]:
    """All requests that there are, those that end a session last."""
    known = board_dictionaries()["shoe"].messages.values()
    names = [s.name for s in known if s.direction == TO_BOARD]
    return [name for name in names if name not in _LAST] + list(_LAST)


def _ask(bench: Bench, client: Client | None, name: str) -> str:
    """Send a message with harmless fields, tagged if there is a session."""
    line = bench.line()
    spec = own_dictionary().message_names[name]
    values: dict[str, int | bytes] = {"setting": 3, "value": 7, "utc_s": 1_800_000_000}
    values |= {"is_sealed": 0, "number": 1, "fault": 1, "total_bytes": 10}
    values |= {"place": 0xFF}  # nobody's hand: one that lies face down is a matter of its own
    fields = {f: values.get(f, 0) for f in spec.layout.names}
    payload = bytearray(spec.layout.fmt.size)
    if "s" not in spec.layout.fmt.format:
        payload[:] = spec.layout.fmt.pack(*(fields[f] for f in spec.layout.names))
    frame = Frame(spec.number, bench.address, 0x80, 1, 0, bytes(payload))
    frame = _counted(client, line, frame)
    return line.name_of(line.send(encode(frame)), frame)


def _counted(client: Client | None, line: Line, frame: Frame) -> Frame:
    """With the next counter of the session, and its tag."""
    if client is None or client.protocol.session is None:
        return replace(frame, ctr=line.frame("STATUS").ctr, req=77)
    like = client.protocol.request("STATUS")
    frame = replace(frame, ctr=like.ctr, req=like.req)
    return replace(frame, tag=client.protocol.session.host_tag(tagged_part(frame)))


def matrix(bench: Bench) -> Outcome:
    names = messages_to_board()
    notes = bench.begin(f"{len(names)} messages × {len(EVERYBODY)} roles, each pair sent")
    missing = set(names) - set(MAY) - set(BY_OTHER_MEANS)
    notes.expect(not missing, f"no rule says who may send {', '.join(sorted(missing))}")
    allowed = refused = 0
    before = bench.kept()
    boots = 0
    for role in EVERYBODY:
        client = None if role == NOBODY else bench.session(role)
        for name in names:
            if name in BY_OTHER_MEANS or name not in MAY:
                continue
            may = role in MAY[name]
            if name == "ACK":
                _check_ack(bench, notes, client, role, may)
                continue
            answer = _ask(bench, client, name)
            is_open = answer not in (*_FOR_ROLE, NO_ANSWER)
            notes.expect(is_open == may, f"{name} from {role}: {answer}")
            allowed += is_open
            refused += not is_open
            if name == "CLOSE_SESSION" and client is not None:
                client = bench.session(role)
            if name == "RESTART" and is_open:
                boots += 1
                _wait_restart(bench, bench.board.board.boots)
    notes.answers["pairs refused"] = refused
    notes.answers["pairs allowed as the rules say"] = allowed
    _check_unknown(bench, notes)
    _check_fault_roles(bench, notes)
    after = bench.kept()
    is_same = {c: v for c, v in after.cells.items() if c != 3} == {
        c: v for c, v in before.cells.items() if c != 3
    }
    notes.expect(is_same, "keys, settings or sealed mode have changed")
    return notes.outcome()


def _wait_restart(bench: Bench, boots: int) -> None:
    bench.wait_ms(5_000, lambda: bench.board.board.boots > boots)
    bench.rig.wait_ready()


def _check_ack(bench: Bench, notes: Notes, client: Client | None, role: str, may: bool) -> None:
    """ACK has no answer: what counts is whether the board's mark moves."""
    sender = client or bench.client()
    sender.hello()
    before = bench.client(0x8D).status()["acked_event"]
    sender.send("ACK", number=before + 1, credit_frames=0)
    bench.wait_ms(20)
    moved = bench.client(0x8D).status()["acked_event"] != before
    notes.expect(moved == may, f"ACK from {role}: the mark {'moved' if moved else 'stayed'}")


def _check_unknown(bench: Bench, notes: Notes) -> None:
    """Numbers that are no request, answers of the board's own included."""
    known = board_dictionaries()["shoe"].messages.values()
    requests = {s.number for s in known if s.direction == TO_BOARD}
    client = bench.session("technician")
    line = bench.line()
    for number in sorted(set(range(128)) - requests):
        for sender in (None, client):
            frame = Frame(number, bench.address, 0x80, 1, 0, b"")
            answer = line.ask(_counted(sender, line, frame))
            notes.expect(
                answer in ("unknown_message", NO_ANSWER), f"message {number} is open: {answer}"
            )


def _check_fault_roles(bench: Bench, notes: Notes) -> None:
    """A fault that the rules reserve for one role is cleared by that one only."""
    for role in sorted(ROLES, key=lambda role: role in CLEARS_LID_FAULT):
        if role == "table":
            continue
        bench.board.board.power_off()
        bench.board.set_lid(True)
        bench.board.set_lid(False)
        bench.board.board.power_on()
        bench.rig.wait_ready()
        client = bench.session(role)
        answer = refusal(client, "CLEAR_FAULT", fault=_LID_OPENED_UNPOWERED)
        may = role in CLEARS_LID_FAULT
        notes.expect((answer == "OK") == may, f"{role} clears LID_OPENED_UNPOWERED: {answer}")


def two_roles(bench: Bench) -> Outcome:
    notes = bench.begin(
        "RESET_STORE confirmed by the same role, the wrong role, late, twice, by number"
    )
    technician = bench.session("technician")
    second = bench.session("technician", 0x86)
    inspector = bench.session("inspector", 0x81)
    others = {role: bench.session(role, 0x90 + i) for i, role in enumerate(("table", "supervisor"))}
    before, first = bench.kept(), bench.last_event()

    def confirm(client: Client, number: int, expected: str, by: str) -> None:
        answer = refusal(client, "CONFIRM", number=number, digest=digest)
        notes.answered(answer, expected, by=by)

    digest = bytes(16)
    confirm(inspector, 1, "nothing_pending", "a confirmation of nothing")
    number = technician.request("RESET_STORE").fields["number"]
    digest = inspector.deed().digest
    confirm(technician, number, "same_role", "the one who asked")
    confirm(second, number, "same_role", "another session of the same role")
    for role, client in others.items():
        confirm(client, number, "not_allowed", role)
    for other in (number + 1, number - 1, 0, 0xFFFFFFFF):
        confirm(inspector, other, "nothing_pending", f"number {other} instead of {number}")
    bench.wait_ms(_LIMIT_MS + 1)
    confirm(inspector, number, "nothing_pending", "the inspector a minute late")
    technician.request("RESET_STORE")
    confirm(inspector, number, "nothing_pending", "the number of an older request")
    bench.check_recorded(notes, first, "TWO_ROLES_ASKED", 2)
    notes.expect(not bench.events_since(first, "TWO_ROLES_DONE"), "it was carried out")
    bench.check_kept(notes, before)
    if notes.findings:
        return notes.outcome()
    # as the rules say, and then the same confirmation again
    boots = bench.board.board.boots
    newer = inspector.deed()
    recorded = bench.captured(inspector, "CONFIRM", number=newer.number, digest=newer.digest)
    line = bench.line()
    line.send(recorded)
    bench.wait_ms(_RESET_MS, lambda: bench.board.board.boots > boots)
    bench.rig.wait_ready()
    again = line.send(recorded)
    notes.expect(
        not any(f.kind == MSG_OK for f in again), "a confirmation worked again after the restart"
    )
    bench.wait_ms(_RESET_MS)
    notes.expect(bench.board.board.boots == boots + 1, "one confirmation, two restarts")
    return notes.outcome()
