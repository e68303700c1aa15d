"""What happens at a table: the scenario files that play with hosts of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from faro.sim import scenario_file
from faro.sim.scenario_file import FOREVER, Scenario, Step

# about one board's very first minutes, or about seconds in which nothing else may happen
_OUT = ("image", "record", "strangers", "proof")

# stories in which people must come back at once, and what is right after a week
SAME_DAY = {
    "jackpot": "a first card told by line, and by message a week later: refused",
    "jam": "a deal of which no card comes for a week: a question of its own",
}


def _is_endless(steps: tuple[Step, ...]) -> bool:
    return any(step.times == FOREVER or _is_endless(step.steps) for step in steps)


@cache
def stories() -> dict[str, Path]:
    """By name: every file that ends and is judged by itself."""
    paths = sorted(scenario_file.FOLDER.rglob("*.yaml"))
    return {path.stem: path for path in paths if path.stem not in _OUT and _is_judged(path)}


def _is_judged(path: Path) -> bool:
    scenario: Scenario = scenario_file.load(path)
    kinds = {step.kind for step in scenario.steps}
    return not _is_endless(scenario.steps) and bool(kinds & {"wait", "expect"})
