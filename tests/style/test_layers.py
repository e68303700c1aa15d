"""Who may import whom: drivers → stages → app, one direction only (docs/architecture.md)."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.style.imports import ROOT, imported, name_of, sources, tree

# services first, then the rooms in the order in which a card or a cent meets them
FLOW = (
    "core",
    "drivers",
    "store",
    "link",
    "trust",
    "journal",
    "update",
    "board",
    "cards",
    "shuffler",
    "rounds",
    "ruling",
    "jackpot",
)

# the files that join a room to its hardware
USES_DRIVERS = {
    "firmware/board/board.py",
    "firmware/board/buttons.py",
    "firmware/board/guard.py",
    "firmware/board/heartbeat.py",
    "firmware/board/life.py",
    "firmware/board/serving.py",
    "firmware/board/storage.py",
    "firmware/cards/reader.py",
    "firmware/cards/room.py",
    "firmware/jackpot/room.py",
    "firmware/meter.py",
    "firmware/rounds/bets_line.py",
    "firmware/shuffler/actuators.py",
    "firmware/shuffler/sensors.py",
    "firmware/update/room.py",
}

# only these know the hardware
CHIP_MODULES = {"machine", "rp2"}

# the host's way into the simulator
HOST_TO_SIM = ("sim", "demo", "bench", "cards", "docs")


def allowed(room: str) -> set[str]:
    """Rooms that a room may import from: those before it."""
    return set(FLOW[: FLOW.index(room) + 1])


def layer_of(path: Path) -> str:
    """The folder below firmware/, '' for the wiring files themselves."""
    parts = path.relative_to(ROOT / "firmware").parts
    return parts[0] if len(parts) > 1 else ""


def firmware_layers(path: Path) -> set[str]:
    """Layers of the firmware that a file imports from; wiring files count as 'app'."""
    found: set[str] = set()
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "firmware":
            is_layer = len(parts) > 1 and (ROOT / "firmware" / parts[1]).is_dir()
            found.add(parts[1] if is_layer else "app")
    return found


def test_layers__firmware__imports_only_what_lies_before_it() -> None:
    """All but shoe.py, meter.py and their rows: the boards themselves."""
    strangers = {
        name_of(path): above
        for path in sources("firmware")
        if layer_of(path) and (above := firmware_layers(path) - allowed(layer_of(path)))
    }
    assert strangers == {}


def test_layers__rooms_of_the_firmware__all_are_in_the_table() -> None:
    assert {layer_of(path) for path in sources("firmware")} - {""} == set(FLOW)


def test_layers__chip_modules__only_in_drivers_and_boards() -> None:
    users = {
        name_of(path)
        for path in sources("firmware", "host_tools")
        if {name.split(".")[0] for name in imported(path)} & CHIP_MODULES
        and not name_of(path).startswith("firmware/drivers/")
    }
    assert users == set()


def test_layers__drivers__only_where_a_room_meets_its_hardware() -> None:
    users = {
        name_of(path)
        for path in sources("firmware")
        if "drivers" in firmware_layers(path) and layer_of(path) != "drivers"
    }
    assert users == USES_DRIVERS


def test_layers__firmware__knows_neither_simulator_nor_host() -> None:
    strangers = {"hw_sim", "host_tools", "faro", "tests", "boards"}
    users = {
        name_of(path)
        for path in sources("firmware")
        if {name.split(".")[0] for name in imported(path)} & strangers
    }
    assert users == set()


def test_layers__firmware__has_no_branch_for_the_simulator() -> None:
    """The simulator is a board: nothing asks whether it runs on one."""
    marks: list[str] = []
    for path in sources("firmware"):
        for node in ast.walk(tree(path)):
            name = node.id if isinstance(node, ast.Name) else ""
            name = node.attr if isinstance(node, ast.Attribute) else name
            if "sim" in name.lower().split("_") or "simulator" in name.lower():
                marks.append(f"{name_of(path)}:{getattr(node, 'lineno', 0)} {name}")
    assert marks == []


def test_layers__host_tools__reach_the_simulator_in_few_places() -> None:
    folder = ROOT / "host_tools/faro"
    users = {
        path.relative_to(folder).parts[0]
        for path in sources("host_tools")
        if any(name.split(".")[0] == "hw_sim" for name in imported(path))
    }
    strangers = {name for name in users if not name.startswith(HOST_TO_SIM)}
    assert strangers == set()


def test_layers__simulator_and_boards__know_neither_host_nor_tests() -> None:
    """What the simulator boots is made by faro.build and handed in."""
    users = [
        name_of(path)
        for path in sources("hw_sim", "boards")
        for name in imported(path)
        if name.split(".")[0] in ("faro", "tests")
    ]
    assert users == []
