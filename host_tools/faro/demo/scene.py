"""What the demo's scenes share: who speaks, and scenario files that are played for the screen."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.play import Player
from faro.sim.scenario_file import Step, find, load, step_lines
from hw_sim.live import LiveTable

Say = Callable[[str], None]


def played(say: Say, name: str) -> Player:
    """A scene as its file in hw_sim/scenarios/demo tells it; the boards stay for questions."""

    def hear(step: Step, text: str) -> None:
        if step.kind in ("say", "tell"):
            for line in step_lines(step, text):
                say(line)

    player = Player(load(find(f"demo/{name}")), hear)
    try:
        player.run()
    except BaseException:
        player.__exit__()
        raise
    return player


def play(name: str) -> Callable[[Say], None]:
    """A scene that is its file and nothing else."""

    def scene(say: Say) -> None:
        with played(say, name):
            pass

    return scene


def move_lid(live: LiveTable, is_open: bool) -> None:
    live.do(lambda: live.rig.boards["shoe"].set_lid(is_open))
    live.do(lambda: live.wait_ms(200))
