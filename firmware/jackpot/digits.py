"""Eight seven-segment digits as the display driver's RAM: amounts and fault numbers."""

from firmware.core.compat import const

DIGITS = const(8)
_POINT = const(0x80)
_DASH = const(0x40)
_E = const(0x79)
_MOST_WITH_CENTS = const(99_999_999)
_SEGMENTS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"


def put_amount(image, cents):
    """Dollars and cents; without the cents when eight digits do not hold them."""
    point_at = 2
    if cents > _MOST_WITH_CENTS:
        cents //= 100
        point_at = 0
    _put_number(image, cents, max(point_at + 1, 1))
    if point_at:
        image[2 * (DIGITS - 1 - point_at)] |= _POINT


def put_fault(image, code):
    """E and the fault's number."""
    _put_number(image, code, 1)
    image[0] = _E


def put_dashes(image):
    """No amount is known."""
    for digit in range(DIGITS):
        image[2 * digit] = _DASH


def _put_number(image, number, least_digits):
    for place in range(DIGITS):
        is_shown = number or place < least_digits
        image[2 * (DIGITS - 1 - place)] = _SEGMENTS[number % 10] if is_shown else 0
        image[2 * (DIGITS - 1 - place) + 1] = 0
        number //= 10
