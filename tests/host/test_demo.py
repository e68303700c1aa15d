"""The demo's scenes tell the truth: everything they show went as it must."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.demo import cards, rounds, ruling
from faro.demo.proofs import provable_shuffle
from faro.demo.scene import Say, play

SCENES: dict[str, tuple[Callable[[Say], None], tuple[str, ...]]] = {
    "bets": (play("bets"), ("seat 7: progressive wager placed", "card 5 left", "no more bets")),
    "plug": (play("plug"), ("boot number 2", "a cut commit was finished", "self-test passed")),
    "wires": (play("wires"), ("seat 5: wager came after", "FAULT Only one of")),
    "cards": (cards.scene, ("census good: 52 cards", "missing: Q♦", "joker at position")),
    "round": (rounds.scene, ("seat 5  6D 7S 8H  [bold]straight", "boot number 2")),
    "shuffler": (rounds.shuffler_scene, ("1 × QD: missing", "PERSON NEEDED", "five odd cards")),
    "jam": (ruling.scene, ("has jammed", "read aloud", "1. ")),
}


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENES)
def test_scene__of_a_file__shows_what_its_title_promises(name: str) -> None:
    scene, shown = SCENES[name]
    lines: list[str] = []
    scene(lines.append)
    text = "\n".join(lines)
    assert [word for word in shown if word not in text] == [], text


@pytest.mark.campaign
def test_scene__told_in_plain_words__and_nothing_must_not() -> None:
    lines: list[str] = []
    provable_shuffle(lines.append)
    text = "\n".join(lines)
    assert "must not" not in text and "must be" not in text
    assert text.count("[green]proved[/]") == 1
    assert "does not lead to the root" in text and "no such record" in text
    assert "NOT A SHUFFLE: valleys" in text
