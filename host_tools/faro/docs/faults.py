"""docs/faults.md: what the boards report, how it is cleared, and how to break them on the bench."""

from __future__ import annotations

from faro.docs.marks import renewed, table
from faro.docs.protocol import role_names
from faro.wire.dictionary import own_dictionary
from faro.words import board as words
from hw_sim.faults import CATALOGUE


def faults_markdown() -> str:
    faults = [["code", "name", "severity", "what it means", "how to clear it", "who"]]
    for spec in own_dictionary().faults.values():
        severity, who = words.SEVERITIES[spec.severity], ", ".join(role_names(spec.clearing_roles))
        faults.append([str(spec.number), spec.name, severity, *words.FAULTS[spec.name], who])
    bench = [["id", "boards", "part", "effect", "what it stands for", "the board reports"]]
    for fault in CATALOGUE:
        reported = fault.board_fault or "nothing: it recovers by itself"
        kinds = ", ".join(fault.kinds)
        bench.append([fault.id, kinds, fault.part, fault.effect, fault.meaning, reported])
    return renewed("docs/faults.md", faults=table(*faults), bench=table(*bench))
