"""Where the beams of a gate stand that opens and closes a picture."""

from firmware.core.compat import const

# Such a gate is two beams on one pin, so far before and behind the cameras: a picture begins a
# little before the card and ends a little behind it, whichever way it goes.
THROAT_HALF_UM = const(1_600)
