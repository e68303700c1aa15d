"""The demo's scene about a bad shuffler: a build that is broken on purpose is stopped."""

from __future__ import annotations

from faro.demo.scene import Say
from faro.sim.scenarios.shuffler import TEN_SHELVES, Cut, shuffler_table
from hw_sim.mechanics.machine_cards import new_deck


def scene(say: Say) -> None:
    with shuffler_table(source=TEN_SHELVES) as table:
        try:
            table.shuffle(new_deck(1))
            say("ten shelves instead of 54 compartments: [red]not noticed, and must be[/]")
        except Cut:
            say(f"ten shelves instead of 54 compartments: [red]{table.why()}[/], gate locked")
