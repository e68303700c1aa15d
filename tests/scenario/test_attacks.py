"""Each attack of the list against the running firmware, and against firmware broken on purpose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boards.layout import CHECKOUT
from faro.sim.rig import Rig
from faro.sim.scenarios.shuffler import BY_IDENTITY
from faro.wire import conversation
from faro.wire.client import Client
from faro.wire.conversation import Conversation
from faro.wire.dictionary import ALL_TABLES
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Protocol
from firmware.core.rows import TO_BOARD
from tests.conftest import bus_client, provisioned
from tests.proofs.attacks import role_table
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import tries_allowed
from tests.proofs.attacks.observe_run import look_on, verdicts
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
    ("any_line", "takeover"),
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
    ("number_only", "other-deed"),
    ("any_person", "one-person"),
    ("pause_for_all", "wrong-tags"),
    ("any_place", "crowding"),
    ("locked_for_all", "lock-for-good"),
    ("lid_ignored", "unseal"),
    ("lid_ignored", "provision-again"),
    ("provisions_alone", "provision-again"),
    ("open_text", "sealed-text"),
    ("open_text", "repl"),
    ("silent", "wrong-key"),
    ("silent", "brute-force"),
    ("old_sessions", "old-keys"),
    ("leak_text", "secrets"),
    ("leak_frame", "secrets"),
    ("leak_log", "secrets"),
    ("leak_cards", "cards-to-come"),
    ("one_ring", "wash-time"),
    ("one_ring", "wash-lamp"),
    ("one_ring", "wash-anonymous"),
    ("erases_in_motion", "wash-in-motion"),
    ("no_role_rations", "wash-requests"),
    ("rations_forget", "wash-restarts"),
    ("rations_late", "wash-plug"),
    ("seal_unrationed", "wash-seal"),
    ("no_curtain", "hole-cards"),
    ("half_curtain", "hole-cards"),
    ("curtain_forgets", "hole-cards"),
    ("counts_hidden", "hole-counts"),
    ("natural_turns", "order-in-time"),
    ("look_by_face", "order-in-time"),
    ("next_in_text", "order-in-time"),
    ("lamp_past_home", "order-in-time"),
    ("loader_no_signature", "image-other-key"),
    ("loader_no_signature", "image-and-hash"),
    ("loader_no_counter", "image-old"),
    ("no_ranges", "amounts"),
    ("terms_are_settings", "terms"),
    ("tables_alone", "take-over"),
    ("one_voids", "void-winner"),
    ("late_look", "late-chip"),
    ("link_key_anywhere", "link-key"),
    ("believes_tables", "linked-stolen-key"),
    ("old_polls", "linked-old-poll"),
    ("any_payment", "linked-false-amounts"),
    ("no_link_tag", "linked-stranger"),
]

# ten seconds and more of the machine each: in the long form only.  One leak of each kind (a turn's
# time, an answer's delay, a text, a light) stays in the short one.
BROKEN_LONG = [
    ("turn_then_wait", "order-in-time"),
    ("home_edges", "order-in-time"),
    ("next_in_status", "order-in-time"),
    ("event_past_home", "order-in-time"),
    ("natural_turns", "order-two-decks"),
    ("natural_turns", "order-continuous"),
    ("lamp_past_home", "order-continuous"),
]
LONG = {"order-two-decks", "order-continuous"}

# the host is broken instead, in tests of their own below
BROKEN_HOST = {"confirm-twice", "forged-answer", "forged-no"}


@pytest.mark.campaign
@pytest.mark.rule("A1")
@pytest.mark.parametrize(
    "attack_id",
    [pytest.param(a.id, marks=pytest.mark.slow if a.id in LONG else ()) for a in ATTACKS],
)
def test_attack__firmware_as_it_is__withstands(attack_id: str) -> None:
    outcome = run_attack(BY_ID[attack_id])
    assert outcome.is_withstood, outcome.findings
    assert outcome.sentence.startswith("withstood")


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("mutant", "attack_id"),
    [*BROKEN, *(pytest.param(*pair, marks=pytest.mark.slow) for pair in BROKEN_LONG)],
)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world", "attack_id"),
    [
        ("look_by_face_held", "order-in-time"),
        ("hard_cards", "order-in-time"),
    ],
)
def test_order__look_that_depends_on_the_card__hidden(world: str, attack_id: str) -> None:
    outcome = run_attack(BY_ID[attack_id], (MUTANTS / world,))
    assert outcome.is_withstood, outcome.findings


@pytest.mark.slow
@pytest.mark.parametrize("line", ["usb", "bus"])
def test_order_in_time__turns_of_any_length__found_on_either_line(line: str) -> None:
    with Bench("shoe", (MUTANTS / "natural_turns", BY_IDENTITY)) as bench:
        found = verdicts(look_on(bench, "one deck", 6, (line,)), "one deck")
    assert any(verdict.is_leak for verdict in found), [verdict.sentence for verdict in found]


def test_security_page__attacks_and_those_without_a_mutant__named() -> None:
    """What the page says is shown by an attack, and every attack is on it."""
    page = (CHECKOUT / "docs/security.md").read_text()
    named = set(re.findall(r"`([a-z0-9-]+)`", page))
    images = {attack_id for attack_id in BY_ID if attack_id.startswith("image-")}
    assert set(BY_ID) - images <= named and "`image-…`" in page
    shown_by = re.findall(
        r"\| ([^|]*) \|$", page.split("shown by")[1].split("## ")[0], re.MULTILINE
    )
    claimed = {name for cell in shown_by for name in re.findall(r"`([a-z0-9-]+)`", cell)}
    assert claimed <= set(BY_ID), claimed - set(BY_ID)
    without = set(BY_ID) - {attack_id for _, attack_id in BROKEN + BROKEN_LONG} - BROKEN_HOST
    told = page.split("have none yet")[0].split("must succeed;")[1]
    assert without - images == set(re.findall(r"`([a-z0-9-]+)`", told))


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


def test_confirm_twice__host_that_repeats__says_yes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_SENT_ONCE", ())
    assert "CONFIRM was sent" in run_attack(BY_ID["confirm-twice"]).sentence


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
