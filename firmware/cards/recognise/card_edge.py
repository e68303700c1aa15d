"""The card's leading edge: where each pixel first saw paper, and the straight line through it."""

from firmware.core.viper_twin import micropython, ptr8, ptr16

NO_EDGE = 0xFFFF


@micropython.viper
def find_edges(
    at: int, v: int, src: ptr8, n_lines: int, col: ptr8, hi: ptr8, ground: int, paper: int,
    out: ptr16,
) -> int:  # fmt: skip
    """First paper per pixel, in eighths of a line; gives how many pixels have one.

    `ground` is the path's level without a card; a pixel's own light scales it.
    """
    end = (n_lines - 1) << 7
    found = 0
    p = 0
    while p < 128:
        c = col[p]
        top = hi[c]
        mark = 0xFFFF
        if (top - ground) * 3 > paper - ground:
            half = top * (paper + ground) // (paper << 1)
            at = int(c)
            before = 0
            while at < end:
                v = int(src[at])
                if v >= half:
                    if src[at + 128] >= half:
                        break
                before = v
                at += 128
            if at < end:
                line = at >> 7
                if line == 0:
                    mark = 0
                elif v > before:
                    mark = (line << 3) - ((v - half) << 3) // (v - before)
                else:
                    mark = line << 3
                found += 1
        out[p] = mark
        p += 1
    return found


@micropython.viper
def fit_edge(p: int, a: int, src: ptr16, count: ptr16, out: ptr16) -> int:
    """Robust line through the edges, into out[0:2]; gives how many pixels lie on it.

    out[0] is the line at pixel 64 in 1/256 of a line, out[1] the slope in 1/4096 of a line per
    pixel plus 4096 (nothing negative is stored).
    """
    # the middle one of all slopes over 40 pixels, then of all intercepts
    p = 128
    while p:
        p -= 1
        count[p] = 0
    n = 0
    p = 0
    while p < 88:
        a = int(src[p])
        b = src[p + 40]
        if a != 0xFFFF and b != 0xFFFF:
            rise = b - a + 64
            if rise >= 0 and rise < 128:
                count[rise] += 1
                n += 1
        p += 1
    if n < 12:
        return 0
    half = n >> 1
    seen = count[0]
    rise = 0
    while seen <= half:
        rise += 1
        seen += count[rise]
    rise -= 64
    p = 1024
    while p:
        p -= 4
        count[p] = 0
        count[p + 1] = 0
        count[p + 2] = 0
        count[p + 3] = 0
    n = 0
    p = 0
    while p < 128:
        a = int(src[p])
        if a != 0xFFFF:
            level = a - rise * (p - 64) // 40 + 64
            if level >= 0 and level < 1024:
                count[level] += 1
                n += 1
        p += 1
    half = n >> 1
    seen = count[0]
    level = 0
    while seen <= half:
        level += 1
        seen += count[level]
    level -= 64
    # least squares on what lies within a line and a quarter of it
    base = level << 5
    slope = (rise << 9) // 40
    turn = 0
    while turn < 2:
        n = 0
        sx = 0
        sy = 0
        sxx = 0
        sxy = 0
        p = 0
        while p < 128:
            a = int(src[p])
            if a != 0xFFFF:
                x = p - 64
                y = (a << 5) - base - ((slope * x) >> 4)
                y = y >> 3
                if y >= -40 and y <= 40:
                    n += 1
                    sx += x
                    sy += y
                    sxx += x * x
                    sxy += x * y
            p += 1
        if n < 12:
            return 0
        bottom = (n * sxx - sx * sx) >> 7
        if bottom > 0:
            bend = (n * sxy - sx * sy) // bottom
            slope += bend
            base += ((sy << 3) - ((bend * sx) >> 4)) // n
        turn += 1
    if slope < -1024:
        slope = -1024
    if slope > 1024:
        slope = 1024
    if base < 0:
        base = 0
    out[0] = base
    out[1] = slope + 4096
    return n


@micropython.viper
def first_lines(fit, first_line):
    """The line of the fitted edge at each pixel, rounded, plus 32 (nothing negative is stored)."""
    src = ptr16(fit)
    out = ptr8(first_line)
    base = src[0] << 4
    slope = src[1] - 4096
    p = 0
    while p < 128:
        line = (base + slope * (p - 64) + 2048) >> 12
        if line < -32:
            line = -32
        if line > 200:
            line = 200
        out[p] = line + 32
        p += 1
