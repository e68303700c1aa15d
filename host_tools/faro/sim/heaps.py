"""How large a simulated board's heap is: what the chip has, and what only the simulator costs.

On the 32-bit VM (`make vm32`) an object costs what it costs on the chip.  What comes on top: the
shims, and what is loaded of modules with machine code or tables, which are files here and frozen on
the chip.  On the 64-bit VM of the tests a word is twice as long: twice as much of all that, and the
slot's image, which lies in that heap because nothing is mapped there.
"""

from __future__ import annotations

import os

from boards.layout import board_facts
from faro.build.compile import vm_march
from faro.build.image import frozen_bytes

# What is C on the chip: 29,616 measured on the 32-bit VM when the shims are imported, less 2.5 kB
# that asyncio costs the chip too; 2.4 kB reckoned for charged calls, channels, state machines;
# about 5,400 more (meter and shoe) since the functions of every bus access are machine code.
SHIM_BYTES = 34 * 1024
LESS_HEAP_VARIABLE = "FARO_LESS_HEAP_"
LEAST_FREE_PERCENT = {"meter_pico": 25, "shoe_pico2": 15}  # at the high-water mark


def chip_heap_bytes(board: str) -> int:
    """What the linker leaves for the heap on the board's chip; its tables take 2.3 % of it."""
    return board_facts(board)["chip"]["gc_area_bytes"]


def simulation_bytes(board: str) -> int:
    """What a simulated board needs on the 32-bit VM and the chip does not."""
    return SHIM_BYTES + frozen_bytes(board)


def vm_heap_bytes(board: str, rom_bytes: int) -> int:
    """What -X heapsize gets for this board; FARO_LESS_HEAP_<board> takes so many bytes away."""
    needed = chip_heap_bytes(board) + simulation_bytes(board)
    needed -= int(os.environ.get(LESS_HEAP_VARIABLE + board, "0"))
    return needed if vm_march() == "x86" else 2 * needed + rom_bytes
