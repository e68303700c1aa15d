"""All files of an image in one: the *pack*, one after another in the manifest's order.

Why one file: littlefs gives each file at least one block of 4096 bytes, so 80 small modules
twice (two slots) would not fit beside the journal; and a pack takes 3 names, not 80, so that
what an interrupted update can leave behind is easy to list.  The manifest is the index.
"""

import gc
import io
from array import array

_CHUNK_BYTES = 900
_FILE = (0x8000, 0, 0, 0, 0, 0)
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class PackIndex:
    """Where each file lies; keeps names and offsets only, in pieces that small memory has."""

    def __init__(self, manifest):
        self._chunks = []  # b"\n" path b"\n" path ... b"\n", each with the number of its first
        self._firsts = []
        self._offsets = array("I", [0] * (manifest.file_count + 1))
        at = count = 0
        names = b"\n"
        for path, size_bytes, _digest in manifest.entries():
            names += path.encode() + b"\n"
            at += size_bytes
            count += 1
            self._offsets[count] = at
            if len(names) >= _CHUNK_BYTES:
                self._add(names, count)
                names = b"\n"
        self._add(names, count)
        self.count = count
        self.total_bytes = at

    def _add(self, names, count):
        self._chunks.append(names)
        self._firsts.append(count + 1 - names.count(b"\n"))

    def find(self, path):
        """Number of a file, -1 when it is not in the pack."""
        key = b"\n" + path.encode() + b"\n"
        for i in range(len(self._chunks)):
            at = self._chunks[i].find(key)
            if at >= 0:
                return self._firsts[i] + self._chunks[i][: at + 1].count(b"\n") - 1
        return -1

    def is_folder(self, path):
        if path == "":
            return True
        key = b"\n" + path.encode() + b"/"
        for names in self._chunks:
            if names.find(key) >= 0:
                return True
        return False

    def name(self, number):
        """Path of a file by its number."""
        i = len(self._firsts) - 1
        while self._firsts[i] > number:
            i -= 1
        names = self._chunks[i]
        at = 0
        for _ in range(number - self._firsts[i]):
            at = names.find(b"\n", at + 1)
        return names[at + 1 : names.find(b"\n", at + 1)].decode()

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
        # Before each module: what it keeps then lies close together at the heap's start.  Without
        # this the heap of a meter board ends with no free piece longer than 5 kB.
        gc.collect()
        with self._open_pack() as file:
            file.seek(self._index.offset(number))
            return io.BytesIO(file.read(self._index.size(number)))
