"""All attacks, one row each: id, what it is in plain words, where it comes from, how it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from faro.sim.scenarios.shuffler import BY_IDENTITY
from faro.wire.errors import FaroError
from hw_sim.vm_process import SimError
from tests.proofs.attacks import (
    deeds,
    frames,
    history,
    hole_cards,
    images,
    jackpot,
    keeping_out,
    knocking,
    linked,
    observe_run,
    programs,
    roles,
    sealed,
    secrets_scan,
    undealt_run,
    washing,
)
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Attack, Outcome

_PASSWORDS = "Deck Mate 2: identical passwords on all units"
_USB = "Deck Mate 2: the exposed USB port gave full control"
_HMAC = "Deck Mate 2: a truncated HMAC"
_WIRE = "recorded frames: the oldest attack on any serial line"
_UPDATE = "Deck Mate 2: unsigned updates (CVE-2025-34500)"
_HASH = "Deck Mate 2: the integrity check compared with a hash stored on the same device"
_WASH = "a red team on these boards: chatter washed the evidence out of the journal"
_RULES = "RULES A1: only the named role may"
_RED_TEAM = "found by attacking this firmware from outside"
_MONEY = "past-posting and wrapped counters: what is tried on every meter"
_LINK = "one key for all tables: any of them minted, drained and locked the pool"

ATTACKS: tuple[Attack, ...] = (
    Attack("no-key", "Commands without a key", _USB, knocking.no_key),
    Attack("wrong-key", "Wrong key", _PASSWORDS, knocking.wrong_key),
    Attack("other-unit", "Key of another unit", _PASSWORDS, knocking.other_unit),
    Attack("brute-force", "Guessing 10,000 times", _PASSWORDS, knocking.brute_force),
    Attack("takeover", "Taking over a session", _WIRE, knocking.takeover),
    Attack("forged-no", "Forged refusal makes the host act twice", _WIRE, knocking.forged_no),
    Attack("forged-answer", "Forged answer to the host", _WIRE, knocking.forged_answer),
    Attack("replay", "Replayed frame, same session", _WIRE, frames.replay_at_once),
    Attack("replay-session", "Replayed session", _WIRE, frames.replay_other_session),
    Attack("replay-reboot", "Replay after a reboot", _WIRE, frames.replay_after_reboot),
    Attack("rollback", "Counter set back", _WIRE, frames.counter_rollback),
    Attack("crc-twins", "Other request, same CRC", _RED_TEAM, frames.crc_twins),
    Attack("late-frames", "Frames late, twice and in halves", _RED_TEAM, frames.late_frames),
    Attack("crash", "Request that meets a bug", _RED_TEAM, programs.crash),
    Attack("no-table", "Finding without a table", _RED_TEAM, programs.no_table),
    Attack("attest-flood", "Attestation over and over", _RED_TEAM, programs.attest_flood),
    Attack("forged-push", "Forged events for the host", _RED_TEAM, history.forged_push),
    Attack("set-back", "Memories set back, store made anew", _RED_TEAM, history.set_back),
    Attack("tag-bits", "Tag with one bit flipped", _HMAC, frames.tag_bits),
    Attack("tag-cut", "Tag cut short", _HMAC, frames.tag_cut),
    Attack("tag-moved", "Tag of another frame", _HMAC, frames.tag_of_another),
    Attack("reflection", "Board's own tag reflected", _WIRE, frames.reflection),
    Attack("role-matrix", "Every message × every role", _RULES, roles.matrix),
    Attack("two-roles", "Two-role command by one", _RULES, roles.two_roles),
    Attack("other-deed", "$1 shown, $1,000,000 done", _RED_TEAM, deeds.other_deed),
    Attack("confirm-twice", "A yes said twice", _WIRE, deeds.confirm_twice),
    Attack("one-person", "One person as two", _RED_TEAM, deeds.one_person),
    Attack("wrong-tags", "Wrong tags keep the owner out", _RED_TEAM, keeping_out.wrong_tags),
    Attack("crowding", "Sessions of one role crowd others out", _RED_TEAM, keeping_out.crowding),
    Attack("lock-for-good", "A lock that nobody can end", _RED_TEAM, keeping_out.lock_for_good),
    Attack("repl", "REPL break in sealed mode", _USB, sealed.repl),
    Attack("sealed-text", "Text commands in sealed mode", _USB, sealed.texts),
    Attack("unseal", "Leaving sealed mode", _USB, sealed.unseal),
    Attack("provision-again", "Provisioning again", _PASSWORDS, sealed.provision_again),
    Attack("old-keys", "Old keys after a change", _PASSWORDS, sealed.old_keys),
    Attack("secrets", "Secrets in any output",
           "Deck Mate 2: hard-coded secrets, order reached the outside", secrets_scan.scan),
    Attack("cards-to-come", "Cards to come in any output",
           "Deck Mate 2: the camera's knowledge of the order reached the outside",
           undealt_run.cards_to_come),
    Attack("wash-time", "Clock set without end", _WASH, washing.with_time),
    Attack("wash-requests", "Requests without end", _WASH, washing.with_requests),
    Attack("wash-restarts", "Requests and restarts without end", _WASH, washing.with_restarts),
    Attack("wash-plug", "Requests and the plug without end", _WASH, washing.with_plug),
    Attack("wash-seal", "Sealed again and again", _WASH, washing.with_seal),
    Attack("wash-lamp", "Lamp on a bet sensor", _WASH, washing.with_lamp),
    Attack("wash-in-motion", "So much chatter that flash is erased amid a card's way", _RED_TEAM,
           washing.in_motion),
    Attack("wash-anonymous", "Strangers' events without end", _WASH, washing.by_strangers),
    Attack("hole-cards", "Cards that lie face down",
           "the record is open to read: so was the round in play", hole_cards.face_down),
    Attack("hole-counts", "How much of the record is hidden",
           "a refusal told whether a hidden record was there", hole_cards.counted),
    Attack("order-in-time", "Order and hole cards guessed from times and numbers",
           "the pause before each card told where it went", observe_run.order_in_time),
    Attack("order-two-decks", "The same with two decks, in two passes",
           "the pause before each card told where it went", observe_run.order_two_decks),
    Attack("order-continuous", "The same in continuous mode",
           "the pause before each card told where it went", observe_run.order_continuous),
    Attack("image-unsigned", "Unsigned image", _UPDATE, images.unsigned),
    Attack("image-other-key", "Image signed with another key", _UPDATE, images.other_key),
    Attack("image-and-hash", "Image and stored hash changed", _HASH, images.byte_and_hash),
    Attack("image-truncated", "Truncated image", _UPDATE, images.truncated),
    Attack("image-padded", "Padded image", _UPDATE, images.padded),
    Attack("image-old", "Old image with a valid signature", _UPDATE, images.old_but_valid),
    Attack("image-downgrade", "Going back to the image before", _UPDATE, images.downgrade),
    Attack("amounts", "Amounts that wrap", _MONEY, jackpot.amounts),
    Attack("terms", "Terms of the jackpot by one role", _RULES, jackpot.terms),
    Attack("take-over", "Tables of a dead holder changed by one role", _RED_TEAM,
           jackpot.take_over),
    Attack("void-winner", "Winning hand voided by one role", _RULES, jackpot.void_winner),
    Attack("late-chip", "Chip placed after the first card", _MONEY, jackpot.late_chip),
    Attack("link-key", "Key of linked tables by wire", _PASSWORDS, jackpot.link_key),
    Attack("linked-stolen-key", "Key of one linked table", _LINK, linked.stolen_key),
    Attack("linked-old-poll", "Old polls of the holder", _WIRE, linked.old_poll),
    Attack("linked-false-amounts", "Payments that cannot be", _LINK, linked.false_amounts),
    Attack("linked-stranger", "Foreign holder of the pool", _LINK, linked.foreign_holder),
    Attack("attestation", "Changed code hides from a check", _HASH, images.lying_code),
)  # fmt: skip

BY_ID = {attack.id: attack for attack in ATTACKS}
_WITH_METER = ("other-unit",)
_ON_METER = (
    "other-deed", "confirm-twice", "one-person", "lock-for-good",
    "amounts", "terms", "take-over", "void-winner", "late-chip", "link-key", "wash-lamp",
)  # fmt: skip
_WITH_CYCLES = (
    "cards-to-come", "wash-in-motion", "hole-cards", "hole-counts",
    "order-in-time", "order-two-decks", "order-continuous",
)  # fmt: skip
_WITH_BUGS = ("crash",)
_WITH_IMAGES = tuple(a.id for a in ATTACKS if a.history in (_UPDATE, _HASH))


def run_attack(attack: Attack, extra_path: Sequence[Path] = ()) -> Outcome:
    """Run one attack against a board of its own; `extra_path` holds another main.py."""
    if attack.id.startswith("linked-"):
        with linked.LinkedBench(extra_path) as tables:
            return attack.run(tables)
    kind = "meter" if attack.id in _ON_METER else "shoe"
    others = ("meter",) if attack.id in _WITH_METER else ()
    prepare = images.install_good if attack.id in _WITH_IMAGES else None
    if attack.id in _WITH_CYCLES:
        extra_path = (*extra_path, BY_IDENTITY)
    if attack.id in _WITH_BUGS:
        extra_path = (*extra_path, programs.PLANTED)
    with Bench(kind, extra_path, others=others, prepare=prepare) as bench:
        try:
            return attack.run(bench)
        except (FaroError, SimError):
            if bench.notes is None or not bench.notes.findings:
                raise
            return bench.notes.outcome()  # it has succeeded: the board is not its owner's any more
