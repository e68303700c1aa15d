"""What each pixel of the line sensor saw during the pass: darkest, brightest, paper white.

Every pixel has its own white: that takes away light gradients, lens fall-off and dirt on the
glass in one step.  Stuck pixels are found by their silence and replaced by a neighbour.
"""

from firmware.core.viper_twin import micropython, ptr8, ptr16


@micropython.viper
def find_levels(at: int, a: int, src: ptr8, n_lines: int, lo: ptr8, hi: ptr8):
    """Darkest and brightest level per pixel that two neighbouring lines share."""
    end = (n_lines - 1) << 7
    p = 0
    while p < 128:
        least = 255
        most = 0
        at = p
        while at < end:
            a = int(src[at])
            b = src[at + 128]
            if a > b:
                if a < least:
                    least = a
                if b > most:
                    most = b
            else:
                if b < least:
                    least = b
                if a > most:
                    most = a
            at += 384
        lo[p] = least
        hi[p] = most
        p += 1


@micropython.viper
def map_columns(low, high, column) -> int:
    """Point each stuck pixel of `column` at a live neighbour; gives the number of stuck ones."""
    lo = ptr8(low)
    hi = ptr8(high)
    to = ptr8(column)
    stuck = 0
    p = 0
    while p < 128:
        to[p] = p
        if hi[p] - lo[p] < 20:
            live = 0
            best = p
            k = 1
            while k < 3:
                if p - k >= 0:
                    if hi[p - k] - lo[p - k] >= 50:
                        live += 1
                        if best == p:
                            best = p - k
                else:
                    live += 1
                if p + k < 128:
                    if hi[p + k] - lo[p + k] >= 50:
                        live += 1
                        if best == p:
                            best = p + k
                else:
                    live += 1
                k += 1
            # paper's end has live pixels on one side only
            if live >= 3 and best != p:
                to[p] = best
                stuck += 1
        p += 1
    return stuck


@micropython.viper
def rank_level(i: int, count: ptr16, src: ptr8, part: int) -> int:
    """The level that `part` of the 128 pixels do not exceed."""
    i = 256
    while i:
        i -= 4
        count[i] = 0
        count[i + 1] = 0
        count[i + 2] = 0
        count[i + 3] = 0
    i = 128
    while i:
        i -= 1
        count[src[i]] += 1
    seen = 0
    i = 0
    while i < 255:
        seen += count[i]
        if seen > part:
            return i
        i += 1
    return 255


@micropython.viper
def find_whites(
    at: int, v: int, src: ptr8, n_lines: int, col: ptr8, hi: ptr8, first: ptr8, paper: int,
    ground: int, wh: ptr8, gn: ptr16,
):  # fmt: skip
    """Mean of each pixel's bright readings on the card, and 255/white in 1/256.

    Pixels beyond the card's end never saw paper: whatever the path reflects, they are black.
    """
    end = n_lines << 7
    least = ground + (paper - ground) // 3
    is_beyond = 1
    p = 0
    while p < 128:
        c = col[p]
        top = hi[c]
        level = paper
        if is_beyond != 0 and p < 126:
            if top > least and hi[p + 1] > least:
                is_beyond = 0
        if top * 3 > paper and is_beyond == 0:
            floor = (top * 218) >> 8
            bright = 0  # their number in the upper half, their sum in the lower
            line = first[p] - 29  # three lines into the card; 32 is the bias of first_lines
            if line < 0:
                line = 0
            at = (line << 7) + c
            while at < end:
                v = int(src[at])
                if v >= floor:
                    bright += v + 0x10000
                at += 256
            n = bright >> 16
            if n >= 4:
                level = (bright & 0xFFFF) // n
        if level < 1:
            level = 1
        wh[p] = level
        gn[p] = 65280 // level
        if is_beyond != 0:
            wh[p] = 255
            gn[p] = 65535
        p += 1
