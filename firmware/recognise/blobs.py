"""Runs of ink and the blobs they form, in fixed arrays.

A run is a stretch of inked pixels on one line; runs that touch on neighbouring lines belong to
one blob.  What does not fit into the arrays ends the search at that line: the index lies at the
card's edge, and busy art only begins behind it.
"""

from array import array

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16

MAX_RUNS = 900
MAX_BLOBS = 60


class BlobField:
    """Work arrays for one picture's blobs; filled by `find`."""

    def __init__(self):
        self.start = bytearray(MAX_RUNS)
        self.stop = bytearray(MAX_RUNS)
        self.line_at = array("H", bytes(2 * 97))
        self.label = array("H", bytes(2 * MAX_RUNS))
        self.parent = array("H", bytes(2 * MAX_RUNS))
        # per blob: first pixel, last pixel, first line, last line, area/4 (capped)
        self.box = bytearray(MAX_BLOBS * 5)
        self.number = array("H", bytes(2 * MAX_RUNS))
        self.n_blobs = 0
        self.n_lines = 0

    def find(self, ink, threshold, top, n_lines):
        """Blobs of `ink` above the threshold, from pixel `top` on."""
        self.n_lines = find_runs(ink, threshold, top, n_lines, self.start, self.stop, self.line_at)
        join_runs(self.start, self.stop, self.line_at, self.n_lines, self.label, self.parent)
        self.n_blobs = box_blobs(
            self.start, self.stop, self.line_at, self.n_lines, self.label, self.number, self.box
        )
        return self.n_blobs


@micropython.viper
def find_runs(ink, threshold: int, top: int, n_lines: int, start, stop, line_at) -> int:
    """Runs of at least one pixel over the threshold; gives the number of whole lines done."""
    src = ptr8(ink)
    first = ptr8(start)
    last = ptr8(stop)
    index = ptr16(line_at)
    n = 0
    line = 2
    index[0] = 0
    index[1] = 0
    index[2] = 0
    while line < n_lines:
        at = (line << 7) + top
        end = (line << 7) + 128
        base = line << 7
        while at < end:
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
def join_runs(start, stop, line_at, n_lines: int, label, parent):
    """Give touching runs of neighbouring lines one label (the smallest run number)."""
    first = ptr8(start)
    last = ptr8(stop)
    index = ptr16(line_at)
    lab = ptr16(label)
    up = ptr16(parent)
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
def box_blobs(start, stop, line_at, n_lines: int, label, number, box) -> int:
    """Extent and area of every blob of more than five pixels; gives how many fitted."""
    first = ptr8(start)
    last = ptr8(stop)
    index = ptr16(line_at)
    lab = ptr16(label)
    num = ptr16(number)
    out = ptr8(box)
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
