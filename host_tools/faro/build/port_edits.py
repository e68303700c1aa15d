"""The few lines of MicroPython's rp2 port that no board definition can change, and why."""

from __future__ import annotations

from pathlib import Path

from faro.build.layout import BuildError

EDITS = (
    # A PC that has the port open but does not read may not hold the firmware: 500 ms for each
    # frame is the watchdog after ten.  Ticks are whole milliseconds, so 3 of them are at least
    # two USB frames; a PC that does read fetches in each.
    (
        "ports/rp2/mphalport.h",
        "#define MICROPY_HW_USB_CDC_TX_TIMEOUT (500)",
        "#define MICROPY_HW_USB_CDC_TX_TIMEOUT (3)",
    ),
    # The C stack of the RP2040 grows downwards into what the RP2350's script calls extra stack.
    (
        "ports/rp2/memmap_mp_rp2040.ld",
        "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM);",
        "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM) - __micropy_extra_stack__;",
    ),
    (
        "ports/rp2/memmap_mp_rp2040.ld",
        "__StackBottom = __StackTop - SIZEOF(.stack_dummy);",
        "__StackBottom = __GcHeapEnd;",
    ),
    # One size for both chips, from the board definition.
    (
        "ports/rp2/CMakeLists.txt",
        "if(PICO_RP2350)\n    target_link_options(${MICROPY_TARGET} PRIVATE\n"
        "        -Wl,--defsym=__micropy_extra_stack__=4096\n    )\nendif()",
        "target_link_options(${MICROPY_TARGET} PRIVATE\n"
        "    -Wl,--defsym=__micropy_extra_stack__=${FARO_EXTRA_STACK_BYTES}\n)",
    ),
    # Viper code for the RP2040 reads its constants relative to a start at a multiple of 4; frozen
    # at any even place every second function had wrong ones (seen: 0x5678e001 for 0x12345678).
    (
        "tools/mpy-tool.py",
        'self.fun_data_attributes += " __attribute__ ((aligned (2)))"',
        'self.fun_data_attributes += " __attribute__ ((aligned (4)))"',
    ),
)


def edit_port(micropython: Path) -> None:
    """Change the unpacked sources; each line must be there exactly once."""
    for name, old, new in EDITS:
        path = micropython / name
        text = path.read_text()
        if text.count(old) != 1:
            raise BuildError(f"{name} is not the one that port_edits.py knows: «{old}»")
        path.write_text(text.replace(old, new))
