"""A mechanical switch: lid, button or key.  Contact bounce is filtered by time."""

from firmware.core.ticks import ticks_diff

_BOUNCE_MS = 20


class SwitchWatch:
    """Fed edges; says when the switch really changed.  `level` is its settled state."""

    def __init__(self, level):
        self.level = level
        self.changed_ms = 0
        self.held_ms = 0
        self._has_changed = False

    def edge(self, level, now_ms):
        """True when this edge is a change and not a bounce of the last one."""
        if level == self.level:
            return False
        if self._has_changed and ticks_diff(now_ms, self.changed_ms) < _BOUNCE_MS:
            return False
        self.held_ms = ticks_diff(now_ms, self.changed_ms)
        self.level = level
        self.changed_ms = now_ms
        self._has_changed = True
        return True

    def settle(self, level, now_ms):
        """Now and then, with the pin's present level: catches an edge that the filter ate."""
        return ticks_diff(now_ms, self.changed_ms) >= _BOUNCE_MS and self.edge(level, now_ms)
