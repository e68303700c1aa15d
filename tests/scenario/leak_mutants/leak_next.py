"""Leaks on purpose, and slyly: the reset cause in STATUS is the rank of the next card."""

from firmware.shuffler import room


class Leaking(room.Shuffler):
    def event(self, event):
        super().event(event)
        s = self
        if s.position < s.plan.count:
            self.board.reset_cause = s.pack.codes[s.plan.index_at(s.position)] >> 2


room.Shuffler = Leaking
