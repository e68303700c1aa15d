"""The face beside the index as a coarse map: pips and courts speak for or against a rank.

A cell of a template is the lowest (bits 0 to 3) and highest (4 to 7) level that enrolment saw, in
sixteenths: the two ends of a card need not look alike.
"""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16

FACE_STRIPS = 5
FACE_CELLS = 40  # 5 strips across the lines, 8 bands along the pixels
UNKNOWN = 0xF0  # a cell of a face that no enrolment read showed: anything from 0 to 15


@micropython.viper
def fold(ink, first_pixel: int, full: int, bands):
    """Mean of each line over eight bands of 13 pixels, 254 for the density `full`."""
    src = ptr8(ink)
    to = ptr8(bands)
    gain = 65280 // (full * 13)
    k = 0
    line = 0
    while line < 96:
        at = (line << 7) + first_pixel
        band = 0
        while band < 8:
            end = at + 13
            total = 0
            while at < end:
                total += src[at]
                at += 1
            level = (total * gain) >> 8
            if level > 254:
                level = 254
            to[k] = level
            k += 1
            band += 1
        line += 1


@micropython.viper
def face_strips(
    bands, lines: int, usual: int, start_line: int, wide: int, n_lines: int, out
) -> int:
    """Five strips of `wide` usual lines each from `start_line` on, stretched by lines/usual.

    Gives how many strips the picture was long enough for.
    """
    src = ptr8(bands)
    to = ptr8(out)
    k = 0
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
def nearer_faces(
    data, cells: int, templates, at: int, step: int, count: int, out, k: int, price: int
):
    """Lower out[k], out[k + 1], … to the face's difference from `count` templates, `step` apart.

    `price` is added: what it costs to assume an unusual speed.
    """
    to = ptr16(out)
    a = ptr8(data)
    b = ptr8(templates)
    end = k + count
    while k < end:
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
        total = (total << 3) // cells + price
        if total < to[k]:
            to[k] = total
        at += step
        k += 1


@micropython.viper
def faces_apart(templates, at: int, other_at: int, cells: int) -> int:
    """How far the bounds of two enrolled faces lie apart, mean over the cells times 8."""
    b = ptr8(templates)
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
