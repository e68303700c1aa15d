"""The audit names every card that is missing, doubled or foreign; never by the count alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import codes as c
from firmware.cards import pack_audit as pa
from tests.helpers import audit_checks as checks
from tests.helpers.audit_checks import fed, lines, pack
from tests.helpers.mp_run import REPO, run_in_micropython

RED, BLUE = 1, 2
QD, JD = c.card_named("QD"), c.card_named("JD")


@pytest.mark.rule("C2", "TCP 3.4")
def test_audit__each_of_52_removals__named() -> None:
    assert checks.check_removals() == 52


@pytest.mark.rule("C2", "CSP 3.4")
def test_audit__each_of_2652_swaps__both_names_though_the_count_is_right() -> None:
    assert checks.check_swaps() == 2652


@pytest.mark.campaign
@pytest.mark.rule("C2", "TCB 3.5", "LDB 3.1")
def test_audit__packs_of_3_to_8_decks__as_a_plain_count() -> None:
    assert checks.check_many_decks(100) == 400


@pytest.mark.campaign
def test_audit__inside_micropython__same_checks() -> None:
    script = REPO / "tests/helpers/audit_checks.py"
    assert run_in_micropython(script).split() == ["52", "2652", "8", str(pa.MOST_CARDS)]


def test_audit__steady_path__allocates_nothing() -> None:
    script = """
import micropython
from firmware.cards.pack_audit import PackAudit
audit = PackAudit()
def run():
    audit.begin(8, 1)
    for i in range(430):
        audit.take(i % 52, 1, i % 7)
    audit.take(0x47); audit.refeed(); audit.take(3)
    n = 0
    while audit.line(n):
        n += 1
    return n
micropython.heap_lock()
n = run()
micropython.heap_unlock()
print(audit.cards, n)
"""
    assert run_in_micropython(script).split() == ["431", "14"]


@pytest.mark.rule("C4", "CSP 3.8")
def test_audit__in_the_middle__knows_what_came_and_what_not_yet() -> None:
    whole = pack(1)
    audit = fed(whole[:30])
    assert {line[1] for line in lines(audit)} == set(whole[30:])
    assert not audit.is_all_there()


@pytest.mark.rule("C5", "CSP 14.9")
def test_audit__second_queen__opens_the_first_again_and_names_both_positions() -> None:
    there = [QD if card == JD else card for card in pack(1)]
    audit = pa.PackAudit()
    found = [audit.take(card, doubt=5) for card in there]
    first, second = [i for i, card in enumerate(there) if card == QD]
    assert [i for i, finding in enumerate(found) if finding] == [second]
    assert found[second] == pa.CONTRADICTION
    assert (audit.earlier, audit.is_open_at(first + 1)) == (first + 1, True)
    assert lines(audit) == [
        (pa.LINE_MISSING, JD, 1, 0, 0),
        (pa.LINE_EXTRA, QD, 1, first + 1, second + 1),
    ]


@pytest.mark.rule("C6", "TCB 12.13", "LDB 10.15")
def test_audit__ninth_queen_in_eight_decks__opens_the_most_doubtful_one() -> None:
    there = pack(8)
    queens = [i for i, card in enumerate(there) if card == QD]
    there[there.index(JD)] = QD
    audit = pa.PackAudit()
    audit.begin(8)
    for i, card in enumerate(there):
        audit.take(card, doubt=90 if i == queens[3] else 10)
    assert audit.contradictions == 1
    assert audit.earlier == queens[3] + 1
    assert (pa.LINE_MISSING, JD, 1, 0, 0) in lines(audit)
    extra = lines(audit)[-1]
    assert extra[:3] == (pa.LINE_EXTRA, QD, 1) and queens[3] + 1 in extra[3:]


@pytest.mark.parametrize("code", [c.JOKER, c.BLANK, c.FOREIGN])
@pytest.mark.rule("C2", "TCP 3.1")
def test_audit__joker_or_foreign_card__named_with_its_position(code: int) -> None:
    audit = fed([*pack(1)[:20], code, *pack(1)[20:]])
    assert lines(audit) == [(pa.LINE_STRANGE, code, 0, 21, 0)]
    assert audit.cards == 53 and not audit.is_good()


@pytest.mark.rule("C8", "TCB 3.1")
def test_audit__one_cutting_card__belongs_to_the_pack_a_second_does_not() -> None:
    assert fed([*pack(1), c.CUT_CARD]).is_good()
    audit = fed([*pack(1), c.CUT_CARD, c.CUT_CARD])
    assert lines(audit) == [(pa.LINE_STRANGE, c.CUT_CARD, 0, 54, 0)]


@pytest.mark.parametrize("at", range(52))
@pytest.mark.rule("C2")
def test_audit__unreadable_at_each_position__only_fed_again_it_is_good(at: int) -> None:
    whole = pack(1)
    audit = fed([*whole[:at], c.UNREADABLE, *whole[at + 1 :]])
    assert audit.unread == 1 and audit.is_all_there() and not audit.is_good()
    assert {line[0] for line in lines(audit)} == {pa.LINE_MISSING, pa.LINE_REFUSED}
    assert audit.refeed()
    assert audit.take(c.UNREADABLE) == pa.REFUSED  # still too dirty
    assert audit.refeed()
    assert audit.take(whole[at]) == pa.FITS
    assert (audit.position, audit.cards, audit.unread) == (at + 1, 52, 0)
    assert audit.is_good() and not audit.refeed()


def test_audit__unreadable_card_too_many__not_good_though_all_52_were_read() -> None:
    audit = fed([*pack(1), c.UNREADABLE])
    assert audit.reads == 52 and not audit.is_good()
    assert lines(audit) == [(pa.LINE_REFUSED, c.UNREADABLE, 0, 53, 0)]


@pytest.mark.rule("C7", "LDB 10.1")
def test_audit__card_face_up__told_at_once_and_read_when_turned() -> None:
    whole = pack(1)
    audit = fed(whole[:-1])
    assert audit.take(c.FACE_UP) == pa.STRANGE
    assert not audit.is_good()
    audit.refeed()
    assert audit.take(whole[-1]) == pa.FITS and audit.is_good()


@pytest.mark.parametrize("at", [0, 1, 25, 51])
@pytest.mark.rule("C2", "C3", "CSP 3.2.2")
def test_audit__card_of_the_other_deck__named_wherever_it_lies(at: int) -> None:
    audit = pa.PackAudit()
    whole = pack(1)
    findings = [audit.take(card, BLUE if i == at else RED) for i, card in enumerate(whole)]
    assert audit.back() == RED and not audit.is_good()
    expected = [
        (pa.LINE_MISSING, whole[at], 1, 0, 0),
        (pa.LINE_WRONG_BACK, whole[at], BLUE, at + 1, 0),
    ]
    assert lines(audit) == expected
    assert pa.WRONG_BACK in findings


def test_audit__pack_of_the_wrong_colour__every_card_is_told() -> None:
    audit = pa.PackAudit()
    audit.begin(1, RED)
    assert {audit.take(card, BLUE) for card in pack(1)} == {pa.WRONG_BACK}
    assert not audit.is_good()


def test_audit__blue_queen_beside_the_own_one__is_no_contradiction() -> None:
    audit = pa.PackAudit()
    audit.begin(1, RED)
    assert audit.take(QD, RED) == pa.FITS
    assert audit.take(QD, BLUE) == pa.WRONG_BACK
    assert audit.contradictions == 0


@pytest.mark.parametrize("decks", [0, 2, 5, 7, 9, -1])
def test_audit__pack_that_no_game_has__refused_and_nothing_changed(decks: int) -> None:
    audit = fed(pack(1)[:7])
    with pytest.raises(ValueError, match="no pack of"):
        audit.begin(decks)
    assert (audit.decks, audit.cards) == (1, 7)


@given(
    st.sampled_from(pa.PACKS),
    st.lists(st.tuples(st.integers(0, 51), st.sampled_from([0, RED, BLUE])), max_size=120),
)
def test_audit__any_cards_in_any_order__as_counted_afterwards(
    decks: int, readings: list[tuple[int, int]]
) -> None:
    audit = pa.PackAudit()
    audit.begin(decks)
    for card, back in readings:
        audit.take(card, back)
    backs = Counter(back for _, back in readings if back)
    own_back = backs.most_common(1)[0][0] if backs else 0  # the first of those with as many
    own = Counter(card for card, back in readings if back in (0, own_back))
    expected: dict[int, int] = {card: own[card] - decks for card in range(52)}
    told = {
        code: count if kind == pa.LINE_EXTRA else -count
        for kind, code, count, _, _ in lines(audit)
        if kind in (pa.LINE_MISSING, pa.LINE_EXTRA)
    }
    assert told == {card: n for card, n in expected.items() if n}


def test_audit__order_of_the_cards__does_not_change_the_verdict() -> None:
    there = [QD if card == JD else card for card in pack(6)]
    names = set()
    for seed in range(20):
        Random(seed).shuffle(there)
        names.add(tuple(line[:3] for line in lines(fed(there, 6))))
    assert len(names) == 1
