"""The shoe with planted bugs: what is around them must hold."""

import planted_bug  # noqa: F401 (its import plants them)

from firmware import shoe

run = shoe.main
