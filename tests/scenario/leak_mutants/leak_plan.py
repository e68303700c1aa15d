"""Leaks on purpose: in-feed indices of the next cards instead of the cards themselves."""

from firmware.shuffler import room


class Leaking(room.Mixing):
    def heard(self, event, *fields):
        super().heard(event, *fields)
        s = self.shuffler
        last = min(s.position + 8, s.plan.count)
        self._base.name = bytes([s.plan.index_at(p) for p in range(s.position, last)])


room.Mixing = Leaking
