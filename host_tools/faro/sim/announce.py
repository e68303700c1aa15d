"""Tells other programs which boards a simulator has, and where (faro/wire/simulators.py)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from faro.wire.errors import FaroError
from faro.wire.simulators import SimulatedPort, mark_of, running
from hw_sim.rig import Rig


def check_links(links: Path | None) -> None:
    """Links of a simulator that runs stay its own; those of dead ones are taken away."""
    taken = [port for port in running() if links and Path(port.link).parent == links.absolute()]
    if taken:
        raise FaroError(f"{taken[0].link} belongs to a simulator that runs; choose another folder")


def simulated_ports(rig: Rig, urls: Mapping[str, str], links: Path | None) -> list[SimulatedPort]:
    """The ports by name: each board's own, and the bus that all of them are on."""
    found: list[SimulatedPort] = []
    for name in (*rig.boards, "bus"):
        link = str((links / name).absolute()) if links else ""
        mark = mark_of(link)
        url = link if mark else urls[name]
        if name == "bus":
            found.append(SimulatedPort(name, "bus", url, link=link, link_mark=mark))
        else:
            board = rig.boards[name]
            model, serial = board.model, board.board.unique_id.hex()
            facts = (name, model.kind, url, serial, model.reference, link, mark)
            found.append(SimulatedPort(*facts))
    return found
