"""The face beside the index as a coarse map: pips and courts speak for or against a rank.

A cell of a template is the lowest (bits 0 to 3) and highest (4 to 7) level that enrolment saw, in
sixteenths: the two ends of a card need not look alike.
"""

from firmware.core.viper_twin import micropython, ptr8, ptr16, ptr32

FACE_STRIPS = 5
FACE_CELLS = 40  # 5 strips across the lines, 8 bands along the pixels
UNKNOWN = 0xF0  # a cell of a face that no enrolment read showed: anything from 0 to 15


@micropython.viper
def fold(at: int, total: int, ink: ptr8, line: int, first_pixel: int, full: int, to: ptr8):
    """Mean of each line from `line` on over eight bands of 13 pixels, 254 for the density `full`.

    The pixels of a band lie in four words of four; what of the first and of the last word belongs
    to its neighbours is masked.
    """
    words = ptr32(ink)
    gain = 65280 // (full * 13)
    even = 0xFF00FF
    start = line
    band = 0
    while band < 8:
        skip = first_pixel & 3  # pixels of the first word that belong to the band before
        head_even = even
        head_odd = even
        tail_even = 0xFF
        tail_odd = 0
        if skip > 0:
            head_even = 0xFF0000
            tail_odd = 0xFF
        if skip > 1:
            head_odd = 0xFF0000
            tail_even = even
        if skip > 2:
            head_even = 0
            tail_odd = even
        at = (start << 5) + (first_pixel >> 2)
        k = (start << 3) + band
        line = start
        while line < 96:
            total = words[at]
            s = (total & head_even) + ((total >> 8) & head_odd)
            total = words[at + 1]
            s += (total & even) + ((total >> 8) & even)
            total = words[at + 2]
            s += (total & even) + ((total >> 8) & even)
            total = words[at + 3]
            s += (total & tail_even) + ((total >> 8) & tail_odd)
            total = (((s & 0xFFFF) + (s >> 16)) * gain) >> 8
            if total > 254:
                total = 254
            to[k] = total
            k += 8
            at += 32
            line += 1
        first_pixel += 13
        band += 1


@micropython.viper
def face_strips(
    at: int, total: int, src: ptr8, lines: int, usual: int, start_line: int, wide: int,
    n_lines: int, to: ptr8, k: int,
) -> int:  # fmt: skip
    """Five strips of `wide` usual lines each from `start_line` on, stretched by lines/usual.

    Into to[k:]; gives how many strips the picture was long enough for.
    """
    strip = 0
    while strip < 5:
        start = (start_line + strip * wide) * lines // usual
        stop = (start_line + strip * wide + wide) * lines // usual
        if stop > n_lines:
            return strip
        n = stop - start
        if n < 1:
            return strip
        band = 0
        while band < 8:
            at = (start << 3) + band
            end = stop << 3
            total = 0
            while at < end:
                total += src[at]
                at += 8
            to[k] = total // n
            k += 1
            band += 1
        strip += 1
    return strip


@micropython.viper
def differ_face(data, cells: int, templates, at: int) -> int:
    """By how much a face leaves one template's bounds, mean over the cells times 8.

    A cell of a template is the lowest (bits 0 to 3) and highest (4 to 7) level that enrolment
    saw, in sixteenths: the two ends of a card need not look alike.
    """
    a = ptr8(data)
    b = ptr8(templates)
    total = 0
    i = 0
    while i < cells:
        level = a[i]
        bound = b[at + i]
        low = (bound & 15) << 4
        high = (bound & 0xF0) + 15
        if level < low:
            total += low - level
        elif level > high:
            total += level - high
        i += 1
    return (total << 3) // cells


@micropython.viper
def nearest_face(
    i: int, level: int, a: ptr8, b: ptr8, at: int, strips: ptr8, prices: ptr8, count: int,
    least: int,
) -> int:  # fmt: skip
    """The least difference of `count` faces, 40 cells apart, from one template; `least` at most.

    `strips` were seen of each, and each has its price: what it costs to assume that speed.  What
    cannot be less is not added up to its end.
    """
    n = 0
    start = 0
    while n < count:
        cells = strips[n] << 3
        most = ((least - prices[n]) * cells + 7) >> 3
        if most > 0:
            total = 0
            i = start
            shift = at - start
            end = start + cells
            while i < end:
                level = int(a[i])
                bound = b[i + shift]
                low = (bound & 15) << 4
                if level < low:
                    total += low - level
                    if total >= most:
                        break
                elif level > bound | 15:
                    total += level - (bound | 15)
                    if total >= most:
                        break
                i += 1
            if total < most:
                least = (total << 3) // cells + prices[n]
        start += 40
        n += 1
    return least


@micropython.viper
def faces_apart(b: ptr8, at: int, other_at: int, cells: int) -> int:
    """How far the bounds of two enrolled faces lie apart, mean over the cells times 8."""
    total = 0
    i = 0
    while i < cells:
        x = b[at + i]
        y = b[other_at + i]
        d = (x & 15) - (y >> 4)
        if d < 0:
            d = (y & 15) - (x >> 4)
        if d > 0:
            total += d
        i += 1
    if cells == 0:
        return 0
    return (total << 7) // cells


@micropython.viper
def fill(to: ptr16, count: int, value: int):
    """Set the first values of an array."""
    while count:
        count -= 1
        to[count] = value
