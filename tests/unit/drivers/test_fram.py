"""FRAM: the driver on the simulated chip, and the chip's faults."""

import errno

import pytest

from firmware.drivers.fram import Fram
from hw_sim.parts.fram import FramChip
from hw_sim.parts.i2c_target import I2cTarget, Nack
from hw_sim.parts.local_bus import LocalI2c
from hw_sim.power import Cut, PowerCut, Supply


def new_fram() -> tuple[Fram, FramChip, LocalI2c]:
    chip = FramChip("fram", Supply())
    i2c = LocalI2c({0x50: chip})
    return Fram(i2c), chip, i2c


def test_fram__written__reads_back_and_pointer_goes_on():
    fram, chip, i2c = new_fram()
    fram.write(0x1234, b"hello")
    buf = bytearray(5)
    fram.read_into(0x1234, buf)
    assert buf == b"hello"
    assert chip.contents()[0x1234:0x1239] == b"hello"
    i2c.writeto(0x50, b"\x12\x34")
    two = bytearray(2)
    i2c.readfrom_into(0x50, two)
    i2c.readfrom_into(0x50, two)
    assert two == b"ll"
    assert chip.bytes_written == 5


def test_fram__at_the_end__chip_wraps_but_driver_refuses():
    fram, chip, _i2c = new_fram()
    chip.write(b"\x7f\xff" + b"ab")
    assert (chip.data[0x7FFF], chip.data[0]) == (ord("a"), ord("b"))
    chip.write(b"\x7f\xff")
    assert chip.read(2) == b"ab"
    with pytest.raises(ValueError):
        fram.write(0x7FFF, b"ab")
    with pytest.raises(ValueError):
        fram.read_into(-1, bytearray(1))


def test_fram__dead_stuck_or_absent__oserror_with_its_number():
    fram, chip, i2c = new_fram()
    assert fram.is_present()
    chip.is_dead = True
    with pytest.raises(OSError) as dead:
        fram.write(0, b"x")
    assert dead.value.errno == errno.EIO
    assert not fram.is_present()
    chip.is_bus_stuck = True
    with pytest.raises(OSError) as stuck:
        fram.read_into(0, bytearray(1))
    assert stuck.value.errno == errno.ETIMEDOUT
    assert not Fram(i2c, 0x51).is_present()


def test_fram__short_address_or_bare_target__nack():
    _fram, chip, _i2c = new_fram()
    with pytest.raises(Nack):
        chip.write(b"\x00")
    with pytest.raises(Nack):
        I2cTarget().write(b"")
    with pytest.raises(Nack):
        I2cTarget().read(1)


@pytest.mark.parametrize(
    ("mode", "kept"), [("before", (0, 0)), ("torn", (1, 8)), ("after", (8, 8))]
)
def test_fram__power_cut__keeps_a_prefix_and_at_most_one_odd_byte(mode, kept):
    fram, chip, _i2c = new_fram()
    chip.supply.cut = Cut(0, mode)
    with pytest.raises(PowerCut):
        fram.write(0, b"ABCDEFGH")
    data = chip.contents()[:8]
    same = next((i for i in range(8) if data[i] != b"ABCDEFGH"[i]), 8)
    assert kept[0] <= same <= kept[1]
    assert data[same + 1 :] == bytes(7 - same) if same < 8 else True


def test_fram__flipped_and_loaded__contents_follow():
    _fram, chip, _i2c = new_fram()
    chip.flip_bit(3, 7)
    assert chip.contents()[3] == 0x80
    chip.load(b"\x01" * 32768)
    assert chip.contents() == b"\x01" * 32768
    with pytest.raises(ValueError, match="not 32768"):
        chip.load(b"")
