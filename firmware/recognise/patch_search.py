"""The rectangle of a map whose cells count for nothing: what a patch on the glyph would hide."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16


@micropython.viper
def capped_differ(data, cells: int, template, at: int, most: int) -> int:
    """Sum of squared differences in 1/256, no cell counting more than `most`."""
    a = ptr8(data)
    b = ptr8(template)
    total = 0
    i = 0
    while i < cells:
        d = a[i] - b[at + i]
        d = (d * d) >> 8
        if d > most:
            d = most
        total += d
        i += 1
    return total


@micropython.viper
def find_patch(data, along: int, template, at: int, ink_sums, cost_sums, out):
    """The rectangle, all paper or all dark, that takes most of a map's difference with it.

    out: the difference that is left, the rectangle's cells, the difference without it.  The sums
    are those of all cells nearer to the map's corner, 13 rows of one more than `along`.
    """
    a = ptr8(data)
    b = ptr8(template)
    ink = ptr16(ink_sums)
    cost = ptr16(cost_sums)
    to = ptr16(out)
    step = along + 1
    k = 0
    while k < step:
        ink[k] = 0
        cost[k] = 0
        k += 1
    i = 0
    u = 0
    while u < 12:
        ink[k] = 0
        cost[k] = 0
        k += 1
        row = 0
        row_cost = 0
        v = 0
        while v < along:
            level = a[i]
            d = level - b[at + i]
            row += level
            row_cost += (d * d + 128) >> 8
            ink[k] = ink[k - step] + row
            cost[k] = cost[k - step] + row_cost
            i += 1
            k += 1
            v += 1
        u += 1
    most = 0
    cells = 0
    u = 0
    while u < 11:
        w = u + 2
        while w < 13:
            upper = u * step
            lower = w * step
            v = 0
            while v < along:
                near = int(ink[lower + v]) - int(ink[upper + v])
                near_cost = int(cost[lower + v]) - int(cost[upper + v])
                x = v + 2
                while x <= along:
                    gain = int(cost[lower + x]) - int(cost[upper + x]) - near_cost
                    if gain > most:
                        n = (w - u) * (x - v)
                        if n > along * 6:  # half of the map: nothing would be left to compare
                            break
                        level = int(ink[lower + x]) - int(ink[upper + x]) - near
                        if level <= n * 30 or level >= n * 215:
                            most = gain
                            cells = n
                    x += 2
                v += 2
            w += 1
        u += 1
    to[0] = int(cost[k - 1]) - most
    to[1] = cells
    to[2] = int(cost[k - 1])
