"""The colour of a card's back, as people name it, from the sensor's red, green and blue."""

from firmware.core.compat import const

NO_BACK = 0  # not known
RED = 1
BLUE = 2
GREEN = 3
BLACK = 4
WHITE = 5
YELLOW = 6

COLOUR_NAMES = ("unknown", "red", "blue", "green", "black", "white", "yellow")

_DARK_COUNTS = const(500)  # less than this under the lamp is the bare path: no card
_PALE_PERCENT = const(40)  # no colour above this share, none far below: white or black
_WHITE_COUNTS = const(5_000)


def colour_of(clear, red, green, blue):
    """One of the numbers above."""
    total = red + green + blue
    if clear < _DARK_COUNTS or total == 0:
        return NO_BACK
    if max(red, green, blue) * 100 < total * _PALE_PERCENT:
        return WHITE if clear > _WHITE_COUNTS else BLACK
    if red * 100 > total * 38 and green * 100 > total * 38:
        return YELLOW
    if red >= green and red >= blue:
        return RED
    return BLUE if blue >= green else GREEN
