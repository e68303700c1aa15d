"""Density maps of fixed size: a box of the picture averaged into cells, contrast made equal.

Bounds are in sixteenths of a pixel or line, so that a cell may begin and end anywhere.  A map is
made in two steps: sums over the cells' pixels, line by line and each with all lines before it; then
a cell is the difference of two such sums.  Maps that differ only across the lines share the first.
"""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16, ptr32

RANK_CELLS = 192  # 12 across the lines, 16 along the pixels
SUIT_CELLS = 144  # 12 and 12
WORK_HALVES = 2 * 99 * 16  # of the sums: 96 lines, one before and one behind, a line of its own


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
def add_columns(
    tone: ptr8, src: ptr8, k: int, work, first: int, n: int, p0: int, tall: int, along: int
):
    """Sums over `along` cells of the pixels from p0 on, for n lines from line `first` on.

    Each row of `work` has the sums of all lines before it.  k is of no matter.
    """
    sums = ptr32(work)
    pa = p0
    v = 0
    while v < along:
        at = v
        v += 1
        pb = p0 + tall * v // along
        # a part of the first pixel, whole ones, a part of the last
        head = 16 - (pa & 15)
        whole = (pb >> 4) - (pa >> 4) - 1
        tail = pb & 15
        if whole < 0:
            head = pb - pa
            whole = 0
            tail = 0
        total = 0
        sums[at] = 0
        k = (first << 7) + (pa >> 4)
        lines = n
        if whole == 1:
            while lines:
                part = tone[src[k]] * head + (tone[src[k + 1]] << 4)
                if tail:
                    part += tone[src[k + 2]] * tail
                total += part
                at += along
                sums[at] = total
                k += 128
                lines -= 1
        else:
            while lines:
                total += tone[src[k]] * head
                i = 0
                while i < whole:
                    i += 1
                    total += tone[src[k + i]] << 4
                if tail:
                    total += tone[src[k + i + 1]] * tail
                at += along
                sums[at] = total
                k += 128
                lines -= 1
        pa = pb


@micropython.viper
def lay_map(
    v: int, base: int, row: int, work, first: int, l0: int, wide: int, tall: int, along: int,
    to: ptr8, count: ptr16,
):  # fmt: skip
    """A map of 12 bands of lines from l0 on, of the columns in `work`, which begin at line `first`.

    Its 16 darkest cells are made black.  v, base and row are of no matter.
    """
    sums = ptr32(work)
    # cells are so tall, or one more: count[256:] says which
    least = tall // along
    mixed = tall - least * along
    if mixed:
        v = 0
        while v < along:
            count[256 + v] = tall * (v + 1) // along - tall * v // along - least
            v += 1
    v = 224
    while v < 256:
        count[v] = 0
        v += 1
    last = 98 * 16  # the sums up to the last cut
    base = ((l0 >> 4) - first) * along
    fraction = l0 & 15
    v = 0
    while v < along:
        part = sums[v + base]
        sums[v + last] = (part << 4) + (sums[v + base + along] - part) * fraction
        v += 1
    row = 0
    high = 0 - 1
    la = l0
    u = 0
    while u < 12:
        u += 1
        lb = l0 + wide * u // 12
        if lb - la != high:
            # floor division by the two sizes of cells: 2**23 // size is at most one too low
            high = lb - la
            small = high * least
            large = small + high
            if small == 0:
                small = 1
            if large == 0:
                large = 1
            small_part = 0x800000 // small
            large_part = 0x800000 // large
        base = ((lb >> 4) - first) * along
        fraction = lb & 15
        v = 0
        while v < along:
            part = sums[v + base]
            part = (part << 4) + (sums[v + base + along] - part) * fraction
            total = part - sums[v + last]
            sums[v + last] = part
            part = small
            level = (total * small_part) >> 23
            if mixed:
                if count[256 + v]:
                    part = large
                    level = (total * large_part) >> 23
            if total - level * part >= part:
                level += 1
            to[v + row] = level
            if level > 223:
                count[level] += 1
            v += 1
        row += along
        la = lb
    seen = 0
    base = 255
    while base > 1:
        if base == 223:
            v = 0
            while v < 224:
                count[v] = 0
                v += 1
            v = row
            while v:
                v -= 1
                if to[v] < 224:
                    count[to[v]] += 1
        seen += count[base]
        if seen >= 16:
            break
        base -= 1
    if base == 255:
        return
    part = 0x800000 // base
    v = row
    while v:
        v -= 1
        level = int(to[v])
        if level:
            if level < base:
                level *= 255
                total = (level * part) >> 23
                if level - total * base >= base:
                    total += 1
                to[v] = total
            else:
                to[v] = 255


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
