/* The boot ROM's functions, and the flash chip behind two of them: 45 ms a sector, 0.7 ms a page; a cut tears. */
#include "chip.h"

#define CODE(a, b) ((a) | (b) << 8)
enum { LOOKUP = 0x100, FIRST = 0x104, DATA = 0x900, SECTOR = 4096, PAGE = 256 };
#define SECTOR_CYCLES (45000 * US)
#define PAGE_CYCLES (700 * US)

void rom_install(chip_t *c) {
    uint8_t head[8] = {'M', 'u', 2, 2, 0, 2, 1, 1};
    uint16_t back[2] = {0x4770, 0xBF00}; /* bx lr; nop */
    uc_mem_write(c->uc, 0x10, head, 8);
    for (uint32_t at = LOOKUP; at < 0x800; at += 4) uc_mem_write(c->uc, at, back, 4);
    uint32_t data[2] = {DATA + 4, 0};
    uc_mem_write(c->uc, DATA, data, 8);
    c->rom_n = 0;
}

static uint32_t look_up(chip_t *c, uint32_t code, uint32_t mask) {
    if (mask & 0x40) return DATA;
    int n = 0;
    while (n < c->rom_n && c->rom_names[n] != code) n++;
    if (n == c->rom_n && c->rom_n < 128) c->rom_names[c->rom_n++] = code;
    return (FIRST + 4 * n) | 1;
}

static uint8_t torn(chip_t *c, uint64_t done, uint64_t of) {
    uint8_t byte = 0;
    for (int bit = 0; bit < 8; bit++) {
        c->tear = c->tear * 1664525u + 1013904223u;
        if ((c->tear >> 8) % 65536 * of < done * 65536) byte |= 1 << bit;
    }
    return byte;
}

/* Time of one operation; how much of it there was. */
static uint64_t operate(chip_t *c, int what, uint32_t at, uint64_t cycles) {
    if (c->world.flash) c->world.flash(what, at);
    if (c->cut_operation && !--c->cut_operation) plan(c, S_POWER, c->now + c->cut_after);
    uint64_t began = c->now;
    pass(c, cycles);
    uint64_t took = c->now - began;
    return took < cycles ? took : cycles;
}

static void erase(chip_t *c, uint32_t at, uint32_t bytes) {
    for (uint32_t end = at + bytes; at < end && !c->is_over; at += SECTOR) {
        c->erases++;
        uint64_t done = operate(c, 0, at, SECTOR_CYCLES);
        for (uint32_t i = at; i < at + SECTOR; i++) c->flash[i] = c->is_over ? c->flash[i] | torn(c, done, SECTOR_CYCLES) : 0xFF;
    }
}

static void program(chip_t *c, uint32_t at, uint32_t from, uint32_t bytes) {
    uint8_t page[PAGE];
    for (uint32_t n = 0; n < bytes && !c->is_over; n += PAGE) {
        uc_mem_read(c->uc, from + n, page, PAGE);
        c->programs++;
        uint64_t done = operate(c, 1, at + n, PAGE_CYCLES);
        for (int i = 0; i < PAGE; i++) c->flash[at + n + i] &= page[i] | (c->is_over ? (uint8_t)~torn(c, done, PAGE_CYCLES) : 0);
    }
}

static uint32_t system_info(chip_t *c, uint32_t out, uint32_t flags) {
    uint32_t w[24] = {flags}, n = 1;
    memcpy(w + 3, c->unique_id, 8);
    if (flags & 1) { w[1] = 2; n = 4; } else w[3] = w[4] = 0;
    if (flags & 1) { memcpy(w + 2, c->unique_id, 8); w[4] = 0; }
    for (int bit = 1; bit < 4; bit++) if (flags >> bit & 1) w[n++] = 0;
    if (flags & 0x10) for (int i = 0; i < 4; i++) w[n++] = 0x1111u * (i + 1) + c->seed;
    if (flags & 0x40) for (int i = 0; i < 4; i++) w[n++] = 0;
    uc_mem_write(c->uc, out, w, 4 * n);
    return n;
}

void rom_call(chip_t *c, uint32_t at) {
    uint32_t a = reg(c, UC_ARM_REG_R0), b = reg(c, UC_ARM_REG_R1), d = reg(c, UC_ARM_REG_R2);
    if (at == LOOKUP) { put(c, UC_ARM_REG_R0, look_up(c, a, b)); return; }
    int n = (at - FIRST) / 4;
    if (at % 4 || n < 0 || n >= c->rom_n) return;
    switch (c->rom_names[n]) {
    case CODE('R', 'E'):
        erase(c, a & (FLASH_BYTES - 1), b);
        uc_ctl_remove_cache(c->uc, (uint64_t)FLASH_AT + a, (uint64_t)FLASH_AT + a + b);
        memset(c->cost, 0, sizeof c->cost);
        cache_forget(c);
        break;
    case CODE('R', 'P'): program(c, a & (FLASH_BYTES - 1), b, d); cache_forget(c); break;
    case CODE('F', 'C'): cache_forget(c); break;
    case CODE('G', 'S'): put(c, UC_ARM_REG_R0, system_info(c, a, d)); break;
    case CODE('R', 'B'):
        c->wd_reason = 2;
        c->reset_asked = 2;
        c->stop = true;
        break;
    default: put(c, UC_ARM_REG_R0, 0);
    }
}
