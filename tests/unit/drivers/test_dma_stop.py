"""A DMA channel is never aborted while it is enabled (erratum RP2350-E5)."""

from __future__ import annotations

from typing import Any

from firmware.drivers.dma_stop import DmaStop

ENABLED, DISABLED = 1, 0


class Channel:
    """As the chip: what is aborted while it is enabled begins again."""

    def __init__(self) -> None:
        self.ctrl = ENABLED
        self.is_busy = True

    def pack_ctrl(self, enable: bool = True, **_fields: Any) -> int:
        return ENABLED if enable else DISABLED

    def config(self, ctrl: int) -> None:
        self.ctrl = ctrl

    def active(self, _level: int) -> None:
        self.is_busy = self.ctrl == ENABLED


def test_stop__busy_channel__switched_off_before_the_abort() -> None:
    channel = Channel()
    DmaStop(channel).stop()
    assert not channel.is_busy
