"""The provable shuffle: firmware and host agree, anything changed is refused, nothing else told."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faro.shuffler import proof
from firmware.shuffler import commitment as c
from firmware.shuffler.proof_book import ProofBook
from firmware.shuffler.rows import CARDS_PER_EVENT, EV_CARDS_DEALT, EV_SHUFFLE_COMMITTED
from tests.helpers import commitment_checks
from tests.helpers.commitment_checks import DEVICE, SECRET, committed, pack_of
from tests.helpers.mp_run import run_in_micropython

SIZES = [52, 104, 156, 208, 312, 416]


def shown(made: c.Commitment, positions) -> proof.ProofFile:
    """What the host makes of the proofs that a commitment gives."""
    dealt = [
        proof.DealtCard(
            position,
            proof.card_name(made.card(position)),
            made.nonce(position).hex(),
            [made.sibling(position, height).hex() for height in range(made.depth)],
        )
        for position in positions
    ]
    return proof.ProofFile(DEVICE.hex(), made.shuffle, made.count, bytes(made.root).hex(), dealt)


@pytest.mark.parametrize("count", [1, 2, 3, 63, 64, 65, *SIZES])
def test_proof__every_position__leads_to_the_root(count: int) -> None:
    positions = range(count) if count <= 65 else range(0, count, 13)
    made = committed(count, positions)
    assert made.depth == proof.depth_for(count)
    assert proof.findings(shown(made, positions)) == []
    for dealt in shown(made, positions).dealt:
        digest = proof.leaf(
            DEVICE, 9, count, dealt.position, proof.card_number(dealt.card),
            bytes.fromhex(dealt.nonce),
        )  # fmt: skip
        path = [bytes.fromhex(text) for text in dealt.path]
        assert proof.root_from(digest, dealt.position, path) == made.root


def test_roots__inside_micropython__the_same() -> None:
    script = "from tests.helpers import commitment_checks\nprint(commitment_checks.check_roots())"
    assert run_in_micropython(script).strip() == commitment_checks.check_roots()


@pytest.mark.rule("A2", "STANDARDS 19")
@pytest.mark.parametrize("count", [52, 416])
def test_commitment__position_not_dealt__nothing_is_given(count: int) -> None:
    made = committed(count, (3,))
    for position in (-1, 0, 2, 4, count - 1, count, 65535):
        assert not made.is_dealt(position)
        for ask in (made.card, made.nonce, lambda p: made.sibling(p, 0)):
            with pytest.raises(ValueError, match="not dealt"):
                ask(position)
    assert made.card(3) == pack_of(count)[3]


def test_commitment__same_order_twice__another_secret_gives_another_root() -> None:
    made = c.Commitment(DEVICE)
    roots = {bytes(made.publish(1, pack_of(52), 52, bytes([i]) * 32)) for i in range(20)}
    roots |= {bytes(made.publish(i, pack_of(52), 52, SECRET)) for i in range(20)}
    roots.add(bytes(c.Commitment(b"76543210").publish(0, pack_of(52), 52, SECRET)))
    assert len(roots) == 41


def test_commitment__nonces__all_differ_and_none_is_in_another_proof() -> None:
    made = committed(416, range(416))
    nonces = {made.nonce(position) for position in range(416)}
    assert len(nonces) == 416
    text = b"".join(made.sibling(5, height) for height in range(made.depth))
    assert not any(nonce in text for nonce in nonces)


def test_commitment__wiped__no_order_and_no_secret_left() -> None:
    made = committed(52, (0,))
    made.wipe()
    for secret in (made.secret, made._cards, made._layer):
        assert not any(secret)
    assert not made.is_dealt(0) and made.root == b""


@pytest.mark.parametrize(("count", "secret"), [(0, SECRET), (417, SECRET), (52, b"short")])
def test_commitment__bad_arguments__raise(count: int, secret: bytes) -> None:
    with pytest.raises(ValueError):
        c.Commitment(DEVICE).publish(1, pack_of(416), count, secret)


# -- tampering -------------------------------------------------------------------------------


def flipped(text: str, at: int) -> str:
    raw = bytearray.fromhex(text)
    raw[at % len(raw)] ^= 1 << at % 8
    return raw.hex()


def change(good: proof.ProofFile, what: str, rng: random.Random) -> tuple[proof.ProofFile, str]:
    """A file with one thing changed, and a word of the sentence that must name it."""
    index = rng.randrange(len(good.dealt))
    card = good.dealt[index]
    replace = dataclasses.replace
    if what in ("root", "device"):
        return replace(good, **{what: flipped(getattr(good, what), rng.randrange(256))}), "lead"
    if what == "shuffle":
        return replace(good, shuffle=good.shuffle + 1), "lead"
    if what == "cards":
        return replace(good, cards=good.cards - 1), "lead"
    if what == "card":
        other = proof.card_name((proof.card_number(card.card) + rng.randrange(1, 52)) % 52)
        bad = replace(card, card=other)
    elif what == "position":
        bad = replace(card, position=(card.position + rng.randrange(1, good.cards)) % good.cards)
    elif what == "nonce":
        bad = replace(card, nonce=flipped(card.nonce, rng.randrange(128)))
    else:
        path = list(card.path)
        at = rng.randrange(len(path))
        path[at] = flipped(path[at], rng.randrange(256))
        bad = replace(card, path=path)
    dealt = [*good.dealt]
    dealt[index] = bad
    return replace(good, dealt=dealt), f"position {bad.position}: {bad.card} does not lead"


@pytest.mark.parametrize(
    "what", ["card", "position", "nonce", "path", "root", "device", "shuffle", "cards"]
)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), count=st.sampled_from([52, 416]))
def test_verify__one_thing_changed__refused_and_named(what: str, seed: int, count: int) -> None:
    rng = random.Random(seed)
    positions = sorted(rng.sample(range(count), 5))
    good = shown(committed(count, positions), positions)
    assert proof.findings(good, good.root.upper()) == []
    bad, words = change(good, what, rng)
    assert any(words in text for text in proof.findings(bad)), proof.findings(bad)


def test_verify__two_cards_change_places__both_refused() -> None:
    good = shown(committed(52, range(6)), range(6))
    first, second = good.dealt[:2]
    swapped = [
        dataclasses.replace(first, position=second.position),
        dataclasses.replace(second, position=first.position),
    ]
    found = proof.findings(dataclasses.replace(good, dealt=swapped))
    assert len([text for text in found if "does not lead" in text]) == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"root": "00"}, "root is not 32 bytes"),
        ({"root": "xyz"}, "root is not 32 bytes"),
        ({"device": ""}, "8 bytes"),
        ({"cards": 0}, "1 to 512"),
        ({"shuffle": -1}, "not a shuffle"),
        ({"dealt": []}, "nothing is proved"),
    ],
)
def test_verify__impossible_head__one_clear_sentence(changes, words: str) -> None:
    good = shown(committed(52, [0]), [0])
    assert words in proof.findings(dataclasses.replace(good, **changes))[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"card": "1X"}, "not a card"),
        ({"position": 52}, "only 52 cards"),
        ({"position": -1}, "only 52 cards"),
        ({"nonce": "00"}, "nonce is not 16 bytes"),
        ({"path": []}, "path is not 6 hashes"),
        ({"path": ["zz"] * 6}, "path is not 6 hashes"),
    ],
)
def test_verify__impossible_card__one_clear_sentence(changes, words: str) -> None:
    good = shown(committed(52, [0]), [0])
    bad = dataclasses.replace(good, dealt=[dataclasses.replace(good.dealt[0], **changes)])
    assert words in proof.findings(bad)[0]


def test_verify__card_twice_in_one_deck__refused_though_the_paths_are_right() -> None:
    made = c.Commitment(DEVICE)
    made.publish(1, bytes(52), 52, SECRET)  # a root over 52 deuces
    for position in (0, 1):
        made.mark_dealt(position)
    assert proof.findings(shown(made, (0, 1))) == ["2S came 2 times out of 1 deck"]


def test_verify__other_root_was_published__refused() -> None:
    good = shown(committed(52, [0]), [0])
    assert "not the one that was published" in proof.findings(good, "00" * 32)[0]


# -- the book --------------------------------------------------------------------------------


class Record(list):
    def __call__(self, *event):
        self.append(tuple(bytes(v) if isinstance(v, bytearray) else v for v in event))


def newest(made: ProofBook) -> c.Commitment:
    pack = made.newest(0)
    assert pack is not None
    return pack


def book(random_bytes=lambda n: bytes(range(n))):
    record = Record()
    return ProofBook(DEVICE, record, random_bytes), record


def test_book__committed_and_dealt__recorded_in_this_order() -> None:
    made, record = book()
    assert made.commit(4, pack_of(52), 52)
    root = newest(made).root
    assert made.deal(4, 0, 3) and made.deal(4, 3, 1)
    for shuffle, first, count in ((4, 3, 1), (4, 2, 3), (4, 50, 3), (5, 4, 1), (4, 4, 0)):
        assert not made.deal(shuffle, first, count)
    assert record == [
        (EV_SHUFFLE_COMMITTED, 4, 52, root),
        (EV_CARDS_DEALT, 4, 0, 3, bytes([0, 7, 14]) + b"\xff" * 57),
        (EV_CARDS_DEALT, 4, 3, 1, bytes([21]) + b"\xff" * 59),
    ]


def test_book__eight_decks_at_once__as_many_events_as_it_takes() -> None:
    made, record = book()
    made.commit(4, pack_of(416), 416)
    assert made.deal(4, 0, 416)
    told = b"".join(event[4][: event[3]] for event in record[1:])
    assert told == pack_of(416) and len(record) == 1 + -(-416 // CARDS_PER_EVENT)


def test_book__generator_not_well__nothing_committed() -> None:
    made, record = book(lambda n: None)
    assert not made.commit(4, pack_of(52), 52)
    assert record == [] and made.newest(0) is None and made.newest(9) is None


def test_book__two_packs__both_answer_and_the_third_replaces_the_older() -> None:
    made, _ = book()
    for shuffle in (1, 2, 3):
        made.commit(shuffle, pack_of(52), 52)
    assert made.find(1) is None
    assert made.newest(0) is made.find(3) and made.newest(1) is made.find(2)
    made.void(3)
    assert made.find(3) is None and made.newest(0) is None
    assert made.deal(2, 0, 1)


def test_book__restored_after_a_power_loss__same_root_and_the_deal_goes_on() -> None:
    made, _ = book()
    made.commit(4, pack_of(52), 52)
    made.deal(4, 0, 3)
    pack = newest(made)
    root, secret = bytes(pack.root), bytes(pack.secret)
    again, record = book()
    again.restore(4, pack_of(52), 52, secret, 3)
    assert newest(again).root == root and record == []
    assert newest(again).dealt_count == 3 and again.deal(4, 3, 1)
