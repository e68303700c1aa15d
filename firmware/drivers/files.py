"""The board's files below one folder; the only door of the firmware to the file system."""

import os

_IS_FOLDER = 0x4000


class BoardFiles:
    """Paths are relative to `root`; errors are OSError, as the file system gives them."""

    def __init__(self, root):
        self._root = root

    def full(self, path):
        """The path as `open` and `import` take it."""
        return self._root + "/" + path

    def open(self, path, mode="rb"):
        return open(self.full(path), mode)

    def read(self, path, limit_bytes):
        """All of a small file; b"" when it is longer than it may be."""
        size_bytes = self.size(path)
        if size_bytes > limit_bytes:
            return b""
        with open(self.full(path), "rb") as file:
            return file.read(size_bytes)  # read() without a size would take twice the memory

    def names(self, path):
        """What is in a folder, sorted; nothing when there is no such folder."""
        try:
            return sorted(os.listdir(self.full(path)))
        except OSError:
            return []

    def size(self, path):
        """Bytes of a file, -1 when it is not there or not a file."""
        try:
            facts = os.stat(self.full(path))
        except OSError:
            return -1
        return -1 if facts[0] & _IS_FOLDER else facts[6]

    def is_folder(self, path):
        try:
            return os.stat(self.full(path))[0] & _IS_FOLDER != 0
        except OSError:
            return False

    def make_folder(self, path):
        """Make a folder and those above it, as far as they are missing."""
        at = path.find("/")
        while True:
            part = path if at < 0 else path[:at]
            if not self.is_folder(part):
                os.mkdir(self.full(part))
            if at < 0:
                return
            at = path.find("/", at + 1)

    def rename(self, old, new):
        os.rename(self.full(old), self.full(new))

    def remove_one(self, path):
        """Remove one file below `path`, or `path` itself when empty; False when all is gone."""
        if not self.is_folder(path):
            if self.size(path) < 0:
                return False
            os.remove(self.full(path))
            return True
        while True:
            inside = self.names(path)
            if not inside:
                os.rmdir(self.full(path))
                return True
            below = path + "/" + inside[0]
            if not self.is_folder(below):
                os.remove(self.full(below))
                return True
            path = below

    def free_bytes(self):
        facts = os.statvfs(self._root or "/")
        return facts[0] * facts[3]
