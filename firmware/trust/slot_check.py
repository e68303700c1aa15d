"""One slot against the trusted key: signature, board, version counter, then every file.

The board does this before it accepts an update and again at each boot, with the same code.
`step()` does a small piece (one LMS chain, or 512 bytes), so that the link goes on meanwhile.
"""

from firmware.trust.image import (
    IMAGE_BAD_MANIFEST,
    IMAGE_BAD_SIGNATURE,
    IMAGE_BUSY,
    IMAGE_EXTRA,
    IMAGE_MISSING,
    IMAGE_OK,
    IMAGE_PADDED,
    IMAGE_READ_ERROR,
    IMAGE_TRUNCATED,
    MAX_MANIFEST_BYTES,
    PIECE_BYTES,
    FileCheck,
)
from firmware.trust.lms import LMS_BUSY, LMS_OK, HssVerifier, sha256_blocks
from firmware.trust.manifest_file import ManifestFile
from firmware.trust.pack import PackFiles, PackIndex
from firmware.trust.slots import MANIFEST, PACK, SIGNATURE, slot_folder

MAX_SIGNATURE_BYTES = 9_300  # two levels of H10/W1, the longest that lms.py takes


class SlotCheck:
    """Feed: step() until the verdict; then `manifest`, `index`, and `path` of what is wrong."""

    def __init__(self, files, slot, suffix, board, minimum_counter, public_key):
        self._files = files
        self._folder = slot_folder(slot) + "/"
        self._suffix = suffix
        self._board = board
        self._minimum = minimum_counter
        self._key = public_key
        self._steps = self._run(True)
        self.code = IMAGE_BUSY
        self.path = ""
        self.manifest = None
        self.index = None
        self.blocks = 0  # SHA-256 compressions so far; what the check costs on any chip

    def without_files(self):
        """Only signature, board and counter: before any file is worth receiving."""
        self._steps = self._run(False)
        return self

    def step(self):
        """A small piece of work: IMAGE_BUSY, or the verdict."""
        if self.code == IMAGE_BUSY:
            try:
                self.code = next(self._steps)
            except (OSError, MemoryError):
                self.code = IMAGE_READ_ERROR  # can't be read here and now: refused, not believed
            if self.code != IMAGE_BUSY:
                self._steps.close()
        return self.code

    def finish(self):
        """Work until the verdict is there."""
        while self.step() == IMAGE_BUSY:
            pass
        return self.code

    def _size(self, name):
        self.path = name
        return self._files.size(self._folder + name + self._suffix)

    def _open(self, name):
        return self._files.open(self._folder + name + self._suffix)

    def _run(self, has_files):
        if self._size(SIGNATURE) < 0:
            yield IMAGE_MISSING
        # the signature first: nothing of an unsigned text is looked at more closely
        verifier = HssVerifier(self._key)
        path = self._folder + SIGNATURE + self._suffix
        if verifier.begin(self._files.read(path, MAX_SIGNATURE_BYTES)) != LMS_OK:
            yield IMAGE_BAD_SIGNATURE
        size_bytes = self._size(MANIFEST)
        if size_bytes < 0:
            yield IMAGE_MISSING
        if size_bytes > MAX_MANIFEST_BYTES:
            yield IMAGE_BAD_MANIFEST
        with self._open(MANIFEST) as file:
            piece = file.read(PIECE_BYTES)
            while piece:
                verifier.update(piece)
                piece = file.read(PIECE_BYTES)
        self.path = SIGNATURE
        code = verifier.step()
        while code == LMS_BUSY:
            yield IMAGE_BUSY
            code = verifier.step()
        self.blocks = verifier.blocks()
        if code != LMS_OK:
            yield IMAGE_BAD_SIGNATURE
        verifier = None
        self.path = MANIFEST
        self.manifest = ManifestFile(lambda: self._open(MANIFEST))
        code = self.manifest.check_target(self._board, self._minimum)
        if code != IMAGE_OK:
            yield code
        if has_files:
            yield from self._check_files()  # a closed check closes the file that it reads
        self.path = ""
        yield IMAGE_OK

    def _check_files(self):
        wanted = (MANIFEST, PACK, SIGNATURE)
        for name in self._files.names(self._folder[:-1]):
            if name not in [part + self._suffix for part in wanted]:
                self.path = name
                yield IMAGE_EXTRA
        self.index = PackIndex(self.manifest)
        size_bytes = self._size(PACK)
        if size_bytes < 0:
            yield IMAGE_MISSING
        if size_bytes > self.index.total_bytes:
            yield IMAGE_PADDED
        if size_bytes < self.index.total_bytes:
            yield IMAGE_TRUNCATED
        file = self._open(PACK)
        try:
            check = FileCheck(self.manifest, PackFiles(file, self.index).open)
            code = check.step()
            while code == IMAGE_BUSY:
                self.path = check.path
                yield code
                code = check.step()
        finally:
            file.close()
        self.path = check.path
        for number in range(self.index.count):
            self.blocks += sha256_blocks(self.index.size(number))
        if code != IMAGE_OK:
            yield code
