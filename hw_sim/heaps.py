"""How large a simulated board's heap is: what the chip has, and what only the simulator costs.

On the 32-bit VM (`make vm32`) an object costs what it costs on the chip.  What comes on top: the
shims, and machine code, which is longer for a PC than for the chip.  On the 64-bit VM of the
tests a word is twice as long: twice as much of all that, and the slot's image, which lies in that
heap because nothing is mapped there.
"""

from __future__ import annotations

import os
from functools import cache

from faro.build.compile import compiled, vm_march
from faro.build.layout import board_facts
from faro.build.modules import slot_modules

SHIM_BYTES = 18 * 1024  # modules that are C on the chip; `make memory` measures them
LESS_HEAP_VARIABLE = "FARO_LESS_HEAP_"


def chip_heap_bytes(board: str) -> int:
    """What the linker leaves for the heap on the board's chip; its tables take 2.3 % of it."""
    return board_facts(board)["chip"]["gc_area_bytes"]


@cache
def longer_code_bytes(board: str) -> int:
    """By how much the machine code of the image is longer on the 32-bit VM than on the chip."""
    march = board_facts(board)["chip"]["march"]
    texts = {name: text for name, text in slot_modules(board).items() if "@micropython." in text}
    return sum(
        len(compiled(name, text, "x86")) - len(compiled(name, text, march))
        for name, text in texts.items()
    )


def simulation_bytes(board: str) -> int:
    """What a simulated board needs on the 32-bit VM and the chip does not."""
    return SHIM_BYTES + longer_code_bytes(board)


def vm_heap_bytes(board: str, rom_bytes: int) -> int:
    """What -X heapsize gets for this board; FARO_LESS_HEAP_<board> takes so many bytes away."""
    needed = chip_heap_bytes(board) + simulation_bytes(board)
    needed -= int(os.environ.get(LESS_HEAP_VARIABLE + board, "0"))
    return needed if vm_march() == "x86" else 2 * needed + rom_bytes
