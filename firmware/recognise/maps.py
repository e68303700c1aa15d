"""Density maps of fixed size: a box of the picture averaged into cells, contrast made equal."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16

RANK_CELLS = 192  # 12 across the lines, 16 along the pixels
SUIT_CELLS = 144  # 12 and 12


@micropython.viper
def make_curve(full: int, low: int, high: int, curve):
    """Tone curve: below `low` 256ths of the ink level is paper, from `high` on it is black."""
    to = ptr8(curve)
    low = (full * low) >> 8
    high = (full * high) >> 8
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
