"""Keeps updates and attestation out of memory until somebody asks for them."""

import asyncio

from firmware.core import on_demand
from firmware.link import messages as m

_MODULES = ("firmware.app_updates", "firmware.link.update_commands", "firmware.trust.slots")
_MESSAGES = (
    m.UPDATE_BEGIN,
    m.UPDATE_FILE,
    m.UPDATE_DATA,
    m.UPDATE_FINISH,
    m.GET_UPDATE,
    m.GET_CHANGE,
    m.ATTEST,
    m.GET_ATTESTATION,
    m.GET_ATTESTED_FILE,
)

try:
    import boot_info  # noqa: F401  # pyright: ignore[reportMissingImports] (left by the loader)

    _HAS_LOADER = True
except ImportError:
    _HAS_LOADER = False  # started by hand: no image is on trial


class UpdatesDoor:
    """For the application: `report()` at boot, `run(is_well)` as a task."""

    def __init__(self, base, board):
        self._base = base
        self._board = board
        self._updates = None
        self._knocked = asyncio.Event()
        self._close()

    def report(self):
        """Once the boot is recorded: what the loader found, as events."""
        if _HAS_LOADER:
            self._load()
            self._updates.report()

    async def run(self, is_well=True):
        """The task: proves a new image, then opens whenever somebody knocks."""
        if self._updates:
            await self._updates.settle(is_well)
        while True:
            self._close()
            await self._knocked.wait()
            self._knocked.clear()
            await self._updates.work()

    def _load(self):
        from firmware.app_updates import Updates

        self._updates = Updates(self._base, self._board)  # its handlers take the place of ours

    def _close(self):
        for message in _MESSAGES:
            self._base.node.on(message, self._knock)
        self._updates = None
        on_demand.forget(_MODULES)

    def _knock(self, port):
        """The first request after a quiet time."""
        self._load()
        self._knocked.set()
        return self._base.node.handlers[port.rx[1] & 0x7F](port)
