"""The picture as ink density, straightened along the card's edge: 0 is paper, 255 is black."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr16


@micropython.viper
def straighten(frame, n_lines: int, column, white, gain, first_line, fit, ink):
    """Fill ink[96][128]: line 0 is the leading edge at every pixel, pixels follow the skew."""
    src = ptr8(frame)
    col = ptr8(column)
    wh = ptr8(white)
    gn = ptr16(gain)
    first = ptr8(first_line)
    out = ptr8(ink)
    slope = ptr16(fit)[1] - 4096
    to = 0
    i = 0
    while i < 96:
        # a card turned by a small angle leans by the same angle across the lines: (0.2/0.225)²
        shift = (0 - i * slope * 202 + 524288) >> 20
        line0 = i - 32
        p = 0
        while p < 128:
            c = p + shift
            d = 255
            if c >= 0 and c < 128:
                line = first[c] + line0
                d = 0
                if line >= 0 and line < n_lines:
                    v = src[(line << 7) + col[c]]
                    w = wh[c]
                    if v < w:
                        d = ((w - v) * gn[c]) >> 8
                        if d > 255:
                            d = 255
            out[to] = d
            to += 1
            p += 1
        i += 1


@micropython.viper
def card_end(ink) -> int:
    """First pixel on paper beside the index: the card's end; 128 when there is none."""
    src = ptr8(ink)
    p = 0
    while p < 120:
        n = 0
        at = 2048 + p  # from line 16 on: the corner before it is round
        while at < 7168:
            if src[at] < 128 and src[at + 1] < 128:
                n += 1
            at += 512
        if n >= 7:
            return p
        p += 1
    return 128


@micropython.viper
def ink_level(ink, top: int, tally, few: int) -> int:
    """The density that `few` of the sampled points of the index zone exceed."""
    src = ptr8(ink)
    count = ptr16(tally)
    i = 0
    while i < 64:
        count[i] = 0
        i += 1
    end = top + 92
    if end > 128:
        end = 128
    line = 4
    while line < 56:
        p = top + 3 + (line & 1)
        at = (line << 7) + p
        while p < end:
            count[src[at] >> 2] += 1
            at += 2
            p += 2
        line += 1
    seen = 0
    i = 63
    while i > 0:
        seen += count[i]
        if seen > few:
            return (i << 2) + 2
        i -= 1
    return 0


@micropython.viper
def coverage(ink, top: int, threshold: int, n_lines: int) -> int:
    """Percent of the card's picture that is inked, from some way inside its edges."""
    src = ptr8(ink)
    inked = 0
    seen = 0
    line = 10
    while line < n_lines:
        p = top + 8
        at = (line << 7) + p
        while p < 124:
            if src[at] >= threshold:
                inked += 1
            seen += 1
            at += 3
            p += 3
        line += 3
    if seen == 0:
        return 0
    return inked * 100 // seen
