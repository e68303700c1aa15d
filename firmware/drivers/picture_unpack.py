"""The cameras' stream taken apart: the card's beginning for one camera, its end for the other.

The stream: an empty line; red, green x 3 … of the first camera; an empty line; green x 3, red …
of the second until the card was gone.  Each line is 0.2 mm, so where a line was red the green
picture gets what lies between its neighbours.  Camera B looks at the card's other end: its lines
are turned by 180°, so that its index stands upright, whichever way the card went.
"""

from firmware.drivers.line_copy import brightest, fill_between, split_lines, turn_lines

LINES_START = 96
LINES_SKIPPED = 90
LINES_END = 192
RED_EVERY = 4
_PIXELS = 128
_START_AT = _PIXELS
_END_AT = _START_AT + (LINES_START + 1) * _PIXELS
RAW_BYTES = _END_AT + LINES_END * _PIXELS
_PAPER = 40  # brighter than the path under any lamp
_BEYOND_LINES = 8  # the picture begins 1.6 mm beyond the card's edge
_LINE_WORDS = _PIXELS // 4
_SPLIT = (split_lines, turn_lines)  # by camera


def unpack(raw, sample_count, green, red, lines, is_out):
    """The samples that came in; fills pictures and `lines` per camera.

    A card on its way out is seen by camera B first.
    """
    first = 1 if is_out else 0
    n = min(max(sample_count - _START_AT, 0) // _PIXELS, LINES_START)
    _fill(raw, _START_AT, 0, n, 1, green[first], red[first], _SPLIT[first])
    lines[first] = n
    n = min(max(sample_count - _END_AT, 0) // _PIXELS, LINES_END)
    end = _last_line(raw, n)
    begin = max(end - LINES_START, 0)
    _fill(raw, _END_AT, begin, end, -1, green[1 - first], red[1 - first], _SPLIT[1 - first])
    lines[1 - first] = end - begin


def _fill(raw, at, begin, end, step, green, red, split):
    """Lines from `begin` to `end` into rows, the last one first when `step` is -1."""
    first = begin if step > 0 else end - 1
    split(0, 0, raw, at + first * _PIXELS, step * _LINE_WORDS, end - begin, green, red)
    fill_between(0, 0, green, end - begin)


def _last_line(raw, n):
    """A little beyond the card's end: after it comes a red line, read backwards the first."""
    last = n - 1
    while last >= 0 and brightest(raw, _END_AT + last * _PIXELS) < _PAPER:
        last -= 1
    if last < 0:
        last = n - 1  # a dead camera, or something dark: the picture says so, not its absence
    end = min(last + 1 + _BEYOND_LINES, n)
    return end - end % RED_EVERY
