"""Recognition on other rigs than ours: a bright path, a coarse red line, an index that fills it."""
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from firmware.cards.codes import card_named, is_card
from firmware.cards.recognise import templates
from hw_sim.optics import picture
from hw_sim.optics.design import Design, load_design
from hw_sim.optics.reads import counted_reads, enrol_reads
from hw_sim.optics.render import Frame
from hw_sim.reader import RED_STEP, Reader

SEED = 77
Seen = Callable[[Frame], bytes]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as one:
        yield one


def fourth_lines(red: Frame) -> bytes:
    return np.ascontiguousarray(red[::RED_STEP]).tobytes()


def mean_lines(red: Frame) -> bytes:
    """A red exposure that lasts over four lines."""
    return red.reshape(-1, RED_STEP, red.shape[1]).mean(axis=1).astype(np.uint8).tobytes()


def read_rate(reader: Reader, deck: Design, sev: int, red_of: Seen) -> tuple[float, bytes]:
    """Percent read of one pass over the deck, enrolled on the same rig; none may be misread."""
    reads = [
        (card_named(r.truth), r.green.tobytes(), red_of(r.red)) for r in enrol_reads(deck, 3, SEED)
    ]
    block, _ = reader.enrol(reads)
    assert block is not None
    reader.load(block)
    right = 0
    tests = [*counted_reads(deck, 1, SEED, (sev,))]
    for read in tests:
        got = reader.read(read.green.tobytes(), red_of(read.red))
        assert not is_card(got.code) or got.code == card_named(read.truth)
        right += is_card(got.code)
    return 100 * right / len(tests), block


@pytest.mark.campaign
@pytest.mark.parametrize("path", [0.3, 0.5])
def test_recognise__path_that_reflects__costs_no_reads(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, path: float
) -> None:
    monkeypatch.setattr(picture, "PATH", path)
    for sev, goal in ((1, 98), (2, 94)):
        rate, _ = read_rate(reader, load_design("plain"), sev, fourth_lines)
        assert rate >= goal


@pytest.mark.campaign
def test_recognise__red_exposure_over_four_lines__is_learned_at_enrolment(reader: Reader) -> None:
    rate, block = read_rate(reader, load_design("plain"), 1, mean_lines)
    assert rate >= 98
    sharp = read_rate(reader, load_design("plain"), 1, fourth_lines)[1]
    assert block[templates.H_PALE] > sharp[templates.H_PALE]


@pytest.mark.campaign
def test_recognise__index_that_leaves_no_room_for_the_face__is_read_without_it(
    reader: Reader,
) -> None:
    """No evidence is none against a card."""
    rate, made = read_rate(reader, load_design("plain"), 1, fourth_lines)
    block = bytearray(made)
    block[templates.H_INDEX_L1] = 76
    templates.seal(block)
    reader.load(bytes(block))
    tests = [*counted_reads(load_design("plain"), 1, SEED, (1,))]
    right = 0
    for read in tests:
        got = reader.read(read.green.tobytes(), fourth_lines(read.red))
        right += got.code == card_named(read.truth)
    assert rate >= 98 and right * 100 >= 95 * len(tests)
