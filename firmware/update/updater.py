"""Takes a new image into the slot that does not run, and checks it piece by piece.

Fed by the update commands (begin, data, finish) and by step() in idle time.  The image comes from
its first byte to its last; the head is checked before the rest is worth receiving, and is
programmed last of all: a slot with a head holds a whole, signed image.
"""

from firmware.core.compat import const
from firmware.trust import image
from firmware.trust import slots as sl
from firmware.trust.image import HeadCheck, RomCheck
from firmware.update.rows import EV_IMAGE_REFUSED, EV_UPDATE_STAGED
from firmware.update.slot_writer import SlotWriter

# why a call was not taken; the update commands make errors of the link of them
NOT_NOW_BUSY = const(1)
NOT_NOW_ORDER = const(2)
NOT_NOW_REFUSED = const(3)
NO_KEY = const(4)
NO_SPACE = const(5)
OUT_OF_RANGE = const(6)

US_IDLE = const(0)
US_ERASING = const(1)  # what the slot held before goes
US_HEAD = const(2)  # waits for header and signature
US_CHECKING_HEAD = const(3)
US_ROM = const(4)  # waits for the code
US_CHECKING_ROM = const(5)
US_STAGED = const(6)  # starts with the next boot
US_REFUSED = const(7)


class Updater:
    """One update at a time; every call gives 0 or minus one of the reasons above."""

    def __init__(self, region, slot, slots, outbox, board_name, public_key, now):
        self._writer = SlotWriter(region)
        self._region = region
        self.slot = slot  # the one that does not run
        self._slots = slots
        self._outbox = outbox
        self._board_name = board_name
        self._public_key = public_key  # a function: the key may be provisioned any time
        self._now = now  # a function: (seconds, is UTC)
        self._head = bytearray(image.HEAD_BYTES)
        self._check = None
        self._header = None
        self._reset(US_IDLE)
        self.total_bytes = 0

    def _reset(self, state):
        self.state = state
        self.code = image.IMAGE_OK
        self.done_bytes = 0
        self._check = self._header = None

    # -- commands --------------------------------------------------------------------------

    def begin(self, total_bytes):
        """Start over; what the slot held before goes, the running slot stays."""
        if self._is_working():
            return -NOT_NOW_BUSY
        if self._public_key() is None:
            return -NO_KEY
        if self._slots.state == sl.ST_TRYING:
            return -NOT_NOW_ORDER
        if not image.HEAD_BYTES < total_bytes <= self._region.size_bytes:
            return -NO_SPACE
        if self._slots.handle(sl.SEV_BEGUN, sl.RESULT_REPLACED):
            self._slots.commit()
        self._reset(US_ERASING)
        self.total_bytes = total_bytes
        self._writer.begin()
        return 0

    def data(self, offset, piece):
        """The next bytes of the image, in order; no piece lies over the head's end."""
        if self.state not in (US_HEAD, US_ROM):
            return self._not_now()
        end = offset + len(piece)
        limit = image.HEAD_BYTES if self.state == US_HEAD else self.total_bytes
        if offset != self.done_bytes or end > limit or not len(piece):
            return -OUT_OF_RANGE
        if self.state == US_HEAD:
            self._head[offset:end] = piece
        elif not self._writer.write(piece):
            return self._refuse(image.IMAGE_READ_ERROR)
        self.done_bytes = end
        if end == image.HEAD_BYTES:
            minimum = self._slots.minimum_counter
            key = self._public_key()
            size_bytes = self._region.size_bytes
            self._check = HeadCheck(self._head, self._board_name, minimum, key, size_bytes)
            self.state = US_CHECKING_HEAD
        return 0

    def finish(self):
        """All was sent: check it as it lies in the flash."""
        if self.state != US_ROM:
            return self._not_now()
        if self.done_bytes != self.total_bytes:
            return self._refuse(image.IMAGE_WRONG_LENGTH)
        if not self._writer.flush():
            return self._refuse(image.IMAGE_READ_ERROR)
        self._check = RomCheck(self._region, self._header)
        self.state = US_CHECKING_ROM
        return 0

    def abandon(self):
        """The sender has gone."""
        if not self._is_working():
            self._reset(US_IDLE)

    def is_over(self):
        """Nothing is under way in the slot."""
        return self.state in (US_IDLE, US_STAGED, US_REFUSED)

    # -- idle time -------------------------------------------------------------------------

    def step(self):
        """A small piece of work; False when there is none."""
        if self.state == US_ERASING:
            if not self._writer.erase_one():
                self.state = US_HEAD
        elif self._check:
            code = self._check.step()
            if code != image.IMAGE_BUSY:
                self._take_verdict(code)
        else:
            return False
        return True

    # -- inside ----------------------------------------------------------------------------

    def _is_working(self):
        return self.state in (US_ERASING, US_CHECKING_HEAD, US_CHECKING_ROM)

    def _not_now(self):
        if self._is_working():
            return -NOT_NOW_BUSY
        return -NOT_NOW_REFUSED if self.state == US_REFUSED else -NOT_NOW_ORDER

    def _take_verdict(self, code):
        check = self._check
        self._check = None
        if self.state == US_CHECKING_HEAD:
            self._header = check.header
            image_bytes = image.HEAD_BYTES + check.header.rom_bytes
            if code == image.IMAGE_OK and image_bytes != self.total_bytes:
                code = image.IMAGE_WRONG_LENGTH
        if code != image.IMAGE_OK:
            self._refuse(code)
        elif self.state == US_CHECKING_HEAD:
            self.state = US_ROM
        elif self._writer.write_head(self._head):
            self._stage()
        else:
            self._refuse(image.IMAGE_READ_ERROR)

    def _stage(self):
        """Whole and signed: now the cell, which alone makes it the next."""
        header = self._header
        time_s, is_utc = self._now()
        self._slots.pick(self.slot, header.counter, header.build.encode(), time_s, is_utc)
        self._outbox.commit(EV_UPDATE_STAGED, header.counter, self.slot)
        self.state = US_STAGED

    def _refuse(self, code):
        """It has no head in the slot, so nothing of it can ever run."""
        counter = self._header.counter if self._header else 0
        self._check = None
        self.state = US_REFUSED
        self.code = code
        self._outbox.commit(EV_IMAGE_REFUSED, counter, self.slot, code)
        return -NOT_NOW_REFUSED
