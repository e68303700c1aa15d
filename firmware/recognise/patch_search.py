"""The rectangle of a map whose cells count for nothing: what a patch on the glyph would hide."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16


@micropython.viper
def capped_differ(a: ptr8, b: ptr8, i: int, at: int, most: int, least: int) -> int:
    """Sum of squared differences of i cells in 1/256, none counting more than `most`.

    What reaches `least` is not added up to its end.
    """
    total = 0
    while i:
        i -= 1
        d = a[i] - b[i + at]
        d = (d * d) >> 8
        if d > most:
            d = most
        total += d
        i -= 1
        d = a[i] - b[i + at]
        d = (d * d) >> 8
        if d > most:
            d = most
        total += d
        if total >= least:
            break
    return total


@micropython.viper
def find_patch(
    ink: ptr16, cost: ptr16, k: int, a: ptr8, along: int, b: ptr8, at: int, to: ptr16
):
    """The rectangle, all paper or all dark, that takes most of a map's difference with it.

    to: the difference that is left, the rectangle's cells, the difference without it.  The sums
    are those of all cells nearer to the map's corner, 13 rows of one more than half of `along`:
    a rectangle is an even number of cells long.  k is of no matter.
    """
    step = (along >> 1) + 1
    k = 0
    while k < step:
        ink[k] = 0
        cost[k] = 0
        k += 1
    i = 0
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
    u = 0
    while u < 11:
        w = u + 2
        lower = w * step
        # no patch of these rows takes more than lies below the upper one
        if whole - cost[upper + step - 1] <= most:
            break
        while w < 13:
            far_cost = cost[lower + step - 1] - cost[upper + step - 1]
            v = 0
            while v < step - 1:
                near_cost = cost[lower + v] - cost[upper + v]
                if far_cost - near_cost <= most:
                    break  # nor does one that begins here, or farther on
                k = v + 1
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
        u += 1
        upper += step
    to[0] = whole - most
    to[1] = cells
    to[2] = whole
