"""Images that scenarios start from: each is made once, then only loaded."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from boards.layout import load_layout
from faro.wire.keys import ROLES
from firmware.core.rows import RINGS
from firmware.drivers.flash_region import FlashRegion
from firmware.journal.journal import Journal
from firmware.journal.kept_head import KeptHead
from firmware.store.cells import CELL_LINK
from firmware.trust.keys import KeyRing
from hw_sim.nv_image import NvImage
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.unpowered import open_store
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.commands import bench_keys
from tests.proofs.powerloss.evidence import records_in_flash

_EV_BUTTON_PRESSED = 13
_RECORDS_PER_SECTOR = 32
_FREE_BEFORE_WRAP = 14  # slots left in the last sector: boot and first cards fill them
RING_ACKED = 20  # in the middle of the first sector that is overwritten
JOURNAL_SECTORS = load_layout("shoe_pico2").regions["journal"].sectors
EVIDENCE_SECTORS = JOURNAL_SECTORS - JOURNAL_SECTORS // 4
RING_RECORDS = EVIDENCE_SECTORS * _RECORDS_PER_SECTOR - _FREE_BEFORE_WRAP


@cache
def fresh() -> NvImage:
    """A board that has been booted once and given keys: nothing set, nothing acked."""
    with Bench(None) as bench:
        bench.boot()
        bench.wait(100)
        bench.pull()
        store = open_store(bench.shoe)
        keys = bench_keys("")
        ring: Any = KeyRing(store)
        ring.provision(keys.device + b"".join(keys.roles[name] for name in ROLES))
        store.commit()
        return bench.image()


@cache
def used() -> NvImage:
    """A board with a few boots, a changed setting, cards, and acked events behind it."""
    with Bench(fresh()) as bench:
        bench.boot()
        bench.listen(0)
        bench.order("SET_SETTING", setting=3, value=6)
        for _ in range(3):
            bench.shoe.gates["mouth"].pass_card(5)
            bench.wait(20)
        bench.ack(max(bench.seen))
        bench.wait(1_100)
        bench.pull()
        return bench.image()


@cache
def newest_record_gone() -> NvImage:
    """A board whose newest journal record somebody took away: the memory still vouches for it."""
    with Bench(used()) as bench:
        data = bench.shoe.flash.data
        newest = max(records_in_flash(bench.shoe).values(), key=lambda record: record.number)
        at = data.find(newest.raw)
        data[at : at + len(newest.raw)] = b"\xff" * len(newest.raw)
        return bench.image()


@cache
def ring_almost_full() -> NvImage:
    """A journal just before the end of its evidence ring; half of its oldest sector is acked.

    Built by the firmware's own Journal on CPython: 4,200 appends on the VM would take minutes.
    """
    with Bench(fresh()) as bench:
        shoe = bench.shoe
        chip = FlashChip("journal", bench.supply, JOURNAL_SECTORS)
        chip.data[:] = shoe.read_region("journal")
        store = open_store(bench.shoe)
        region = FlashRegion(LocalFlash(chip), JOURNAL_SECTORS)
        journal: Any = Journal(
            region, [KeptHead(store, which) for which in range(RINGS)], shoe.board.unique_id
        )
        journal.open(0)
        while journal.last_number < RING_RECORDS:
            journal.append(_EV_BUTTON_PRESSED, b"\0", 1, 1, journal.last_number, 0)
        struct.pack_into("<I", store.edit(CELL_LINK), 0, RING_ACKED)
        store.commit()
        shoe.write_region("journal", bytes(chip.data))
        bench.acked_at_most = RING_ACKED
        return bench.image()


def all_images() -> None:
    """Make every image now, so that worker processes inherit them."""
    newest_record_gone()
    ring_almost_full()
