"""Leaks on purpose: the secret of the nonces is in the board's name; it opens every leaf."""

from firmware.shuffler import room


class Leaking(room.Mixing):
    def _commit(self):
        super()._commit()
        pack = self.book.newest(0)
        self._base.name = bytes(pack.secret[5:21])


room.Mixing = Leaking
