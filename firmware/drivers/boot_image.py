"""The chip's own program as it lies in the flash, where the chip maps it into memory."""

_XIP_AT = 0x10000000  # RP2040 and RP2350: flash, executed in place


def view(board):
    """The image as bytes; None on a board that does not say how long it is."""
    size_bytes = getattr(board, "BOOT_IMAGE_BYTES", 0)
    if not size_bytes:
        return None
    import uctypes

    return memoryview(uctypes.bytearray_at(_XIP_AT, size_bytes))
