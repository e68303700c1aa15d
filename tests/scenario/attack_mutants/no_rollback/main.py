"""Leaves half a change staged for whoever commits next."""

import planted_bug  # noqa: F401 (its import plants bugs)

from firmware import shoe
from firmware.store import cell_store

cell_store.CellStore.discard = lambda self: None
run = shoe.main
