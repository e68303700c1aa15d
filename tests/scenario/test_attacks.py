"""Each attack of the list against the running firmware, and against firmware broken on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.conversation import Conversation
from faro.wire.dictionary import ALL_TABLES
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys, SessionKey, session_key
from faro.wire.protocol import Protocol
from firmware.core.errors import ERR_BAD_TAG, ERR_NO_SESSION, ERR_NOTHING_PENDING, ERR_THROTTLED
from firmware.core.rows import TO_BOARD
from firmware.trust.sessions import Sessions
from firmware.trust.two_roles import TwoRoles
from tests.conftest import bus_client, provisioned
from tests.proofs.attacks import role_table
from tests.proofs.attacks.knocking import tries_allowed
from tests.proofs.attacks.outcome import Notes
from tests.proofs.attacks.secrets_scan import Scanner
from tests.proofs.attacks.table import ATTACKS, BY_ID, run_attack

MUTANTS = Path(__file__).parent / "attack_mutants"

# what is broken, and the attacks that must find it
BROKEN = [
    ("no_tag_check", "wrong-key"),
    ("no_tag_check", "other-unit"),
    ("no_tag_check", "tag-cut"),
    ("no_tag_check", "tag-moved"),
    ("short_tag", "tag-bits"),
    ("no_roles", "no-key"),
    ("no_roles", "role-matrix"),
    ("no_counter", "replay"),
    ("no_counter", "rollback"),
    ("crc_cache", "crc-twins"),
    ("strict_counter", "late-frames"),
    ("no_counter", "late-frames"),
    ("quiet_drop", "late-frames"),
    ("no_guard", "crash"),
    ("no_rollback", "crash"),
    ("no_table_check", "no-table"),
    ("attest_free", "attest-flood"),
    ("plain_push", "forged-push"),
    ("silent_end", "set-back"),
    ("no_throttle", "brute-force"),
    ("plug_ends_pause", "brute-force"),
    ("constant_nonce", "replay-session"),
    ("constant_nonce_and_boot", "replay-reboot"),
    ("one_confirms", "two-roles"),
    ("lid_ignored", "unseal"),
    ("lid_ignored", "provision-again"),
    ("open_text", "sealed-text"),
    ("open_text", "repl"),
    ("silent", "wrong-key"),
    ("silent", "brute-force"),
    ("old_sessions", "old-keys"),
    ("leak_text", "secrets"),
    ("leak_frame", "secrets"),
    ("leak_log", "secrets"),
    ("leak_cards", "cards-to-come"),
    ("loader_no_signature", "image-other-key"),
    ("loader_no_signature", "image-and-hash"),
    ("loader_no_counter", "image-old"),
]


@pytest.mark.campaign
@pytest.mark.rule("A1")
@pytest.mark.parametrize("attack_id", [attack.id for attack in ATTACKS])
def test_attack__firmware_as_it_is__withstands(attack_id: str) -> None:
    outcome = run_attack(BY_ID[attack_id])
    assert outcome.is_withstood, outcome.findings
    assert outcome.sentence.startswith("withstood")


@pytest.mark.campaign
@pytest.mark.parametrize(("mutant", "attack_id"), BROKEN)
def test_attack__firmware_broken_on_purpose__succeeds(mutant: str, attack_id: str) -> None:
    outcome = run_attack(BY_ID[attack_id], (MUTANTS / mutant,))
    print(outcome.sentence)
    assert not outcome.is_withstood
    assert "could not" not in outcome.sentence


@pytest.mark.campaign
@pytest.mark.parametrize("attack_id", ["tag-bits", "replay-session", "secrets", "cards-to-come"])
def test_attack__control_through_the_mutants_path__withstands(attack_id: str) -> None:
    outcome = run_attack(BY_ID[attack_id], (MUTANTS / "control",))
    assert outcome.is_withstood, outcome.findings


def test_forged_no__host_that_sends_again__acts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "_had_reason_to_forget", lambda *_: True)
    assert "carried out 2 times" in run_attack(BY_ID["forged-no"]).sentence


def test_forged_answer__host_that_checks_nothing__believes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Protocol, "_is_genuine", lambda *_: True)
    assert not run_attack(BY_ID["forged-answer"]).is_withstood


def test_forged_push__host_that_checks_nothing__believes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Protocol, "_is_push", lambda *_: True)
    assert not run_attack(BY_ID["forged-push"]).is_withstood


def test_late_frames__host_that_keeps_its_session__command_given_up_is_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never = property(lambda _: False, lambda *_: None)
    monkeypatch.setattr(Conversation, "_is_one_under_way", never, raising=False)
    assert "given up" in run_attack(BY_ID["late-frames"]).sentence


def test_set_back__host_that_does_not_compare__goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Conversation, "_comparing", lambda *_: iter(()))
    assert "set back and run on" in run_attack(BY_ID["set-back"]).sentence


def test_role_table__all_requests__have_a_row_written_by_hand() -> None:
    to_board = {row[1] for row in ALL_TABLES.MESSAGES if row[2] == TO_BOARD}
    assert to_board == {*role_table.MAY, *role_table.BY_OTHER_MEANS}
    assert all(set(roles) <= set(role_table.EVERYBODY) for roles in role_table.MAY.values())


def test_attacks__table__ids_differ_and_every_row_names_its_history() -> None:
    assert len(BY_ID) == len(ATTACKS)
    assert all(attack.history and attack.title for attack in ATTACKS)


def test_tries_allowed__documented_pauses__few_even_in_a_day() -> None:
    assert tries_allowed(0) == 3
    assert tries_allowed(1) == 4
    assert tries_allowed(3) == 5
    assert tries_allowed(86_400) < 300


def test_scanner__key_in_any_spelling__found() -> None:
    keys = DeviceKeys.create("00", "shoe")
    scanner = Scanner()
    scanner.add("device", keys.device)
    for at in (0, 11, 24):
        part = keys.device[at : at + 8]
        for text in (part, part[::-1], part.hex().encode(), part.hex().upper().encode()):
            assert scanner.find(b"some " + text + b" more") == "device"
    assert scanner.find(bytes(range(256)) * 4) is None
    assert scanner.find(keys.device[:7]) is None


def test_outcome__sentence__says_what_came_of_it() -> None:
    notes = Notes("trying")
    notes.answered("bad_tag", "bad_tag")
    notes.events.append(17)
    assert notes.outcome().sentence == "withstood: bad_tag; recorded as event 17"
    notes.answered("OK", "bad_tag", by="a lie")
    assert notes.outcome().sentence == "SUCCEEDED: the board answered OK to a lie"


# -- what only days of waiting would show ---------------------------------------------------------

TICKS_PERIOD_MS = 1 << 30  # ticks_ms() of MicroPython starts anew after 12.4 days
DAY_MS = 86_400_000


class FakeKeys:
    """Keys in memory; `failures` as the store kept them."""

    is_provisioned = True

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures

    def role_key(self, role: int) -> bytes:
        return bytes((role,)) * 32

    def save_failures(self, count: int) -> None:
        self.failures = count


def a_session(keys: FakeKeys, start_ms: int) -> tuple[Sessions, SessionKey]:
    """Sessions of a board, and a technician's session in it opened at start_ms."""
    nonce = bytes(range(16))
    sessions = Sessions(keys, bytes(8), lambda: 7, 1, lambda _size: nonce, lambda *_: None)
    session = SessionKey(session_key(keys.role_key(8), 8, bytes(8), 7, 1, 0x80, nonce, nonce))
    sessions.offer_nonce(0, 0x80, 1)
    body = b"open"
    assert sessions.open(0, 0x80, 8, nonce, body, session.host_tag(body), 1, start_ms) == 0
    return sessions, session


def pass_days(sessions: Sessions, start_ms: int, duration_ms: int) -> int:
    """Heartbeats (a minute apart is often enough) on a wrapping counter; gives its reading."""
    now_ms = start_ms
    for passed_ms in range(0, duration_ms, 60_000):
        now_ms = (start_ms + passed_ms) % TICKS_PERIOD_MS
        sessions.tick(now_ms)
    return now_ms


@pytest.mark.parametrize("days", [1, 7, 12, 13])
def test_session__idle_for_days__never_comes_back(days: int) -> None:
    """Half a turn of the tick counter later an old session must not look fresh."""
    sessions, session = a_session(FakeKeys(), 1_000)
    now_ms = pass_days(sessions, 1_000, days * DAY_MS)
    assert sessions.check(0, 0x80, b"x", session.host_tag(b"x"), now_ms) == -ERR_NO_SESSION


@pytest.mark.parametrize("days", [1, 7, 12, 13])
def test_throttle__days_after_the_last_failure__lets_the_owner_in(days: int) -> None:
    keys = FakeKeys()
    sessions, session = a_session(keys, 1_000)
    for _ in range(8):
        sessions._pause_ms = 0
        assert sessions.check(0, 0x80, b"x", bytes(16), 1_000) == -ERR_BAD_TAG
    assert sessions.check(0, 0x80, b"x", session.host_tag(b"x"), 2_000) == -ERR_THROTTLED
    now_ms = pass_days(sessions, 1_000, days * DAY_MS)
    sessions.offer_nonce(0, 0x80, 1)
    result = sessions.open(0, 0x80, 8, bytes(range(16)), b"o", session.host_tag(b"o"), 1, now_ms)
    assert result == 0 and keys.failures == 0


@pytest.mark.parametrize("ticks_at_boot_ms", [0, 5_000, 500_000, TICKS_PERIOD_MS - 10])
def test_throttle__after_a_restart__whole_pause_wherever_ticks_begin(ticks_at_boot_ms: int) -> None:
    sessions = Sessions(FakeKeys(6), bytes(8), lambda: 7, 2, bytes, lambda *_: None)
    sessions.tick(ticks_at_boot_ms)
    for later_ms, is_paused in ((0, True), (7_900, True), (8_100, False)):
        now_ms = (ticks_at_boot_ms + later_ms) % TICKS_PERIOD_MS
        sessions.offer_nonce(0, 0x80, 1)
        result = sessions.open(0, 0x80, 8, bytes(16), b"o", bytes(16), 1, now_ms)
        assert result == -(ERR_THROTTLED if is_paused else ERR_BAD_TAG)


@pytest.mark.parametrize("days", [0.001, 1, 6, 7, 12, 12.43, 13])
def test_two_roles__days_later__nothing_to_confirm(days: float) -> None:
    done: list[int] = []
    two_roles = TwoRoles()
    number = two_roles.ask(31, 8, 4, lambda *_: done.append(1) or 0, 1_000)
    assert two_roles.confirm(number, 4, 1_000 + int(days * DAY_MS)) == -ERR_NOTHING_PENDING
    assert done == []


def test_close_session__broadcast_on_the_bus__port_goes_on(rig: Rig) -> None:
    """The one request that ends a session and gets no answer: the next one must not suffer."""
    keys = provisioned(rig, "shoe")
    client = bus_client(rig, 0xA0)
    client.open_session(keys, "table")
    client.protocol.address = 0xFF
    client.send("CLOSE_SESSION")
    rig.kernel.run_for_ms(50)
    client.protocol.address = 0xA0
    with pytest.raises(Refused) as refused:
        client._run(client.exchanging("TIME", {"utc_s": 1}))
    assert refused.value.name == "no_session"
    assert bus_client(rig, 0xA0).status()["boot_count"] == 1
