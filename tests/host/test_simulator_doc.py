"""docs/simulator.md as a newcomer reads it: the round is played as printed."""

from __future__ import annotations

import re
import shlex
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from boards.layout import CHECKOUT
from faro.cli import main
from faro.sim import scenario_file
from faro.sim.live_sim import LiveSim, Options
from hw_sim.hands.verbs import find_verb
from hw_sim.hands.words import take

PAGE = (CHECKOUT / "docs/simulator.md").read_text("utf-8")


@pytest.mark.campaign
def test_page__play_a_round__works_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    block = PAGE.partition("## Play a round")[2].partition("```\n")[2].partition("```")[0]
    first, exports, *commands = block.splitlines()
    assert first == "faro sim --provisioned --enrolled --links ports &"
    names = dict(word.split("=") for word in exports.split()[1:])
    monkeypatch.setenv("FARO_PORT", names["FARO_PORT"])
    options = Options(links=Path("ports"), is_provisioned=True, is_enrolled=True, speed=2.0)
    stop: list[int] = []
    outputs: list[str] = []
    with LiveSim(options, outputs.append) as sim:
        thread = threading.Thread(target=lambda: sim.run(lambda: bool(stop)))
        thread.start()
        try:
            for command in commands:
                words = shlex.split(command.replace("$KEYS", names["KEYS"]))
                assert words[0] == "faro"
                result = CliRunner().invoke(main, words[1:])
                assert result.exit_code == 0, (command, result.output)
                outputs.append(result.stdout)
        finally:
            stop.append(1)
            thread.join()
    assert len(block.splitlines()) <= 10
    assert "Q♥" in outputs[-4] or "QH" in outputs[-4]
    assert "needs a person" in outputs[-1]


def test_page__examples_of_scenarios__are_scenarios() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert scenario_file.parse(example, Path("simulator.md")).steps


def test_page__kinds_of_steps__all_are_explained() -> None:
    for kind in scenario_file.KINDS:
        assert f"`{kind}: " in PAGE, kind


def test_verbs__typed_in_the_documents__are_understood() -> None:
    """What a newcomer copies from a page must not be refused."""
    table: Any = SimpleNamespace(boards={"shoe": "shoe", "meter": "meter"})
    seen = 0
    for name in ("README.md", "docs/integrate.md", "docs/simulator.md"):
        path = CHECKOUT / name
        for line in re.findall(r"^\S*faro sim do ([^#`\n]+)", path.read_text(), re.MULTILINE):
            words = re.split(r"\s{3,}", line)[0].split()  # beside it another example
            verb = find_verb(words[0])
            take(table, verb.name, verb.args, words[1:])
            seen += 1
    assert seen >= 8
