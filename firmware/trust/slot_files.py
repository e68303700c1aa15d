"""The code in a slot, file by file in order of path, for attestation.

Everything that lies in the slot: manifest, signature, whatever does not belong there, each file
of the pack, and what is behind the last one.
"""

from firmware.trust.image import IMAGE_OK
from firmware.trust.manifest_file import ManifestFile
from firmware.trust.pack import PackFiles, PackIndex
from firmware.trust.slots import MANIFEST, PACK, slot_folder

REST = "rest"  # bytes of a pack that belong to no file of the manifest


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
        manifest = ManifestFile(lambda: files.open(folder + MANIFEST))
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
