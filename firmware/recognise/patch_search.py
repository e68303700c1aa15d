"""The rectangle of a map whose cells count for nothing: what a patch on the glyph would hide."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16, ptr32


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
def stepped_differ(a: ptr8, b: ptr8, i: int, at: int, steps: ptr8, least: int) -> int:
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
def find_patch(
    ink: ptr16, cost: ptr16, k: int, a: ptr8, i: int, along: int, b: ptr8, at: int, enough: int,
    to: ptr16,
):  # fmt: skip
    """The rectangle, all paper or all dark, that takes most of a map's difference with it.

    The map begins at a[i].  to: the difference that is left, the rectangle's cells, the difference
    without it.  A difference that is `enough` or less ends the search.  The sums are those of all
    cells nearer to the map's corner, 13 rows of one more than half of `along`: a rectangle is an
    even number of cells long.  k is of no matter.
    """
    at -= i
    step = (along >> 1) + 1
    k = 0
    while k < step:
        ink[k] = 0
        cost[k] = 0
        k += 1
    u = 12
    while u:
        ink[k] = 0
        cost[k] = 0
        k += 1
        row = 0
        row_cost = 0
        v = step - 1
        while v:
            level = int(a[i])
            row += level
            level -= b[at + i]
            row_cost += (level * level + 128) >> 8
            i += 1
            level = int(a[i])
            row += level
            level -= b[at + i]
            row_cost += (level * level + 128) >> 8
            i += 1
            ink[k] = ink[k - step] + row
            cost[k] = cost[k - step] + row_cost
            k += 1
            v -= 1
        u -= 1
    whole = int(cost[k - 1])
    half = along * 6  # of the map: nothing would be left to compare
    most = 0
    cells = 0
    upper = 0
    if whole <= enough:
        upper = 12 * step
    u = 0
    while u < 11:
        w = u + 2
        lower = upper + step + step
        # no patch of these rows takes more than lies below the upper one
        if whole - cost[upper + step - 1] <= most:
            break
        while w < 13:
            far_cost = cost[lower + step - 1] - cost[upper + step - 1]
            start = 1  # what ends before takes too little, wherever it begins
            v = 0
            while v < step - 1:
                near_cost = cost[lower + v] - cost[upper + v]
                if far_cost - near_cost <= most:
                    break  # nor does one that begins here, or farther on
                if start <= v:
                    start = v + 1
                near_cost += most
                while cost[lower + start] - cost[upper + start] <= near_cost:
                    start += 1
                near_cost -= most
                k = start
                while k < step:
                    gain = cost[lower + k] - cost[upper + k] - near_cost
                    if gain > most:
                        n = (w - u) * (k - v) * 2
                        if n > half:
                            break
                        level = ink[lower + k] - ink[upper + k] - ink[lower + v] + ink[upper + v]
                        if level <= n * 30 or level >= n * 215:
                            most = gain
                            cells = n
                    k += 1
                v += 1
            w += 1
            lower += step
        if whole - most <= enough:
            break
        u += 1
        upper += step
    to[0] = whole - most
    to[1] = cells
    to[2] = whole
