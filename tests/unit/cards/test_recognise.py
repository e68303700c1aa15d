"""Recognition, short form: own decks, fixed seeds; the campaign is `make recognition`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from firmware.cards.codes import card_named, is_card
from firmware.cards.recognise import quality, reasons, templates
from firmware.cards.recognise.recogniser import Recogniser
from hw_sim.optics.design import load_design
from hw_sim.optics.reads import counted_reads, enrol_reads, other_reads
from hw_sim.reader import Reader, Reading, green_lines
from tests.helpers.mp_run import run_in_micropython
from tests.proofs.recognition.tasks import enrol_design, frames_of, read_cards

SEED = 20261
DECKS = ("plain", "slab")


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as one:
        yield one


@pytest.fixture(scope="module")
def blocks(reader: Reader) -> dict[str, bytes]:
    made: dict[str, bytes] = {}
    for name in DECKS:
        block, refused = enrol_design(reader, name, SEED)
        assert block is not None and not refused
        made[name] = block
    return made


@pytest.mark.campaign
@pytest.mark.rule("C1")
@pytest.mark.parametrize("design", DECKS)
def test_recognise__own_deck_every_card__none_misread(
    reader: Reader, blocks: dict[str, bytes], design: str
) -> None:
    names = tuple(r + s for r in "23456789TJQKA" for s in "SHDC")
    found = read_cards(reader, design, blocks[design], names, 1, SEED)
    assert found.wrong == []
    for sev, goal in ((1, 98), (2, 94), (3, 65)):
        count = found.single[sev]
        assert count.reads == 104
        assert count.right * 100 >= goal * count.reads, (sev, count)
        assert found.pair[sev].wrong == found.refed[sev].wrong == 0


@pytest.mark.campaign
@pytest.mark.rule("C1", "C2", "C8")
def test_recognise__what_is_no_card__is_never_taken_for_one(
    reader: Reader, blocks: dict[str, bytes]
) -> None:
    reader.load(blocks["plain"])
    named: dict[str, Counter[int]] = {}
    for read in other_reads(load_design("plain"), 4, SEED):
        got = reader.read(*frames_of(read))
        if read.truth != "TWO":  # the path sensors' work where the picture can't tell
            assert not is_card(got.code), read.notes
            named.setdefault(read.truth, Counter())[got.code] += 1
    assert set(named) == {"JOKER", "BACK", "CUT", "BLANK"}
    for truth, code in (("BACK", 0x43), ("CUT", 0x41), ("BLANK", 0x42)):
        assert named[truth].most_common(1)[0][0] == code


@pytest.mark.campaign
def test_recognise__twin_on_cpython__gives_the_same_evidence(
    reader: Reader, blocks: dict[str, bytes]
) -> None:
    reader.load(blocks["slab"])
    twin = Recogniser(bytearray(blocks["slab"]))
    names = ("AS", "8H", "TD", "QC", "3S")
    reads = [*counted_reads(load_design("slab"), 6, SEED, names=names)]
    reads += [*other_reads(load_design("slab"), 2, SEED)]
    for read in reads:
        green, red = frames_of(read)
        code = twin.read(bytearray(green_lines(green)), bytearray(red), 96)
        d = twin.decision
        d.work_out_clear(twin.view)
        mine = Reading(code, twin.reason, twin.tries, d.card, d.rank_diff, d.rank_extra,
                       d.rank_clear, d.suit_diff, d.suit_extra, d.suit_clear)  # fmt: skip
        assert mine == reader.read(green, red), (read.truth, read.notes)
    assert len(reads) > 100


@pytest.mark.campaign
def test_recognise__one_template_changed_for_another__is_seen_as_misreads(
    reader: Reader, blocks: dict[str, bytes]
) -> None:
    """The detector can fail: with the 6 and the 9 exchanged the counts say so."""
    block = bytearray(blocks["plain"])
    cells = templates.RANKS_AT + 4 * 192, templates.RANKS_AT + 7 * 192
    six, nine = (bytes(block[at : at + 192]) for at in cells)
    block[cells[0] : cells[0] + 192], block[cells[1] : cells[1] + 192] = nine, six
    templates.seal(block)
    found = read_cards(reader, "plain", bytes(block), ("6S", "9S"), 2, SEED)
    assert found.wrong and all("> 9S" in w or "> 6S" in w for w in found.wrong)


@pytest.mark.campaign
def test_recognise__damaged_or_old_templates__are_refused(blocks: dict[str, bytes]) -> None:
    block = bytearray(blocks["plain"])
    block[1000] ^= 1
    with pytest.raises(ValueError, match="not a template set"):
        Recogniser(block)
    block = bytearray(blocks["plain"])
    block[templates.H_VERSION] += 1
    with pytest.raises(ValueError, match="version"):
        Recogniser(block)


@pytest.mark.campaign
def test_recognise__frames_that_are_no_picture__have_a_code(
    reader: Reader, blocks: dict[str, bytes]
) -> None:
    reader.load(blocks["plain"])
    red = bytes(3072)
    for green in (bytes(12288), b"\xff" * 12288, b"\x80" * 12288, bytes(range(256)) * 48):
        assert not is_card(reader.read(green, red).code)


@pytest.mark.campaign
def test_recognise__no_red_exposure__refuses_rather_than_guesses(
    reader: Reader, blocks: dict[str, bytes]
) -> None:
    """One lamp dead: the colour flag is gone."""
    reader.load(blocks["plain"])
    for read in counted_reads(load_design("plain"), 1, SEED, (1,)):
        green, _ = frames_of(read)
        assert not is_card(reader.read(green, bytes(3072)).code)


@pytest.mark.campaign
def test_quality__own_decks__are_safe_and_name_the_nearest(blocks: dict[str, bytes]) -> None:
    for block in blocks.values():
        assert quality.is_safe(block)
        pairs = quality.rank_pairs(block)
        assert len(pairs) == 78 and pairs == sorted(pairs)
        assert len(quality.suit_pairs(block)) == 6


@pytest.mark.campaign
def test_quality__two_equal_suits__are_not_safe(blocks: dict[str, bytes]) -> None:
    block = bytearray(blocks["plain"])
    at = templates.SUITS_AT
    block[at + 3 * 144 : at + 4 * 144] = block[at : at + 144]
    assert not quality.is_safe(block)


@pytest.mark.campaign
def test_enrolment__a_rank_missing_or_only_blanks__makes_no_templates(reader: Reader) -> None:
    reads = [(card_named(r.truth), *frames_of(r)) for r in enrol_reads(load_design("plain"), 1, 3)]
    assert reader.enrol([r for r in reads if r[0] >> 2 != 5])[0] is None
    made, _ = reader.enrol([r for r in reads if r[0] >> 2 != 5], most_lacking=1)
    assert made is not None
    reader.load(made)
    for card, green, red in reads:
        code = reader.read(green, red).code
        assert code == card or (card >> 2 == 5 and not is_card(code))
    blank = b"\xc8" * 12288, b"\xaa" * 3072
    made, refused = reader.enrol([(card, *blank) for card in range(52)])
    assert made is None and len(refused) == 52


def test_reasons__every_number__has_words_of_its_own() -> None:
    numbers = [number for number, _ in reasons.REASONS]
    assert sorted(numbers) == list(range(len(numbers)))
    assert len({words for _, words in reasons.REASONS}) == len(numbers)
    named = {v for k, v in vars(reasons).items() if k.isupper() and isinstance(v, int)}
    assert named == set(numbers)


MEMORY = """
import gc
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.recogniser import Recogniser
from firmware.cards.recognise.template_maker import TemplateMaker
from firmware.cards.recognise import templates
block = bytearray(templates.TEMPLATE_BYTES); templates.seal(block)
gc.collect(); start = gc.mem_alloc()
view = IndexView(); gc.collect(); a = gc.mem_alloc()
reader = Recogniser(block, view); gc.collect(); b = gc.mem_alloc()
enrolment = TemplateMaker(view); gc.collect(); c = gc.mem_alloc()
print(a - start, b - a, c - b, len(block))
"""


def test_recognise__work_memory__is_what_the_document_says() -> None:
    view, reader, enrolment, block = map(int, run_in_micropython(MEMORY).split())
    assert view < 31_000  # ink picture, runs and blobs, maps
    assert reader < 6_000
    assert enrolment < 20_500  # only while a deck is enrolled, and from its beginning
    assert block == templates.TEMPLATE_BYTES <= 6144
