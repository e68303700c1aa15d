/* A PIO block of the RP2350 (data sheet, chapter 11): registers, flags, interrupts; 32 of 48 pins from its base on. */
#include "chip.h"

enum { CTRL = 0, FSTAT = 4, FDEBUG = 8, FLEVEL = 0xC, TXF = 0x10, RXF = 0x20, IRQ = 0x30, FORCE = 0x34, PADOUT = 0x3C,
       PADOE = 0x40, CFG = 0x44, MEMORY = 0x48, SM0 = 0xC8, PUTGET = 0x128, BASE = 0x168, INTR = 0x16C, INTE = 0x170,
       SM_BYTES = 24 };

void pio_power_on(chip_t *c, int n) {
    pio_t *p = &c->pio[n];
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 4; i++) {
        p->sm[i].index = i;
        p->sm[i].pio = n;
        sm_power_on(c, &p->sm[i]);
    }
}

bool pio_ready(chip_t *c, int n, int request) {
    sm_t *s = &c->pio[n].sm[request & 3];
    return request & 4 ? s->rx_n > 0 : s->tx_n < s->tx_depth;
}

static uint32_t intr(pio_t *p) {
    uint32_t bits = (p->irq & 255) << 8;
    for (int i = 0; i < 4; i++) bits |= (p->sm[i].rx_n ? 1u : 0) << i | (p->sm[i].tx_n < p->sm[i].tx_depth ? 16u : 0) << i;
    return bits;
}

void pio_update(chip_t *c, int n) {
    pio_t *p = &c->pio[n];
    for (int line = 0; line < 2; line++)
        if (p->inte[line] | p->intf[line] || c->levels >> (IRQ_PIO + 2 * n + line) & 1)
            irq_level(c, IRQ_PIO + 2 * n + line, ((intr(p) & p->inte[line]) | p->intf[line]) != 0);
}

void pio_set_irq(chip_t *c, int n, uint32_t bits, bool on) {
    pio_t *p = &c->pio[n];
    p->irq = on ? p->irq | bits : p->irq & ~bits;
    for (int i = 0; i < 12; i++) {
        sm_t *s = &c->pio[i / 4].sm[i % 4];
        if (s->waits_irq) sm_wake(c, s, c->now + 1);
    }
    pio_update(c, n);
}

void pio_drive(chip_t *c, int n, bool dirs, uint32_t mask, uint32_t values) {
    pio_t *p = &c->pio[n];
    uint32_t *word = dirs ? &p->dirs : &p->pins;
    uint32_t new = (*word & ~mask) | (values & mask), changed = new ^ *word;
    *word = new;
    for (int pin = p->base; changed && pin < PINS; pin++, changed >>= 1)
        if (changed & 1 && (int)(c->io_ctrl[pin] & 31) == F_PIO + n) io_refresh(c, pin);
}

uint32_t pio_read(chip_t *c, int n, uint32_t o) {
    pio_t *p = &c->pio[n];
    uint32_t v = 0;
    if (o >= RXF && o < IRQ) return sm_read(c, &p->sm[(o - RXF) / 4]);
    if (o >= SM0 && o < PUTGET) {
        sm_t *s = &p->sm[(o - SM0) / SM_BYTES];
        switch ((o - SM0) % SM_BYTES) {
        case 0: return s->clkdiv;
        case 4: return s->execctrl | (s->exec_stalled ? 1u << 31 : 0);
        case 8: return s->shiftctrl;
        case 12: return s->pc;
        case 16: return p->memory[s->pc];
        }
        return s->pinctrl;
    }
    if (o >= INTE && o < INTE + 24) {
        int line = (o - INTE) / 12, which = (o - INTE) % 12 / 4;
        return which == 0 ? p->inte[line] : which == 1 ? p->intf[line] : (intr(p) & p->inte[line]) | p->intf[line];
    }
    for (int i = 0; i < 4; i++) {
        sm_t *s = &p->sm[i];
        if (o == CTRL) v |= (uint32_t)s->enabled << i;
        if (o == FLEVEL) v |= (uint32_t)(s->tx_n | s->rx_n << 4) << 8 * i;
        if (o == FSTAT)
            v |= ((s->rx_n >= s->rx_depth ? 1u : 0) | (s->rx_n ? 0 : 0x100u) | (s->tx_n >= s->tx_depth ? 0x10000u : 0) |
                  (s->tx_n ? 0 : 0x1000000u)) << i;
    }
    switch (o) {
    case FDEBUG: return p->fdebug;
    case IRQ: return p->irq;
    case PADOUT: return p->pins;
    case PADOE: return p->dirs;
    case CFG: return 1u << 28 | 32 << 16 | 4 << 8 | 4;
    case BASE: return p->base;
    case INTR: return intr(p);
    }
    return v;
}

void pio_write(chip_t *c, int n, uint32_t o, uint32_t v, bool is_alias) {
    pio_t *p = &c->pio[n];
    (void)is_alias;
    if (o >= TXF && o < RXF) sm_write(c, &p->sm[(o - TXF) / 4], v);
    else if (o >= MEMORY && o < SM0) p->memory[(o - MEMORY) / 4] = v;
    else if (o >= SM0 && o < PUTGET) sm_set(c, &p->sm[(o - SM0) / SM_BYTES], (o - SM0) % SM_BYTES, v);
    else if (o >= INTE && o < INTE + 24) {
        int line = (o - INTE) / 12, which = (o - INTE) % 12 / 4;
        if (which == 0) p->inte[line] = v & 0xFFFF;
        if (which == 1) p->intf[line] = v & 0xFFFF;
    } else if (o == CTRL) {
        for (int i = 0; i < 4; i++) {
            if (v >> (4 + i) & 1) sm_restart(c, &p->sm[i]);
            if (v >> (8 + i) & 1) sm_restart_clock(c, &p->sm[i]);
            sm_enable(c, &p->sm[i], v >> i & 1);
        }
    } else if (o == FDEBUG) p->fdebug &= ~v;
    else if (o == IRQ) pio_set_irq(c, n, v & 255, false);
    else if (o == FORCE) pio_set_irq(c, n, v & 255, true);
    else if (o == BASE) {
        p->base = v & 16;
        io_refresh_all(c);
    }
    pio_update(c, n);
}
