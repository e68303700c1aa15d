"""Run by hw_sim/flash_files.py in plain MicroPython: changes and lists a littlefs image."""

import sys

import uos as os
import vfs

_FOLDER = sys.argv[1]
_BLOCK_BYTES = 4096


class RamFlash:
    """The image as a block device; like the chip, it is programmed in pages of 256 bytes."""

    def __init__(self, data):
        self.data = memoryview(data)

    def readblocks(self, block, buf, offset=0):
        at = block * _BLOCK_BYTES + offset
        buf[:] = self.data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * _BLOCK_BYTES + offset
        self.data[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // _BLOCK_BYTES
        if op == 5:
            return _BLOCK_BYTES
        if op == 6:
            at = arg * _BLOCK_BYTES
            self.data[at : at + _BLOCK_BYTES] = b"\xff" * _BLOCK_BYTES
        return 0


def _read(name):
    with open(_FOLDER + "/" + name, "rb") as file:
        return file.read()


def _write(name, data):
    with open(_FOLDER + "/" + name, "wb") as file:
        file.write(data)


def _put(path, data):
    at = path.find("/")
    while at >= 0:
        try:
            os.mkdir("/flash/" + path[:at])
        except OSError:
            pass  # it is there
        at = path.find("/", at + 1)
    with open("/flash/" + path, "wb") as file:
        file.write(data)


def _list(folder, found):
    for name, kind, _inode, _size in os.ilistdir("/flash/" + folder):
        path = folder + name
        if kind == 0x4000:
            _list(path + "/", found)
        else:
            found.append(path)


flash = RamFlash(bytearray(_read("flash")))
try:
    littlefs = vfs.VfsLfs2(flash, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    littlefs = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(littlefs, "/flash")
for line in _read("jobs").decode().split("\n"):
    if line:
        number, path = line.split(" ", 1)
        if number == "-":
            os.remove("/flash/" + path)
        else:
            _put(path, _read(number))
if sys.argv[2] == "list":
    found = []
    _list("", found)
    lines = []
    for number, path in enumerate(found):
        with open("/flash/" + path, "rb") as file:
            _write("found%d" % number, file.read())
        lines.append("%d %s\n" % (number, path))
    _write("found", "".join(lines).encode())
vfs.umount("/flash")
_write("flash", flash.data)
