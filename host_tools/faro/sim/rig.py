"""The simulator's table with boards that run this checkout's firmware."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hw_sim.rig
from faro.build.image import build_rom, make_image
from faro.sim.heaps import vm_heap_bytes
from faro.sim.vm_tree import search_path
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from firmware.board.rows import FAULT_LID_OPEN
from hw_sim.sim_transport import SimTransport

_LID_MS = 50  # until a board has noticed its lid


def make_program(board: str, overlays: Sequence[Path] = ()) -> hw_sim.rig.Program:
    """The firmware as it is, by the one way to make it; `overlays` stand in front of it."""
    rom = build_rom(board, is_sim=True, overlays=overlays)
    image = make_image(rom, board).data
    heap_bytes = vm_heap_bytes(board, len(rom))
    return hw_sim.rig.Program(search_path(board, overlays), heap_bytes, image)


class Rig(hw_sim.rig.Rig):
    """Boards by kind, in one clock; the same seed gives the same bytes."""

    def __init__(
        self,
        kinds: Sequence[str] = ("shoe", "meter"),
        seed: int = 1,
        extra_path: Sequence[Path] = (),
        shoe_path: Sequence[Path] = (),
    ) -> None:
        """`extra_path` stands in front of every board's firmware, `shoe_path` of a shoe's alone."""
        overlays, of_shoe = tuple(extra_path), (*shoe_path, *extra_path)
        self._clients = 0

        def program(board: str) -> hw_sim.rig.Program:
            return make_program(board, of_shoe if board.startswith("shoe") else overlays)

        super().__init__(program, kinds, seed)

    def start(self) -> None:
        """Power for all boards, until each has passed its self-test."""
        self.power_on()
        self.wait_ready()

    def client(self, name: str, **options: Any) -> Client:
        """A client on a board's USB port, on virtual time; same seed, same bytes."""
        client = Client(SimTransport(self.kernel, self.boards[name].usb_host), **options)
        self._clients += 1
        client.protocol.repeat_with(self.kernel.rng(f"client{self._clients}"))
        return client

    def provision(self, name: str, keys: DeviceKeys | None = None) -> DeviceKeys:
        """Give a board keys as on the bench; new ones unless some are given."""

        def move_lid(is_open: bool) -> None:
            self.boards[name].set_lid(is_open)
            self.kernel.run_for_ms(_LID_MS)

        return provision(self.client(name), move_lid, keys)


def provision(
    client: Client, move_lid: Callable[[bool], None], keys: DeviceKeys | None = None
) -> DeviceKeys:
    """Give a board keys as on the bench: lid open, by USB; then the lid is closed and cleared."""
    identity = client.identity
    keys = keys or DeviceKeys.create(identity.unique_id, identity.name)
    move_lid(True)
    client.provision(keys)
    move_lid(False)
    client.open_session(keys, "technician")
    client.request("CLEAR_FAULT", fault=FAULT_LID_OPEN)
    client.close_session()
    return keys
