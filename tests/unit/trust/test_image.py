"""The image's header, and the checks of head and code, on CPython and inside MicroPython."""

from __future__ import annotations

import hashlib
import struct
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest

from faro.build.image import HEAD_BYTES, HEADER_BYTES, Image, make_image
from faro.build.signing import SigningKey, create_key
from firmware.drivers.flash_region import FlashRegion
from firmware.trust import image as _image
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.power import Supply
from tests.helpers.mp_run import run_in_micropython

im: Any = _image
ROM = b"\xd2\xcd\x31" + bytes(range(256)) * 20 + b"end"
BOARD = "shoe_pico2"
SECTORS = 4


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    folder = tmp_path_factory.mktemp("keys")
    return create_key(folder / "key", folder / "state", lms_type=5)


@pytest.fixture(scope="module")
def image(key: SigningKey) -> Image:
    return make_image(ROM, BOARD, key, counter=7, version="1.2.0", build="2f9c1e0")


def region(data: bytes) -> Any:
    chip = FlashChip("slot", Supply(), SECTORS)
    chip.data[: len(data)] = data
    return FlashRegion(LocalFlash(chip), SECTORS)


def verdict(data: bytes, key: SigningKey | None, minimum: int = 0, board: str = BOARD) -> int:
    public = key.public_key if key else None
    return im.check_slot(region(data), board, minimum, public)[0]


def flipped(data: bytes, at: int, bit: int = 1) -> bytes:
    return data[:at] + bytes((data[at] ^ bit,)) + data[at + 1 :]


def test_header__good__fields_as_packed(image: Image) -> None:
    header = image.header
    assert header.code == im.IMAGE_OK
    assert (header.board, header.version, header.build) == (BOARD, "1.2.0", "2f9c1e0")
    assert (header.counter, header.rom_bytes) == (7, len(ROM))
    assert header.rom_sha256 == hashlib.sha256(ROM).digest()
    assert len(image.data) == HEAD_BYTES + len(ROM) and image.rom == ROM


def test_header__layout_as_documented__by_hand(image: Image) -> None:
    """docs/storage.md: a maker in another language must come to the same bytes."""
    data = b"FAROIMG1" + BOARD.encode().ljust(16, b"\0") + b"1.2.0".ljust(16, b"\0")
    data += b"2f9c1e0".ljust(16, b"\0") + struct.pack("<III", 7, len(ROM), len(image.signature))
    data += bytes(24) + hashlib.sha256(ROM).digest()
    assert image.data[:HEADER_BYTES] == data + struct.pack("<I", crc32(data))


def test_header__any_bit_of_it_changed__refused(image: Image, key: SigningKey) -> None:
    """Without a signature the CRC finds it, with one the signature does."""
    for at in range(HEADER_BYTES):
        bad = flipped(image.data, at, 1 << at % 8)
        assert im.Header(bad[:HEADER_BYTES]).code == im.IMAGE_BAD_HEADER, at
        assert verdict(bad, None) == im.IMAGE_BAD_HEADER, at
        if at >= 124:
            continue
        forged = bad[:124] + struct.pack("<I", crc32(bad[:124])) + bad[HEADER_BYTES:]
        assert verdict(forged, key) in (im.IMAGE_BAD_SIGNATURE, im.IMAGE_BAD_HEADER), at


@pytest.mark.parametrize("name", ["", "a b", "a/b", "ä", "x" * 17, "a\0b"])
def test_make_image__bad_name__refused(name: str) -> None:
    with pytest.raises(Exception, match=r"characters|letters"):
        make_image(ROM, name)


def test_header__name_with_something_behind_its_zeros__refused(image: Image) -> None:
    data = bytearray(image.data[:HEADER_BYTES])
    data[23] = ord("x")  # of the board's name
    data[124:] = struct.pack("<I", crc32(bytes(data[:124])))
    assert im.Header(data).code == im.IMAGE_BAD_HEADER


def test_check__right_key__ok(image: Image, key: SigningKey) -> None:
    assert verdict(image.data, key, minimum=7) == im.IMAGE_OK
    assert verdict(image.data, None) == im.IMAGE_OK


def test_check__board_and_counter__decide(image: Image, key: SigningKey) -> None:
    assert verdict(image.data, key, minimum=8) == im.IMAGE_ROLLBACK
    assert verdict(image.data, key, board="meter_pico") == im.IMAGE_WRONG_BOARD
    assert verdict(image.data, None, board="meter_pico") == im.IMAGE_WRONG_BOARD


def test_check__unsigned_or_foreign__refused(
    image: Image, key: SigningKey, tmp_path: Path
) -> None:
    thief = create_key(tmp_path / "thief", tmp_path / "state", lms_type=5)
    assert verdict(make_image(ROM, BOARD, counter=7).data, key) == im.IMAGE_BAD_SIGNATURE
    assert verdict(make_image(ROM, BOARD, thief, counter=7).data, key) == im.IMAGE_BAD_SIGNATURE
    for at in range(HEADER_BYTES, HEADER_BYTES + len(image.signature), 97):
        assert verdict(flipped(image.data, at), key) == im.IMAGE_BAD_SIGNATURE, at


def test_check__every_sixteenth_byte_of_the_code__a_change_is_seen(
    image: Image, key: SigningKey
) -> None:
    for at in [*range(HEAD_BYTES, len(image.data), 16), len(image.data) - 1]:
        assert verdict(flipped(image.data, at), key) == im.IMAGE_CHANGED, at


def test_check__empty_or_too_long_for_the_slot__refused(key: SigningKey) -> None:
    assert verdict(b"", key) == im.IMAGE_MISSING
    long = make_image(ROM.ljust(SECTORS * 4096, b"x"), BOARD, key, counter=7)
    assert verdict(long.data[: SECTORS * 4096], key) == im.IMAGE_WRONG_LENGTH


def test_check__flash_cannot_be_read__refused_not_believed(image: Image) -> None:
    whole = region(image.data)

    class Failing:
        size_bytes = whole.size_bytes

        def __init__(self, good_reads: int) -> None:
            self.left = good_reads

        def read_into(self, sector: int, offset: int, buf: bytearray) -> None:
            self.left -= 1
            if self.left < 0:
                raise OSError(5)
            whole.read_into(sector, offset, buf)

    for good_reads in range(3):
        assert im.check_slot(Failing(good_reads), BOARD, 0, None)[0] == im.IMAGE_READ_ERROR


IN_VM = """
from firmware.trust import image

class Region:
    size_bytes = 16384
    def __init__(self, data):
        self.data = data
    def read_into(self, sector, offset, buf):
        at = sector * 4096 + offset
        buf[:] = self.data[at : at + len(buf)]

data = open(%r, "rb").read()
data += b"\\xff" * (16384 - len(data))
key = open(%r, "rb").read()
bad = data[:9000] + bytes((data[9000] ^ 1,)) + data[9001:]
print(image.check_slot(Region(data), "shoe_pico2", 7, key)[0],
      image.check_slot(Region(bad), "shoe_pico2", 7, key)[0],
      image.check_slot(Region(data), "shoe_pico2", 8, key)[0])
"""


def test_check__in_micropython__same_verdicts(
    image: Image, key: SigningKey, tmp_path: Path
) -> None:
    image.save(tmp_path / "image")
    (tmp_path / "key").write_bytes(key.public_key)
    script = IN_VM % (str(tmp_path / "image"), str(tmp_path / "key"))
    printed = run_in_micropython(script)
    assert printed.split() == [str(im.IMAGE_OK), str(im.IMAGE_CHANGED), str(im.IMAGE_ROLLBACK)]
