"""Tells the test what the same seed gives in every other build: the secret, in the VM's own log."""

from firmware.shuffler import room


class Telling(room.Mixing):
    def commit(self, shuffler):
        is_committed = super().commit(shuffler)
        pack = self.book.newest(0)
        print("secret", bytes(pack.secret).hex())
        return is_committed


room.Mixing = Telling
