"""Keeps the spare slot the same as the one that runs: one bad page never leaves nothing.

After each boot the spare is compared, then hashed; when it holds anything else it is written
anew from the running slot.  A cut leaves a spare without a head, and the next boot goes on.
"""

from firmware.core.compat import const
from firmware.trust.image import HEAD_BYTES, IMAGE_BUSY, IMAGE_OK, Header, RomCheck, read_head
from firmware.update.slot_writer import SlotWriter

MS_LOOKING = const(0)  # compares head and hash
MS_ERASING = const(1)
MS_COPYING = const(2)
MS_CHECKING = const(3)  # what was written
MS_SAME = const(4)
MS_FAILED = const(5)  # the spare slot does not take it
_PIECE_BYTES = const(256)


class Mirror:
    """Feed: step() until it gives False; not while an update is in the spare slot."""

    def __init__(self, running, spare, on_renewed):
        self._running = running
        self._spare = spare
        self._on_renewed = on_renewed  # called with the image's counter
        self._writer = SlotWriter(spare)
        self._piece = bytearray(_PIECE_BYTES)
        self._header = None
        self._check = None
        self._at = 0
        self.state = MS_LOOKING

    def restart(self):
        """The spare slot was written by somebody else: look again."""
        self.state = MS_LOOKING
        self._check = None

    def step(self):
        """A small piece of work; False when there is none."""
        if self.state == MS_LOOKING:
            self._look()
        elif self.state == MS_ERASING:
            if not self._writer.erase_one():
                self._at = HEAD_BYTES
                self.state = MS_COPYING
        elif self.state == MS_COPYING:
            self._copy()
        elif self.state == MS_CHECKING:
            self._judge()
        else:
            return False
        return True

    def _look(self):
        if self._check is None:
            head = read_head(self._running)
            self._header = Header(head)
            if head != read_head(self._spare):
                self._rewrite()
                return
            self._check = RomCheck(self._spare, self._header)
        code = self._check.step()
        if code == IMAGE_OK:
            self.state = MS_SAME
        elif code != IMAGE_BUSY:
            self._rewrite()

    def _rewrite(self):
        self._check = None
        self._writer.begin()
        self.state = MS_ERASING

    def _copy(self):
        """A page of the code; the whole pages of a ROMFS are filled with ones in both slots."""
        self._running.read_into(self._at >> 12, self._at & 0xFFF, self._piece)
        self._at += _PIECE_BYTES
        if not self._writer.write(self._piece):
            self.state = MS_FAILED
        elif self._at >= HEAD_BYTES + self._header.rom_bytes:
            self._check = RomCheck(self._spare, self._header)
            self.state = MS_CHECKING

    def _judge(self):
        code = self._check.step()
        if code == IMAGE_BUSY:
            return
        is_whole = code == IMAGE_OK and self._writer.write_head(read_head(self._running))
        self.state = MS_SAME if is_whole else MS_FAILED
        if is_whole:
            self._on_renewed(self._header.counter)
