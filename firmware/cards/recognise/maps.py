"""Density maps of fixed size: a box of the picture averaged into cells, contrast made equal.

Bounds are in sixteenths of a pixel or line, so that a cell may begin and end anywhere.  A map is
made in two steps: sums over the cells' pixels, line by line and each with all lines before it; then
a cell is the difference of two such sums.  Maps that differ only across the lines share the first.
"""

from firmware.core.viper_twin import micropython, ptr8, ptr16, ptr32

RANK_CELLS = 192  # 12 across the lines, 16 along the pixels
SUIT_CELLS = 144  # 12 and 12
WORK_HALVES = 3168  # of the sums: 2 × 99 × 16: 96 lines, one before and behind, one of its own


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
    tone: ptr8, k: int, src: ptr8, work, first: int, n: int, p0: int, tall: int, along: int
):
    """Sums over `along` cells of the pixels from p0 on, for n lines from line `first` on.

    Each row of `work` has the sums of all lines before it.
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
        elif tail == 0 and whole == 2:
            whole = 1
            tail = 16
        total = 0
        sums[at] = 0
        k = (first << 7) + (pa >> 4)
        lines = n
        if whole == 1 and tail:
            while lines:
                total += tone[src[k]] * head + (tone[src[k + 1]] << 4) + tone[src[k + 2]] * tail
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
    k: int, total: int, work, first: int, l0: int, wide: int, tall: int, along: int, to: ptr8,
    count: ptr16,
):  # fmt: skip
    """A map of 12 bands of lines from l0 on, of the columns in `work`, which begin at line `first`.

    Its 16 darkest cells are made black.
    """
    sums = ptr32(work)
    # cells are so tall, or one more: count[256:] says which
    least = tall // along
    mixed = tall - least * along
    if mixed:
        k = 0
        while k < along:
            count[256 + k] = tall * (k + 1) // along - tall * k // along - least
            k += 1
    k = 224
    while k < 256:
        count[k] = 0
        k += 1
    base = ((l0 >> 4) - first) * along
    part = l0 & 15
    behind = 98 * 16 - base  # where the sums up to the last cut are kept
    k = base
    while k < base + along:
        total = sums[k]
        sums[k + behind] = (total << 4) + (sums[k + along] - total) * part
        k += 1
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
            size = small
            size_part = small_part
        fraction = lb & 15
        rest = 16 - fraction
        base = ((lb >> 4) - first) * along
        behind = 98 * 16 - base
        row -= base
        end = base + along
        k = base
        while k < end:
            part = sums[k + along] * fraction
            total = sums[k] * rest + part
            part = total - sums[k + behind]
            if part:
                sums[k + behind] = total
                if mixed:
                    size = small
                    size_part = small_part
                    if count[256 + k - base]:
                        size = large
                        size_part = large_part
                total = (part * size_part) >> 23
                if part - total * size >= size:
                    total += 1
                to[k + row] = total
                if total > 223:
                    count[total] += 1
            else:
                to[k + row] = 0
            k += 1
        row += end
        la = lb
    seen = 0
    top = 255
    while top > 1:
        if top == 223:
            k = 0
            while k < 224:
                count[k] = 0
                k += 1
            k = row
            while k:
                k -= 1
                if to[k] < 224:
                    count[to[k]] += 1
        seen += count[top]
        if seen >= 16:
            break
        top -= 1
    if top == 255:
        return
    part = 0x800000 // top
    k = row
    while k:
        k -= 1
        total = int(to[k])
        if total:
            if total < top:
                total *= 255
                level = (total * part) >> 23
                if total - level * top >= top:
                    level += 1
                to[k] = level
            else:
                to[k] = 255


@micropython.viper
def make_steps(most: int, to: ptr8):
    """What a cell's difference d counts, at to[d + 255]: its square in 1/256, up to `most`."""
    d = 0
    while d < 256:
        step = (d * d) >> 8
        if step > most:
            step = most
        to[255 + d] = step
        to[255 - d] = step
        d += 1


@micropython.viper
def stepped_differ(i: int, total: int, a: ptr8, b: ptr8, at: int, steps: ptr8, least: int) -> int:
    """Sum of what the differences of i cells count, as `make_steps` has it.

    What reaches `least` is not added up to its end.
    """
    total = 0
    while i:
        i -= 1
        total += steps[a[i] + 255 - b[i + at]]
        i -= 1
        total += steps[a[i] + 255 - b[i + at]]
        i -= 1
        total += steps[a[i] + 255 - b[i + at]]
        i -= 1
        total += steps[a[i] + 255 - b[i + at]]
        if total >= least:
            break
    return total


@micropython.viper
def keep_map(data, cells: int, kept, at: int):
    """Copy a map into kept[at:]; both are whole words."""
    src = ptr32(data)
    to = ptr32(kept)
    at >>= 2
    cells >>= 2
    while cells:
        cells -= 1
        to[at + cells] = src[cells]


@micropython.viper
def lay_glyphs(
    j: int, spots: ptr32, first: int, end: int, step: int, tall: int, along: int, state: ptr8,
    due: ptr8, least: ptr16, ats: ptr16, tone, ink, work, block, steps, data, kept, tally,
):  # fmt: skip
    """Lay each glyph of some, those at one pixel on the same columns: at first, then moved about.

    step: 0 for the first place, 1 for moves across the lines, else along the pixels.  spots has the
    pixels, from 14 on the lines and from 28 on half the widths.  The best place is kept: there,
    its difference in `least`, its map in `kept`.
    """
    wanted = 1
    if step:
        wanted = 2
    j = first
    while j < end:
        due[j] = 0
        if state[j] == wanted:
            due[j] = 1
        j += 1
    k = first
    while k < end:
        if due[k]:
            pixel = spots[k]
            # the columns, as far as any of their places reaches
            start = 1535
            stop = 1
            j = k
            while j < end:
                if due[j] and spots[j] == pixel:
                    half = spots[j + 28]
                    line = spots[j + 14]
                    if step == 1:
                        half += half // 10 + 12
                    if line - half < start:
                        start = line - half
                    if line + half >= stop:
                        stop = line + half + 1
                j += 1
            if start < 0:
                start = 0
            start >>= 4
            stop = (stop + 15) >> 4
            if stop > 96:
                stop = 96
            at = pixel
            if step != 1:
                at += step
            if at < 0:
                at = 0
            if at > 2048:
                at = 2048
            at -= tall >> 1
            if at < 0:
                at = 0
            if at + tall > 2048:
                at = 2048 - tall
            add_columns(tone, 0, ink, work, start, stop - start, at, tall, along)
            j = k
            while j < end:
                if due[j] and spots[j] == pixel:
                    due[j] = 0
                    turn = 1
                    if step == 0:
                        least[j] = 65535
                    line = spots[j + 14]
                    half = spots[j + 28]
                    usual = half
                    if step == 1:
                        turn = 4
                        line -= 12
                    while turn:
                        la = line - half
                        if la < 0:
                            la = 0
                        if la > 1535:
                            la = 1535
                        lb = line + half
                        if lb <= la:
                            lb = la + 1
                        if lb > 1536:
                            lb = 1536
                        lay_map(0, 0, work, start, la, lb - la, tall, along, data, tally)
                        most = int(least[j])
                        found = int(stepped_differ(along * 12, 0, data, block, ats[j], steps, most))
                        if turn == 4:
                            next_line = line + 24
                        if found < most:
                            least[j] = found
                            spots[j + 14] = line
                            spots[j + 28] = half
                            at = j * 192
                            if j == 13:
                                at = 0
                            keep_map(data, along * 12, kept, at)
                        turn -= 1
                        if turn == 3:
                            line = next_line
                        elif turn == 2:
                            line = spots[j + 14]
                            half = usual + (0 - usual * 10) // 100
                        elif turn == 1:
                            half = usual + usual * 10 // 100
                j += 1
        k += 1


@micropython.viper
def are_all_far(i: int, d: int, a: ptr8, b: ptr8, at: int, count: int, most: int) -> int:
    """Whether a rank's map differs from each of `count` templates by at least `most`."""
    most <<= 8
    while count:
        total = 0
        i = 192
        while i:
            i -= 1
            d = a[i] - b[i + at]
            total += d * d
            i -= 1
            d = a[i] - b[i + at]
            total += d * d
            i -= 1
            d = a[i] - b[i + at]
            total += d * d
            i -= 1
            d = a[i] - b[i + at]
            total += d * d
            if total >= most:
                break
        if total < most:
            return 0
        at += 192
        count -= 1
    return 1


@micropython.viper
def differ(
    i: int, d: int, a: ptr8, data_at: int, cells: int, b: ptr8, at: int, count: int, to: ptr16,
    out_at: int,
):  # fmt: skip
    """Sum of squared differences of a map from each of `count` templates, in 1/256."""
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
def add_squares(i: int, total: int, b: ptr8, at: int, cells: int, count: int, to: ptr32):
    """The sum of squares of each of `count` templates, for `differ_fast`."""
    k = 0
    while k < count:
        total = 0
        i = at
        at += cells
        while i < at:
            total += b[i] * b[i]
            i += 1
        to[k] = total
        k += 1


@micropython.viper
def differ_fast(
    i: int, total: int, a: ptr8, cells: int, b: ptr8, at: int, count: int, squares: ptr32,
    to: ptr16,
):  # fmt: skip
    """As `differ`, by the squares of map and templates less twice their products.

    Four cells without ink are passed by at once.
    """
    words = ptr32(a)
    own = 0
    i = cells
    while i:
        i -= 1
        own += a[i] * a[i]
    at += count * cells
    while count:
        count -= 1
        at -= cells
        total = 0
        i = cells
        while i:
            if words[(i - 1) >> 2]:
                i -= 1
                total += a[i] * b[i + at]
                i -= 1
                total += a[i] * b[i + at]
                i -= 1
                total += a[i] * b[i + at]
                i -= 1
                total += a[i] * b[i + at]
            else:
                i -= 4
        to[count] = (own + squares[count] - total - total) >> 8


@micropython.viper
def worst_block(
    k: int, d: int, a: ptr8, across: int, along: int, b: ptr8, at: int, quads: ptr16
) -> int:
    """The largest sum of differences in any block of 4 × 4 cells, every second one.

    Sums of 2 × 2 cells first, into `quads`.
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
def extra_ink(i: int, d: int, a: ptr8, b: ptr8, at: int, most: int) -> int:
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


@micropython.viper
def is_any_near(diffs: ptr16, apart: ptr16, best: int, percent: int) -> int:
    """Whether a rank is less than so many percent clear of the best, as `decide` counts it."""
    at = best * 13
    k = 0
    while k < 13:
        if k != best:
            if (diffs[k] - diffs[best]) * 100 < percent * (apart[at + k] + 1):
                return 1
        k += 1
    return 0
