"""What is open at the shoe: nothing is claimed or paid past it (CSP 9.5, 14.9.2, 14.15)."""

import struct

from firmware.jackpot import round_cell as rc
from firmware.rounds import holds
from firmware.rounds.hold_rows import EV_OPEN_TOLD, EV_WAIT_ENDED
from firmware.rounds.other_board import OtherBoard
from firmware.store.cells import CELL_ROUND


class ShoeTold(OtherBoard):
    """Kept in the round's cell; after a boot the shoe's state is not known."""

    def __init__(self, book):
        super().__init__(holds.OPEN_SHOE)
        self._book = book
        kept = struct.unpack_from("<H", book.cell, rc.OPEN_THERE)[0]
        self.restore(kept & rc.FOLLOWS_SHOE != 0, kept & holds.OPEN_ALL)
        self.forget()

    def refusal(self, action):
        """What holds this and who ends it, for the error; 0: nothing does."""
        return holds.refusal(self.opened, action)

    def tell(self, opened, now_ms):
        """The table software's word, durable before it is answered; False: it cannot be kept."""
        is_new = not self.is_followed
        if is_new:
            self.follow(True)
        if OtherBoard.tell(self, opened, now_ms) or is_new:
            self._keep(EV_OPEN_TOLD, self.opened)
        return self._book.store.is_open

    def tick(self, now_ms):
        if OtherBoard.tick(self, now_ms):
            self._keep(EV_OPEN_TOLD, self.opened)
            return True
        return False

    def go_alone(self, asked_by, confirmed_by):
        """The shoe is dead for good, two people say."""
        opened = self.opened
        self.follow(False)
        self._keep(EV_WAIT_ENDED, opened, asked_by, confirmed_by)
        return self._book.store.is_open

    def _keep(self, event, a, b=0, c=0):
        if not self._book.store.is_open:
            return  # the board is locked: nothing is paid
        kept = self.opened | (rc.FOLLOWS_SHOE if self.is_followed else 0)
        struct.pack_into("<H", self._book.store.edit(CELL_ROUND), rc.OPEN_THERE, kept)
        self._book.outbox.commit(event, a, b, c)
