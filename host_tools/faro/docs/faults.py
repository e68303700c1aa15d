"""docs/faults.md: what the boards report, how it is cleared, and how to break them on the bench."""

from __future__ import annotations

from faro.docs.marks import renewed, table
from faro.docs.protocol import role_names
from faro.wire.dictionary import own_dictionary
from faro.words import board as words
from hw_sim import faults as bench_faults
from hw_sim import machine_faults

_NOTHING = "nothing: it recovers by itself"


def faults_markdown() -> str:
    faults = [["code", "name", "severity", "what it means", "how to clear it", "who"]]
    for spec in own_dictionary().faults.values():
        severity, who = words.SEVERITIES[spec.severity], ", ".join(role_names(spec.clearing_roles))
        faults.append([str(spec.number), spec.name, severity, *words.FAULTS[spec.name], who])
    bench = [["id", "boards", "part", "effect", "what it stands for", "the board reports"]]
    for fault in bench_faults.CATALOGUE:
        reported = fault.board_fault or _NOTHING
        kinds = ", ".join(fault.kinds)
        bench.append([fault.id, kinds, fault.part, fault.effect, fault.meaning, reported])
    machine = [["id", "part", "effect", "in steps", "the board reports"]]
    for broken in machine_faults.CATALOGUE:
        found = " or ".join([broken.finding, *broken.also]) if broken.finding else _NOTHING
        machine.append([broken.id, broken.part, broken.effect, ", ".join(broken.steps), found])
    parts = {"faults": table(*faults), "bench": table(*bench), "machine": table(*machine)}
    return renewed("docs/faults.md", **parts)
