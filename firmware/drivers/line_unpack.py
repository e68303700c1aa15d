"""The cameras' stream taken apart: the beginning of the card for A, its end for B, turned upright.

The stream: an empty line; red, green x 4 … of camera A; a byte a line for the middle of the card;
an empty line; green x 4, red … of camera B until the card was gone.
"""

from firmware.drivers.line_copy import brightest, copy_line, turn_line

LINES_A = 120
LINES_SKIPPED = 100
LINES_B = 220
_PIXELS = 128
_GROUP = 5  # four green lines and a red one
_GROUPS = 24
_A_AT = _PIXELS
_B_AT = _A_AT + LINES_A * _PIXELS + LINES_SKIPPED + _PIXELS
RAW_BYTES = _B_AT + LINES_B * _PIXELS
_PAPER = 40  # brighter than the path under any lamp
_BEYOND_LINES = 8  # the frame begins 1.6 mm beyond the card's edge


def unpack(raw, sample_count, green, red, lines):
    """The samples that came in; fills frames and `lines`, green ones per camera."""
    n = min(max(sample_count - _A_AT, 0) // _PIXELS, LINES_A)
    for line in range(n):
        group, place = divmod(line, _GROUP)
        if place == 0:
            copy_line(raw, _A_AT + line * _PIXELS, red[0], group)
        else:
            copy_line(raw, _A_AT + line * _PIXELS, green[0], group * 4 + place - 1)
    lines[0] = _green_of(n, 1)
    lines[1] = _unpack_end(raw, min(max(sample_count - _B_AT, 0) // _PIXELS, LINES_B), green, red)


def _unpack_end(raw, n, green, red):
    """From a little beyond the card's end backwards, so that its index stands upright."""
    last = n - 1
    while last >= 0 and brightest(raw, _B_AT + last * _PIXELS) < _PAPER:
        last -= 1
    if last < 0:
        return 0
    end = min(last + 1 + _BEYOND_LINES * _GROUP // 4, n)
    end -= end % _GROUP  # whole groups: read backwards each begins with its red line
    start = max(end - _GROUPS * _GROUP, 0)
    row = 0
    for line in range(end - 1, start - 1, -1):
        at = _B_AT + line * _PIXELS
        if line % _GROUP == 4:
            turn_line(raw, at, red[1], row // 4)
        else:
            turn_line(raw, at, green[1], row)
            row += 1
    return row


def _green_of(n, first_green):
    """Green lines among the first n of groups whose place `first_green` is the first green one."""
    groups, rest = divmod(n, _GROUP)
    return groups * 4 + max(rest - first_green, 0)
