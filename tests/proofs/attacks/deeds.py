"""Attacks on what takes two people: another deed under a confirmed number, one person as two."""

from __future__ import annotations

from dataclasses import replace

from faro.wire.client import Client
from faro.wire.deeds import Deed
from faro.wire.errors import FaroError
from faro.wire.framing import Splitter
from firmware.core.rows import MSG_OK
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import knock, refusal
from tests.proofs.attacks.outcome import Notes, Outcome

UC = 1_000_000
SMALL_UC = 100 * UC  # $1
LARGE_UC = 100_000_000 * UC  # $1,000,000


def _pool_uc(bench: Bench) -> int:
    return bench.client(0x8D).request("GET_JACKPOT").fields["pool_uc"]


def _confirm(client: Client, deed: Deed) -> str:
    return refusal(client, "CONFIRM", number=deed.number, digest=deed.digest)


def other_deed(bench: Bench) -> Outcome:
    """The red team's: +$1 shown to the inspector, then a restart, and +$1,000,000 under it."""
    notes = bench.begin("a confirmation of +$1 used for +$1,000,000: after a restart, and changed")
    supervisor = bench.session("supervisor")
    inspector = bench.session("inspector", 0x81)
    pool_uc, first = _pool_uc(bench), bench.last_event()
    numbers: list[int] = []

    def ask(amount_uc: int) -> Deed:
        answer = supervisor.request("ADJUST_POOL", amount_uc=amount_uc).fields
        numbers.append(answer["number"])
        return inspector.deed()

    shown = ask(SMALL_UC)
    bench.power_cycle()
    notes.answered(refusal(inspector, "GET_DEED"), "nothing_pending", by="a look after the restart")
    supervisor = bench.session("supervisor")
    inspector = bench.session("inspector", 0x81)
    large = ask(LARGE_UC)
    notes.answered(_confirm(inspector, shown), "nothing_pending", by="$1 confirmed after a restart")
    for what, other in (
        ("$1 under the new number", replace(shown, number=large.number)),
        ("$1,000,000 of another board", replace(large, unique_id="00" * 8)),
        ("another request", replace(large, request=large.request - 1)),
        ("another role's request", replace(large, role=8)),
        ("one byte more", replace(large, parameters=large.parameters + b"\0")),
    ):
        notes.answered(_confirm(inspector, other), "other_deed", by=what)
    shown = ask(SMALL_UC)
    ask(LARGE_UC)  # between the look and the yes
    notes.answered(_confirm(inspector, shown), "nothing_pending", by="$1 after it was replaced")
    notes.expect(_pool_uc(bench) == pool_uc, "the pool has changed")
    notes.expect(len(set(numbers)) == len(numbers), f"a number came again: {numbers}")
    asked = bench.check_recorded(notes, first, "TWO_ROLES_ASKED", len(numbers))
    told = [int.from_bytes(event.fields["parameters"][:8], "little") for event in asked]
    notes.expect(told == [SMALL_UC, LARGE_UC] * 2, "the events do not say how much was asked for")
    notes.expect(not bench.events_since(first, "TWO_ROLES_DONE"), "it was carried out")
    if not notes.findings:
        _check_right_one(bench, notes, supervisor, inspector, pool_uc)
    return notes.outcome()


def _check_right_one(
    bench: Bench, notes: Notes, supervisor: Client, inspector: Client, pool_uc: int
) -> None:
    """As the rules say; and its confirmation again, later."""
    supervisor.request("ADJUST_POOL", amount_uc=SMALL_UC)
    deed = inspector.deed()
    sent = bench.captured(inspector, "CONFIRM", number=deed.number, digest=deed.digest)
    notes.expect(_pool_uc(bench) == pool_uc + SMALL_UC, "the right confirmation did nothing")
    supervisor.request("ADJUST_POOL", amount_uc=SMALL_UC)
    notes.answered(_confirm(inspector, deed), "nothing_pending", by="the same deed a second time")
    bench.line().send(sent)
    notes.expect(_pool_uc(bench) == pool_uc + SMALL_UC, "one confirmation, two adjustments")


def confirm_twice(bench: Bench) -> Outcome:
    """A man on the line swallows CONFIRM's answer: the host must look, not say yes again."""
    notes = bench.begin("the answer to CONFIRM swallowed, and CONFIRM itself swallowed")
    supervisor = bench.session("supervisor")
    inspector = bench.session("inspector", 0x81)
    transport = inspector.transport
    read, write = transport.read, transport.write
    sent: list[int] = []
    kind = inspector.protocol.dictionary.message_names["CONFIRM"].number

    def run(hide_request: bool) -> str:
        supervisor.request("ADJUST_POOL", amount_uc=SMALL_UC)
        deed = inspector.deed()
        sent.clear()

        def say(data: bytes) -> None:
            if Splitter().feed(data)[0].kind == kind:
                sent.append(1)
                if hide_request:
                    return
            write(data)

        def listen(timeout_ms: int) -> bytes:
            data = read(timeout_ms)
            heard = Splitter().feed(data)
            is_hidden = any(f.kind == MSG_OK and f.payload[0] == kind for f in heard)
            return b"" if is_hidden else data

        transport.read, transport.write = listen, say
        try:
            return outcome_of(inspector, deed)
        finally:
            transport.read, transport.write = read, write

    pool_uc = _pool_uc(bench)
    for hide_request, expected in ((False, "done"), (True, "Unconfirmed")):
        notes.answered(run(hide_request), expected, by="a hidden answer")
        notes.expect(len(sent) == 1, f"CONFIRM was sent {len(sent)} times")
    notes.expect(_pool_uc(bench) == pool_uc + SMALL_UC, "the pool is not what the events say")
    return notes.outcome()


def outcome_of(client: Client, deed: Deed) -> str:
    try:
        client.confirm(deed)
    except FaroError as error:
        return type(error).__name__
    return "done"


def one_person(bench: Bench) -> Outcome:
    notes = bench.begin("one person's key file as another person, another role, and as both roles")
    before, first = bench.kept(), bench.last_event()
    office = bench.keys
    mine = office.of_person("supervisor", 7, "Ann")
    key = mine.roles["supervisor"]
    for what, role, keys in (
        ("person 7 as person 9", "supervisor", replace(mine, person=9)),
        ("a person's key as the role's", "supervisor", replace(mine, person=0)),
        ("a supervisor's key as inspector", "inspector", replace(mine, roles={"inspector": key})),
        ("the supervisor's file as inspector", "inspector", office.of_role("supervisor")),
    ):
        allowed = ("bad_tag", "KeyFileError")
        notes.answered(knock(bench.client(0x82), keys, role), *allowed, by=what)
        bench.forget_failures("supervisor")
    bench.check_kept(notes, before)
    asker = bench.client()
    asker.open_session(mine, "supervisor")
    second = bench.client(0x81)
    second.open_session(office.of_person("inspector", 7, "Ann"), "inspector")
    asker.request("ADJUST_POOL", amount_uc=SMALL_UC)
    notes.answered(_confirm(second, second.deed()), "same_person", by="the one who asked")
    other = bench.client(0x83)
    other.open_session(office.of_person("inspector", 8, "Bob"), "inspector")
    notes.answered(_confirm(other, other.deed()), "OK", by="another person")
    told = [
        (event.name, event.fields["person"])
        for event in bench.events_since(first, "TWO_ROLES_ASKED", "TWO_ROLES_DONE")
    ]
    expected = [("TWO_ROLES_ASKED", 7), ("TWO_ROLES_DONE", 8)]
    notes.expect(told == expected, f"the record does not say who: {told}")
    return notes.outcome()
