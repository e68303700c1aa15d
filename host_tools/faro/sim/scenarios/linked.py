"""Linked jackpot tables on one line: meters with a key each, one of them holds the pool."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.keys import DeviceKeys, table_key
from hw_sim.nv_image import NvImage

FIRST_ADDRESS = 0xB1
HOLDER = 1
MEMBER = 2
LINK_KEY = hashlib.sha256(b"linked tables").digest()
_BOOT_MS = 3_000


class LinkedTables:
    """A holder and so many members, provisioned, linked, and booted; a spare board on request."""

    def __init__(
        self,
        members: int,
        seed: int = 1,
        has_spare: bool = False,
        extra_path: Sequence[Path] = (),
    ) -> None:
        self.rig = Rig(("meter",) * (members + 1 + has_spare), seed, extra_path)
        names = list(self.rig.boards)
        self.rig.power_on()
        self.rig.wait_ready(60_000)
        self.tables = [JackpotTable(self.rig, name) for name in names]
        for place, table in enumerate(self.tables):
            is_member = 0 < place <= members
            address = FIRST_ADDRESS + place - 1
            table.set_link_key(table_key(LINK_KEY, address) if is_member else LINK_KEY)
            if place > members:
                table.set("link_tables", members)
            elif place:
                table.set("address", address)
                table.set("link_role", MEMBER)
            else:
                table.set("link_tables", members)
                table.set("link_role", HOLDER)
        for table in self.tables:
            table.board.board.power_off()
        keys = [table.keys for table in self.tables]
        self.tables = [  # anew, because their addresses are new
            JackpotTable(self.rig, name, key) for name, key in zip(names, keys, strict=True)
        ]
        self.rig.power_on()
        self.rig.wait_ready(60_000)
        self.rig.kernel.run_for_ms(_BOOT_MS)

    @property
    def holder(self) -> JackpotTable:
        return self.tables[0]

    @property
    def members(self) -> list[JackpotTable]:
        return self.tables[1:]

    def images(self) -> list[tuple[NvImage, DeviceKeys]]:
        """What the boards remember without power."""
        found: list[tuple[NvImage, DeviceKeys]] = []
        for table in self.tables:
            table.board.board.power_off()
            found.append((NvImage.take(table.board), table.keys))
        return found

    def wait(self, duration_ms: int) -> None:
        self.rig.kernel.run_for_ms(duration_ms)

    def close(self) -> None:
        self.rig.close()

    def __enter__(self) -> LinkedTables:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()


def boot_images(images: list[tuple[NvImage, DeviceKeys]], seed: int = 1) -> LinkedTables:
    """The same tables again, from what they remember."""
    linked = LinkedTables.__new__(LinkedTables)
    linked.rig = Rig(("meter",) * len(images), seed)
    tables: list[JackpotTable] = []
    for name, (image, keys) in zip(linked.rig.boards, images, strict=True):
        image.put(linked.rig.boards[name])
        tables.append(JackpotTable(linked.rig, name, keys))
    linked.tables = tables
    linked.rig.power_on()
    linked.rig.wait_ready(60_000)
    linked.rig.kernel.run_for_ms(_BOOT_MS)
    return linked
