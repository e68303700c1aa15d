"""All that can be done and broken at this table, for programs that offer it to people."""

from __future__ import annotations

from typing import Any

from hw_sim import faults, machine_faults
from hw_sim.hands.verbs import VERBS
from hw_sim.rig import Rig


def about(rig: Rig) -> dict[str, Any]:
    """Verbs, faults of both catalogues, boards."""
    return {
        "boards": {name: board.model.kind for name, board in rig.boards.items()},
        "verbs": [{"name": v.name, "usage": v.usage, "help": v.help} for v in VERBS],
        "faults": [*_board_faults(rig), *_machine_faults(rig)],
    }


def _board_faults(rig: Rig) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "boards": _boards(rig, row.kinds),
            "part": row.part,
            "effect": row.effect,
            "means": row.meaning,
            "reports": row.board_fault,
            "needs_card": row.needs_card,
            "steps": [],
        }
        for row in faults.CATALOGUE
    ]


def _machine_faults(rig: Rig) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "boards": _boards(rig, ("shoe",)),
            "part": row.part,
            "effect": row.effect,
            "means": "",
            "reports": row.finding,
            "needs_card": True,
            "steps": list(row.steps),
        }
        for row in machine_faults.CATALOGUE
    ]


def _boards(rig: Rig, kinds: tuple[str, ...]) -> list[str]:
    return [name for name, board in rig.boards.items() if board.model.kind in kinds]
