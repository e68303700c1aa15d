"""Everything a board reports by number has words for people, and the words fit the fields."""

from __future__ import annotations

import pytest

from faro.docs import notes as docs_notes
from faro.wire.dictionary import ALL_TABLES, board_dictionaries, dictionary_with, own_dictionary
from faro.wire.error_words import ERRORS
from faro.words import board as words
from firmware.core.rows import TO_BOARD

KNOWN = own_dictionary()
MESSAGES = ALL_TABLES.MESSAGES


def dummy(fmt: str) -> dict[str, int | bytes]:
    """A value for each field of an event."""
    spec = next(spec for spec in KNOWN.events.values() if spec.name == fmt)
    layout = spec.layout
    payload = bytes(1 if i == 0 else 0 for i in range(layout.fmt.size))
    return layout.unpack(payload)


def test_words__event__has_a_sentence_that_formats() -> None:
    names = {spec.name for spec in KNOWN.events.values()}
    assert names - set(words.EVENTS) == set()
    sentences = {name: words.event_sentence(name, dummy(name)) for name in names}
    assert {name for name, text in sentences.items() if not text or "{" in text} == set()


@pytest.mark.parametrize("value", [0, 255])
def test_words__event_with_any_bytes__never_raises(value: int) -> None:
    """A board with newer firmware may send numbers that this host has no words for."""
    for spec in KNOWN.events.values():
        fields = spec.layout.unpack(bytes([value] * spec.layout.fmt.size))
        assert words.event_sentence(spec.name, fields), spec.name


def test_words__fault__has_a_sentence_and_steps() -> None:
    for spec in KNOWN.faults.values():
        sentence, steps = words.FAULTS[spec.name]
        assert sentence.endswith(".") and steps.endswith("."), spec.name
        assert 0 <= spec.severity < len(words.SEVERITIES), spec.name


def test_words__errors__all_have_a_sentence_and_none_is_left_over() -> None:
    assert set(ERRORS) == set(KNOWN.errors.values())


def test_words__messages__all_have_a_note_in_the_protocol_reference() -> None:
    assert set(docs_notes.MESSAGES) == set(KNOWN.message_names)


def test_words__tables__numbers_and_names_are_unique() -> None:
    for rows in (MESSAGES, *([(s.number, s.name) for s in t] for t in _tables())):
        assert len({row[0] for row in rows}) == len(rows)
        assert len({row[1] for row in rows}) == len(rows)
    assert 10 not in {row[0] for row in MESSAGES}, "a line feed as kind looks like text"
    assert all(row[0] < 0x80 for row in MESSAGES), "bit 7 of the kind marks a tag"


def test_words__requests__answer_by_a_message_to_the_host() -> None:
    for row in MESSAGES:
        number, _name, direction, _roles, _rule, reply = row[:6]
        if direction == TO_BOARD and reply:
            assert KNOWN.messages[reply].direction != TO_BOARD, number


def _tables():
    return (KNOWN.events.values(), KNOWN.faults.values(), KNOWN.settings.values())


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_dictionaries__each_board__known_by_its_crc_and_part_of_the_whole(kind: str) -> None:
    board = board_dictionaries()[kind]
    assert dictionary_with(board.crc) is not None
    for section, lines in enumerate(board.lines):
        assert set(lines) <= set(KNOWN.lines[section])
    assert dictionary_with(board.crc ^ 1) is None
