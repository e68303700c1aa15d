"""A manifest read from its file line by line: the same text as image.Manifest, in little memory.

A board that has run for weeks has no 10 kB in one piece any more; a line it always has.
"""

from firmware.trust.image import IMAGE_BAD_MANIFEST, IMAGE_OK, MAX_FILES, Manifest, is_safe_path

_HEAD_LINES = 6
_LINE_BYTES = 180  # digest 64, size 10, path 96, and what separates them
_HEX = b"0123456789abcdef"
_ENTRY_OF_ONE = b"0" * 64 + b" 0 x\n"


class ManifestFile:
    """Fields and entries of the manifest that `open_text()` opens; `code` says if it is one."""

    def __init__(self, open_text):
        self._open = open_text
        self.board = self.version = self.build = ""
        self.counter = -1
        self.file_count = 0
        self.code = IMAGE_BAD_MANIFEST
        with open_text() as file:
            if self._is_head_right(file) and self._are_entries_right(file):
                self.code = IMAGE_OK

    def _is_head_right(self, file):
        head = b""
        for _ in range(_HEAD_LINES - 1):
            head += file.readline(_LINE_BYTES)
        line = file.readline(_LINE_BYTES)
        # the same rules as for a whole manifest, on one of a single file
        short = Manifest(head + b"files 1\n" + _ENTRY_OF_ONE)
        if short.code != IMAGE_OK or not line.startswith(b"files ") or line[-1:] != b"\n":
            return False
        self.file_count = _number(line[6:-1])
        self.board = short.board
        self.counter = short.counter
        self.version = short.version
        self.build = short.build
        return 1 <= self.file_count <= MAX_FILES

    def _are_entries_right(self, file):
        before = b""
        for _ in range(self.file_count):
            line = file.readline(_LINE_BYTES)
            fields = line[:-1].split(b" ")
            if line[-1:] != b"\n" or len(fields) != 3:
                return False
            digest, size, path = fields
            if len(digest) != 64 or _number(size) < 0 or not is_safe_path(path) or path <= before:
                return False
            for char in digest:
                if char not in _HEX:
                    return False
            before = path
        return file.read(1) == b""

    def entries(self):
        """Each file as (path, size_bytes, sha256 hex as bytes)."""
        with self._open() as file:
            for _ in range(_HEAD_LINES):
                file.readline(_LINE_BYTES)
            for _ in range(self.file_count):
                digest, size, path = file.readline(_LINE_BYTES)[:-1].split(b" ")
                yield path.decode(), int(size), digest

    check_target = Manifest.check_target


def _number(text):
    """One spelling per number, at most nine digits (less than image.MAX_COUNTER)."""
    if not 1 <= len(text) <= 9:
        return -1
    for char in text:
        if not 0x30 <= char <= 0x39:
            return -1
    return -1 if text[0] == 0x30 and len(text) > 1 else int(text)
