"""The index of a deck not yet known: the rank is the topmost tall blob, the suit is below it.

Only enrolment's first run needs it; from then on the deck's own windows are known (`glyphs`).
"""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8

OK = 0
NO_RANK = 1
NO_SUIT = 2


@micropython.viper
def choose(box, n_blobs: int, n_lines: int, top: int, out) -> int:
    """Boxes of rank (out[0:4]) and suit (out[4:8]) among the blobs."""
    src = ptr8(box)
    to = ptr8(out)
    end = n_blobs * 5
    # how near the edge the index begins: the leftmost blob of a glyph's size
    left = 255
    at = 0
    while at < end:
        tall = src[at + 1] - src[at] + 1
        if src[at + 4] >= 6 and tall >= 9 and tall < 76 and src[at + 3] < n_lines - 1:
            if src[at + 2] < left and src[at] > top + 2 and src[at + 2] > 2:
                left = src[at + 2]
        at += 5
    if left > 60:
        return 1
    best = 255
    found = 0 - 1
    at = 0
    while at < end:
        tall = src[at + 1] - src[at] + 1
        if src[at + 4] >= 6 and tall >= 12 and tall < 76 and src[at + 3] < n_lines - 1:
            if src[at + 2] <= left + 24 and src[at] < best and src[at] > top + 2:
                best = src[at]
                found = at
        at += 5
    if found < 0:
        return 1
    p0 = src[found]
    p1 = src[found + 1]
    l0 = src[found + 2]
    l1 = src[found + 3]
    turn = 0
    while turn < 2:
        at = 0
        while at < end:
            if src[at + 3] < n_lines - 1:
                low = src[at]
                high = src[at + 1]
                inside_low = low
                if inside_low < p0:
                    inside_low = p0
                inside_high = high
                if inside_high > p1:
                    inside_high = p1
                # shares most of its pixels with the rank and stands beside it
                if (inside_high - inside_low + 1) * 4 >= (high - low + 1) * 3 and src[at + 4] >= 3:
                    if src[at + 2] <= l1 + 9 and src[at + 3] + 9 >= l0:
                        tall = high - low + 1
                        # a second figure is as tall as the first; small pieces lie inside
                        if tall * 4 >= (p1 - p0 + 1) * 3 or (
                            src[at + 2] + 2 >= l0 and src[at + 3] <= l1 + 2
                        ):
                            if low < p0:
                                p0 = low
                            if high > p1:
                                p1 = high
                            if src[at + 2] < l0:
                                l0 = src[at + 2]
                            if src[at + 3] > l1:
                                l1 = src[at + 3]
            at += 5
        turn += 1
    to[0] = p0
    to[1] = p1
    to[2] = l0
    to[3] = l1
    # the suit: the next blob of some size below, on the same lines
    best = 255
    found = 0 - 1
    at = 0
    while at < end:
        if src[at + 4] >= 6 and src[at] + 3 > p1 and src[at] <= p1 + 26:
            if src[at + 2] <= l1 + 4 and src[at + 3] + 4 >= l0 and src[at + 1] < 127:
                tall = src[at + 1] - src[at] + 1
                if tall >= 8 and tall < 48 and src[at] < best and src[at + 3] < n_lines - 1:
                    best = src[at]
                    found = at
        at += 5
    if found < 0:
        return 2
    s0 = src[found]
    s1 = src[found + 1]
    l0 = src[found + 2]
    l1 = src[found + 3]
    at = 0
    while at < end:
        if src[at + 4] >= 3 and src[at] >= s0 and src[at + 1] <= s1:
            if src[at + 2] <= l1 + 3 and src[at + 3] + 3 >= l0 and src[at + 3] < n_lines - 1:
                if src[at + 2] < l0:
                    l0 = src[at + 2]
                if src[at + 3] > l1:
                    l1 = src[at + 3]
        at += 5
    to[4] = s0
    to[5] = s1
    to[6] = l0
    to[7] = l1
    return 0
