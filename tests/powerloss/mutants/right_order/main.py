"""No mutant: the control that shows that holding writes back breaks nothing by itself."""

import held_back

from firmware import shoe


def flush(store, writes):
    for chip, at, data in writes:
        store.write_raw(chip, at, data)


held_back.install(flush)
run = shoe.main
