"""Density maps of fixed size: a box of the picture averaged into cells, contrast made equal."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16

RANK_CELLS = 192  # 12 across the lines, 16 along the pixels
SUIT_CELLS = 144  # 12 and 12


@micropython.viper
def make_curve(full: int, low: int, high: int, to: ptr8):
    """Tone curve: below `low` 256ths of the ink level is paper, from `high` on it is black."""
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
def fill_map(
    tone: ptr8, src: ptr8, k: int, span: ptr16, across: int, along: int, to: ptr8, work: ptr16
):
    """Mean density of each cell of the box whose bounds, in sixteenths, stand in span[0:4].

    span: first pixel, pixel end, first line, line end.  Cells run along the pixels first.  Lines
    are added up first, pixel by pixel, then the pixels of each cell.  `work` has room for the
    pixels' sums and the cells' bounds; k is of no matter.
    """
    p0 = int(span[0])
    tall = int(span[1]) - p0
    l0 = int(span[2])
    wide = int(span[3]) - l0
    v = 0
    while v < along:
        v += 1
        work[127 + v] = p0 + tall * v // along
    least = tall // along  # a cell is so tall, or one more
    first = p0 >> 4
    n_pixels = ((p0 + tall + 15) >> 4) - first
    out_at = 0
    la = l0
    u = 0
    while u < across:
        u += 1
        lb = l0 + wide * u // across
        # sums of the band's lines: a part of the first, whole ones, a part of the last
        head = 16 - (la & 15)
        whole = (lb >> 4) - (la >> 4) - 1
        tail = lb & 15
        if whole < 0:
            head = lb - la
            whole = 0
            tail = 0
        start = ((la >> 4) << 7) + first
        n = 0
        while n < n_pixels:
            k = start + n
            total = tone[src[k]] * head
            v = whole
            while v:
                k += 128
                total += tone[src[k]] << 4
                v -= 1
            if tail:
                k += 128
                total += tone[src[k]] * tail
            work[n] = total
            n += 1
        # floor division by each of the two sizes of cells: 2**23 // size is at most one too low
        small = (lb - la) * least
        large = small + lb - la
        if small == 0:
            small = 1
        if large == 0:
            large = 1
        small_part = 0x800000 // small
        large_part = 0x800000 // large
        k = 0
        pa = p0
        edge = (p0 & 15) * work[0]
        v = 0
        while v < along:
            pb = int(work[128 + v])
            n = (pb >> 4) - first
            total = 0
            while k < n:
                total += work[k]
                k += 1
            total = (total << 4) - edge
            edge = 0
            if pb & 15:
                edge = (pb & 15) * work[k]
                total += edge
            if pb - pa - least:
                level = (total * large_part) >> 23
                if total - level * large >= large:
                    level += 1
            else:
                level = (total * small_part) >> 23
                if total - level * small >= small:
                    level += 1
            to[out_at] = level
            out_at += 1
            pa = pb
            v += 1
        la = lb


@micropython.viper
def level_map(to: ptr8, i: int, cells: int, few: int, count: ptr16) -> int:
    """Stretch a map so that its `few` darkest cells are black; gives the level they had."""
    i = 0
    while i < 256:
        count[i] = 0
        count[i + 1] = 0
        count[i + 2] = 0
        count[i + 3] = 0
        i += 4
    i = cells
    while i:
        i -= 1
        count[to[i]] += 1
    seen = 0
    top = 255
    while top > 1:
        seen += count[top]
        if seen >= few:
            break
        top -= 1
    if top == 255:
        return 255
    part = 0x800000 // top  # floor division by it: at most one too low
    i = cells
    while i:
        i -= 1
        level = int(to[i])
        if level:
            if level < top:
                level *= 255
                seen = (level * part) >> 23
                if level - seen * top >= top:
                    seen += 1
                to[i] = seen
            else:
                to[i] = 255
    return top


@micropython.viper
def differ(
    a: ptr8, b: ptr8, i: int, data_at: int, cells: int, at: int, count: int, to: ptr16, out_at: int
):
    """Sum of squared differences of a map from each of `count` templates, in 1/256.

    The number of cells is a multiple of four; i is of no matter.
    """
    while count:
        total = 0
        i = data_at
        at -= data_at
        end = data_at + cells
        while i < end:
            d = a[i] - b[i + at]
            total += d * d
            i += 1
            d = a[i] - b[i + at]
            total += d * d
            i += 1
            d = a[i] - b[i + at]
            total += d * d
            i += 1
            d = a[i] - b[i + at]
            total += d * d
            i += 1
        to[out_at] = total >> 8
        out_at += 1
        at += end
        count -= 1


@micropython.viper
def worst_block(
    a: ptr8, b: ptr8, k: int, across: int, along: int, at: int, quads: ptr16
) -> int:
    """The largest sum of differences in any block of 4 × 4 cells, every second one.

    Sums of 2 × 2 cells first, into `quads`; k is of no matter.
    """
    half = along >> 1
    quad = 0
    k = 0
    u = across >> 1
    while u:
        v = half
        while v:
            total = 0
            d = a[k] - b[k + at]
            if d < 0:
                d = 0 - d
            total += d
            k += 1
            d = a[k] - b[k + at]
            if d < 0:
                d = 0 - d
            total += d
            k += along
            d = a[k] - b[k + at]
            if d < 0:
                d = 0 - d
            total += d
            k -= 1
            d = a[k] - b[k + at]
            if d < 0:
                d = 0 - d
            quads[quad] = total + d
            quad += 1
            k += 2 - along
            v -= 1
        k += along
        u -= 1
    worst = 0
    k = 0
    u = (across >> 1) - 1
    while u:
        v = half - 1
        while v:
            total = quads[k] + quads[k + 1] + quads[k + half] + quads[k + half + 1]
            if total > worst:
                worst = total
            k += 1
            v -= 1
        k += 1
        u -= 1
    return worst


@micropython.viper
def extra_ink(a: ptr8, b: ptr8, i: int, at: int, most: int) -> int:
    """The part of `differ` that comes from ink where the template has less, over i cells.

    What reaches `most` is not added up to its end.
    """
    most <<= 8
    total = 0
    while i:
        i -= 1
        d = a[i] - b[i + at]
        if d > 0:
            total += d * d
        i -= 1
        d = a[i] - b[i + at]
        if d > 0:
            total += d * d
        i -= 1
        d = a[i] - b[i + at]
        if d > 0:
            total += d * d
        i -= 1
        d = a[i] - b[i + at]
        if d > 0:
            total += d * d
            if total >= most:
                break
    return total >> 8
