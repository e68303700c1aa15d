"""Density maps of fixed size: a box of the picture averaged into cells, contrast made equal."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16

RANK_CELLS = 192  # 12 across the lines, 16 along the pixels
SUIT_CELLS = 144  # 12 and 12
FACE_STRIPS = 5
FACE_CELLS = 40  # 5 strips across the lines, 8 bands along the pixels
UNKNOWN = 0xF0  # a cell of a face that no enrolment read showed: anything from 0 to 15


@micropython.viper
def make_curve(full: int, curve):
    """Tone curve of an ink level: paper and noise to 0, ink that is half worn off to 255."""
    to = ptr8(curve)
    low = (full * 38) >> 8
    high = (full * 116) >> 8
    if high <= low:
        high = low + 1
    i = 0
    while i < 256:
        level = 0
        if i >= high:
            level = 255
        elif i > low:
            level = (i - low) * 255 // (high - low)
        to[i] = level
        i += 1


@micropython.viper
def fill_map(ink, curve, span, across: int, along: int, out):
    """Mean density of each cell of the box whose bounds, in sixteenths, stand in span[0:4].

    span: first pixel, pixel end, first line, line end.  Cells run along the pixels first.
    """
    src = ptr8(ink)
    tone = ptr8(curve)
    box = ptr16(span)
    to = ptr8(out)
    out_at = 0
    p0 = int(box[0])
    tall = int(box[1]) - p0
    l0 = int(box[2])
    wide = int(box[3]) - l0
    u = 0
    while u < across:
        la = l0 + wide * u // across
        lb = l0 + wide * (u + 1) // across
        v = 0
        while v < along:
            pa = p0 + tall * v // along
            pb = p0 + tall * (v + 1) // along
            total = 0
            weight = 0
            line = la >> 4
            while (line << 4) < lb:
                start = line << 4
                stop = start + 16
                if start < la:
                    start = la
                if stop > lb:
                    stop = lb
                wl = stop - start
                row = line << 7
                p = pa >> 4
                part = 0
                while (p << 4) < pb:
                    start = p << 4
                    stop = start + 16
                    if start < pa:
                        start = pa
                    if stop > pb:
                        stop = pb
                    part += tone[src[row + p]] * (stop - start)
                    p += 1
                total += part * wl
                weight += wl
                line += 1
            weight = weight * (pb - pa)
            level = 0
            if weight > 0:
                level = total // weight
            to[out_at] = level
            out_at += 1
            v += 1
        u += 1


@micropython.viper
def level_map(data, cells: int, few: int, tally) -> int:
    """Stretch a map so that its `few` darkest cells are black; gives the level they had."""
    to = ptr8(data)
    count = ptr16(tally)
    i = 0
    while i < 256:
        count[i] = 0
        i += 1
    i = 0
    while i < cells:
        count[to[i]] += 1
        i += 1
    seen = 0
    top = 255
    while top > 1:
        seen += count[top]
        if seen >= few:
            break
        top -= 1
    i = 0
    while i < cells:
        level = to[i] * 255 // top
        if level > 255:
            level = 255
        to[i] = level
        i += 1
    return top


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


@micropython.viper
def differ(data, data_at: int, cells: int, templates, at: int, count: int, out, out_at: int):
    """Sum of squared differences of a map from each of `count` templates, in 1/256."""
    a = ptr8(data)
    b = ptr8(templates)
    to = ptr16(out)
    end = data_at + cells
    while count > 0:
        total = 0
        i = data_at
        while i < end:
            d = a[i] - b[at]
            total += d * d
            at += 1
            i += 1
        to[out_at] = total >> 8
        out_at += 1
        count -= 1


@micropython.viper
def worst_block(data, across: int, along: int, templates, at: int) -> int:
    """The largest sum of differences in any block of 4 × 4 cells."""
    a = ptr8(data)
    b = ptr8(templates)
    worst = 0
    u = 0
    while u < across - 3:
        v = 0
        while v < along - 3:
            total = 0
            i = 0
            while i < 4:
                k = (u + i) * along + v
                j = 0
                while j < 4:
                    d = a[k] - b[at + k]
                    if d < 0:
                        d = 0 - d
                    total += d
                    k += 1
                    j += 1
                i += 1
            if total > worst:
                worst = total
            v += 2
        u += 2
    return worst


@micropython.viper
def extra_ink(data, cells: int, templates, at: int) -> int:
    """The part of `differ` that comes from ink where the template has less."""
    a = ptr8(data)
    b = ptr8(templates)
    total = 0
    i = 0
    while i < cells:
        d = a[i] - b[at + i]
        if d > 0:
            total += d * d
        i += 1
    return total >> 8
