"""The red exposure: how much of the index's ink is still there in red light.

Red ink vanishes in it, black ink stays; every fourth line of a pass has one.
"""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8


@micropython.viper
def red_share(red, n_red: int, ink, threshold: int, column, first_line, boxes) -> int:
    """Ink of both boxes in red light against green, in 1/256; 0x7FFF when nothing was seen."""
    src = ptr8(red)
    dens = ptr8(ink)
    col = ptr8(column)
    first = ptr8(first_line)
    box = ptr8(boxes)
    green_sum = 0
    red_sum = 0
    b = 0
    while b < 8:
        p = int(box[b])
        p_end = int(box[b + 1])
        l0 = int(box[b + 2])
        l1 = int(box[b + 3])
        while p <= p_end:
            c = int(col[p])
            # white of this pixel in red light: its second brightest line
            most = 0
            next_most = 0
            r = 0
            at = c
            while r < n_red:
                v = src[at]
                if v > next_most:
                    if v > most:
                        next_most = most
                        most = v
                    else:
                        next_most = v
                at += 128
                r += 1
            if next_most > 20:
                r = 0
                while r < n_red:
                    i = (r << 2) - first[c] + 32
                    if i >= l0 and i <= l1:
                        d = dens[(i << 7) + p]
                        if d >= threshold:
                            v = src[(r << 7) + c]
                            if v < next_most:
                                red_sum += (next_most - v) * 255 // next_most
                            green_sum += d
                    r += 1
            p += 1
        b += 4
    if green_sum < 400:
        return 0x7FFF
    share = (red_sum << 4) // (green_sum >> 4)
    if share > 0x7FFE:
        share = 0x7FFE
    return share
