"""Words of tables and rounds: decisions, facts told, odds; none is missing."""

from __future__ import annotations

import pytest

from faro.words import rounds as words
from faro.words.board import event_sentence
from firmware.rounds import rows
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.telling import TELL_NAMES


def test_words__decisions_facts_and_grounds__all_have_theirs() -> None:
    assert set(words.DECISION_WORDS) == set(DECISION_NAMES)
    assert set(words.TOLD_WORDS) == {name for _number, name in TELL_NAMES}
    grounds = {value for name, value in vars(rows).items() if name.startswith("GROUND_")}
    assert set(words.GROUND_WORDS) == grounds


@pytest.mark.rule("TCB 14.8")
def test_words__odds__are_named_as_the_game_on_the_sign() -> None:
    assert set(words.ODDS_SETTINGS) == {
        *("even_money", "tcp_ante_bonus", "tcp_pair_plus", "fcp_ante_bonus", "fcp_aces_up"),
    }
    even = words.ODDS_SETTINGS["even_money"]
    assert words.odds_text(even, 1) == "Even Money Three Card Baccarat"
    assert words.odds_text(even, 0) == "Three Card Baccarat"
    plus = words.odds_text(words.ODDS_SETTINGS["tcp_pair_plus"], 2)
    assert plus == "schedule 2 of tcp pair plus"


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("DECIDED", {"seat": 3, "decision": 4}, "seat 3 folds"),
        ("DECIDED", {"seat": 3, "decision": 7}, "seat 3 takes the wager back"),
        ("DECIDED", {"seat": 3, "decision": 99}, "seat 3 decides 99"),
        ("WAGERS_BACK", {"round": 4, "seats": 5}, "round 4: jackpot wagers returned: seats 1, 3"),
        ("WAGERS_BACK", {"round": 4, "seats": 0}, "round 4: jackpot wagers returned: none"),
        (
            "ODDS_CHANGED",
            {"setting": 29, "value": 1, "ground": 3, "role": 2},
            "Even Money Three Card Baccarat from now on, by the supervisor: all players consent",
        ),
    ],
)
def test_words__events__as_people_say_it(name: str, fields: dict[str, int], said: str) -> None:
    assert event_sentence(name, fields) == said
