"""What the shuffler has on the simulator only: a reader for campaigns without pictures."""

import charging
import simbus

from firmware.cards.codes import UNREADABLE
from hw_sim import bus_ops

_READING_US = charging.US["picture"] + 2 * charging.US["corner"]


class IdentityReader:
    """Card by card what a perfect reader would say, in the time of one: for campaigns."""

    may_look_again = False  # it has said all it knows of a card in passing

    def sense(self):
        pass

    def read_pass(self, _length_um):
        """Code | back << 8 of the oldest card not yet taken, or -1."""
        card = simbus.call(bus_ops.CARD_TAKE, 0, 0)
        if card >= 0:
            simbus.burn_us(_READING_US)
        return card

    def seen_by_one(self):
        return UNREADABLE
