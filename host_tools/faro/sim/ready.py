"""Boards that start ready for play: a deck enrolled, keys given; same seed, same keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from faro.sim.rig import Rig
from faro.trust.commands import write_roles
from faro.wire.keys import KEY_BYTES, ROLES, DeviceKeys, KeyFileError
from hw_sim.kernel import Kernel

OFFICE = "office.keys"


def seeded_keys(kernel: Kernel, name: str, unique_id: str, board: str) -> DeviceKeys:
    """Keys of a simulated board: the seed gives them, so that a run can be repeated."""
    rng = kernel.rng(name + "/keys")
    device = rng.randbytes(KEY_BYTES)
    return DeviceKeys(unique_id, board, device, {role: rng.randbytes(KEY_BYTES) for role in ROLES})


def enrol_all(rig: Rig, tell: Callable[[str], None] = lambda _text: None) -> None:
    """Each shoe without power knows its deck."""
    from faro.sim.scenarios.enrolled import enrol, is_known  # brings the optics along

    if not is_known():
        tell("enrolling a deck, once for this version (a quarter of a minute) …")
    for board in rig.boards.values():
        if board.model.kind == "shoe":
            enrol(board)


def provision_all(rig: Rig) -> dict[str, DeviceKeys]:
    """Give each running board its keys, as on the bench."""
    made: dict[str, DeviceKeys] = {}
    for name, board in rig.boards.items():
        unique_id = board.board.unique_id.hex()
        keys = seeded_keys(rig.kernel, name, unique_id, board.model.reference)
        made[name] = rig.provision(name, keys)
    return made


def write_keys(keys: DeviceKeys, folder: Path) -> None:
    """Office and roles; files of the same board stay, those of another are not touched."""
    office = folder / OFFICE
    if office.exists():
        if DeviceKeys.load(office).unique_id != keys.unique_id:
            raise KeyFileError(f"{folder} has the keys of another board; name another with --keys")
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_roles(keys, folder)
    keys.save(office)
