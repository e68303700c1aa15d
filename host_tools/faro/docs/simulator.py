"""docs/simulator.md: the verbs of the simulated table, from their rows."""

from __future__ import annotations

from faro.docs.marks import renewed, table
from hw_sim.hands.card_words import MARKS
from hw_sim.hands.verbs import VERBS


def simulator_markdown() -> str:
    rows = [["verb", "what it does"]]
    rows += [[f"`{verb.usage}`".replace("|", "\\|"), verb.help] for verb in VERBS]
    marks = "Marks: " + ", ".join(f"`{mark}`" for mark in MARKS) + "."
    return renewed("docs/simulator.md", verbs=table(*rows), marks=marks)
