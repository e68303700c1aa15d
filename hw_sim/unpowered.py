"""A simulated board without power: its store opened from outside, images put into its slots."""

from __future__ import annotations

import struct
from typing import Any, Protocol

from firmware.drivers.fram import Fram
from firmware.store import cell_store
from firmware.store.cells import CELL_KEYS, CELL_UPDATES
from firmware.store.states import ST_BLANK
from firmware.trust.keys import SIGNER_AT
from hw_sim.parts.local_bus import LocalI2c
from hw_sim.rig import BoardRig

SLOTS = {1: "slot_a", 2: "slot_b"}


class Image(Protocol):
    """What the builder makes."""

    @property
    def data(self) -> bytes: ...


def open_store(board: BoardRig) -> Any:
    """The store of a board without power, opened in this process; made when the chips are new."""
    addresses = board.pins.FRAM_ADDRESSES
    i2c = LocalI2c(dict(zip(addresses, board.frams, strict=True)))
    frams = [Fram(i2c, address) for address in addresses]
    store: Any = cell_store.CellStore(frams[0], frams[1], board.board.unique_id)
    store.open()
    if store.state == ST_BLANK:
        store.format()
    return store


def set_signer(board: BoardRig, public_key: bytes) -> None:
    """Provision the key that images must be signed with."""
    store = open_store(board)
    store.edit(CELL_KEYS)[SIGNER_AT : SIGNER_AT + len(public_key)] = public_key
    store.commit()


def put_image(board: BoardRig, image: Image, *slots: int) -> None:
    """Straight into the flash chip, as with a programmer; into both slots by default."""
    for slot in slots or (1, 2):
        board.write_region(SLOTS[slot], image.data)


def clear_slot(board: BoardRig, slot: int) -> None:
    """As on a chip that never held an image there."""
    board.write_region(SLOTS[slot], b"")


def read_slot(board: BoardRig, slot: int) -> bytes:
    """All bytes of a slot."""
    return board.read_region(SLOTS[slot])


def activate(board: BoardRig, slot: int, minimum: int) -> None:
    """Make a slot the active one, as after a proved update."""
    store = open_store(board)
    cell = store.edit(CELL_UPDATES)
    struct.pack_into("<BBBBI", cell, 0, 0, slot, 0, 0, minimum)
    store.commit()
