"""Runs inside MicroPython (see test_framing): encoder, decoder, damage, and no allocation."""

import micropython

from firmware.link.framing import FRAME, TEXT, FrameDecoder, FrameEncoder

encoder = FrameEncoder()
decoder = FrameDecoder()
AT = encoder.PAYLOAD_AT


def build(kind, payload):
    encoder.buf[AT : AT + len(payload)] = payload
    n = encoder.finish(kind, 0xA0, 0x80, 7, 0x01020304, len(payload))
    return bytes(encoder.buf[:n])


def count_frames(data):
    at = found = 0
    while at < len(data):
        at = decoder.feed(data, at, len(data))
        if decoder.found == FRAME:
            found += 1
    return found


def check_round_trips():
    for size in range(201):
        payload = bytes([(size * 7 + i * i) & 0xFF for i in range(size)])
        data = build(1 + size % 9, payload)
        assert count_frames(data) == 1
        assert bytes(decoder.buf[9 : decoder.body_bytes - 3]) == payload
        print(data.hex(), 1 + size % 9, "=" + payload.hex())


def check_bit_flips():
    data = build(5, b"\0payload\n\xff")
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        assert count_frames(bytes(bad) + data) == 1, bit


def check_text():
    data = b"\n\r\n stat\r\n"
    assert decoder.feed(data, 0, len(data)) == len(data)
    assert decoder.found == TEXT
    assert bytes(decoder.buf[decoder.text_start : decoder.text_end]) == b" stat"


def check_no_allocation():
    """One frame built, damaged, repaired and read again while the heap is locked."""
    payload_bytes = 200
    n = encoder.finish(5, 0xA0, 0x80, 7, 0x01020304, payload_bytes)
    found = 0
    micropython.heap_lock()
    for _ in range(20):
        n = encoder.finish(5, 0xA0, 0x80, 7, 0x01020304, payload_bytes)
        encoder.buf[50] ^= 0x40
        at = 0
        while at < n:
            at = decoder.feed(encoder.buf, at, n)
            found += decoder.found == FRAME
        n = encoder.finish(5, 0xA0, 0x80, 7, 0x01020304, payload_bytes)
        at = 0
        while at < n:
            at = decoder.feed(encoder.buf, at, n)
            found += decoder.found == FRAME
    decoder.drop_partial()
    micropython.heap_unlock()
    assert found == 20, found


check_round_trips()
check_bit_flips()
check_text()
check_no_allocation()
print("ok")
