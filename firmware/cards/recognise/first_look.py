"""The index of a deck not yet known: the rank is the topmost tall blob, the suit is below it.

Only enrolment's first run needs it; from then on the deck's own windows are known (`glyphs`).  A
blob is five bytes: first and last pixel, first and last line, size.
"""

OK = 0
NO_RANK = 1
NO_SUIT = 2

_BLOB_BYTES = 5
_NONE = 255


def choose(box, n_blobs, n_lines, top, out):
    """Boxes of rank (out[0:4]) and suit (out[4:8]) among the blobs."""
    end = n_blobs * _BLOB_BYTES
    rank = _topmost(box, end, n_lines, top)
    if rank < 0:
        return NO_RANK
    out[0:4] = box[rank : rank + 4]
    for _ in range(2):
        for at in range(0, end, _BLOB_BYTES):
            if box[at + 3] < n_lines - 1 and _is_of_rank(box, at, out):
                _widen(box, at, out, 0)
    suit = _next_below(box, end, n_lines, out)
    if suit < 0:
        return NO_SUIT
    out[4:8] = box[suit : suit + 4]
    for at in range(0, end, _BLOB_BYTES):
        if box[at + 3] < n_lines - 1 and _is_of_suit(box, at, out):
            _widen(box, at, out, 4)
    return OK


def _is_glyph(box, at, n_lines, top, least):
    """Of a glyph's size, whole in view, not at the card's end."""
    tall = box[at + 1] - box[at] + 1
    is_sized = box[at + 4] >= 6 and least <= tall < 76
    return is_sized and box[at + 3] < n_lines - 1 and box[at] > top + 2


def _topmost(box, end, n_lines, top):
    """The topmost tall blob among those by the edge; -1: none."""
    left = _NONE  # how near the edge the index begins: the leftmost blob of a glyph's size
    for at in range(0, end, _BLOB_BYTES):
        if 2 < box[at + 2] < left and _is_glyph(box, at, n_lines, top, 9):
            left = box[at + 2]
    found = -1
    if left > 60:
        return found
    best = _NONE
    for at in range(0, end, _BLOB_BYTES):
        if box[at] < best and box[at + 2] <= left + 24 and _is_glyph(box, at, n_lines, top, 12):
            best = box[at]
            found = at
    return found


def _is_of_rank(box, at, rank):
    """Shares most of its pixels with the rank and stands beside it."""
    low, high, first, last = box[at], box[at + 1], box[at + 2], box[at + 3]
    tall = high - low + 1
    inside = min(high, rank[1]) - max(low, rank[0]) + 1
    if inside * 4 < tall * 3 or box[at + 4] < 3:
        return False
    if first > rank[3] + 9 or last + 9 < rank[2]:
        return False
    # a second figure is as tall as the first; small pieces lie inside
    is_as_tall = tall * 4 >= (rank[1] - rank[0] + 1) * 3
    return is_as_tall or (first + 2 >= rank[2] and last <= rank[3] + 2)


def _next_below(box, end, n_lines, rank):
    """The next blob of some size below the rank, on the same lines; -1: none."""
    best = _NONE
    found = -1
    for at in range(0, end, _BLOB_BYTES):
        low, high, first, last = box[at], box[at + 1], box[at + 2], box[at + 3]
        is_below = box[at + 4] >= 6 and rank[1] - 3 < low <= rank[1] + 26 and high < 127
        is_beside = first <= rank[3] + 4 and last + 4 >= rank[2] and last < n_lines - 1
        if is_below and is_beside and 8 <= high - low + 1 < 48 and low < best:
            best = low
            found = at
    return found


def _is_of_suit(box, at, out):
    """A piece within the suit's pixels, within it or right beside it."""
    is_inside = box[at + 4] >= 3 and box[at] >= out[4] and box[at + 1] <= out[5]
    return is_inside and box[at + 2] <= out[7] + 3 and box[at + 3] + 3 >= out[6]


def _widen(box, at, out, k):
    """Take a blob into the box at out[k:k+4]."""
    for first in (k, k + 2):
        out[first] = min(out[first], box[at + first - k])
        out[first + 1] = max(out[first + 1], box[at + first - k + 1])
