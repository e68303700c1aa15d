"""A mutant: the check sums are updated first, then what they are the sums of."""

import held_back

from firmware import shoe


def flush(store, writes):
    for chip, at, data in writes:
        store.write_raw(chip, at + len(data) - 4, data[-4:])
    for chip, at, data in writes:
        store.write_raw(chip, at, data[:-4])


held_back.install(flush)
run = shoe.main
