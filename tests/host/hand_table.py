"""A desk at a table in virtual time, with a dealer's hands and real cards before real cameras."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from faro.page.dealing import Dealer
from faro.page.desk import Desk
from faro.page.sections import Data
from faro.sim.ready import enrol_all
from faro.sim.rig import Rig
from hw_sim.hands.hands import Hands
from hw_sim.hands.scene import seen
from tests.host.desk_table import DeskTable


class HandTable(DeskTable):
    """A desk, and hands with real cards before real cameras, both in virtual time."""

    def __init__(self, folder: Path) -> None:
        rig = Rig(("shoe", "meter"), 1)
        self.hands = Hands(rig, is_optical=True)
        enrol_all(rig)
        super().__init__(folder, rig=rig)
        self.scene: Any = self
        self.wait()

    @property
    def whole(self) -> Data:
        return seen(self.hands)

    async def at_desk(self, job: Callable[[Desk], Any]) -> Any:
        found = job(self.desk)
        while self.desk.step():
            pass
        return found

    async def hand(self, line: str) -> str:
        told = self.hands.run(line)
        self.wait(100)
        return told

    def deal_with(self, kind: str) -> str:
        asked: Any = Dealer(self, None).run({"kind": kind})
        told: str = asyncio.run(asked)
        self.wait(2_000)
        return told
