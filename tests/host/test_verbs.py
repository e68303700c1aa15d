"""Every verb as people use it: typed at a running simulator, and as a step of a scenario file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from faro.sim import scenario_file
from faro.sim.live_sim import Options
from faro.sim.play import Player
from faro.sim.scenario_file import Step
from hw_sim.hands.verbs import VERBS
from tests.host.running_sim import faro, running

# in an order in which each can be done; with how the answer begins
EXAMPLES = (
    ("seed 7", "chance comes from seed 7"),
    ("lid open", "lid of shoe: open"),
    ("lid close", "lid of shoe: close"),
    ("key inspector turn", "the inspector's key at meter: turn"),
    ("key inspector back", "the inspector's key at meter: back"),
    ("button A board=meter", "button A of meter pressed"),
    ("bet place 2,5 7", "jackpot bet, seat 2, 5, 7: placed"),
    ("ante place 3", "ante, seat 3: placed"),
    ("load order", "52 cards into the shoe, order"),
    ("insert JOKER at=3", "JOKER put in as card 3 of the shoe"),
    ("replace QH KH:blue", "card 43 of the shoe was QH, is KH:blue"),
    ("arrange 3 AS", "1 card of the shoe brought to its place"),
    ("mark torn at=2", "card 2 of the shoe is torn now"),
    ("feed 2", "fed: 2S"),
    ("deal QH 9S", "dealt: QH 9S"),
    ("pull QH mm=25", "pulled: QH in 120 ms, 25 mm and back"),
    ("beam mouth ms=50", "mouth gate of shoe dark for 50 ms"),
    ("load shuffled QD/JD /JOKER in=tray back=blue", "53 cards into the feed tray, shuffled"),
    ("clear tray", "53 cards taken out (tray)"),
    ("fault camera-a-dead", "camera-a-dead at shoe: line camera A"),
    ("fault camera-a-dead off", "camera-a-dead at shoe: mended"),
    ("cable bus pull", "bus cable of shoe: out"),
    ("cable bus in", "bus cable of shoe: in"),
    ("noise usb 500", "usb: 500 of a million bytes"),
    ("noise usb 0", "usb: "),
    ("send shoe 00ff00", "3 bytes to shoe"),
    ("time step 500", "500 ms passed"),
    ("plug pull write=torn nth=2", "plug of shoe"),
    ("look", ""),
)
TAKE = """title: Take
boards: [shoe]
ready: [provisioned, enrolled]
reads: identity
steps:
  - do: load order in=tray
  - ask: shoe table SHUFFLE mode=1 decks=1
  - wait: shoe CYCLE_READY
    within: 60 s
  - ask: shoe table DELIVER cards=3
  - wait: shoe PACKET_OFFERED
  - do: take
"""
HEAD = "title: Every verb\nsteps:\n"


def test_examples__one_for_each_verb() -> None:
    shown = {line.partition(" ")[0] for line, _ in EXAMPLES} | {"take"}
    assert shown == {verb.name for verb in VERBS}


@pytest.mark.campaign
def test_verbs__as_steps_of_a_scenario_file__each_is_done(tmp_path: Path) -> None:
    told: dict[str, str] = {}

    def hear(step: Step, text: str) -> None:
        told[step.text] = text

    file = tmp_path / "verbs.yaml"
    for text in (TAKE, HEAD + "".join(f"  - do: {line}\n" for line, _ in EXAMPLES)):
        file.write_text(text)
        with Player(scenario_file.load(file), hear) as player:
            player.run()
    wrong = [
        (line, told[line])
        for line, begin in (*EXAMPLES, ("take", "taken: "))
        if not told[line].startswith(begin)
    ]
    assert wrong == []


@pytest.mark.campaign
def test_verbs__typed_at_a_running_simulator__each_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    options = replace(Options(), speed=20.0)
    wrong: list[tuple[str, str]] = []
    with running(options):
        for line, begin in EXAMPLES:
            result = faro("sim", "do", *line.split())
            if result.exit_code or not result.stdout.startswith(begin):
                wrong.append((line, result.output))
    assert wrong == []
