"""The code that runs here, file by file in order of path, for attestation.

From a slot: everything in it (manifest, signature, each file of the pack, and whatever lies
behind the last one).  Otherwise: the firmware's tree and the start files, found as import does.
"""

from firmware.trust.image import IMAGE_OK, MAX_MANIFEST_BYTES, Manifest
from firmware.trust.pack import PackFiles, PackIndex
from firmware.trust.slot_check import MANIFEST, PACK, slot_folder

REST = "rest"  # bytes of a pack that belong to no file of the manifest
_TOP = ("board", "main")
_ENDINGS = (".py", ".mpy")


def slot_source(files, slot):
    """Gives a source: source(is_open) iterates over (path, size, file or None)."""
    folder = slot_folder(slot) + "/"

    def source(is_open):
        for name in files.names(folder[:-1]):
            path = folder + name
            if name != PACK:
                yield name, max(files.size(path), 0), files.open(path) if is_open else None
        # the pack last: its paths have folders of their own
        index = None
        manifest = Manifest(files.read(folder + MANIFEST, MAX_MANIFEST_BYTES))
        if manifest.code == IMAGE_OK:
            index = PackIndex(manifest)
        manifest = None
        with files.open(folder + PACK) as pack:
            at = 0
            for number in range(index.count if index else 0):
                path = index.name(number)
                at = index.offset(number) + index.size(number)
                file = PackFiles(pack, index).open(path) if is_open else None
                yield PACK + "/" + path, index.size(number), file
            rest_bytes = files.size(folder + PACK) - at
            if rest_bytes > 0:
                pack.seek(at)
                yield PACK + "/" + REST, rest_bytes, _Rest(pack) if is_open else None

    return source


class _Rest:
    """What is left of an open pack."""

    def __init__(self, file):
        self.readinto = file.readinto

    def close(self):
        pass


def tree_source(files_at, folders):
    """Source for firmware that runs from plain files; files_at(folder) gives its files."""

    def source(is_open):
        for folder in folders:
            files = files_at(folder)
            if files.is_folder("firmware"):
                for name in _tops(files_at, folders):
                    yield _item(files_at(name[0]), name[1], is_open)
                for path in _walk(files, "firmware"):
                    yield _item(files, path, is_open)
                return

    return source


def _tops(files_at, folders):
    """Where `import board` and `import main` find their files."""
    for module in _TOP:
        found = None
        for folder in folders:
            for ending in _ENDINGS:
                if found is None and files_at(folder).size(module + ending) >= 0:
                    found = (folder, module + ending)
        if found:
            yield found


def _item(files, path, is_open):
    return path, files.size(path), files.open(path) if is_open else None


def _walk(files, folder):
    """Code files below a folder, in order of their whole path as bytes."""
    entries = []
    for name in files.names(folder):
        if files.is_folder(folder + "/" + name):
            entries.append(name + "/")
        elif name[name.rfind(".") :] in _ENDINGS:
            entries.append(name)
    for name in sorted(entries):
        if name.endswith("/"):
            yield from _walk(files, folder + "/" + name[:-1])
        else:
            yield folder + "/" + name
