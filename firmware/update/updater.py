"""Takes a new image into the slot that does not run, and checks it piece by piece.

Fed by the update commands (begin, file, data, finish) and by step() in idle time.  Order of an
update: manifest, signature, then, once these are right, the files in the manifest's order.
"""

from firmware.core.event_table import EV_IMAGE_REFUSED, EV_UPDATE_STAGED
from firmware.trust import slots as sl
from firmware.trust.image import (
    IMAGE_BUSY,
    IMAGE_EXTRA,
    IMAGE_MISSING,
    IMAGE_OK,
    IMAGE_PADDED,
    IMAGE_READ_ERROR,
    IMAGE_TRUNCATED,
    MAX_MANIFEST_BYTES,
    is_safe_path,
)
from firmware.trust.pack import PackIndex
from firmware.trust.slot_check import MAX_SIGNATURE_BYTES, SlotCheck
from firmware.trust.slots import MANIFEST, NEW, PACK, SIGNATURE, slot_folder

# why a call was not taken; the update commands make errors of the link of them
NOT_NOW_BUSY = 1
NOT_NOW_ORDER = 2
NOT_NOW_REFUSED = 3
NO_KEY = 4
NO_SPACE = 5
OUT_OF_RANGE = 6

US_IDLE = 0
US_CLEARING = 1  # removes what the slot held before
US_HEAD = 2  # waits for manifest and signature
US_CHECKING_HEAD = 3
US_FILES = 4  # waits for the files
US_CHECKING_FILES = 5
US_STAGED = 6  # starts with the next boot
US_REFUSED = 7
STATE_NAMES = (
    "idle",
    "clearing the slot",
    "waiting for manifest and signature",
    "checking the signature",
    "receiving files",
    "checking the files",
    "ready for the next boot",
    "refused",
)

_PATH_CHARS = b"abcdefghijklmnopqrstuvwxyz0123456789_./"
_RESERVE_BYTES = 8 * 4096  # littlefs needs free blocks to move what it changes
_HEAD_LIMITS = ((MANIFEST, MAX_MANIFEST_BYTES), (SIGNATURE, MAX_SIGNATURE_BYTES))


class Updater:
    """One update at a time; every call gives 0 or minus one of the reasons above."""

    def __init__(self, files, slots, outbox, board_name, public_key, running_slot, now):
        self._files = files
        self._slots = slots
        self._outbox = outbox
        self._board_name = board_name
        self._public_key = public_key  # a function: the key may be provisioned any time
        self._now = now  # a function: (seconds, is UTC)
        self.slot = sl.other(running_slot)
        self._folder = slot_folder(self.slot) + "/"
        self.state = US_IDLE
        self.code = IMAGE_OK
        self.path = ""
        self.done_bytes = 0
        self.total_bytes = 0
        self._file = None
        self._left_bytes = 0
        self._offset = 0
        self._next = 0
        self._check = None
        self._index = None
        self._counter = 0

    # -- commands --------------------------------------------------------------------------

    def begin(self, total_bytes):
        """Start over; what the slot held before goes, the running slot stays."""
        if self.state in (US_CHECKING_HEAD, US_CHECKING_FILES, US_CLEARING):
            return -NOT_NOW_BUSY
        if self._public_key() is None:
            return -NO_KEY
        if self._slots.state == sl.ST_TRYING:
            return -NOT_NOW_ORDER
        self._close()
        room_bytes = self._files.free_bytes() - _RESERVE_BYTES
        for name in self._files.names(self._folder[:-1]):
            room_bytes += max(self._files.size(self._folder + name), 0)
        if total_bytes > room_bytes:
            return -NO_SPACE
        if self._slots.handle(sl.SEV_BEGUN, sl.RESULT_REPLACED):
            self._slots.commit()
        self.total_bytes = total_bytes
        self.done_bytes = self._next = self._counter = 0
        self.code = IMAGE_OK
        self.path = ""
        self._index = None
        self.state = US_CLEARING
        return 0

    def file(self, path, size_bytes):
        """The next data belongs to this file."""
        if self.state not in (US_HEAD, US_FILES):
            return self._not_now()
        if self._left_bytes:
            return -NOT_NOW_ORDER  # the file before is not complete
        for char in path:
            if char not in _PATH_CHARS:
                return -OUT_OF_RANGE
        if not is_safe_path(path):
            return -OUT_OF_RANGE
        name = path.decode()
        if self.state == US_HEAD:
            return self._begin_head(name, size_bytes)
        return self._begin_file(name, size_bytes)

    def data(self, offset, piece):
        """Bytes of the file, in order."""
        if self.state not in (US_HEAD, US_FILES):
            return self._not_now()
        if offset != self._offset or len(piece) > self._left_bytes or not len(piece):
            return -OUT_OF_RANGE
        try:
            self._file.write(piece)
        except OSError:
            return self._refuse(IMAGE_READ_ERROR, self.path)
        self._offset += len(piece)
        self._left_bytes -= len(piece)
        self.done_bytes += len(piece)
        if self._left_bytes == 0:
            self._end_file()
        return 0

    def finish(self):
        """All files were sent: check them as they lie in the flash."""
        if self.state != US_FILES:
            return self._not_now()
        if self._left_bytes:
            return self._refuse(IMAGE_TRUNCATED, self.path)
        if self._next < self._index.count:
            return self._refuse(IMAGE_MISSING, self._index.name(self._next))
        self._close()
        self._index = None
        self._check = self._new_check()
        self.state = US_CHECKING_FILES
        return 0

    def abandon(self):
        """The sender has gone: close what is open."""
        self._close()

    def is_over(self):
        """Nothing is under way; an attestation may take the memory."""
        return self.state in (US_IDLE, US_STAGED, US_REFUSED)

    # -- idle time -------------------------------------------------------------------------

    def step(self):
        """A small piece of work; False when there is none."""
        if self.state == US_CLEARING:
            self._clear_one()
        elif self.state in (US_CHECKING_HEAD, US_CHECKING_FILES):
            code = self._check.step()
            self.path = self._check.path
            if code != IMAGE_BUSY:
                self._take_verdict(code)
        elif self.state == US_REFUSED:
            return self._remove_one()
        else:
            return False
        return True

    # -- inside ----------------------------------------------------------------------------

    def _not_now(self):
        if self.state in (US_CLEARING, US_CHECKING_HEAD, US_CHECKING_FILES):
            return -NOT_NOW_BUSY
        return -NOT_NOW_REFUSED if self.state == US_REFUSED else -NOT_NOW_ORDER

    def _begin_head(self, name, size_bytes):
        wanted, limit_bytes = _HEAD_LIMITS[self._next]
        if name != wanted:
            return -NOT_NOW_ORDER
        if not 1 <= size_bytes <= limit_bytes:
            return -OUT_OF_RANGE
        return self._open(name, size_bytes, name + NEW)

    def _begin_file(self, name, size_bytes):
        if self._index.find(name) < 0:
            return self._refuse(IMAGE_EXTRA, name)
        if self._next == self._index.count or self._index.find(name) < self._next:
            return -NOT_NOW_ORDER  # sent before
        wanted = self._index.name(self._next)
        if name != wanted:
            return self._refuse(IMAGE_MISSING, wanted)
        if size_bytes != self._index.size(self._next):
            is_long = size_bytes > self._index.size(self._next)
            return self._refuse(IMAGE_PADDED if is_long else IMAGE_TRUNCATED, name)
        return self._open(name, size_bytes, None)

    def _open(self, name, size_bytes, file_name):
        try:
            if file_name:
                self._file = self._files.open(self._folder + file_name, "wb")
        except OSError:
            return self._refuse(IMAGE_READ_ERROR, name)
        self.path = name
        self._offset = 0
        self._left_bytes = size_bytes
        if size_bytes == 0:
            self._end_file()
        return 0

    def _end_file(self):
        self._next += 1
        if self.state == US_HEAD:
            self._close()
            if self._next == len(_HEAD_LIMITS):
                self._check = self._new_check().without_files()
                self.state = US_CHECKING_HEAD

    def _new_check(self):
        minimum = self._slots.minimum_counter
        return SlotCheck(self._files, self.slot, NEW, self._board_name, minimum, self._public_key())

    def _take_verdict(self, code):
        check = self._check
        self._check = None
        if check.manifest:
            self._counter = check.manifest.counter
        if code != IMAGE_OK:
            self._refuse(code, check.path)
        elif self.state == US_CHECKING_HEAD:
            self._index = PackIndex(check.manifest)
            self._next = 0
            try:
                self._file = self._files.open(self._folder + PACK + NEW, "wb")
            except OSError:
                self._refuse(IMAGE_READ_ERROR, PACK)
                return
            self.state = US_FILES
        else:
            self._stage(check.manifest)

    def _stage(self, manifest):
        """Whole and signed: real names first, then the cell, which alone makes it the next."""
        try:
            for name in (PACK, SIGNATURE, MANIFEST):
                self._files.rename(self._folder + name + NEW, self._folder + name)
        except OSError:
            self._refuse(IMAGE_READ_ERROR, name)
            return
        time_s, is_utc = self._now()
        build = manifest.build.encode()
        self._slots.pick(self.slot, manifest.counter, build, time_s, is_utc)
        self._outbox.commit(EV_UPDATE_STAGED, manifest.counter, self.slot)
        self.state = US_STAGED

    def _refuse(self, code, path):
        self._close()
        self._check = None
        self._index = None
        self.state = US_REFUSED
        self.code = code
        self.path = path
        self._outbox.commit(EV_IMAGE_REFUSED, self._counter, self.slot, code)
        return -NOT_NOW_REFUSED

    def _close(self):
        self._left_bytes = 0
        if self._file:
            file = self._file
            self._file = None
            try:
                file.close()
            except OSError:
                pass  # what is missing in the flash is found by the check

    def _clear_one(self):
        if not self._remove_one():
            self._files.make_folder(self._folder[:-1])
            self.state = US_HEAD

    def _remove_one(self):
        return self._files.remove_one(self._folder[:-1])
