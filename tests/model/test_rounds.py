"""Rounds dealt by simulated people with mistakes: the record equals the truth; short forms."""

from __future__ import annotations

import pytest

from firmware.rounds import deal
from firmware.rounds.games import csp, fcp, ldb, tcb, tcp
from firmware.rounds.games.vocabulary import BURN_ONE, BURNED, PLAYED, TO_AREAS, TO_DEALER
from hw_sim.world.croupier import DECKS
from tests.model.round_campaign import Difference, on_board, on_tracker

GAMES = list(DECKS)


@pytest.mark.rule("A3", "C10")
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", GAMES)
def test_tracker__thousand_rounds_with_mistakes__record_equals_truth(game: str, equipment: str):
    assert on_tracker(game, equipment, 500, 50, seed=11).rounds == 500
    assert on_tracker(game, equipment, 300, 2, seed=12).mistakes > 100


@pytest.mark.rule("A3", "C7", "C8", "C9", "C10", "C11", "C12")
@pytest.mark.parametrize("game", GAMES)
def test_board__rounds_with_mistakes_in_micropython__journal_tells_the_truth(game: str):
    assert on_board(game, "shoe", 6, 2, seed=13).mistakes >= 2


@pytest.mark.slow
@pytest.mark.parametrize("equipment", ["shoe", "device"])
@pytest.mark.parametrize("game", GAMES)
def test_board__hundreds_of_rounds__journal_tells_the_truth(game: str, equipment: str):
    on_board(game, equipment, 150, 10, seed=14)


MUTANTS = [
    ("tcp", tcp, "DEAL", (((TO_AREAS, 1), (TO_DEALER, 1)) * 3, tcp.DEAL[1])),
    ("fcp", fcp, "DEAL", (fcp.DEAL[0][:-1], fcp.DEAL[1])),
    ("csp", csp, "DEAL", (csp.DEAL[1], csp.DEAL[1])),
    ("csp", csp, "IS_SHUFFLED_EVERY_ROUND", False),
    ("tcb", tcb, "BURN", BURN_ONE),
    ("tcb", tcb, "FACE_UP", (PLAYED, PLAYED)),
    ("tcb", tcb, "FACE_UP", (BURNED, BURNED)),
    ("ldb", ldb, "DEALER_DRAWS_TO", 5),
    ("ldb", ldb, "DEALER_DRAWS_TO", 3),
    ("ldb", ldb, "FACE_UP", (PLAYED, PLAYED)),
    ("ldb", ldb, "IS_EXTRA_CARD_KEPT", False),
]


@pytest.mark.parametrize(
    ("game", "table", "name", "wrong"), MUTANTS, ids=[f"{m[0]}-{m[2]}" for m in MUTANTS]
)
def test_mutant__one_line_of_a_game_wrong__is_seen(
    monkeypatch: pytest.MonkeyPatch, game: str, table: object, name: str, wrong: object
):
    """The campaign would not be worth much if it could not fail."""
    monkeypatch.setattr(table, name, wrong)
    with pytest.raises((Difference, AssertionError)):
        for seed in range(20):
            on_tracker(game, "shoe", 100, 3, seed)


def test_mutant__tracker_that_counts_an_ace_as_ten_burned_cards__is_seen(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(deal, "burn_value", lambda card: min((card >> 2) + 2, 10))
    with pytest.raises((Difference, AssertionError)):
        for seed in range(20):
            on_tracker("tcb", "device", 100, 3, seed)
