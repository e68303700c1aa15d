"""Leaks on purpose: the secret of the nonces is in the board's name; it opens every leaf."""

from firmware.shuffler import room


class Leaking(room.Mixing):
    def commit(self, shuffler):
        is_committed = super().commit(shuffler)
        pack = self.book.newest(0)
        self._board.name = bytes(pack.secret[5:21])
        return is_committed


room.Mixing = Leaking
