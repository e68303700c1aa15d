"""The ways in which a card goes past the cameras."""

from firmware.core.compat import const

WAY_MOUTH = const(0)  # a hand draws it out of a shoe
WAY_IN = const(1)  # the machine's rollers bring it, towards the carousel
WAY_OUT = const(2)  # and from there
