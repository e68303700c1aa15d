"""The manifest of a firmware image: its text, its signature, and the files against it.

Written by host_tools/faro/signing.py, read by the board at boot and before an update.
There is exactly one text for a given content: two tools that see the same files make the
same bytes, and nothing can hide in spaces, order or spelling.

    faro-image 1
    board shoe_pico2
    counter 7
    version 1.2.0
    build 2f9c1e0
    files 2
    <sha256, 64 hex> <size> <path>      sorted by path
"""

import hashlib
from binascii import hexlify

from firmware.trust.lms import LMS_OK, verify

IMAGE_OK = 0
IMAGE_BAD_SIGNATURE = 1
IMAGE_BAD_MANIFEST = 2
IMAGE_WRONG_BOARD = 3
IMAGE_ROLLBACK = 4
IMAGE_MISSING = 5
IMAGE_EXTRA = 6
IMAGE_CHANGED = 7
IMAGE_TRUNCATED = 8
IMAGE_PADDED = 9
IMAGE_READ_ERROR = 10
IMAGE_BUSY = 11

MAX_MANIFEST_BYTES = 40960
MAX_FILES = 320
MAX_PATH_CHARS = 96
MAX_COUNTER = 0x3FFFFFFF  # a small integer on a 32-bit MicroPython
PIECE_BYTES = 512
_NAME_CHARS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+"
_HEX_CHARS = b"0123456789abcdef"


def _all_in(text, allowed):
    for byte in text:
        if byte not in allowed:
            return False
    return True


def _number(text):
    # one spelling per number: no sign, no space, no leading zero
    if not 1 <= len(text) <= 10 or not _all_in(text, b"0123456789"):
        return -1
    if text[0] == 0x30 and len(text) > 1:
        return -1
    value = int(text)
    return value if value <= MAX_COUNTER else -1


def is_safe_path(path: bytes) -> bool:
    """True for a plain relative path: no '..', no empty part, no odd characters."""
    if not 1 <= len(path) <= MAX_PATH_CHARS:
        return False
    for part in path.split(b"/"):
        if part in (b"", b".", b"..") or not _all_in(part, _NAME_CHARS):
            return False
    return True


class Manifest:
    """A parsed manifest; keeps the text and finds the entries in it, with no list of them."""

    def __init__(self, data: bytes):
        self.data = bytes(data)
        self.board = ""
        self.counter = -1
        self.version = ""
        self.build = ""
        self.file_count = -1
        self._files_at = 0
        self.code = IMAGE_OK if self._is_right() else IMAGE_BAD_MANIFEST

    def _field(self, name):
        end = self.data.find(b"\n", self._files_at)
        line = self.data[self._files_at : end] if end >= 0 else b""
        head = name + b" "
        if not line.startswith(head):
            return b""
        self._files_at = end + 1
        return line[len(head) :]

    def _is_right(self):
        if len(self.data) > MAX_MANIFEST_BYTES or self._field(b"faro-image") != b"1":
            return False
        board = self._field(b"board")
        self.counter = _number(self._field(b"counter"))
        version = self._field(b"version")
        build = self._field(b"build")
        self.file_count = _number(self._field(b"files"))
        for name in (board, version, build):
            if not 1 <= len(name) <= 40 or not _all_in(name, _NAME_CHARS):
                return False
        if self.counter < 0 or not 1 <= self.file_count <= MAX_FILES:
            return False
        self.board = board.decode()
        self.version = version.decode()
        self.build = build.decode()
        return self._are_entries_right()

    def _are_entries_right(self):
        at = self._files_at
        before = b""
        for _ in range(self.file_count):
            end = self.data.find(b"\n", at)
            fields = self.data[at:end].split(b" ") if end >= 0 else ()
            if len(fields) != 3:
                return False
            digest, size, path = fields
            if len(digest) != 64 or not _all_in(digest, _HEX_CHARS) or _number(size) < 0:
                return False
            # rising order: one text per content, and no path twice
            if not is_safe_path(path) or path <= before:
                return False
            before = path
            at = end + 1
        return at == len(self.data)

    def entries(self):
        """Each file as (path, size_bytes, sha256 hex as bytes)."""
        at = self._files_at
        while at < len(self.data):
            end = self.data.find(b"\n", at)
            digest, size, path = self.data[at:end].split(b" ")
            yield path.decode(), int(size), digest
            at = end + 1

    def has(self, path):
        """True if the path is one of the image's files."""
        # a path has no space or line feed, so this matches a whole last field only; the
        # search starts behind the header, where "board x" would look like a file "x"
        key = path.encode()
        return is_safe_path(key) and self.data.find(b" " + key + b"\n", self._files_at) >= 0

    def check_target(self, board, minimum_counter):
        """Is it for this board, and not older than what the board has already run?"""
        if self.code != IMAGE_OK:
            return self.code
        if self.board != board:
            return IMAGE_WRONG_BOARD
        if self.counter < minimum_counter:
            return IMAGE_ROLLBACK
        return IMAGE_OK


def verify_manifest(manifest_bytes: bytes, signature: bytes, public_key: bytes) -> int:
    """IMAGE_OK only if the signature is right and the text is a canonical manifest."""
    if len(manifest_bytes) > MAX_MANIFEST_BYTES:
        return IMAGE_BAD_MANIFEST
    if verify(public_key, manifest_bytes, signature) != LMS_OK:
        return IMAGE_BAD_SIGNATURE
    return Manifest(manifest_bytes).code


class FileCheck:
    """The files against the manifest, one piece of 512 bytes per step."""

    def __init__(self, manifest, open_file, listing=None):
        self._manifest = manifest
        self._open = open_file
        self._listing = listing
        self._buf = bytearray(PIECE_BYTES)
        self._view = memoryview(self._buf)
        self._steps = self._run()
        self.code = manifest.code or IMAGE_BUSY
        self.path = ""
        self.hashed_bytes = 0

    def step(self):
        """Hash one piece: IMAGE_BUSY, or the verdict (path = the file that is wrong)."""
        if self.code == IMAGE_BUSY:
            self.code = next(self._steps)
            if self.code != IMAGE_BUSY:
                self._steps.close()  # closes the file that is still open
        return self.code

    def finish(self):
        """Work until the verdict is there."""
        while self.step() == IMAGE_BUSY:
            pass
        return self.code

    def _run(self):
        if self._listing is not None:
            for path in self._listing:
                if not self._manifest.has(path):
                    self.path = path
                    yield IMAGE_EXTRA
        for path, size_bytes, digest in self._manifest.entries():
            self.path = path
            try:
                file = self._open(path)
            except OSError:
                yield IMAGE_MISSING
                return
            try:
                for code in self._one_file(file, size_bytes, digest):
                    yield code
            finally:
                file.close()
        self.path = ""
        yield IMAGE_OK

    def _one_file(self, file, size_bytes, digest):
        running = hashlib.sha256()
        left_bytes = size_bytes
        while True:
            try:
                count = file.readinto(self._buf)
            except OSError:
                count = -1
            if count is None or count < 0:
                yield IMAGE_READ_ERROR
                return
            if count == 0:
                break
            left_bytes -= count
            if left_bytes < 0:
                yield IMAGE_PADDED
                return
            running.update(self._view[:count])
            self.hashed_bytes += count
            yield IMAGE_BUSY
        if left_bytes:
            yield IMAGE_TRUNCATED
        elif hexlify(running.digest()) != digest:
            yield IMAGE_CHANGED


def check_files(manifest, open_file, listing=None):
    """(code, path) of the first file that is missing, extra, changed, cut or padded."""
    check = FileCheck(manifest, open_file, listing)
    code = check.finish()
    return code, check.path
