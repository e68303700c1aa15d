"""Which blobs are the index: the rank is the topmost tall one by the edge, the suit is below it.

A box is four bytes: first and last pixel, first and last line.  Pieces of one glyph (the two
figures of a 10, halves cut by a scratch) are put together when they share its pixels.
"""

from firmware.core.viper_twin import micropython, ptr8

# what a try looked at: both boxes, the tone curve, the threshold; 1 when any threshold will do
LOOK_TONE = 8
LOOK_THRESHOLD = 10
LOOK_ANY = 11
LOOK_BYTES = 12


@micropython.viper
def assemble(
    box,
    n_blobs: int,
    n_lines: int,
    low: int,
    high: int,
    near: int,
    far: int,
    reach: int,
    out,
    at: int,
) -> int:
    """Put the blobs between pixels low and high together into the box at out[at:at+4].

    Begins with the one nearest to the card's edge between lines near and far; 0 when it is there.
    """
    src = ptr8(box)
    to = ptr8(out)
    end = n_blobs * 5
    best = 255
    p0 = 0
    p1 = 0
    l0 = 0
    l1 = 0
    b = 0
    while b < end:
        a0 = src[b]
        if a0 < low:
            a0 = low
        a1 = src[b + 1]
        if a1 > high:
            a1 = high
        inside = a1 - a0 + 1
        if inside >= 9 and src[b + 4] >= 6 and src[b + 2] >= near and src[b + 2] < best:
            if src[b + 3] <= far and src[b + 3] < n_lines - 1:
                whole = src[b + 1] - src[b] + 1
                if inside * 4 >= whole * 3 or inside * 2 >= high - low:
                    best = src[b + 2]
                    p0 = a0
                    p1 = a1
                    l0 = src[b + 2]
                    l1 = src[b + 3]
        b += 5
    if best == 255:
        return 1
    turn = 0
    while turn < 3:
        b = 0
        while b < end:
            a0 = src[b]
            if a0 < low:
                a0 = low
            a1 = src[b + 1]
            if a1 > high:
                a1 = high
            inside = a1 - a0 + 1
            if inside > 0 and src[b + 4] >= 4 and src[b + 3] < n_lines - 1:
                if inside * 4 >= (src[b + 1] - src[b] + 1) * 3 and src[b + 2] >= near:
                    # a piece of the same glyph lies within it or right beside it; a second
                    # figure stands a little apart and is exactly as tall
                    is_piece = 0
                    if src[b + 2] <= l1 + reach and src[b + 3] + reach >= l0:
                        is_piece = 1
                    elif src[b + 2] <= l1 + 9 and src[b + 3] + 9 >= l0:
                        if a0 <= p0 + 4 and p0 <= a0 + 4 and a1 <= p1 + 4 and p1 <= a1 + 4:
                            is_piece = 1
                    if is_piece != 0 and src[b + 3] <= far:
                        if a0 < p0:
                            p0 = a0
                        if a1 > p1:
                            p1 = a1
                        if src[b + 2] < l0:
                            l0 = src[b + 2]
                        if src[b + 3] > l1:
                            l1 = src[b + 3]
            b += 5
        turn += 1
    to[at] = p0
    to[at + 1] = p1
    to[at + 2] = l0
    to[at + 3] = l1
    return 0


@micropython.viper
def slice_lines(
    k: int, n: int, src: ptr8, threshold: int, low: int, high: int, near: int, far: int, few: int,
    join: int, to: ptr8, at: int,
) -> int:  # fmt: skip
    """The box of what stands between pixels low and high, by counting ink line by line.

    The other way to find a glyph: a hair or speck that ties it to its neighbours is thinner than
    `few` points, so it ends there.  0 when something is there.
    """
    line = near
    l0 = 0
    l1 = 0
    size = 0
    apart = 0
    while line <= far:
        n = few
        k = (line << 7) + low
        end = (line << 7) + high
        while k <= end:
            if src[k] >= threshold:
                n -= 1
                if n == 0:
                    break
            k += 1
        if n == 0:
            if size == 0:
                l0 = line
            elif apart > 3 and size < 8:
                # a mark before the glyph
                l0 = line
                size = 0
            elif apart > join:
                break
            size += 1
            l1 = line
            apart = 0
        else:
            apart += 1
            if apart > join and size >= 8:
                break
        line += 1
    if size < 6:
        return 1
    p0 = 255
    p1 = 0
    p = low
    while p <= high:
        n = 2
        k = (l0 << 7) + p
        end = (l1 << 7) + p
        while k <= end:
            if src[k] >= threshold:
                n -= 1
                if n == 0:
                    break
            k += 128
        if n == 0:
            if p0 == 255:
                p0 = p
            p1 = p
        p += 1
    if p1 < p0 + 8:
        return 1
    to[at] = p0
    to[at + 1] = p1
    to[at + 2] = l0
    to[at + 3] = l1
    return 0


@micropython.viper
def trim(k: int, n: int, src: ptr8, threshold: int, few: int, to: ptr8, at: int):
    """Take off the box's outer lines and pixel rows that hold fewer than `few` inked points."""
    p0 = int(to[at])
    p1 = int(to[at + 1])
    l0 = int(to[at + 2])
    l1 = int(to[at + 3])
    side = 0
    while side < 4:
        while l1 - l0 > 6 and p1 - p0 > 8:
            n = 0
            if side < 2:
                line = l0
                if side == 1:
                    line = l1
                k = (line << 7) + p0
                stop = (line << 7) + p1
                while k <= stop:
                    if src[k] >= threshold:
                        n += 1
                    k += 1
            else:
                p = p0
                if side == 3:
                    p = p1
                k = (l0 << 7) + p
                stop = (l1 << 7) + p
                while k <= stop:
                    if src[k] >= threshold:
                        n += 1
                    k += 128
            if n >= few:
                break
            if side == 0:
                l0 += 1
            elif side == 1:
                l1 -= 1
            elif side == 2:
                p0 += 1
            else:
                p1 -= 1
        side += 1
    to[at] = p0
    to[at + 1] = p1
    to[at + 2] = l0
    to[at + 3] = l1


@micropython.viper
def keep_box(box: ptr8, at: int, kept: ptr8) -> int:
    """Keep the box at box[at:at+4]; 0 when it is the one that was kept."""
    changed = 0
    i = 0
    while i < 4:
        if kept[i] != box[at + i]:
            changed = 1
            kept[i] = box[at + i]
        i += 1
    return changed


@micropython.viper
def copy(src: ptr8, to: ptr8, n: int):
    """The first n bytes."""
    while n:
        n -= 1
        to[n] = src[n]


@micropython.viper
def find_look(looks: ptr8, count: int, now: ptr8) -> int:
    """Where among `count` looks, 16 bytes apart, this one stands; -1 when it is new."""
    at = 0
    while count:
        i = 0
        while i < 10:
            if looks[at + i] != now[i]:
                break
            i += 1
        if i == 10:
            if looks[at + 11] or looks[at + 10] == now[10]:
                return at
        at += 16
        count -= 1
    return 0 - 1
