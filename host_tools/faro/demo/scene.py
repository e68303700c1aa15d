"""What the demo's scenes share: who speaks, and scenario files that are played for the screen."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.play import Player
from faro.sim.scenario_file import Step, find, load, step_lines

Say = Callable[[str], None]
_HEARD = ("say", "tell", "type")


def title_of(name: str) -> str:
    return load(find(f"demo/{name}")).title


def play(name: str) -> Callable[[Say], None]:
    """A scene as its file in hw_sim/scenarios/demo tells it."""

    def scene(say: Say) -> None:
        def hear(step: Step, text: str) -> None:
            for line in step_lines(step, text) if step.kind in _HEARD else ():
                say(line)

        with Player(load(find(f"demo/{name}")), hear) as player:
            player.run()

    return scene
