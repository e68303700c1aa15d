"""Where things are along the card's way, in millimetres from a card's front edge in the feed tray.

One way serves both directions: in (tray, camera, carousel) and out (carousel, camera, output
branch), so the same pair of cameras reads every card twice.  docs/shuffler.md has the drawing.
"""

from firmware.core.compat import const

CARD_MM = const(63)  # along its way: a card slides long edge first
GATE_FEED_MM = const(20)
NIP_MM = const(30)  # from here on the transport rollers have the card
JUNCTION_MM = const(30)  # a card on its way out turns off here, by a one-way flap
CAMERA_MM = const(35)
GATE_CAROUSEL_MM = const(96)
NIP_LAST_MM = const(100)
ENTRANCE_MM = const(106)  # of the compartment
GATE_OUTPUT_MM = const(5)  # in the output branch
OUT_MM = const(2)  # here a card has left the rollers of the output branch

# The next card leaves the tray when the one before it has cleared it.  The pick roller is slower
# than the transport, which opens a gap: NIP_MM * (1 / 0.46 - 1) = 35 mm.  So the next card waits
# far enough before the carousel to be at full speed when it gets there, and its two indices lie
# to both sides of the camera while the roller stands.
PICK_RATIO_PERCENT = const(46)

FEED_TO_CAROUSEL_MM = const(88)  # roller travel: 10 mm of it at the pick roller's speed

COMPARTMENTS = const(54)
COMPARTMENT_STEPS = const(80)  # microsteps from one compartment to the next
TURN_STEPS = const(4320)
HOME_HALF_STEPS = const(24)  # the home sensor sees its flag this far to both sides of 0
COMPARTMENT_CARDS = const(10)

ENCODER_PER_MM = const(20)
