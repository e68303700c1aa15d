"""The rectangle of a map whose cells count for nothing: what a patch on the glyph would hide."""

from firmware.core.viper_twin import micropython, ptr8, ptr16


@micropython.viper
def find_patch(
    k: int, level: int, ink: ptr16, cost: ptr16, a: ptr8, i: int, along: int, b: ptr8, at: int,
    limit: int, to: ptr16,
):  # fmt: skip
    """The rectangle, all paper or all dark, that takes most of a map's difference with it.

    The map begins at a[i].  to: the difference that is left, the rectangle's cells, the difference
    without it.  With a limit below 0xFFFF the question is only whether at most so much is left:
    the search ends with a yes, and a no leaves 0xFFFF.  to[3:8] keeps the rectangle: one patch lies
    at about the same cells for each template, so the search begins with what that takes.  The sums
    are those of all cells nearer to the map's corner, 13 rows of one more than half of `along`: a
    rectangle is an even number of cells long.
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
    to[0] = whole
    to[1] = 0
    to[2] = whole
    most = 0
    if limit != 0xFFFF:
        if whole <= limit:
            return
        to[0] = 0xFFFF
        most = whole - limit - 1
    last = step - 1
    if to[3] != 0 and to[7] == along:
        w = int(to[3])
        v = int(to[5])
        k = int(to[6])
        upper = to[4] * step
        lower = upper + w * step
        n = w * (k - v) * 2
        gain = cost[k + lower] - cost[k + upper] - cost[v + lower] + cost[v + upper]
        level = ink[k + lower] - ink[k + upper] - ink[v + lower] + ink[v + upper]
        if gain > most and (level <= n * 30 or level >= n * 215):
            if limit != 0xFFFF:
                to[0] = whole - gain
                to[1] = n
                return
            most = gain - 1
    upper = 0
    u = 0
    while u < 11:
        # no patch of these rows takes more than lies below the upper one
        if whole - cost[upper + last] <= most:
            break
        w = 2
        lower = upper + step + step
        while w < 13 - u:
            far = cost[lower + last] - cost[upper + last]
            if far > most:
                k = 0
                while k < step:
                    cost[k + 117] = cost[k + lower] - cost[k + upper]
                    k += 1
                start = 1
                v = 0
                while v < last:
                    near = int(cost[v + 117])
                    if far - near <= most:
                        break  # nor does one that begins here, or farther on
                    # what ends before takes too little, and so it does for those farther on
                    level = near + most
                    k = start
                    while cost[k + 117] <= level:
                        k += 1
                    start = k
                    while k < step:
                        level = cost[k + 117] - near
                        if level > most:
                            n = w * (k - v) * 2
                            if n > half:
                                break
                            gain = level
                            level = (
                                ink[k + lower] - ink[k + upper] - ink[v + lower] + ink[v + upper]
                            )
                            if level <= n * 30 or level >= n * 215:
                                most = gain
                                to[0] = whole - gain
                                to[1] = n
                                to[3] = w
                                to[4] = u
                                to[5] = v
                                to[6] = k
                                to[7] = along
                                if limit != 0xFFFF:
                                    return
                        k += 1
                    v += 1
            w += 1
            lower += step
        u += 1
        upper += step


@micropython.viper
def least_of(values: ptr16, count: int) -> int:
    """The place of the least value, the first one of equals."""
    best = 0
    i = 1
    while i < count:
        if values[i] < values[best]:
            best = i
        i += 1
    return best
