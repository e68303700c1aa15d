"""Lines of 128 bytes between the cameras' stream and the frames, in machine code."""

try:
    import micropython
except ImportError:  # CPython: the same text as plain Python
    from firmware.core import viper_twin as micropython
    from firmware.core.viper_twin import ptr8


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
def mean_line(frame, row: int, before: int, after: int):
    """A row between two others: the mean of both."""
    at = ptr8(frame)
    out = row << 7
    end = out + 128
    one = before << 7
    other = after << 7
    while out < end:
        at[out] = (at[one] + at[other]) >> 1
        one += 1
        other += 1
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
