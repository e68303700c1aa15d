"""Checks that run before the board says a word; each gives 0 or a number that tells what failed."""

from binascii import crc32, hexlify

from firmware.board.rows import EV_SELF_TEST_FAILED, EV_SELF_TEST_PASSED, FAULT_SELF_TEST
from firmware.core.sha256_into import hash_into
from firmware.trust.drbg import is_known_answer_right

CHECK_CRC = 1
CHECK_RAM = 2
CHECK_SUPPLY = 3
CHECK_SHA256 = 4
CHECK_GENERATOR = 5

_CRC_OF_123456789 = 0xCBF43926
_SHA256_OF_ABC = b"ba7816bf8f01cfea"
_RAM_SAMPLE_BYTES = 2048
SUPPLY_LEAST_MV = 4_000


def check_crc():
    """The published check value of CRC-32."""
    return 0 if crc32(b"123456789") == _CRC_OF_123456789 else 1


def check_ram():
    """Alternating patterns hold in fresh memory; gives the first bad byte's offset + 1."""
    for pattern in (0x55, 0xAA, 0x00, 0xFF):
        block = bytearray(bytes((pattern,)) * _RAM_SAMPLE_BYTES)
        for i in range(0, _RAM_SAMPLE_BYTES, 64):
            if block[i] != pattern:
                return i + 1
    return 0


def check_sha256():
    """The published digest of "abc" (FIPS 180-4), by the code that chains the journal."""
    digest = bytearray(32)
    hash_into(b"abc", 3, digest, 0)
    return 0 if hexlify(bytes(digest))[:16] == _SHA256_OF_ABC else 1


def check_generator():
    return 0 if is_known_answer_right() else 1


def run(board):
    """True when everything passed; failures are events and one fault."""
    return carry_out(
        board,
        (
            (CHECK_CRC, check_crc),
            (CHECK_RAM, check_ram),
            (CHECK_SHA256, check_sha256),
            (CHECK_GENERATOR, check_generator),
            (CHECK_SUPPLY, board.guard.supply_shortage),
        ),
    )


def carry_out(board, checks):
    """Pairs of a number and what gives 0 when all is well."""
    failed = 0
    for number, check in checks:
        detail = check()
        if detail:
            failed += 1
            board.record(EV_SELF_TEST_FAILED, number, detail)
            board.raise_fault(FAULT_SELF_TEST, number)
    if not failed:
        board.record(EV_SELF_TEST_PASSED, len(checks), board.clock.uptime_ms)
    return failed == 0
