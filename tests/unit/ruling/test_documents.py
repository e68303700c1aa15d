"""The second reading itself: consistent, complete, and citing only clauses that there are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from firmware.ruling.vocabulary import FACTS as BOARD_FACTS
from tests.helpers.documents import ORACLES, rule_on
from tests.helpers.documents import ruled as r
from tests.helpers.documents.case import FACTS, FINDINGS, MOMENTS, POKER, Case
from tests.helpers.documents.clauses import clauses_of, exists
from tests.helpers.documents.ruled import WAGERS, Ruled

GAMES = tuple(ORACLES)


@dataclass(frozen=True)
class Asked(Case):
    """Remembers which facts a reading looked at."""

    asked: set[str] = field(default_factory=set[str], compare=False)

    def says(self, fact: str) -> bool:
        self.asked.add(fact)
        return super().says(fact)


def answered(case: Case) -> Iterator[tuple[Case, Ruled]]:
    """A case with every combination of the facts that matter to it."""
    tried = Asked(case.game, case.finding, case.moment, case.is_device, case.facts, case.place)
    done: set[frozenset[str]] = set()
    todo = [frozenset[str]()]
    while todo:
        facts = todo.pop()
        if facts in done:
            continue
        done.add(facts)
        one = replace(tried, facts=facts, asked=set())
        yield one, rule_on(one)
        todo += [facts | {fact} for fact in one.asked - facts]


def everything(*games: str) -> Iterator[tuple[Case, Ruled]]:
    for game, finding, moment, is_device, place in itertools.product(
        games or GAMES, FINDINGS, MOMENTS, (False, True), (None, 0, 3)
    ):
        yield from answered(Case(game, finding, moment, is_device, place=place))


def test_reading__every_situation__words_that_there_are() -> None:
    count = 0
    for case, made in everything():
        assert made.round in r.ROUNDS and made.hand in r.HANDS and made.pack in r.PACKS
        for money in (made.of_hand, made.of_others):
            assert set(money) <= set(WAGERS[case.game]), case
            assert set(money.values()) <= set(r.FATES), case
        assert set(made.steps) <= set(r.DOES), case
        count += 1
    assert count > 5_000


def test_reading__every_citation__is_a_clause_of_that_document() -> None:
    for case, made in everything():
        for clause in (made.rule, *made.also):
            assert not clause or exists(case.game, clause), (case, clause)
    assert not exists("tcp", "12.13") and not exists("csp", "14.9.5") and exists("ldb", "11.5.4")


def test_reading__what_belongs_together__is_together() -> None:
    for case, made in everything():
        if made.round in ("void", "ended"):
            fates = {made.fate(wager, True) for wager in WAGERS[case.game]}
            assert fates in ({"returned"}, {"lost"}), case
            assert {made.fate(wager, False) for wager in WAGERS[case.game]} == {"returned"}
            assert made.rule and (case.is_round_on or case.moment == "between"), case
        if made.hand == "void":
            assert made.round in ("goes_on", "none") and made.rule, case
        if made.is_silent:
            assert made == r.SILENT, case
        if not case.is_round_on:
            assert made.round not in ("goes_on", "ended"), case
        if made.pack in ("checked", "void and checked"):
            assert "check pack" in made.bars, case
        if made.shuffle:
            assert "shuffle" in made.steps, case
        if case.is_device and case.game in POKER:
            assert "cut" not in made.steps, case  # 4.4
        if made.notified:
            assert case.game in POKER, case


SECTIONS = {"tcp": (12, 13), "fcp": (12, 13), "csp": (14, 15), "tcb": (12, 13), "ldb": (10, 11)}


@pytest.mark.rule("C5", "C6", "C7", "C9", "C10", "C11", "C12", "S2", "S3", "S4", "S5", "S6")
@pytest.mark.parametrize("game", GAMES)
def test_reading__every_clause_on_irregularities__leads_somewhere(game: str) -> None:
    cited: set[str] = set()
    for _case, made in everything(game):
        for clause in (made.rule, *made.also):
            cited.add(".".join(clause.split(".")[:2]))
    for section in SECTIONS[game]:
        assert set(clauses_of(game, section)) <= cited


def test_reading__its_files__share_nothing_with_firmware_and_host() -> None:
    helpers = Path(r.__file__).parents[1]
    for path in (*helpers.joinpath("documents").glob("*.py"), helpers / "slow_hands.py"):
        text = path.read_text("utf-8")
        assert not re.search(r"(from|import) (firmware|faro|hw_sim)", text), path


def test_facts__of_the_reading__are_those_that_boards_ask_for() -> None:
    """By name, so that an answer given over the wire is an answer to the reading's question."""
    assert {name for _bit, name in BOARD_FACTS} - set(FACTS) <= {"whose", "seat_named"}


def one(game: str, finding: str, moment: str, *facts: str, place: int | None = 3) -> Ruled:
    return rule_on(Case(game, finding, moment, facts=frozenset(facts), place=place))


@pytest.mark.rule("I4", "TCP 12.10", "FCP 12.11")
@pytest.mark.parametrize(("game", "side"), [("tcp", "pair_plus"), ("fcp", "aces_up")])
def test_reading__short_play_wager__ante_back_then_lost_side_wager_settled(
    game: str, side: str
) -> None:
    first, again = one(game, "WAGER_SHORT", "decide"), one(game, "WAGER_SHORT", "decide", "warned")
    assert (first.fate("ante", True), again.fate("ante", True)) == ("returned", "lost")
    assert first.fate(side, True) == again.fate(side, True) == "settled"
    assert first.fate("ante", False) == "stands"


@pytest.mark.rule("I5", "J13", "CSP 14.14")
def test_reading__no_decision__hand_void_at_caribbean_stud_and_a_stand_at_lucky_draw() -> None:
    stud = one("csp", "NO_DECISION", "decide")
    assert stud.hand == "void" and set(stud.of_hand.values()) == {"returned"}
    assert stud.fate("jackpot", True) == "returned" and stud.fate("jackpot", False) == "stands"
    draw = one("ldb", "NO_DECISION", "decide")
    assert draw.hand == "stands" and not draw.of_hand


@pytest.mark.rule("C6", "TCB 12.13", "LDB 10.15")
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_reading__foreign_card__rest_of_the_shoe_is_void(game: str) -> None:
    made = one(game, "FOREIGN_CARD", "deal", place=None)
    assert (made.round, made.pack, made.shuffle) == ("void", "void and checked", "before")
    assert made.bars == {"check pack"} and not made.notified


@pytest.mark.rule("I12", "CSP 16.5")
def test_reading__outcome_invalid__refunds_and_one_forfeit() -> None:
    made = one("csp", "OUTCOME_INVALID", "between")
    assert made.round == "void" and made.authorised == "supervisor"
    assert made.fate("jackpot", True) == "lost" and made.fate("jackpot", False) == "returned"
