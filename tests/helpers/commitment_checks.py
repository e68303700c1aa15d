"""Checks of the commitment that run on CPython and, unchanged, inside MicroPython."""

from binascii import hexlify

from firmware.shuffler.commitment import Commitment

DEVICE = b"01234567"
SECRET = bytes(range(32))


def pack_of(count):
    """An order that is easy to write down."""
    return bytes([i * 7 % 52 for i in range(count)])


def committed(count, dealt=()):
    made = Commitment(DEVICE)
    made.publish(9, pack_of(count), count, SECRET)
    for position in dealt:
        assert made.mark_dealt(position)
    return made


def check_roots():
    """Roots and one proof of every pack size, as one text."""
    texts = []
    for count in (1, 52, 64, 65, 104, 156, 208, 312, 416):
        last = count - 1
        made = committed(count, (last,))
        texts.append(hexlify(made.root).decode())
        texts.append(hexlify(made.nonce(last)).decode())
        for height in range(made.depth):
            texts.append(hexlify(made.sibling(last, height)).decode())
    return " ".join(texts)
