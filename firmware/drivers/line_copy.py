"""Lines of 128 bytes between the cameras' stream and the pictures, in machine code."""

from firmware.core.viper_twin import micropython, ptr8, ptr32


@micropython.viper
def split_lines(out: int, i: int, raw, at: int, step: int, rows: int, green, red):
    """Lines from byte `at` on, each `step` words after the last, into rows: every fourth is red.

    The first two are given 0: they are for the innermost loop.
    """
    src = ptr32(raw)
    row = 0
    at >>= 2
    while row < rows:
        if row & 3:
            to = ptr32(green)
            out = row << 5
        else:
            to = ptr32(red)
            out = row << 3
        end = out + 32
        i = at
        while out < end:
            to[out] = src[i]
            to[out + 1] = src[i + 1]
            to[out + 2] = src[i + 2]
            to[out + 3] = src[i + 3]
            out += 4
            i += 4
        at += step
        row += 1


@micropython.viper
def turn_lines(out: int, i: int, raw, at: int, step: int, rows: int, green, red):
    """The same with each line's last byte first: a picture turned by 180°."""
    src = ptr8(raw)
    row = 0
    step <<= 2
    while row < rows:
        if row & 3:
            to = ptr8(green)
            out = row << 7
        else:
            to = ptr8(red)
            out = row << 5
        end = out + 128
        i = at + 127
        while out < end:
            to[out] = src[i]
            to[out + 1] = src[i - 1]
            to[out + 2] = src[i - 2]
            to[out + 3] = src[i - 3]
            out += 4
            i -= 4
        at += step
        row += 1


@micropython.viper
def fill_between(out: int, value: int, picture, rows: int):
    """Every fourth row is missing: from the two beside it and the two beyond, a cubic's middle.

    The first row has none before it: a mirror stands there.
    """
    at = ptr8(picture)
    row = 0
    back = -128
    while row < rows - 2:
        out = row << 7
        end = out + 128
        if row == 0:
            back = 128
        else:
            back = -128
        far = back + back
        while out < end:
            value = 9 * (at[out + back] + at[out + 128]) - at[out + far] - at[out + 256]
            if value < 0:
                value = 0
            value >>= 4
            if value > 255:
                value = 255
            at[out] = value
            out += 1
        row += 4


@micropython.viper
def brightest(raw, at: int) -> int:
    """The brightest of 128 bytes."""
    src = ptr8(raw)
    end = at + 128
    most = 0
    while at < end:
        if src[at] > most:
            most = src[at]
        at += 1
    return most


@micropython.viper
def toggle_words(words, n: int, mask: int):
    """Turn the bits of the mask over in each of n words."""
    at = ptr32(words)
    i = 0
    while i < n:
        at[i] = at[i] ^ mask
        i += 1
