"""All attacks, one row each: id, what it is in plain words, where it comes from, how it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from faro.sim.scenarios.shuffler import BY_IDENTITY
from faro.wire.errors import FaroError
from hw_sim.vm import SimError
from tests.proofs.attacks import (
    frames,
    hole_cards,
    images,
    knocking,
    observe_run,
    roles,
    sealed,
    secrets_scan,
    undealt_run,
)
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Attack, Outcome

_PASSWORDS = "Deck Mate 2: identical passwords on all units"
_USB = "Deck Mate 2: the exposed USB port gave full control"
_HMAC = "Deck Mate 2: a truncated HMAC"
_WIRE = "recorded frames: the oldest attack on any serial line"
_UPDATE = "Deck Mate 2: unsigned updates (CVE-2025-34500)"
_HASH = "Deck Mate 2: the integrity check compared with a hash stored on the same device"
_RULES = "RULES A1: only the named role may"

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
    Attack("tag-bits", "Tag with one bit flipped", _HMAC, frames.tag_bits),
    Attack("tag-cut", "Tag cut short", _HMAC, frames.tag_cut),
    Attack("tag-moved", "Tag of another frame", _HMAC, frames.tag_of_another),
    Attack("reflection", "Board's own tag reflected", _WIRE, frames.reflection),
    Attack("role-matrix", "Every message × every role", _RULES, roles.matrix),
    Attack("two-roles", "Two-role command by one", _RULES, roles.two_roles),
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
    Attack("hole-cards", "Cards that lie face down",
           "the record is open to read: so was the round in play", hole_cards.face_down),
    Attack("order-in-time", "Order and hole cards guessed from times and numbers",
           "the pause before each card told where it went", observe_run.order_in_time),
    Attack("image-unsigned", "Unsigned image", _UPDATE, images.unsigned),
    Attack("image-other-key", "Image signed with another key", _UPDATE, images.other_key),
    Attack("image-and-hash", "Image and stored hash changed", _HASH, images.byte_and_hash),
    Attack("image-truncated", "Truncated image", _UPDATE, images.truncated),
    Attack("image-padded", "Padded image", _UPDATE, images.padded),
    Attack("image-old", "Old image with a valid signature", _UPDATE, images.old_but_valid),
    Attack("image-downgrade", "Going back to the image before", _UPDATE, images.downgrade),
    Attack("attestation", "Changed code hides from a check", _HASH, images.lying_code),
)  # fmt: skip

BY_ID = {attack.id: attack for attack in ATTACKS}
_WITH_METER = ("other-unit",)
_WITH_CYCLES = ("cards-to-come", "hole-cards", "order-in-time")
_WITH_IMAGES = tuple(a.id for a in ATTACKS if a.history in (_UPDATE, _HASH))


def run_attack(attack: Attack, extra_path: Sequence[Path] = ()) -> Outcome:
    """Run one attack against a board of its own; `extra_path` holds another main.py."""
    others = ("meter",) if attack.id in _WITH_METER else ()
    prepare = images.install_good if attack.id in _WITH_IMAGES else None
    if attack.id in _WITH_CYCLES:
        extra_path = (*extra_path, BY_IDENTITY)
    with Bench("shoe", extra_path, others=others, prepare=prepare) as bench:
        try:
            return attack.run(bench)
        except (FaroError, SimError):
            if bench.notes is None or not bench.notes.findings:
                raise
            return bench.notes.outcome()  # it has succeeded: the board is not its owner's any more
