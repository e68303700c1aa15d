# What the board definitions have in common: included by boards/*/mpconfigboard.cmake.

# From board.toml (host_tools/faro/build/base.py): the base has the flash before it, slots,
# journal and the rest are MicroPython's storage area, which rp2.Flash reaches.
list(APPEND MICROPY_DEF_BOARD MICROPY_HW_FLASH_STORAGE_BYTES=${FARO_STORAGE_BYTES})

# The C stack: 8,192 bytes and these, taken from the end of the heap. Interrupts use it as well.
set(FARO_EXTRA_STACK_BYTES 4096)

# Without an ioctl nothing names the port's own ROMFS region.
set_source_files_properties(
    rp2_flash.c PROPERTIES COMPILE_OPTIONS "-Wno-error=unused-variable"
)

# The collector's loops: everything else is made small.
set_source_files_properties(${MICROPY_DIR}/py/gc.c PROPERTIES COMPILE_OPTIONS "-O2")
