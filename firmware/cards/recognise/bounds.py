"""Exact bounds of a glyph, in sixteenths, for its map.

Along the array nothing changes size, so a map covers a fixed height about the glyph's middle (its
centre of ink for a suit, whose tips come and go with the focus).  Across the lines the speed is
uncertain, so there a map's width follows the spread of the ink itself.
"""

from firmware.core.viper_twin import micropython, ptr8, ptr16


@micropython.viper
def middle_pixel(tone: ptr8, k: int, src: ptr8, box: ptr8, at: int) -> int:
    """Centre of the ink along the pixels, in sixteenths, over the box and two pixels more."""
    p0 = int(box[at]) - 2
    p1 = int(box[at + 1]) + 2
    if p0 < 0:
        p0 = 0
    if p1 > 127:
        p1 = 127
    first = (int(box[at + 2]) << 7) + p0
    last = (int(box[at + 3]) << 7) + p0
    mass = 0
    moment = 0
    x = 0
    n = p1 - p0
    while x <= n:
        d = 0
        k = first
        while k <= last - 384:
            d += tone[src[k]] + tone[src[k + 128]] + tone[src[k + 256]] + tone[src[k + 384]]
            k += 512
        while k <= last:
            d += tone[src[k]]
            k += 128
        mass += d
        moment += d * x
        first += 1
        last += 1
        x += 1
    if mass == 0:
        return (p0 + p1 + 1) << 3
    return (p0 << 4) + 8 + ((moment << 4) // mass)


@micropython.viper
def line_bounds(tone: ptr8, k: int, src: ptr8, box: ptr8, at: int, out: ptr16):
    """2.2 standard deviations of the ink about its mean line, in sixteenths, into out[2:4].

    The mean and spread of all the ink move little when a tip or a serif is worn off, where the
    outermost inked line would jump.
    """
    p0 = int(box[at])
    p1 = int(box[at + 1])
    l0 = int(box[at + 2])
    l1 = int(box[at + 3])
    centre = (l0 + l1) >> 1
    line = l0 - 2
    if line < 0:
        line = 0
    last = l1 + 2
    if last > 95:
        last = 95
    mass = 0
    first_moment = 0
    second_moment = 0
    while line <= last:
        total = 0
        k = (line << 7) + p0
        end = (line << 7) + p1
        while k <= end - 3:
            total += tone[src[k]] + tone[src[k + 1]] + tone[src[k + 2]] + tone[src[k + 3]]
            k += 4
        while k <= end:
            total += tone[src[k]]
            k += 1
        total = total >> 4
        x = line - centre
        mass += total
        first_moment += total * x
        second_moment += total * x * x
        line += 1
    mean = 0
    spread = 16
    if mass > 0:
        mean = (first_moment << 4) // mass
        square = (((second_moment << 4) // mass) << 4) - mean * mean
        # whole root by bits
        root = 0
        bit = 256
        while bit > 0:
            trial = root + bit
            if trial * trial <= square:
                root = trial
            bit = bit >> 1
        if root > spread:
            spread = root
    half = (spread * 35) >> 4
    middle = (centre << 4) + 8 + mean
    start = middle - half
    stop = middle + half
    if start < 0:
        start = 0
    if stop > 1536:
        stop = 1536
    out[2] = start
    out[3] = stop
