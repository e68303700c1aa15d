"""The few lines of MicroPython's rp2 port that no board definition can change, and why."""

from __future__ import annotations

from pathlib import Path

from boards.layout import BuildError

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
    # Collecting took the meter 23 ms.  Most words are no pointers: two registers tell so.
    (
        "py/gc.c",
        "            MICROPY_GC_HOOK_LOOP(i);\n            void *ptr = *ptrs;\n",
        "            MICROPY_GC_HOOK_LOOP(i);\n            void *ptr = *ptrs;\n"
        "            if ((uintptr_t)ptr - pool_start >= pool_bytes) {\n"
        "                continue;\n            }\n",
    ),
    (
        "py/gc.c",
        "        void **ptrs = (void **)PTR_FROM_BLOCK(area, block);\n"
        "        for (size_t i = n_blocks",
        "        void **ptrs = (void **)PTR_FROM_BLOCK(area, block);\n"
        "        const uintptr_t pool_start = (uintptr_t)area->gc_pool_start;\n"
        "        const uintptr_t pool_bytes = (uintptr_t)area->gc_pool_end - pool_start;\n"
        "        for (size_t i = n_blocks",
    ),
    # A large buffer's blocks are counted four at once, ...
    (
        "py/gc.c",
        "        do {\n            n_blocks += 1;\n"
        "        } while (ATB_GET_KIND(area, block + n_blocks) == AT_TAIL);\n\n"
        "        // check that the consecutive blocks didn't overflow past the end of the area\n",
        "        do {\n            n_blocks += 1;\n"
        "            while ((block + n_blocks) % BLOCKS_PER_ATB == 0\n"
        "                   && area->gc_alloc_table_start[(block + n_blocks) / BLOCKS_PER_ATB]"
        " == 0xaa) {\n"
        "                n_blocks += BLOCKS_PER_ATB;\n            }\n"
        "        } while (ATB_GET_KIND(area, block + n_blocks) == AT_TAIL);\n\n"
        "        // check that the consecutive blocks didn't overflow past the end of the area\n",
    ),
    # ... and so are those that stay or that were free when the rest is swept.
    (
        "py/gc.c",
        "block <= area->gc_last_used_block; block++) {\n            MICROPY_GC_HOOK_LOOP(block);\n"
        "            switch (ATB_GET_KIND(area, block)) {\n",
        "block <= area->gc_last_used_block; block++) {\n            MICROPY_GC_HOOK_LOOP(block);\n"
        "            if (block % BLOCKS_PER_ATB == 0) {\n"
        "                const byte four = area->gc_alloc_table_start[block / BLOCKS_PER_ATB];\n"
        "                if (four == 0) {\n"
        "                    block += BLOCKS_PER_ATB - 1;\n"
        "                    continue;\n                }\n"
        "                if (!free_tail && (four & ~(four >> 1) & 0x55) == 0) {\n"
        "                    area->gc_alloc_table_start[block / BLOCKS_PER_ATB] =\n"
        "                        four & ~((four & (four >> 1) & 0x55) << 1);\n"
        "                    last_used_block = block + (four & 0xc0 ? 3 : four & 0x30 ? 2 :"
        " four & 0x0c ? 1 : 0);\n"
        "                    block += BLOCKS_PER_ATB - 1;\n"
        "                    continue;\n                }\n            }\n"
        "            switch (ATB_GET_KIND(area, block)) {\n",
    ),
    # mem_free() and mem_alloc() walked through all blocks for figures that nobody asked them for.
    (
        "py/modgc.c",
        "static mp_obj_t gc_mem_free(void) {\n    gc_info_t info;\n    gc_info(&info);\n",
        "static void count_blocks(gc_info_t *info) {\n"
        "    const mp_state_mem_area_t *area = &MP_STATE_MEM(area);\n"
        "    const size_t n_bytes = area->gc_alloc_table_byte_len;\n"
        "    size_t used = 0;\n"
        "    for (size_t i = 0; i < n_bytes; i++) {\n"
        "        unsigned int four = area->gc_alloc_table_start[i];\n"
        "        four = (four | four >> 1) & 0x55;\n"
        "        four = (four & 0x33) + (four >> 2 & 0x33);\n"
        "        used += (four & 15) + (four >> 4);\n"
        "    }\n"
        "    info->used = used * MICROPY_BYTES_PER_GC_BLOCK;\n"
        "    info->free = (n_bytes * 4 - used) * MICROPY_BYTES_PER_GC_BLOCK;\n"
        "}\n\n"
        "static mp_obj_t gc_mem_free(void) {\n    gc_info_t info;\n    count_blocks(&info);\n",
    ),
    (
        "py/modgc.c",
        "static mp_obj_t gc_mem_alloc(void) {\n    gc_info_t info;\n    gc_info(&info);\n",
        "static mp_obj_t gc_mem_alloc(void) {\n    gc_info_t info;\n    count_blocks(&info);\n",
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
