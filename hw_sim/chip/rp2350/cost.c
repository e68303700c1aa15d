/* What a block of instructions costs, and the XIP cache.
 *
 * Cortex-M33, as far as Arm and measurements tell: one cycle an instruction; a load one more unless a load came just
 * before; a list of n registers n more; a branch that is taken two more; a division six; from RAM without waits.
 */
#include "chip.h"

enum { LOADS = 1, BRANCH = 2, DIVIDE = 5, FP_DIVIDE = 13 };

static bool is_wide(uint32_t h) { return (h & 0xF800) >= 0xE800; }

static uint32_t narrow_cost(uint32_t h, bool *is_load) {
    uint32_t top = h >> 11;
    bool load = (h & 0xF800) == 0x4800 || ((h & 0xF000) == 0x5000 && (h & 0x0E00) >= 0x0600) ||
                top == 0x0D || top == 0x0F || top == 0x11 || top == 0x13;
    *is_load = load;
    if ((h & 0xFE00) == 0xB400 || (h & 0xFE00) == 0xBC00) return 1 + __builtin_popcount(h & 0x1FF);
    if ((h & 0xF000) == 0xC000) return 1 + __builtin_popcount(h & 0xFF);
    return 1;
}

static uint32_t wide_cost(uint32_t a, uint32_t b, bool *is_load) {
    *is_load = (a & 0xFE10) == 0xF810 || (a & 0xFE50) == 0xE850;
    if ((a & 0xFE40) == 0xE800) return 1 + __builtin_popcount(b); /* LDM, STM */
    if ((a & 0xFFD0) == 0xFB90) return 1 + DIVIDE;
    if ((a & 0xFFB0) == 0xEE80 && (b & 0x0F00) == 0x0A00) return 1 + FP_DIVIDE;
    if ((a & 0xFF00) == 0xED00 || (a & 0xFE00) == 0xEC00) return 1 + (b & 0xFF ? 1 : 0);
    return 1;
}

uint32_t code_half(chip_t *c, uint32_t at) {
    const uint8_t *from = at >= RAM_AT && at < RAM_AT + RAM_BYTES ? c->ram + (at - RAM_AT)
                        : at >= FLASH_AT && at < 0x20000000 ? c->flash + (at & (FLASH_BYTES - 1)) : NULL;
    uint16_t h = 0xBF00;
    if (from) memcpy(&h, from, 2);
    return h;
}

static uint32_t work_out(chip_t *c, uint32_t at, uint32_t size, uint32_t *count) {
    uint32_t cycles = 0, end = at + size;
    bool was_load = false, is_load;
    *count = 0;
    while (at < end) {
        uint32_t h = code_half(c, at);
        bool wide = is_wide(h);
        cycles += wide ? wide_cost(h, code_half(c, at + 2), &is_load) : narrow_cost(h, &is_load);
        if (is_load && !was_load) cycles += LOADS;
        was_load = is_load;
        at += wide ? 4 : 2;
        ++*count;
    }
    return cycles;
}

/* -- XIP cache (RP2350 data sheet 4.4.1): 16 kB, two ways, eight bytes a line ------------------- */

static uint32_t miss_cycles(chip_t *c, bool is_next) {
    uint32_t divider = c->plain_n ? (block_read(c, 0x400D000C) & 255) : 2; /* QMI M0_TIMING.CLKDIV */
    if (!divider) divider = 2;
    /* quad: 6 clocks address, 2 mode, 4 dummy, 16 data; a following line within the cool-down only its data */
    return (is_next ? 16 : 28) * divider + 4;
}

uint32_t cache_touch(chip_t *c, uint32_t at) {
    uint32_t line = (at & (FLASH_BYTES - 1)) >> 3, set = line & 1023, tag = line + 1;
    if (c->tags[set][0] == tag || c->tags[set][1] == tag) { c->hits++; return 0; }
    uint32_t cycles = miss_cycles(c, line == c->last_line + 1);
    c->last_line = line;
    c->tags[set][c->way[set] ^= 1] = tag;
    c->misses++;
    return cycles;
}

void cache_forget(chip_t *c) { memset(c->tags, 0, sizeof c->tags); }

uint32_t block_cost(chip_t *c, uint32_t at, uint32_t size, uint32_t *count) {
    uint32_t cycles;
    bool in_flash = at < 0x20000000 && at >= FLASH_AT;
    if (in_flash) {
        __typeof__(c->cost[0]) *k = &c->cost[(at >> 1) & 0xFFFF];
        if (k->at != at || k->size != size) {
            k->at = at;
            k->size = size;
            uint32_t n;
            k->cycles = work_out(c, at, size, &n);
            k->count = n;
        }
        cycles = k->cycles;
        *count = k->count;
        if (c->has_misses) for (uint32_t a = at & ~7u; a < at + size; a += 8) cycles += cache_touch(c, a);
    } else cycles = work_out(c, at, size, count);
    if (at != c->block_end) cycles += BRANCH;
    c->block_end = at + size;
    return cycles;
}
