"""The red exposure: how much of the index's ink is still there in red light.

Red ink vanishes in it, black ink stays; every fourth line of a pass has one.
"""

from firmware.core.viper_twin import micropython, ptr8, ptr16


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
    r: int, c: int, src: ptr8, n_red: int, wh: ptr8, dens: ptr8, threshold: int, col: ptr8,
    first: ptr8, fit: ptr16, box: ptr8, counts: ptr16,
) -> int:  # fmt: skip
    """Ink of both boxes in red light against green, in 1/256; 0x7FFF when nothing was seen.

    counts[0] has the well inked points of which less than half stays, counts[1] those of which at
    least seven eighths do.
    """
    slope = (fit[1] - 4096) * 202
    fall = slope << 2
    solid = threshold + (threshold >> 1)
    green_sum = 0
    red_sum = 0
    pale = 0
    full = 0
    b = 0
    while b < 8:
        p = int(box[b])
        p_end = int(box[b + 1])
        l0 = int(box[b + 2])
        l1 = int(box[b + 3])
        while p <= p_end:
            # the red lines that crossed the box at this pixel
            lead = first[p] - 32
            r = (l0 + lead + 1) >> 2
            if r < 0:
                r = 0
            end = ((l1 + lead + 1) >> 2) + 1
            if end > n_red:
                end = n_red
            lean = 524288 - ((r << 2) - lead) * slope
            while r < end:
                c = p + (lean >> 20)
                lean -= fall
                if c >= 0 and c < 128:
                    i = (r << 2) + 32 - first[c]
                    if i >= l0 and i <= l1:
                        d = int(dens[(i << 7) + p])
                        if d >= threshold:
                            w = int(wh[c])
                            # a pixel without red light tells nothing: the lamp may be dead
                            if w > 30:
                                c = w - src[(r << 7) + col[c]]
                                if c > 0:
                                    c = c * 255 // w
                                    red_sum += c
                                else:
                                    c = 0
                                green_sum += d
                                if d >= solid:
                                    c <<= 1
                                    if c < d:
                                        pale += 1
                                    elif c << 2 >= d * 7:
                                        full += 1
                r += 1
            p += 1
        b += 4
    counts[0] = pale
    counts[1] = full
    if green_sum < 400:
        return 0x7FFF
    share = (red_sum << 4) // (green_sum >> 4)
    if share > 0x7FFE:
        share = 0x7FFE
    return share
