"""What a cycle is for, and the few numbers that go with it."""

from firmware.core.compat import const

MODE_SHUFFLE = const(1)
MODE_SORT = const(2)  # the result is not shuffled and never dealt from (STANDARDS 12)
MODE_VERIFY = const(3)  # feed, check, unload
MODE_CONTINUOUS = const(4)  # baccarat: discards come back, compartments are dealt at random
MODE_STIR = const(5)  # an order within continuous mode, never a cycle of its own
MODE_NAMES = ("none", "shuffle", "sort", "verify", "continuous", "stir")

FROM_COMPARTMENTS = const(1)  # where an order that was judged came from
FROM_READINGS = const(2)
FROM_PLAN = const(3)  # a single deck's, drawn once its cards are in
NO_BACK = const(0xFF)
