"""Lines of 128 bytes between the cameras' stream and the frames, in machine code."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8, ptr32


@micropython.viper
def copy_line(raw, at: int, frame, row: int):
    """128 bytes from `at` into a row of the frame."""
    src = ptr8(raw)
    to = ptr8(frame)
    out = row << 7
    end = out + 128
    while out < end:
        to[out] = src[at]
        at += 1
        out += 1


@micropython.viper
def turn_line(raw, at: int, frame, row: int):
    """The same with the last byte first: a picture turned by 180°."""
    src = ptr8(raw)
    to = ptr8(frame)
    out = row << 7
    end = out + 128
    at += 127
    while out < end:
        to[out] = src[at]
        at -= 1
        out += 1


@micropython.viper
def between_lines(frame, row: int, near: int, after: int, far: int, beyond: int):
    """A row that is missing, from the two beside it and the two beyond: a cubic's middle."""
    at = ptr8(frame)
    out = row << 7
    end = out + 128
    a = far << 7
    b = near << 7
    c = after << 7
    d = beyond << 7
    while out < end:
        value = (9 * (at[b] + at[c]) - at[a] - at[d]) >> 4
        if value < 0:
            value = 0
        elif value > 255:
            value = 255
        at[out] = value
        a += 1
        b += 1
        c += 1
        d += 1
        out += 1


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
