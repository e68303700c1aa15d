"""Leaks on purpose: the board's name in HELLO holds the next cards."""

from firmware.shuffler import room


class Leaking(room.Mixing):
    def heard(self, event, *fields):
        super().heard(event, *fields)
        s = self.shuffler
        last = min(s.position + 8, s.plan.count)
        cards = [s.pack.codes[s.plan.index_at(p)] for p in range(s.position, last)]
        self._base.name = bytes(cards)


room.Mixing = Leaking
