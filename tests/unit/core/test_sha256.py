"""SHA-256 and CRC-32 on caller's buffers: the same on CPython and inside MicroPython."""

import hashlib
import random
from binascii import crc32

from firmware.core.bytes_into import copy_into, crc_put, fill_into, get_u32, is_crc_good, put_u32
from firmware.core.sha256_into import hash_into
from tests.helpers.mp_run import run_in_micropython

ON_VM = """
import binascii, hashlib, micropython, random, sys
from firmware.core.bytes_into import copy_into, crc_put, fill_into, get_u32, is_crc_good, put_u32
from firmware.core.sha256_into import hash_into
import firmware.core.sha256_viper, firmware.core.viper_bytes
assert hash_into is firmware.core.sha256_viper.hash_into
assert crc_put is firmware.core.viper_bytes.crc_put
random.seed(int(sys.argv[1]))
digest = bytearray(40)
checked = 0
is_good = is_bad = False  # names exist before the lock: a new global would grow a dict
for length in list(range(0, 260)) + [447, 448, 511, 512, 513, 4096, 5001]:
    for fill in (None, 0, 255):
        data = bytearray(length)
        for i in range(length):
            data[i] = random.getrandbits(8) if fill is None else fill
        seed = random.getrandbits(32)
        framed = bytearray(bytes(data) + bytes(4))
        micropython.heap_lock()
        hash_into(data, length, digest, 5)
        crc_put(framed, length + 4, seed)
        is_good = is_crc_good(framed, length + 4, seed)
        framed[length] ^= 1
        is_bad = not is_crc_good(framed, length + 4, seed)
        framed[length] ^= 1
        micropython.heap_unlock()
        assert bytes(digest[5:37]) == hashlib.sha256(data).digest(), length
        assert digest[:5] == bytes(5) and digest[37:] == bytes(3)
        assert get_u32(framed, length) == binascii.crc32(data, seed), length
        assert is_good and is_bad
        checked += 1
same = bytearray(range(128))
want = hashlib.sha256(same).digest()
hash_into(same, 128, same, 92)
assert bytes(same[92:124]) == want
micropython.heap_lock()
fill_into(digest, 1, 3, 9)
copy_into(digest, 2, b"ab", 1)
put_u32(digest, 8, 0x01020304)
micropython.heap_unlock()
assert digest[:5] == b"\\x00\\x09a\\x09" + digest[4:5] and digest[8:12] == b"\\x04\\x03\\x02\\x01"
print(checked)
"""


def test_hash_into__many_lengths_in_micropython_under_heap_lock__equals_hashlib():
    assert int(run_in_micropython(ON_VM, 1)) > 700


def test_hash_into__on_cpython__equals_hashlib():
    rng = random.Random(2)
    for length in range(200):
        data = rng.randbytes(length)
        out = bytearray(34)
        hash_into(data, length, out, 1)
        assert out == b"\0" + hashlib.sha256(data).digest() + b"\0"


def test_bytes_into__on_cpython__crc_copy_fill_and_numbers():
    buf = bytearray(b"hello....")
    crc_put(buf, 9, 7)
    assert get_u32(buf, 5) == crc32(b"hello", 7)
    assert is_crc_good(buf, 9, 7)
    assert not is_crc_good(buf, 9, 8)
    fill_into(buf, 1, 2, 0x2A)
    copy_into(buf, 3, b"xyz", 2)
    put_u32(buf, 5, 0xFFFEFDFC)
    assert buf == b"h**xy\xfc\xfd\xfe\xff"
