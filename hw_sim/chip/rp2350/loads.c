/* Loads from flash through the XIP cache: which addresses the next instruction reads.
 *
 * Asked before each instruction while misses are charged.  A hook on memory would be simpler, but with one unicorn 2.1
 * goes astray in this image.  A list of registers counts with its first word; what DMA reads is not charged.
 */
#include "chip.h"

enum { NONE, FIXED, BASE, INDEXED };

static bool narrow(uint32_t at, uint32_t h, load_t *l) {
    uint32_t top = h >> 11, imm = h >> 6 & 31;
    l->kind = BASE;
    l->rn = h >> 3 & 7;
    switch (top) {
    case 0x09: /* LDR literal */
        l->kind = FIXED;
        l->offset = ((at + 4) & ~3u) + 4 * (h & 255);
        return true;
    case 0x0A: case 0x0B:
        if ((h >> 9 & 7) < 3) return false;
        l->kind = INDEXED;
        l->rm = h >> 6 & 7;
        l->shift = 0;
        return true;
    case 0x0D: l->offset = 4 * imm; return true;
    case 0x0F: l->offset = imm; return true;
    case 0x11: l->offset = 2 * imm; return true;
    case 0x19: /* LDM */
        l->rn = h >> 8 & 7;
        l->offset = 0;
        return true;
    }
    return false;
}

static bool wide(uint32_t at, uint32_t a, uint32_t b, load_t *l) {
    l->kind = BASE;
    l->rn = a & 15;
    l->offset = 0;
    if ((a & 0xFE1F) == 0xF81F) { /* literal */
        l->kind = FIXED;
        l->offset = ((at + 4) & ~3u) + (a & 0x80 ? (int)(b & 0xFFF) : -(int)(b & 0xFFF));
        return true;
    }
    if ((a & 0xFE10) == 0xF810) {
        if (a & 0x80) l->offset = b & 0xFFF;
        else if (b & 0x800) l->offset = b & 0x400 ? (b & 0x200 ? (int)(b & 255) : -(int)(b & 255)) : 0;
        else {
            l->kind = INDEXED;
            l->rm = b & 15;
            l->shift = b >> 4 & 3;
        }
        return true;
    }
    if ((a & 0xFE50) == 0xE850) { /* LDRD */
        if (a & 0x100) l->offset = a & 0x80 ? (int)(b & 255) * 4 : -(int)(b & 255) * 4;
        return true;
    }
    return (a & 0xFFD0) == 0xE890 || (a & 0xFFD0) == 0xE910; /* LDM */
}

static uint32_t value(chip_t *c, int n) {
    return reg(c, n == 13 ? UC_ARM_REG_SP : n == 14 ? UC_ARM_REG_LR : UC_ARM_REG_R0 + n);
}

void on_load(uc_engine *uc, uint64_t at, uint32_t size, void *user) {
    (void)uc;
    chip_t *c = user;
    load_t *l = &c->loads[(at >> 1) & 0xFFFF];
    if (l->at != at || at >= RAM_AT) { /* code in RAM may be other code by now */
        l->at = at;
        uint32_t h = code_half(c, at);
        if (!(size == 4 ? wide(at, h, code_half(c, at + 2), l) : narrow(at, h, l))) l->kind = NONE;
    }
    if (l->kind == NONE || (l->kind != FIXED && l->rn == 13)) return;
    uint32_t from = l->offset;
    if (l->kind == BASE) from += value(c, l->rn);
    if (l->kind == INDEXED) from = value(c, l->rn) + (value(c, l->rm) << l->shift);
    if (from - FLASH_AT >= FLASH_BYTES) return;
    uint64_t now = c->now + cache_touch(c, from);
    if (now >= c->next_due) sync_to(c, now);
    else c->now = now;
}
