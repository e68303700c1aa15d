"""The service file: the last 64 pictures, whole or not there, whenever the plug is pulled."""

from __future__ import annotations

import random
from zlib import crc32

import pytest

from firmware.cards import picture_ring as pr
from firmware.drivers.flash_region import FlashRegion
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.power import CUT_MODES, Cut, CutMode, PowerCut, Supply


def new_chip() -> FlashChip:
    return FlashChip("frames", Supply(rng=random.Random(1)), pr.PLACES * pr.PLACE_SECTORS)


def open_ring(chip: FlashChip) -> pr.PictureRing:
    """The ring as after a boot."""
    return pr.PictureRing(FlashRegion(LocalFlash(chip), chip.sectors))


def frames(number: int) -> tuple[bytes, bytes]:
    """Pictures that nobody can mix up."""
    rng = random.Random(number)
    return rng.randbytes(pr.GREEN_BYTES), rng.randbytes(pr.RED_BYTES)


def keep(ring: pr.PictureRing, number: int) -> int:
    return ring.keep(7, 0x47, number & 1, 96, number & 0x1FF, 0, 1_700_000_000, *frames(number))


def picture(ring: pr.PictureRing, age: int) -> bytes:
    data = bytearray(pr.PICTURE_BYTES)
    assert ring.read_into(age, 0, data)
    return bytes(data)


def idle(ring: pr.PictureRing, beats: int = pr.AHEAD * pr.PLACE_SECTORS) -> None:
    for _ in range(beats):
        ring.service()


def number_of(head: bytes) -> int:
    return int.from_bytes(head[4:8], "little")


def check_all(ring: pr.PictureRing) -> int:
    """Every picture that is told of is whole and the right one; gives how many there are."""
    found = 0
    for age in range(ring.count()):
        head = ring.head(age)
        if head is None:
            continue
        number = number_of(head)
        assert picture(ring, age) == b"".join(frames(number)), number
        assert crc32(picture(ring, age)) == int.from_bytes(head[20:24], "little")
        found += 1
    return found


def test_ring__more_than_it_holds__keeps_the_last_64_over_boots() -> None:
    chip = new_chip()
    ring = open_ring(chip)
    assert ring.count() == 0 and ring.head(0) is None
    for number in range(1, 3 * pr.PLACES):
        idle(ring, pr.PLACE_SECTORS)
        assert keep(ring, number) == number
        if number % 20 == 0:
            ring = open_ring(chip)
    assert ring.count() == pr.KEPT == check_all(ring)
    assert ring.dropped == 0


def test_ring__pictures_without_a_pause__dropped_and_counted_never_erased_for() -> None:
    ring = open_ring(new_chip())
    idle(ring)
    kept = [keep(ring, number) for number in range(1, pr.AHEAD + 4)]
    assert kept == [*range(1, pr.AHEAD + 1), 0, 0, 0]
    assert ring.dropped == 3
    idle(ring)
    assert keep(ring, pr.AHEAD + 1) == pr.AHEAD + 1
    assert check_all(ring) == pr.AHEAD + 1


def test_ring__bad_questions__refused() -> None:
    ring = open_ring(new_chip())
    idle(ring, pr.PLACE_SECTORS)
    keep(ring, 1)
    assert ring.head(1) is None and ring.head(64) is None
    assert not ring.read_into(1, 0, bytearray(8))
    assert not ring.read_into(0, pr.PICTURE_BYTES - 4, bytearray(8))


def test_ring__sector_weak_after_a_torn_erase__noticed_erased_again_and_used() -> None:
    chip = new_chip()
    ring = open_ring(chip)
    idle(ring)
    chip.weak_sectors.add(pr.PLACE_SECTORS + 1)
    assert keep(ring, 1) == 0 and ring.count() == 0 and ring.dropped == 1
    idle(ring)
    assert keep(ring, 1) == 1 and check_all(ring) == 1


@pytest.mark.parametrize("mode", CUT_MODES)
def test_ring__plug_pulled_at_every_third_operation__each_picture_whole_or_not_there(
    mode: CutMode,
) -> None:
    rng = random.Random(5)
    first = rng.randrange(3)
    operation = first
    while True:
        chip = new_chip()
        chip.supply.is_counting = False
        ring = open_ring(chip)
        idle(ring)
        for number in range(1, 4):
            keep(ring, number)
        chip.supply.is_counting = True
        chip.supply.cut = Cut(operation, mode)
        try:
            keep(ring, 4)
            for sector in range(pr.PLACE_SECTORS):  # the ring wears round: sectors are not blank
                chip.data[(20 * pr.PLACE_SECTORS + sector) * 4096] = 0
            idle(ring, 90)
            break  # the cut lies behind the last operation: all were tried
        except PowerCut:
            pass
        ring = open_ring(chip)
        assert check_all(ring) in (3, 4), operation
        idle(ring, 90)
        number = ring.last() + 1
        while keep(ring, number) == 0:  # a weak sector is noticed, erased again, and works
            idle(ring, 90)
        assert check_all(ring) >= 4, operation
        operation += 3
    assert operation > 60
