"""The red exposure: how much of the index's ink is still there in red light.

Red ink vanishes in it, black ink stays; every fourth line of a pass has one.
"""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16


@micropython.viper
def red_whites(at: int, next_most: int, src: ptr8, n_red: int, col: ptr8, out: ptr8):
    """White of every pixel in red light: its second brightest line."""
    p = 0
    while p < 128:
        most = 0
        next_most = 0
        r = n_red
        at = int(col[p])
        while r:
            if src[at] > next_most:
                next_most = int(src[at])
                if next_most > most:
                    v = next_most
                    next_most = most
                    most = v
            at += 128
            r -= 1
        out[p] = next_most
        p += 1


@micropython.viper
def red_share(
    red, n_red: int, white, ink, threshold: int, column, first_line, fit, boxes, tally
) -> int:
    """Ink of both boxes in red light against green, in 1/256; 0x7FFF when nothing was seen.

    tally[0:8] counts the well inked points by their own share, in eighths.
    """
    src = ptr8(red)
    wh = ptr8(white)
    dens = ptr8(ink)
    col = ptr8(column)
    first = ptr8(first_line)
    box = ptr8(boxes)
    counts = ptr16(tally)
    slope = ptr16(fit)[1] - 4096
    solid = threshold + (threshold >> 1)
    green_sum = 0
    red_sum = 0
    b = 0
    while b < 8:
        counts[b] = 0
        b += 1
    b = 0
    while b < 8:
        p = int(box[b])
        p_end = int(box[b + 1])
        l0 = int(box[b + 2])
        l1 = int(box[b + 3])
        while p <= p_end:
            # the red lines that crossed the box at this pixel
            r = (l0 + first[p] - 31) >> 2
            if r < 0:
                r = 0
            while r < n_red:
                i = (r << 2) - first[p] + 32
                if i > l1 + 1:
                    break
                c = p + ((0 - i * slope * 202 + 524288) >> 20)
                # a pixel without red light tells nothing: the lamp may be dead
                if c >= 0 and c < 128 and wh[c] > 30:
                    i = (r << 2) - first[c] + 32
                    if i >= l0 and i <= l1:
                        d = dens[(i << 7) + p]
                        if d >= threshold:
                            w = wh[c]
                            v = src[(r << 7) + col[c]]
                            e = 0
                            if v < w:
                                e = (w - v) * 255 // w
                            red_sum += e
                            green_sum += d
                            if d >= solid:
                                part = (e << 3) // d
                                if part > 7:
                                    part = 7
                                counts[part] += 1
                r += 1
            p += 1
        b += 4
    if green_sum < 400:
        return 0x7FFF
    share = (red_sum << 4) // (green_sum >> 4)
    if share > 0x7FFE:
        share = 0x7FFE
    return share
