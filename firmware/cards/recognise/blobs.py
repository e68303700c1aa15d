"""Runs of ink and the blobs they form, in fixed arrays.

A run is a stretch of inked pixels on one line; runs that touch on neighbouring lines belong to
one blob.  What does not fit into the arrays ends the search at that line: the index lies at the
card's edge, and busy art only begins behind it.
"""

from array import array

from firmware.cards.recognise.maps import RANK_CELLS, WORK_HALVES
from firmware.core.viper_twin import micropython, ptr8, ptr16, ptr32

MAX_RUNS = 900
MAX_BLOBS = 60
_KEPT = 4  # thresholds whose blobs are kept: the recogniser comes back to them


class BlobField:
    """Work arrays for one picture's blobs; filled by `find`."""

    def __init__(self):
        # others may use these two between two calls of `find`
        self.spare = bytearray(max(2 * MAX_RUNS, 13 * RANK_CELLS))
        self.start = memoryview(self.spare)[:MAX_RUNS]
        self.stop = memoryview(self.spare)[MAX_RUNS : 2 * MAX_RUNS]
        self.line_at = array("H", bytes(2 * 97))
        self.work = array("H", bytes(2 * max(3 * MAX_RUNS, WORK_HALVES)))
        self.label = memoryview(self.work)[:MAX_RUNS]
        self.parent = memoryview(self.work)[MAX_RUNS : 2 * MAX_RUNS]
        self.number = memoryview(self.work)[2 * MAX_RUNS : 3 * MAX_RUNS]
        self._boxes = [bytearray(MAX_BLOBS * 5) for _ in range(_KEPT)]
        self._thresholds = bytearray(_KEPT)
        self._blobs = bytearray(_KEPT)
        self._lines = bytearray(_KEPT)
        self._kept = 0
        # per blob: first pixel, last pixel, first line, last line, area/4 (capped)
        self.box = self._boxes[0]
        self.n_blobs = 0
        self.n_lines = 0

    def forget(self):
        """Another picture."""
        self._kept = 0

    def find(self, ink, threshold, top, n_lines):
        """Blobs of `ink` above the threshold, from pixel `top` on; the same again for the same."""
        for k in range(min(self._kept, _KEPT)):
            if self._thresholds[k] == threshold:
                self._take(k)
                return self.n_blobs
        k = self._kept % _KEPT
        self._kept += 1
        lines = find_runs(0, 0, ink, threshold, top, n_lines, self.start, self.stop, self.line_at)
        join_runs(self.start, self.stop, self.line_at, lines, self.label, self.parent)
        self._thresholds[k] = threshold
        self._lines[k] = lines
        self._blobs[k] = box_blobs(
            self.start, self.stop, self.line_at, lines, self.label, self.number, self._boxes[k]
        )
        self._take(k)
        return self.n_blobs

    def _take(self, k):
        self.box = self._boxes[k]
        self.n_blobs = self._blobs[k]
        self.n_lines = self._lines[k]


@micropython.viper
def find_runs(
    at: int, four: int, src: ptr8, threshold: int, top: int, n_lines: int, first: ptr8,
    last: ptr8, index: ptr16,
) -> int:  # fmt: skip
    """Runs of at least one pixel over the threshold; gives the number of whole lines done.

    Eight pixels at once are passed by where none is over it: 256 less the threshold added to each
    of them carries nothing.
    """
    words = ptr32(src)
    even = 0xFF00FF
    carry = 0x1000100
    lack = (256 - threshold) * 0x10001
    n = 0
    line = 2
    index[0] = 0
    index[1] = 0
    index[2] = 0
    while line < n_lines:
        base = line << 7
        at = base + top
        end = base + 128
        while at < end:
            if at & 7 == 0:
                four = words[at >> 2]
                any_over = ((four & even) + lack) | (((four >> 8) & even) + lack)
                four = words[(at >> 2) + 1]
                any_over |= ((four & even) + lack) | (((four >> 8) & even) + lack)
                if any_over & carry == 0:
                    at += 8
                    continue
            if src[at] >= threshold:
                if n >= 900:
                    return line
                first[n] = at - base
                at += 1
                while at < end:
                    if src[at] < threshold:
                        break
                    at += 1
                last[n] = at - 1 - base
                n += 1
            at += 1
        line += 1
        index[line] = n
    return line


@micropython.viper
def join_runs(first: ptr8, last: ptr8, index: ptr16, n_lines: int, lab: ptr16, up: ptr16):
    """Give touching runs of neighbouring lines one label (the smallest run number)."""
    a = 0
    a_end = 0
    line = 2
    while line < n_lines:
        b = int(index[line])
        b_end = int(index[line + 1])
        while b < b_end:
            up[b] = b
            mine = b
            k = a
            while k < a_end:
                if first[k] > last[b] + 1:
                    break
                if last[k] + 1 >= first[b]:
                    root = k
                    while up[root] != root:
                        root = up[root]
                    if root < mine:
                        up[mine] = root
                        mine = root
                    else:
                        up[root] = mine
                else:
                    a = k + 1
                k += 1
            b += 1
        a = int(index[line])
        a_end = b_end
        line += 1
    k = 0
    n = int(index[n_lines])
    while k < n:
        root = up[k]
        while up[root] != root:
            root = up[root]
        lab[k] = root
        k += 1


@micropython.viper
def box_blobs(
    first: ptr8, last: ptr8, index: ptr16, n_lines: int, lab: ptr16, num: ptr16, out: ptr8
) -> int:
    """Extent and area of every blob of more than five pixels; gives how many fitted."""
    n = int(index[n_lines])
    # areas first, in `number` of the root run
    k = 0
    while k < n:
        num[k] = 0
        k += 1
    k = 0
    while k < n:
        num[lab[k]] += last[k] - first[k] + 1
        k += 1
    blobs = 0
    k = 0
    while k < n:
        if lab[k] == k:
            area = int(num[k])
            if area > 5 and blobs < 60:
                at = blobs * 5
                out[at] = 255
                out[at + 1] = 0
                out[at + 2] = 255
                out[at + 3] = 0
                area = area >> 2
                if area > 255:
                    area = 255
                out[at + 4] = area
                num[k] = blobs
                blobs += 1
            else:
                num[k] = 255
        k += 1
    line = 2
    k = 0
    while line < n_lines:
        end = int(index[line + 1])
        while k < end:
            b = int(num[lab[k]])
            if b != 255:
                at = b * 5
                if first[k] < out[at]:
                    out[at] = first[k]
                if last[k] > out[at + 1]:
                    out[at + 1] = last[k]
                if line < out[at + 2]:
                    out[at + 2] = line
                if line > out[at + 3]:
                    out[at + 3] = line
            k += 1
        line += 1
    return blobs
