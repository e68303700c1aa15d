"""Leaks on purpose, and slyly: the reset cause in STATUS is the rank of the next card."""

from firmware.shuffler import room


class Leaking(room.Mixing):
    def heard(self, event, *fields):
        super().heard(event, *fields)
        s = self.shuffler
        if s.position < s.plan.count:
            self._base.reset_cause = s.pack.codes[s.plan.index_at(s.position)] >> 2


room.Mixing = Leaking
