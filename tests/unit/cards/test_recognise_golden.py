"""A fixed set of frames and the results that the recogniser gave before it was made fast.

Templates, code, reason and tries of every frame, and the evidence of every card that was read.
What a refused try leaves behind is not compared: nothing looks at it.  The frames are those of
hw_sim.reader: when it changes, the hashes are to be taken anew with the recogniser of 1286fcc.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from firmware.cards.codes import is_card
from hw_sim.optics.design import CARD_NAMES, load_design
from hw_sim.optics.reads import Read, other_reads, read_card, read_pair
from hw_sim.reader import Reader, Reading
from tests.proofs.recognition.tasks import enrol_design, frames_of

SEED = 1409
GOLDEN = {
    "plain": "8b7dd08414796515da6a9d38e3650cbf",
    "slab": "7e4efe443c52546f70b67b0a7e563626",
}


def reads(name: str) -> Iterator[Read]:
    """Worn, turned, damaged and patched cards, and what is none: 600 frames."""
    design = load_design(name)
    foreign = [load_design("slab" if name == "plain" else "plain")]
    for at, card in enumerate(CARD_NAMES):
        for sev in (1, 2, 3):
            yield read_card(design, card, sev, SEED, at, "test", at & 1)
            yield from read_pair(design, card, sev, SEED, at, is_patched=True)
    yield from other_reads(design, 8, SEED, (1, 2, 3), foreign)


def words_of(got: Reading) -> str:
    return str(tuple(got) if is_card(got.code) else (got.code, got.reason, got.tries))


def digest_of(reader: Reader, name: str) -> str:
    block, _ = enrol_design(reader, name, SEED)
    assert block is not None
    reader.load(block)
    digest = hashlib.sha256(block)
    for got in reader.read_many(frames_of(read) for read in reads(name)):
        digest.update(words_of(got).encode())
    return digest.hexdigest()[:32]


@pytest.mark.campaign
@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_recognise__fixed_frames__same_results_as_ever(name: str) -> None:
    with Reader() as reader:
        assert digest_of(reader, name) == GOLDEN[name]
