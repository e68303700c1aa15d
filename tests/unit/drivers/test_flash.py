"""Flash: the driver on the simulated chip, which is stricter than the part."""

import random

import pytest

from firmware.drivers.flash_region import FlashRegion
from hw_sim.parts.flash import PAGE_BYTES, SECTOR_BYTES, FlashChip, FlashMisuse
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.power import Cut, PowerCut, Supply


def new_flash(seed: int = 0) -> tuple[FlashRegion, FlashChip]:
    chip = FlashChip("flash", Supply(rng=random.Random(seed)), 4)
    return FlashRegion(LocalFlash(chip), 4), chip


def page(fill: int = 0xFF, **at: int) -> bytearray:
    data = bytearray([fill]) * PAGE_BYTES
    for place, value in at.items():
        data[int(place[1:])] = value
    return data


def test_flash__second_half_programmed_later__first_half_stays():
    region, chip = new_flash()
    region.program_page(1, 256, page(_0=0x12))
    region.program_page(1, 256, page(_128=0x34))
    buf = bytearray(PAGE_BYTES)
    region.read_into(1, 256, buf)
    assert (buf[0], buf[128], buf[1]) == (0x12, 0x34, 0xFF)
    region.program_page(1, 256, page(_0=0x12))
    assert (chip.program_count, chip.erase_count) == (3, 0)


def test_flash__bit_from_0_to_1__is_misuse():
    region, _chip = new_flash()
    region.program_page(0, 0, page(_5=0x0F))
    with pytest.raises(FlashMisuse, match="byte 5"):
        region.program_page(0, 0, page(_5=0x1E))
    region.erase_sector(0)
    region.program_page(0, 0, page(_5=0x1E))


def test_flash__outside_or_odd__refused():
    region, chip = new_flash()
    with pytest.raises(ValueError):
        region.program_page(0, 128, page())
    with pytest.raises(ValueError):
        region.program_page(0, 0, bytearray(128))
    with pytest.raises(ValueError):
        region.erase_sector(4)
    with pytest.raises(FlashMisuse):
        chip.read(4 * SECTOR_BYTES, 1)
    with pytest.raises(FlashMisuse):
        chip.program_page(64, bytes(page()))
    with pytest.raises(FlashMisuse):
        chip.erase_sector(-1)


def test_flash__block_device_calls__as_on_the_chip():
    _region, chip = new_flash()
    device = LocalFlash(chip)
    assert (device.ioctl(4, 0), device.ioctl(5, 0), device.ioctl(3, 0)) == (4, 4096, 0)
    device.writeblocks(2, bytes(SECTOR_BYTES))
    assert chip.erases_by_sector == [0, 0, 1, 0]
    assert chip.wear_sector() == 1
    assert chip.data[2 * SECTOR_BYTES : 3 * SECTOR_BYTES] == bytes(SECTOR_BYTES)


def test_flash__page_torn__prefix_then_one_half_programmed_byte():
    for seed in range(50):
        region, chip = new_flash(seed)
        chip.supply.cut = Cut(0, "torn")
        with pytest.raises(PowerCut):
            region.program_page(0, 0, page(0x5A))
        data = chip.contents()[:PAGE_BYTES]
        kept = next(i for i in range(PAGE_BYTES) if data[i] != 0x5A)
        assert data[kept] & 0x5A == 0x5A
        assert data[kept + 1 :] == b"\xff" * (PAGE_BYTES - kept - 1)


def test_flash__erase_torn__sector_is_weak_until_erased_again():
    looks_blank = 0
    for seed in range(60):
        region, chip = new_flash(seed)
        region.program_page(0, 0, page(0x5A))
        chip.supply.operations = 0
        chip.supply.cut = Cut(0, "torn")
        with pytest.raises(PowerCut):
            region.erase_sector(0)
        assert chip.weak_sectors == {0}
        if chip.contents()[:SECTOR_BYTES] == b"\xff" * SECTOR_BYTES:
            looks_blank += 1
            region.program_page(0, 0, page(0x3C))
            assert chip.contents()[:PAGE_BYTES] != page(0x3C)
        region.erase_sector(0)
        assert not chip.weak_sectors
        region.program_page(0, 0, page(0x3C))
        assert chip.contents()[:PAGE_BYTES] == page(0x3C)
    assert looks_blank > 5


def test_flash__erase_cut_before__nothing_happened():
    region, chip = new_flash()
    region.program_page(0, 0, page(0x5A))
    kept = chip.contents()
    chip.supply.operations = 0
    chip.supply.cut = Cut(0, "before")
    with pytest.raises(PowerCut):
        region.erase_sector(0)
    assert chip.contents() == kept
    assert not chip.weak_sectors
    chip.load(kept)
    with pytest.raises(ValueError):
        chip.load(b"")
