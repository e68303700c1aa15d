"""The enrolled deck in flash: whenever the plug is pulled, the old set is there or the new one."""

from __future__ import annotations

import random

import pytest

from firmware.cards.recognise import templates
from firmware.cards.template_places import TemplatePlaces
from firmware.drivers.flash_region import FlashRegion
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.power import CUT_MODES, Cut, CutMode, PowerCut, Supply


def new_chip() -> FlashChip:
    return FlashChip("templates", Supply(rng=random.Random(2)), 4)


def places(chip: FlashChip) -> TemplatePlaces:
    return TemplatePlaces(FlashRegion(LocalFlash(chip), chip.sectors))


def a_set(seed: int) -> bytearray:
    block = bytearray(random.Random(seed).randbytes(templates.TEMPLATE_BYTES))
    templates.seal(block)
    return block


def test_places__two_sets__fit_and_have_different_crcs() -> None:
    store = places(new_chip())
    assert store.capacity_bytes() >= templates.TEMPLATE_BYTES
    crcs = [store.write(place, a_set(place)) for place in (0, 1)]
    assert crcs[0] != crcs[1] and None not in crcs
    for place in (0, 1):
        assert store.load(place, templates.TEMPLATE_BYTES, crcs[place]) == a_set(place)
    assert store.load(0, templates.TEMPLATE_BYTES, crcs[1]) is None
    assert store.load(2, templates.TEMPLATE_BYTES, crcs[0]) is None
    assert store.load(0, 1 << 20, crcs[0]) is None


def test_places__one_bit_flipped__not_given_out() -> None:
    chip = new_chip()
    store = places(chip)
    crc = store.write(0, a_set(1))
    for at in range(0, templates.TEMPLATE_BYTES - 4, 97):
        chip.data[at] ^= 4
        assert store.load(0, templates.TEMPLATE_BYTES, crc) is None
        chip.data[at] ^= 4
    assert store.load(0, templates.TEMPLATE_BYTES, crc) is not None


@pytest.mark.parametrize("mode", CUT_MODES)
def test_places__plug_pulled_at_every_operation__old_set_whole_and_new_write_works(
    mode: CutMode,
) -> None:
    operation = 0
    while True:
        chip = new_chip()
        old_crc = places(chip).write(0, a_set(1))
        places(chip).write(1, a_set(3))
        chip.supply.operations = 0
        chip.supply.cut = Cut(operation, mode)
        try:
            places(chip).write(1, a_set(2))
            break
        except PowerCut:
            pass
        assert places(chip).load(0, templates.TEMPLATE_BYTES, old_crc) == a_set(1)
        crc = places(chip).write(1, a_set(2))
        assert places(chip).load(1, templates.TEMPLATE_BYTES, crc) == a_set(2)
        operation += 1
    assert operation > 20


def test_places__flash_that_does_not_hold__no_crc_is_given() -> None:
    chip = new_chip()
    store = places(chip)
    read = chip.read

    def one_bit_off(offset: int, n: int) -> bytes:
        data = bytearray(read(offset, n))
        if offset <= 4_200 < offset + n:
            data[4_200 - offset] ^= 1
        return bytes(data)

    chip.read = one_bit_off
    assert store.write(0, a_set(1)) is None
