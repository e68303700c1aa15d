"""Roller, colour sensor, cameras, lamps: what a pass and a picture tell of the parts themselves."""

from firmware.cards import card_pass as cp
from firmware.cards import rows

TREND_LIGHT = 1
TREND_DIRT = 2
_STILL_PASSES = 3  # the gate saw so many cards, the roller none: it is broken


class PartWatch:
    """Asked after each pass, and after each reading for the trends."""

    def __init__(self, board, reader):
        self._board = board
        self._reader = reader
        self._still = 0
        board.on_present(rows.FAULT_BACK_SENSOR, lambda: not reader.setup())
        board.on_present(rows.FAULT_CAMERA_LOST, self._is_camera_dead)
        board.on_present(rows.FAULT_ONE_CAMERA, self._is_camera_dead)

    def _is_camera_dead(self):
        return self._reader.dead != 0

    def look(self, what):
        """A card has left; `what` is the pass's own finding."""
        board = self._board
        reader = self._reader
        self._still = self._still + 1 if what == cp.NO_TRAVEL else 0
        if self._still >= _STILL_PASSES and reader.recogniser is not None:
            board.raise_fault(rows.FAULT_ENCODER)
        if not reader.is_back_known:
            board.raise_fault(rows.FAULT_BACK_SENSOR)
        if reader.dead:
            is_allowed = board.settings.get(rows.CFG_ONE_CAMERA_ALLOWED) == 1 and reader.dead != 3
            fault = rows.FAULT_ONE_CAMERA if is_allowed else rows.FAULT_CAMERA_LOST
            board.raise_fault(fault, reader.dead)

    def look_at_trends(self):
        """A lamp that grows weak, a glass that grows dirty: told before cards are refused."""
        settings = self._board.settings
        for camera in (0, 1):
            trend = self._reader.trends[camera]
            if trend.level_percent < settings.get(rows.CFG_LIGHT_WARN_PERCENT):
                self._warn(rows.FAULT_LIGHT_WEAK, camera, TREND_LIGHT, trend)
            if trend.dirty_pixels >= settings.get(rows.CFG_DIRTY_PIXELS):
                self._warn(rows.FAULT_GLASS_DIRTY, camera, TREND_DIRT, trend)

    def _warn(self, fault, camera, kind, trend):
        board = self._board
        if not board.is_fault_active(fault):
            board.record(
                rows.EV_CAMERA_TREND, camera + 1, kind, trend.level_percent, trend.dirty_pixels
            )
            board.raise_fault(fault, camera + 1)
