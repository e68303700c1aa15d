"""docs/faults.md: what the boards report, how it is cleared, and how to break them on the bench."""

from __future__ import annotations

from faro.docs.protocol import role_names
from faro.wire.dictionary import own_dictionary
from faro.words import board as words
from hw_sim.faults import CATALOGUE

_HEAD = """# Faults

Made by `make docs` from the firmware's fault table and the simulator's catalogue: do not edit.

## What a board reports

A fault stays until it is cleared, over power cycles too, and it can only be cleared when its cause
is gone and by one of the roles named here (`faro clear-fault NAME --role ROLE`).

| code | name | severity | what it means | how to clear it | who |
|---|---|---|---|---|---|
"""
_BENCH = """
## What can be broken on the bench

`faro sim --fault ID` breaks it five seconds after the start; the tests break each one and see the
board's fault.

| id | boards | part | effect | what it stands for | the board reports |
|---|---|---|---|---|---|
"""


def faults_markdown() -> str:
    rows = [
        f"| {spec.number} | {spec.name} | {words.SEVERITIES[spec.severity]} |"
        f" {words.FAULTS[spec.name][0]} | {words.FAULTS[spec.name][1]} |"
        f" {', '.join(role_names(spec.clearing_roles))} |"
        for spec in own_dictionary().faults.values()
    ]
    bench = [
        f"| {fault.id} | {', '.join(fault.kinds)} | {fault.part} | {fault.effect} |"
        f" {fault.meaning} | {fault.board_fault or 'nothing: it recovers by itself'} |"
        for fault in CATALOGUE
    ]
    return _HEAD + "\n".join(rows) + "\n" + _BENCH + "\n".join(bench) + "\n"
