"""Each mistake of the page's dealer, made by hands on the real boards: found, asked, ruled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.page.dealing import MISTAKES
from tests.host.hand_table import HandTable

pytestmark = pytest.mark.campaign


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HandTable]:
    table = HandTable(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.fixture(autouse=True)
def closed_table(table: HandTable) -> Iterator[None]:
    """Each test leaves a closed table and no case that stands."""
    table.act("open_table", game="tcp", seats=[4])
    yield
    supervisor = table.login("supervisor")
    while asked := [case for case in table.view["cases"] if case["question"]]:
        which = {"case": asked[0]["case"], "fact": asked[0]["question"]}
        table.act("answer", supervisor, **which, value="no")
    for case in table.view["cases"]:
        table.act("withdraw", supervisor, case=case["case"], reason="fact_wrong")
    table.act("void_round", supervisor)
    table.act("close_table", supervisor)
    table.desk.logout(supervisor)
    assert table.view["cases"] == [] and table.view["table"]["phase"] == "closed"


# what the shoe finds, what it asks, the rule by which it rules at once ("": nobody's rule)
FOUND = {
    "doubled": ("doubled_card", "misread", None),
    "joker": ("foreign_card", "", "TCP 12.9.2"),
    "face-up": ("face_up_later", "", "TCP 12.6"),
    "unreadable": ("unreadable_card", "", ""),
    "torn": ("unreadable_card", "", ""),
    "extra": ("count_wrong", "handled", None),
    "two": ("unreadable_card", "", ""),
    "not-shuffled": ("not_shuffled", "", ""),
}
CARDS = {"extra": 7}  # all others end with two whole hands of three (TCP 7)


@pytest.mark.parametrize("kind", list(FOUND))
def test_mistake__each__leads_to_its_finding(table: HandTable, kind: str) -> None:
    title = next(mistake.title for mistake in MISTAKES if mistake.id == kind)
    told = table.deal_with(kind)
    assert told == f"{CARDS.get(kind, 6)} cards dealt, {title.lower()}"
    (case,) = table.view["cases"]
    assert (case["finding_name"], case["question"], case.get("rule")) == FOUND[kind]
    assert table.view["table"]["phase"] == "dealt"
    if case["question"]:
        assert table.view["table"]["sentence"] == case["ask"]


def test_mistake__card_pushed_back__told_and_the_deal_goes_on(table: HandTable) -> None:
    """No rule is broken by it: the card was not dealt."""
    before = table.names("shoe").count("CARD_PULLED_BACK")
    assert table.deal_with("pulled-back").startswith("6 cards dealt")
    assert table.names("shoe").count("CARD_PULLED_BACK") == before + 1
    assert table.view["cases"] == [] and table.view["table"]["phase"] == "dealt"


def test_deal__without_a_mistake__finds_nothing(table: HandTable) -> None:
    """So what the others find is the mistake; and each of the page's is among them."""
    assert {mistake.id for mistake in MISTAKES} == {*FOUND, "pulled-back"}
    assert table.deal_with("") == "6 cards dealt"
    assert table.view["cases"] == [] and table.view["table"]["phase"] == "dealt"
