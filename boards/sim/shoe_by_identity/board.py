"""The simulated shoe whose throat reads every card without pictures: for long campaigns."""

from boards.sim.shoe.board import *


def card_reader(_reader):
    from boards.sim.machine_parts import IdentityReader

    return IdentityReader()
