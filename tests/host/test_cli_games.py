"""`faro hand` and `faro outcome` as other programs call them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from faro.cli import main


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize(
    ("game", "cards", "name"),
    [
        ("tcp", "AS KS QS", "straight flush"),
        ("fcp", "AS AH AD AC 2S 3S", "four of a kind"),
        ("csp", "AS KH 9D 8C 7S", "five odd cards"),
        ("tcb", "JS QH 9D", "two picture cards and a 9"),
        ("ldb", "3S 4D", "point count 7"),
        ("ldb", "3S 3S 3S", "3-3-3 suited"),
    ],
)
def test_hand__json__class_rank_and_cards(game: str, cards: str, name: str) -> None:
    result = faro("hand", "--game", game, cards, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["class"] == name
    assert isinstance(found["rank"], int)
    assert set(found["cards"]) <= set(cards.split())


def test_hand__cards_as_words_of_their_own__same() -> None:
    assert "royal flush" in faro("hand", "-g", "csp", "AS", "KS", "QS", "JS", "TS").stdout


def test_outcome__json__qualifies_and_every_wager() -> None:
    words = ("--dealer", "AS KH 4D 3C 2S", "--player", "AD KD QD JD TD", "--json")
    found = json.loads(faro("outcome", "--game", "csp", *words).stdout)
    assert found["dealer_qualifies"] is True
    assert found["wagers"] == {
        "ante": {"result": "win", "odds": "1:1"},
        "bet": {"result": "win", "odds": "250:1"},
    }
    assert found["bet"] == found["wagers"]["bet"]


def test_outcome__options__even_money_point_fold_schedule() -> None:
    tcb = ("outcome", "-g", "tcb", "--dealer", "TS TH 2D", "--player", "JD QD 6D")
    found = json.loads(faro(*tcb, "--even-money", "--point", "3", "--json").stdout)
    assert found["player"] == {"result": "win", "odds": "1:2"}
    assert found["banker_point_total"]["result"] == "lose"
    tcp = ("outcome", "-g", "tcp", "--dealer", "JS 9H 8D", "--player", "2S 5S 9S")
    assert "flush" in faro(*tcp).stdout
    assert "no hand" in faro(*tcp).stdout
    assert "pair plus: win at 3 to 1" in faro(*tcp, "--schedule", "pair_plus=1").stdout
    assert "ante: lose" in faro(*tcp, "--folded").stdout


@pytest.mark.rule("TCB 8.2")
def test_outcome__banker_alone__only_the_wagers_on_that_hand() -> None:
    tcb = ("outcome", "-g", "tcb", "--dealer")
    found = json.loads(faro(*tcb, "JS QH KD", "--json").stdout)
    assert found["wagers"] == {
        "three_picture_cards": {"result": "win", "odds": "70:1"},
        "banker_point_total": {"result": "win", "odds": "8:1"},
    }
    assert found["player_hand"] is None
    found = json.loads(faro(*tcb, "9S 9H 2D", "--point", "3", "--json").stdout)
    assert {name: wager["result"] for name, wager in found["wagers"].items()} == {
        "three_picture_cards": "lose",
        "banker_point_total": "lose",
    }
    text = faro(*tcb, "9S 9H 2D").stdout
    assert text.startswith("Banker: ") and "player" not in text and "tie" not in text
    assert faro("outcome", "-g", "ldb", "--dealer", "9S 9H").exit_code == 2


@pytest.mark.rule("I16", "CSP 10.2", "TCB 5.11", "LDB 5.9")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("csp", "--dealer", "AS KH 4D 3C 2S", "--player", "AD KD QD JD TD"), "maximum payout"),
        (("csp", "--dealer", "AS AH 4D 3C 2S", "--player", "QD KD 9D 8C 7S"), ""),
        (("csp", "--dealer", "AS QH 4D 3C 2S", "--player", "QD KD 9D 8C 7S"), ""),
        (("tcb", "--dealer", "TS TH 2D", "--player", "JD QD 6D"), "TCB 5.11"),
        (("ldb", "--dealer", "2S 3D", "--player", "4S 4D"), "LDB 5.9"),
        (("ldb", "--dealer", "4S 4D", "--player", "2S 3D"), ""),
        (("tcp", "--dealer", "JS 9H 8D", "--player", "2S 5S 9S"), ""),
    ],
)
def test_outcome__payment__said_with_the_wagers_that_it_is_about(
    words: tuple[str, ...], said: str
) -> None:
    found = json.loads(faro("outcome", "-g", *words, "--json").stdout)
    assert said in found["payment"] and bool(said) == bool(found["payment"])
    plain = " ".join(faro("outcome", "-g", *words).stdout.split())
    assert found["payment"] in plain


@pytest.mark.parametrize(
    "words",
    [
        ("hand", "--game", "bridge", "AS KS QS"),
        ("hand", "--game", "tcp", "AS KS"),
        ("hand", "--game", "tcp", "AS AS KS"),
        ("hand", "--game", "tcp", "AS KS ZZ"),
        ("hand", "AS"),
        ("outcome", "--game", "tcp", "--dealer", "AS KS QS"),
        ("outcome", "--game", "tcp", "--dealer", "AS KS QS", "--player", "AS 2S 3S"),
        ("outcome", "--game", "tcp", "--even-money"),
        ("outcome", "--game", "tcp", "--schedule", "pair_plus"),
    ],
)
def test_games__bad_input__one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    plain = faro(*words)
    assert plain.exit_code == 2
    assert plain.stdout == ""
    assert len(plain.stderr.strip().splitlines()) == 1
    as_json = faro(*words, "--json")
    assert as_json.exit_code == 2
    error = json.loads(as_json.stdout)["error"]
    assert plain.stderr == f"faro: {error}\n"
