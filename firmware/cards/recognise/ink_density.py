"""The picture as ink density, straightened along the card's edge: 0 is paper, 255 is black."""

from firmware.core.viper_twin import micropython, ptr8, ptr16, ptr32


@micropython.viper
def straighten(
    at: int, d: int, src: ptr8, n_lines: int, col: ptr8, wh: ptr8, gn: ptr16, first: ptr8,
    fit: ptr16, out: ptr8,
):  # fmt: skip
    """Fill ink[96][128]: line 0 is the leading edge at every pixel, pixels follow the skew.

    Stretches of lines that are shifted alike, pixel by pixel; paper is left as it was cleared.
    """
    slope = fit[1] - 4096
    words = ptr32(out)
    at = 3072
    d = 0
    while at:
        at -= 4
        words[at] = d
        words[at + 1] = d
        words[at + 2] = d
        words[at + 3] = d
    line = 0
    while line < 96:
        # a card turned by a small angle leans by the same angle across the lines: (0.2/0.225)²
        shift = (0 - line * slope * 202 + 524288) >> 20
        stop = line + 1
        while stop < 96:
            if (0 - stop * slope * 202 + 524288) >> 20 != shift:
                break
            stop += 1
        p = 0
        while p < 128:
            c = p + shift
            if c < 0 or c > 127:
                at = (line << 7) + p
                end = (stop << 7) + p
                while at < end:
                    out[at] = 255
                    at += 128
            else:
                # lines of the picture that this stretch shows; what lies beyond them is paper
                lead = first[c] - 32
                begin = line
                if begin + lead < 0:
                    begin = 0 - lead
                    if begin > stop:
                        begin = stop
                last = stop
                if last + lead > n_lines:
                    last = n_lines - lead
                    if last < begin:
                        last = begin
                w = int(wh[c])
                gain = int(gn[c])
                from_picture = p - col[c] - (lead << 7)
                at = ((begin + lead) << 7) + col[c]
                end = ((last + lead) << 7) + col[c]
                if gain == 65535:
                    while at < end:
                        if src[at] < w:
                            out[at + from_picture] = 255
                        at += 128
                else:
                    if (end - at) & 128:
                        d = int(src[at])
                        if d < w:
                            out[at + from_picture] = ((w - d) * gain) >> 8
                        at += 128
                    while at < end:
                        d = int(src[at])
                        if d < w:
                            out[at + from_picture] = ((w - d) * gain) >> 8
                        at += 128
                        d = int(src[at])
                        if d < w:
                            out[at + from_picture] = ((w - d) * gain) >> 8
                        at += 128
            p += 1
        line = stop


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
def ink_level(at: int, count: ptr16, src: ptr8, top: int, few: int) -> int:
    """The density that `few` of the sampled points of the index zone exceed."""
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
        p = (end - p + 1) >> 1
        while p > 1:
            count[src[at] >> 2] += 1
            at += 2
            count[src[at] >> 2] += 1
            at += 2
            p -= 2
        if p > 0:
            count[src[at] >> 2] += 1
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
