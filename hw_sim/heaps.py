"""How large a simulated board's heap is: what the chip has, and what only the simulator costs.

On the 32-bit VM (`make vm32`) an object costs what it costs on the chip, so its heap is the
chip's and what the shims take.  On the 64-bit VM of the tests a word is twice as long: twice as
much of both, and the slot's image, which lies in that heap because nothing is mapped there.
"""

from __future__ import annotations

import os

from faro.build.compile import vm_march
from faro.build.layout import board_facts

# Measured by `make memory` on the 32-bit VM, rounded up: modules that are C on the chip, and
# what they keep.
SHIM_BYTES = 28 * 1024


def chip_heap_bytes(board: str) -> int:
    """What the linker leaves for the heap on the board's chip."""
    return board_facts(board)["chip"]["gc_area_bytes"]


def vm_heap_bytes(board: str, rom_bytes: int) -> int:
    """What -X heapsize gets for this board; FARO_LESS_HEAP takes so many bytes away."""
    chip_bytes = chip_heap_bytes(board) - int(os.environ.get("FARO_LESS_HEAP", "0"))
    if vm_march() == "x86":
        return chip_bytes + SHIM_BYTES
    return 2 * (chip_bytes + SHIM_BYTES) + rom_bytes
