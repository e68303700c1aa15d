"""What the seat lamps say, as a pattern in time: invited, placed, accepted, or look here."""

from firmware.board.rows import CFG_SEATS
from firmware.core.compat import const

# eight steps of 250 ms, lowest bit first
DARK = const(0x00)
INVITED = const(0x01)  # a short flash every two seconds
PLACED = const(0x55)  # even blinking: seen, not accepted yet
ACCEPTED = const(0xFF)  # steady: the player may rely on it (CSP 11.2)
REFUSED = const(0x05)  # double flash: this wager does not count
STEPS = const(8)
STEP_MS = const(250)


def lamp_bits(step, invited, placed, accepted, refused):
    """The seven lamps at a step; a seat shows the last of these that names it."""
    bits = invited if INVITED >> step & 1 else 0
    bits = (bits & ~placed) | (placed if PLACED >> step & 1 else 0)
    bits = (bits & ~refused) | (refused if REFUSED >> step & 1 else 0)
    return (bits & ~accepted) | (accepted if ACCEPTED >> step & 1 else 0)


class Lamps:
    """Shown four times a second on the expander at the seats."""

    def __init__(self, board, book, watch, wagers, expander):
        self._settings = board.settings
        self._book = book
        self._watch = watch
        self._wagers = wagers
        self._expander = expander

    def show(self, step):
        self._expander.show(self._bits(step))

    def _bits(self, step):
        wagers = self._wagers
        if wagers.is_accepting():
            everyone = (1 << self._settings.get(CFG_SEATS)) - 1
            offered = wagers.offered()
            return lamp_bits(step, everyone, offered, 0, self._watch.bits & ~offered)
        accepted = self._book.standing if wagers.is_round() else 0
        return lamp_bits(step, 0, 0, accepted, wagers.refused)
