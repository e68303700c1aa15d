"""The demo's scenes tell the truth: everything they show went as it must."""

from __future__ import annotations

import pytest

from faro.demo import shelves
from faro.demo.scene import play
from faro.demo.show import scenes
from faro.sim.scenario_file import FOLDER

SHOWN = {
    "boards": ("shoe_pico2 (shoe)", "meter_pico (meter)", "shoe ready, up"),
    "bets": ("seat 7: progressive wager placed", "card 5 left", "no more bets"),
    "garbage": ("every question was answered",),
    "strangers": ("this role may not change that", "seats = 5", "fault cleared: LID_OPEN"),
    "plug": ("boot number 2", "a cut commit was finished", "self-test passed"),
    "wires": ("seat 5: wager came after", "FAULT Only one of"),
    "cards": ("census good: 52 cards", "missing: Q♦", "joker at position"),
    "round": ("seat 5  6D 7S 8H  straight", "boot number 2"),
    "shuffler": ("1 × QD: missing", "PERSON NEEDED", "five odd cards"),
    "proof": ("order of 52 cards fixed, root", "3 cards", "no such record"),
    "jam": ("has jammed", "disadvantage?", "Rule LDB 11.5", "play is stopped"),
    "jackpot": (
        "seat 6: wager does not count, no ante",
        "the cards that the shoe read say otherwise",
        "seat 3 Royal Flush: $50,002.84 ($0.00 from the house)",
        "agrees: 1 rounds, 0 payments",
        "agrees: 2 rounds, 1 payments",
    ),
    "image": (
        "the board refused the image: its code was changed",
        "checked and staged",
        "right: slot, 655360 bytes hashed, answered by this very board",
        "spare slot a holds the running firmware (counter 1) again",
        "slot a: took over from a damaged slot",
    ),
    "record": ("seal good", "was changed: its CRC is wrong"),
}


def heard(name: str) -> str:
    lines: list[str] = []
    play(name)(lines.append)
    return "\n".join(lines)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SHOWN)
def test_scene__of_a_file__shows_what_its_title_promises(name: str) -> None:
    text = heard(name)
    assert [word for word in SHOWN[name] if word not in text] == [], text


def test_scenes__each_file_of_the_folder__is_shown_and_checked() -> None:
    assert set(SHOWN) == {path.stem for path in (FOLDER / "demo").glob("*.yaml")}
    assert len(scenes()) == len(SHOWN) + 1


@pytest.mark.campaign
def test_scene__told_in_code__the_broken_shuffler_is_stopped() -> None:
    lines: list[str] = []
    shelves.scene(lines.append)
    text = "\n".join(lines)
    assert "NOT A SHUFFLE: valleys" in text and "must be" not in text
