"""All files of an image in one: the *pack*, one after another in the manifest's order.

Why one file: littlefs gives each file at least one block of 4096 bytes, so 80 small modules
twice (two slots) would not fit beside the journal; and a pack takes 3 names, not 80, so that
what an interrupted update can leave behind is easy to list.  The manifest is the index.
"""

import io
from array import array

_FILE = (0x8000, 0, 0, 0, 0, 0)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class PackIndex:
    """Where each file lies; keeps names and offsets only, so the manifest can be let go."""

    def __init__(self, manifest):
        names = bytearray(b"\n")
        self._offsets = array("I", [0] * (manifest.file_count + 1))
        at = count = 0
        for path, size_bytes, _digest in manifest.entries():
            names += path.encode() + b"\n"
            at += size_bytes
            count += 1
            self._offsets[count] = at
        self._names = bytes(names)
        self.count = count
        self.total_bytes = at

    def find(self, path):
        """Number of a file, -1 when it is not in the pack."""
        at = self._names.find(b"\n" + path.encode() + b"\n")
        return -1 if at < 0 else self._names[:at].count(b"\n")

    def is_folder(self, path):
        return path == "" or self._names.find(b"\n" + path.encode() + b"/") >= 0

    def name(self, number):
        """Path of a file by its number."""
        at = 0
        for _ in range(number):
            at = self._names.find(b"\n", at + 1)
        return self._names[at + 1 : self._names.find(b"\n", at + 1)].decode()

    def offset(self, number):
        return self._offsets[number]

    def size(self, number):
        return self._offsets[number + 1] - self._offsets[number]


class PackFiles:
    """Opens files of a pack for checking: `open(path)` as FileCheck calls it."""

    def __init__(self, file, index):
        self._file = file
        self._index = index

    def open(self, path):
        number = self._index.find(path)
        if number < 0:
            raise OSError(2)
        self._file.seek(self._index.offset(number))
        return _Member(self._file, self._index.size(number))


class _Member:
    """One file inside an open pack."""

    def __init__(self, file, size_bytes):
        self._file = file
        self._left_bytes = size_bytes

    def readinto(self, buf):
        if self._left_bytes < len(buf):
            buf = memoryview(buf)[: self._left_bytes]
        count = self._file.readinto(buf) if len(buf) else 0
        self._left_bytes -= count or 0
        return count

    def close(self):
        pass


class PackFs:
    """A pack as a file system to mount and import from: read only, nothing else in it."""

    def __init__(self, open_pack, index):
        self._open_pack = open_pack
        self._index = index

    def mount(self, _is_readonly, _is_new):
        pass

    def umount(self):
        pass

    def chdir(self, _path):
        raise OSError(1)

    def stat(self, path):
        path = path.strip("/")
        number = self._index.find(path) if path else -1
        if number >= 0:
            return _FILE + (self._index.size(number), 0, 0, 0)
        if self._index.is_folder(path):
            return _FOLDER
        raise OSError(2)

    def open(self, path, mode):
        number = self._index.find(path.strip("/"))
        if number < 0:
            raise OSError(2)
        if "w" in mode or "a" in mode or "+" in mode:
            raise OSError(30)
        with self._open_pack() as file:
            file.seek(self._index.offset(number))
            return io.BytesIO(file.read(self._index.size(number)))
