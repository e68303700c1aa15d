"""What may be different about a table when a story begins, or while nobody looks."""

from __future__ import annotations

from dataclasses import dataclass

from hw_sim.board_clock import DAY_MS, HALF_MS, WRAP_MS
from tests.proofs.conditions.stories import SAME_DAY, stories

_BOOT_MS = 3_500
_SOON_MS = 10_000  # after the boot: in the middle of most stories


@dataclass(frozen=True)
class Condition:
    """`uptimes_ms` and `drifts_ppm` go round among the boards in their order."""

    id: str
    meaning: str
    uptimes_ms: tuple[int, ...] = (0,)
    drifts_ppm: tuple[int, ...] = (0,)
    idle_days: float = 0  # before the story, and before each time that somebody comes
    second_cut: int = -1  # the boot after a cut is cut at this write


CONDITIONS = (
    Condition("plain", "a table on its first day"),
    Condition("half", "differences of ticks change their sign", (HALF_MS - _BOOT_MS - _SOON_MS,)),
    Condition("wrap", "ticks begin again", (WRAP_MS - _BOOT_MS - _SOON_MS,)),
    Condition("week", "what happened at tick 0 has not come yet", (7 * DAY_MS,)),
    Condition("idle", "a week between any two visits", idle_days=7),
    Condition("idle-wrap", "thirteen days between any two visits", idle_days=13),
    Condition("apart", "boards on for 2 and 11 days", (2 * DAY_MS, 11 * DAY_MS)),
    Condition("drift", "crystals 100 ppm off, either way", drifts_ppm=(100, -100)),
    Condition("drifted", "the same for a week", drifts_ppm=(100, -100), idle_days=7),
    Condition("second-cut", "cut again at the first write of the next boot", second_cut=0),
    Condition("later-cut", "cut again at its tenth write", second_cut=9),
)
BY_ID = {condition.id: condition for condition in CONDITIONS}


def cases() -> list[tuple[Condition, str]]:
    """Every condition with every story that it says something about."""
    return [
        (condition, story)
        for condition in CONDITIONS
        for story in stories()
        if not (condition.idle_days and story in SAME_DAY)
    ]
