"""What a dealer reads aloud: whole sentences, the money first, from the columns of the rows.

The expectations about money are written from the documents, not from the words' code.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from faro.words import ruling as words
from faro.words import ruling_texts as texts
from faro.words.ruling_money import Columns, money_text
from faro.words.ruling_terms import SIDE_WAGERS
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.ruling import effects as e
from firmware.ruling.effects import PACK_NAMES, STEP_COUNT
from firmware.ruling.engine import rows_of
from firmware.ruling.rows import REASON_NAMES
from firmware.ruling.rulings import RULINGS
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import (
    ASKED,
    FACTS,
    GAME_NAMES,
    IDLE,
    IN_ROUND,
    STATE_NAMES,
    UNASKED,
)

_rows_of: Any = rows_of  # tables of the firmware have no types
DEVICE_BIT = 0x80
MOMENTS = [1 << i | box for i in range(len(STATE_NAMES)) for box in (0, DEVICE_BIT)]
WHOLE = re.compile(r"[A-Z“].*[.?]")
# words of the texts that were poor, or that no dealer says
POOR = ("may not be mixed", "turned down", "dealt to its end", "made up", "another time", "{", "}")


def made() -> list[tuple[str, int, int]]:
    """Every game, ruling and moment that the rows can come to."""
    found: set[tuple[str, int, int]] = set()
    for number, game in enumerate(GAME_NAMES, 1):
        for row in _rows_of(number):
            states = [bit for bit in (1, 2, 4, 8, 16) if row[1] & bit]
            boxes = [box for box, bit in ((0, 1), (DEVICE_BIT, 2)) if row[2] & bit]
            found |= {(game, row[5], state | box) for state in states for box in boxes}
    return sorted(found)


def sentences(game: str, ruling: int, place: int, moment: int) -> list[str]:
    text = words.ruling_text(game, ruling, place, moment, 1)
    return [*re.split(r"(?<=[.?]) ", text)] + [
        step["text"] for step in words.steps_of(game, ruling, place, moment, 1)
    ]


# -- none is missing ---------------------------------------------------------------------------


def test_words__every_name_of_the_tables__has_its_text_and_none_is_left_over() -> None:
    assert set(texts.RULINGS) == {row[1] for row in RULINGS}
    assert set(texts.PACKS) == set(PACK_NAMES)
    assert set(texts.QUESTIONS) == {name for bit, name in FACTS if bit & ASKED}
    assert set(texts.UNASKED) == {name for bit, name in FACTS if bit & UNASKED}
    assert set(texts.FINDINGS) == {row[1] for row in TOLD}
    assert set(texts.STEPS) == set(words.STEP_NAMES.values())
    assert sorted(words.STEP_NAMES) == list(range(1, STEP_COUNT + 1))
    assert set(texts.REASONS) == set(REASON_NAMES[1:])
    assert {bit for bit, _text in texts.STOPS} >= {
        row[2] & bit for row in e.TICKED for bit in (1, 2, 4) if row[2] & bit
    }
    assert len(texts.TICKED_BY) > max(row[3] for row in e.TICKED)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_words__all_rulings_places_and_moments__are_whole_sentences(game: str) -> None:
    for row in RULINGS:
        for place in (0, 3, NO_PLACE):
            for moment in (0, *MOMENTS):
                for sentence in sentences(game, row[0], place, moment):
                    assert WHOLE.fullmatch(sentence), sentence
                    assert not [word for word in POOR if word in sentence], sentence
    for bit, _name in FACTS:
        for moment in (0, *MOMENTS):
            assert WHOLE.fullmatch(words.question_text(game, bit, moment))
    for row in (*FINDINGS, *TOLD):
        assert re.fullmatch(r"[a-z].*[a-z\d]", words.finding_text(row[0], game))
    assert words.read_aloud(game, 2, 12_09_2).endswith(f" Rule {game.upper()} 12.9.2.")
    assert words.read_aloud(game, words.WITHDRAWN, 0)


def test_words__no_round_in_play__nothing_speaks_of_this_round() -> None:
    idle = [entry for entry in made() if entry[2] & IDLE]
    assert len(idle) > 100
    for game, ruling, moment in idle:
        for sentence in sentences(game, ruling, 3, moment):
            assert not re.search(r"\b[Tt]his (round|coup)", sentence), (game, ruling, sentence)
    said = {words.ruling_text(*entry[:2], 3, entry[2]) for entry in made() if entry[2] & IN_ROUND}
    assert any("this round" in text for text in said) and any("this coup" in text for text in said)


def test_words__three_card_baccarat__says_coup_and_banker_and_the_others_do_not() -> None:
    for game, ruling, moment in made():
        for sentence in sentences(game, ruling, 3, moment):
            wrong = r"\b[Rr]ounds?\b|\bdealer's\b" if game == "tcb" else r"\b[Cc]oup|\bBanker\b"
            assert not re.search(wrong, sentence), (game, sentence)
    for code in (13, 16, 10):
        assert "round" not in words.finding_text(code, "tcb")
        assert "dealer" not in words.finding_text(code, "tcb")
    assert "Banker hand" in words.question_text("tcb", words.fact_bit("dealers"))


def test_words__shuffle_and_burn__as_the_equipment_and_the_game_ask() -> None:
    shoe = words.step_text("tcb", e.DO_SHUFFLE, moment=4)
    device = words.step_text("tcb", e.DO_SHUFFLE, moment=4 | DEVICE_BIT)
    assert shoe == "Shuffle and cut the cards."
    assert device == "Shuffle the cards in the device; they are not cut."
    for game, ruling, moment in made():
        said = words.ruling_text(game, ruling, 3, moment)
        assert not (moment & DEVICE_BIT and "shuffled and cut" in said and "shoe" not in said)
    burns = {game: words.step_text(game, e.DO_BURN_AS_RULED) for game in ("tcb", "ldb")}
    assert "as many" in burns["tcb"] and "ace 1, ten and picture cards 10" in burns["tcb"]
    assert burns["ldb"].startswith("Burn one card face down")


def test_words__collusion__names_the_measure() -> None:
    number = words.ruling_number("MEASURE_TAKEN")
    said = [words.ruling_text("tcp", number, detail=detail) for detail in (1, 2, 3)]
    assert "before others touch" in said[0] and "together" in said[1] and "English" in said[2]


def test_words__whose_hand__is_answered_with_a_seat() -> None:
    whose = words.fact_bit("whose")
    assert "seat" in words.question_text("tcp", whose)
    assert words.answer_text(whose, 1, 4) == "seat 4"
    assert words.answer_text(words.fact_bit("spare"), 0, NO_PLACE) == "no"
    unfit = next(row[0] for row in TOLD if row[1] == "CARD_UNFIT")
    ordered = words.fact_bit("ordered")
    assert "replaced" in words.question_text("tcp", ordered, finding=unfit)
    assert "shuffled" in words.question_text("tcb", ordered, finding=40)


# -- the money ---------------------------------------------------------------------------------

# name of the ruling, game, what must be said of the money, what must not
MONEY = [
    ("MISDEAL", "tcp", "All wagers of this round are void and are returned", "forfeited"),
    ("MISDEAL", "csp", "jackpot wagers included", "stand"),
    ("MISDEAL_COUP", "tcb", "All wagers of this coup are void", "round"),
    ("HAND_VOID", "tcp", "Ante, Play and Pair Plus wagers at seat 3 are void", "forfeited"),
    ("HAND_VOID", "fcp", "Ante, Play and Aces Up wagers at seat 3 are void", "Pair Plus"),
    ("HAND_VOID", "csp", "ante, bet and jackpot wagers at seat 3 are void", "forfeited"),
    ("HAND_VOID", "tcb", "Player and Tie wagers at seat 3 are void", "Banker Point"),
    ("ANTE_RETURNED", "tcp", "a Pair Plus wager is played to its end and settled", "forfeited"),
    ("ANTE_RETURNED", "fcp", "an Aces Up wager is played to its end and settled", "forfeited"),
    ("WAGER_REFUSED", "tcp", "Ante wager at seat 3 is void and is returned", "all wagers"),
    ("ANTE_LOST", "tcp", "Ante wager at seat 3 is forfeited", "Ante wager at seat 3 is void"),
    ("ANTE_LOST", "fcp", "what lies on Play is returned", "Pair Plus"),
    ("HAND_VOID_ALL_BACK", "csp", "jackpot wagers at seat 3 are void and are returned", "lost"),
    ("DEEMED_STAND", "ldb", "may not place a DRAW wager", "void"),
    ("SHOE_BAD_INTERIM", "ldb", "what was settled already stands", "forfeited"),
    ("SHOE_BAD", "tcb", "All wagers of this coup are void", "settled already"),
    ("ROUND_ENDED", "ldb", "returned to the players; the round ends here", "forfeited"),
    ("FINISH_FROM_SHOE", "tcb", "Every player may take the wager of this coup back", "void"),
    ("OUTCOME_VOID", "ldb", "All wagers of this round are void", "forfeited"),
    ("OUTCOME_VOID_FORFEIT", "csp", "All wagers at seat 3 are forfeited; all other", "stand"),
    ("CORRECTED", "fcp", "settled by the corrected result", "void"),
    ("STANDS_AS_SET", "fcp", "settled against the dealer's hand as it was set", "void"),
    ("INSPECTOR_DECIDES", "csp", "no jackpot wager is taken", "void"),
    ("CARD_TURNED", "tcp", "All wagers stand.", "void"),
    ("HAND_DISCARDED", "csp", "All wagers stand.", "void"),
    ("NO_RULE", "ldb", "No wager is paid or taken", "void"),
]


@pytest.mark.rule("I4", "I5", "I9", "I12")
@pytest.mark.parametrize(("name", "game", "said", "unsaid"), MONEY)
def test_money__first_sentence__says_what_the_rules_say(
    name: str, game: str, said: str, unsaid: str
) -> None:
    number = words.ruling_number(name)
    text = words.ruling_text(game, number, 3, 8)
    first = text.partition(". ")[0] + "."
    assert said in first and unsaid not in first, first
    assert text.startswith(money_text(game, words.ruling_row(number)[2], 3, 8))


# how the first sentence begins, by the documents; whatever is not here leaves all wagers alone
ALL_BACK = {
    *("MISDEAL", "MISDEAL_COUP", "DECK_BAD", "SHOE_BAD", "SHOE_BAD_INTERIM", "NOT_ENOUGH_VOID"),
    *("DEVICE_GONE", "DEVICE_GONE_LOW_LIMIT", "ROUND_ENDED", "ROUND_NOT_REBUILT"),
    *("COUP_NOT_REBUILT", "OUTCOME_VOID"),
}
ONE_HAND = {
    *("HAND_VOID", "HAND_NOT_REBUILT", "HAND_VOID_ALL_BACK"),
    *("ANTE_RETURNED", "WAGER_REFUSED", "ANTE_LOST"),
}
OTHERWISE = {
    "OUTCOME_VOID_FORFEIT": "All wagers at seat 3 are forfeited",
    "NO_RULE": "No wager is paid or taken",
    "REFERRED": "No wager is paid or taken",
    "INSPECTOR_DECIDES": "No wager is paid or taken",
    "STOPPED_DEALT": "No wager is paid or taken",
    "FINISH_FROM_SHOE": "Every player may take the wager",
    "CORRECTED": "The wagers of this",
    "BET_CORRECTED": "The bet is put right",
    "BET_TO_LIMIT": "The bet is put right",
}


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("row", RULINGS, ids=lambda row: row[1])
def test_money__every_ruling_of_every_game__begins_as_the_documents_say(
    game: str, row: tuple[Any, ...]
) -> None:
    expected = OTHERWISE.get(row[1], "All wagers stand")
    if row[1] in ALL_BACK:
        expected = r"All wagers of this (round|coup)(, jackpot wagers included,)? are (void|ret)"
    elif row[1] in ONE_HAND:
        expected = r"The [\w, ]+ wagers? at seat 3 (is|are) (void|forfeited)"
    text = words.ruling_text(game, row[0], 3, 8)
    assert re.match(expected, text), text
    if row[1] not in ONE_HAND:  # those of one hand are in MONEY
        is_back = row[1] in ALL_BACK | {"OUTCOME_VOID_FORFEIT", "INSPECTOR_DECIDES"}
        is_said = "jackpot wager" in text.partition(". ")[0]
        assert is_said == (game == "csp" and is_back), text


@pytest.mark.parametrize("game", GAME_NAMES)
def test_money__every_ruling__follows_each_column_that_moves_money(game: str) -> None:
    """Another column, another sentence: what the board carries out is what is read."""
    for row in RULINGS:
        columns: Columns = row[2]
        text = money_text(game, columns, 3, 8)
        for changed in changes(columns, game):
            assert money_text(game, changed, 3, 8) != text, (row[1], changed)


def changes(columns: Columns, game: str) -> list[Columns]:
    """The same row with one column changed that makes a difference to somebody's money."""
    of_round, hand, wagers, side, jackpot = columns
    found: list[Columns] = []
    is_all = of_round in (e.ROUND_VOID, e.ROUND_ENDED)
    is_one = not is_all and hand in (e.HAND_VOID, e.HAND_OUT)
    if not is_all:
        found.append((e.ROUND_VOID, hand, wagers, side, jackpot))
        found.append((of_round, e.HAND_VOID, e.WAGERS_LOST, side, jackpot))
    if is_all:
        found.append((e.ROUND_GOES_ON, e.HAND_NONE, e.WAGERS_STAND, side, jackpot))
        other = e.HAND_NONE if hand == e.HAND_FORFEITED else e.HAND_FORFEITED
        found.append((of_round, other, wagers, side, jackpot))
    if is_one:
        found.append((of_round, e.HAND_NONE, e.WAGERS_STAND, side, jackpot))
        other = e.WAGERS_RETURNED if wagers == e.WAGERS_LOST else e.WAGERS_LOST
        found.append((of_round, hand, other, side, jackpot))
        if game in SIDE_WAGERS:
            found.append((of_round, hand, wagers, 1 - side, jackpot))
    if game == "csp" and (is_all or (is_one and wagers == e.WAGERS_RETURNED)):
        other = e.JACKPOT_STANDS if jackpot == e.JACKPOT_BACK else e.JACKPOT_BACK
        found.append((of_round, hand, wagers, side, other))
    return [changed for changed in found if changed != columns]


def test_money__other_texts__say_nothing_of_it() -> None:
    """What becomes of wagers has one place; a warning of the next time is no effect."""
    said = re.compile(r"\b(returned|forfeited|refund|money|wagers (are|stand|go))\b")
    for name, text in texts.RULINGS.items():
        assert not said.search(text) or name == "WAGER_REFUSED", text
    for text in (*texts.PACKS.values(), *texts.PACKS_OF.values()):
        assert not said.search(text), text


# -- effects and steps -------------------------------------------------------------------------


def test_pack_and_notice__said_as_the_columns_have_them() -> None:
    for game, ruling, moment in made():
        row = words.ruling_row(ruling)
        text = words.ruling_text(game, ruling, 3, moment)
        pack = PACK_NAMES[row[3]]
        assert ("rest of the" in text) == (pack == "void_and_checked"), text
        assert ("checked before play" in text) == (pack in ("checked", "void_and_checked")), text
        assert ("notified" in text) == bool(row[4] & (e.INSPECTOR | e.SURVEILLANCE)), text


def test_steps__who_ticks_them_and_what_they_stop__in_words() -> None:
    steps = {s["step"]: s for s in words.steps_of("csp", words.ruling_number("DECK_BAD"), moment=4)}
    check = steps["check_pack"]
    assert check["by"] == ["supervisor", "inspector"]
    assert check["stops"] == "no round may begin, no cards may come into play"
    assert "census" in check["done_by"]
    assert steps["collect_cards"]["by"] == [] and steps["collect_cards"]["stops"] == ""
    assert steps["notify"]["text"] == "Notify surveillance and an inspector at once."
    wait = words.steps_of("csp", words.ruling_number("INSPECTOR_DECIDES"), moment=4)[-1]
    assert wait["by"] == ["inspector"] and wait["text"].startswith("Wait until an inspector")
    ordered = words.steps_of("tcb", words.ruling_number("SHUFFLE_ORDERED"), moment=2)
    assert [step["number"] for step in ordered] == [2], "there is no coup to finish"
