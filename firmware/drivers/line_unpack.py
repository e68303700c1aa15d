"""The cameras' stream taken apart: A and B in turn, a red line before every fourth green one."""
# ruff: noqa: F821  (viper's own types)

import micropython

_PIXELS = 128


@micropython.viper
def _split(raw, line: int, to_a, to_b, row: int):
    """One line of the stream into row `row` of both frames."""
    src = ptr8(raw)
    a = ptr8(to_a)
    b = ptr8(to_b)
    at = line << 8
    out = row << 7
    end = out + 128
    while out < end:
        a[out] = src[at]
        b[out] = src[at + 1]
        at += 2
        out += 1


def unpack(raw, lines, green, red):
    """The first `lines` lines of the stream; gives green lines | red lines << 8."""
    n_green = n_red = 0
    line = 1  # the first one emptied the sensor
    while line < lines:
        if (line - 1) % 5 == 0:
            _split(raw, line, red[0], red[1], n_red)
            n_red += 1
        else:
            _split(raw, line, green[0], green[1], n_green)
            n_green += 1
        line += 1
    return n_green | n_red << 8
