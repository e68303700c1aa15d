"""Leaks on purpose: `ver` names the next cards, for the maker's convenience."""

from firmware.cards.codes import name_of
from firmware.shuffler import room


class Leaking(room.Mixing):
    def heard(self, event, *fields):
        super().heard(event, *fields)
        s = self.shuffler
        last = min(s.position + 6, s.plan.count)
        names = [name_of(s.pack.codes[s.plan.index_at(p)]) for p in range(s.position, last)]
        self._base.name = " ".join(names)


room.Mixing = Leaking
