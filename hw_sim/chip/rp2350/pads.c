/* Pins: what drives each, its pad's settings and latch, inputs with their edges; SIO. */
#include "chip.h"

enum { PDE = 1 << 2, PUE = 1 << 3, IE = 1 << 6, OD = 1 << 7, ISO = 1 << 8, PAD_RESET = 0x116 };
enum { SYNC_CYCLES = 2 }; /* two flip-flops before the PIO */

static bool override(uint32_t how, bool is) { return how == 0 ? is : how == 1 ? !is : how == 3; }

/* What the selected peripheral puts on a pin, before overrides. */
static void source_of(chip_t *c, int pin, bool *out, bool *oe) {
    uint32_t f = c->io_ctrl[pin] & 31;
    *out = *oe = false;
    if (f == F_SIO) {
        *out = c->sio_out >> pin & 1;
        *oe = c->sio_oe >> pin & 1;
    } else if (f >= F_PIO && f < F_PIO + 3) {
        pio_t *p = &c->pio[f - F_PIO];
        int n = pin - (int)p->base;
        if (n >= 0 && n < 32) { *out = p->pins >> n & 1; *oe = p->dirs >> n & 1; }
    } else if (f == F_PWM) {
        *oe = true;
        *out = c->pwm_duty[pin] >= 0x8000;
    }
}

static void edge(chip_t *c, int pin, bool rises) {
    c->edges[pin / 8] |= (rises ? 8u : 4u) << 4 * (pin % 8);
}

static uint32_t raw(chip_t *c, int n) {
    uint32_t v = c->edges[n];
    for (int i = 0; i < 8; i++) v |= (c->input >> (8 * n + i) & 1 ? 2u : 1u) << 4 * i;
    return v;
}

static uint32_t ints(chip_t *c, int n) { return (raw(c, n) & c->inte[n]) | c->intf[n]; }

static void update(chip_t *c) {
    bool on = false;
    for (int n = 0; n < 6; n++) on |= ints(c, n) != 0;
    irq_level(c, IRQ_IO, on);
}

void io_refresh(chip_t *c, int pin) {
    uint64_t bit = 1ull << pin;
    uint32_t pad = c->pad[pin] & ISO ? c->pad_latched[pin] : c->pad[pin];
    bool out, oe;
    source_of(c, pin, &out, &oe);
    out = override(c->io_ctrl[pin] >> 12 & 3, out);
    uint32_t how = c->io_ctrl[pin] >> 14 & 3;
    oe = how == 0 ? oe : how == 1 ? !oe : how == 3;
    if (pad & OD) oe = false;
    if (c->pad[pin] & ISO) { out = c->out & bit; oe = c->drive & bit; } /* held by the latch */
    bool level;
    if (oe) level = out;
    else if (!(c->outside_z & bit)) level = c->outside & bit;
    else if ((pad & (PUE | PDE)) == PUE) level = true;
    else if ((pad & (PUE | PDE)) == PDE) level = false;
    else level = c->level & bit; /* floats, or is kept */
    bool input = (pad & IE) && !(c->pad[pin] & ISO) && level;
    input = override(c->io_ctrl[pin] >> 16 & 3, input);
    int before = c->drive & bit ? (c->out & bit ? 1 : 0) : 2, after = oe ? out : 2;
    c->drive = oe ? c->drive | bit : c->drive & ~bit;
    c->out = out ? c->out | bit : c->out & ~bit;
    c->level = level ? c->level | bit : c->level & ~bit;
    if (!!(c->input & bit) != input) {
        c->input ^= bit;
        if (c->change_n < 64) {
            int i = (c->change_first + c->change_n++) % 64;
            c->change[i].at = c->now + SYNC_CYCLES;
            c->change[i].input = c->input;
        }
        for (int n = 0; n < 12; n++) {
            sm_t *s = &c->pio[n / 4].sm[n % 4];
            if (s->wait_mask & bit) sm_wake(c, s, c->now + SYNC_CYCLES);
        }
        edge(c, pin, input);
        update(c);
    }
    if (before != after) {
        parts_pin(c, pin, after);
        if (c->watched & bit && c->world.pin) c->world.pin(pin, after);
    }
}

void io_refresh_all(chip_t *c) { for (int pin = 0; pin < PINS; pin++) io_refresh(c, pin); }

/* What the PIO sees at this cycle. */
uint64_t io_seen(chip_t *c) {
    while (c->change_n && c->change[c->change_first].at <= c->now) {
        c->seen = c->change[c->change_first].input;
        c->change_first = (c->change_first + 1) % 64;
        c->change_n--;
    }
    return c->seen;
}

void io_power_on(chip_t *c) {
    for (int pin = 0; pin < PINS; pin++) {
        c->io_ctrl[pin] = 31;
        c->pad[pin] = c->pad_latched[pin] = PAD_RESET;
    }
    memset(c->edges, 0, sizeof c->edges);
    memset(c->inte, 0, sizeof c->inte);
    memset(c->intf, 0, sizeof c->intf);
    c->sio_out = c->sio_oe = c->input = c->seen = 0;
    c->change_n = 0;
    c->has_fifo = false;
    /* the pads let go: whoever watches an output must hear it */
    uint64_t before = c->drive;
    c->drive = c->out = 0;
    for (int pin = 0; pin < PINS; pin++) {
        c->pwm_duty[pin] = 0;
        if (before >> pin & 1) {
            parts_pin(c, pin, 2);
            if (c->watched >> pin & 1 && c->world.pin) c->world.pin(pin, 2);
        }
    }
    io_refresh_all(c);
}

uint32_t io_read(chip_t *c, uint32_t o) {
    if (o < 0x180) {
        int pin = o / 8;
        if (o & 4) return c->io_ctrl[pin];
        uint64_t bit = 1ull << pin;
        return (c->out & bit ? 1u << 9 : 0) | (c->drive & bit ? 1u << 13 : 0) | (c->level & bit ? 1u << 17 : 0);
    }
    if (o >= 0x230 && o < 0x248) return raw(c, (o - 0x230) / 4);
    if (o >= 0x248 && o < 0x260) return c->inte[(o - 0x248) / 4];
    if (o >= 0x260 && o < 0x278) return c->intf[(o - 0x260) / 4];
    if (o >= 0x278 && o < 0x290) return ints(c, (o - 0x278) / 4);
    return 0;
}

void io_write(chip_t *c, uint32_t o, uint32_t v) {
    if (o < 0x180) {
        if (!(o & 4)) return;
        c->io_ctrl[o / 8] = v;
        io_refresh(c, o / 8);
        pwm_show(c, o / 8);
        return;
    }
    if (o >= 0x230 && o < 0x248) c->edges[(o - 0x230) / 4] &= ~v;
    else if (o >= 0x248 && o < 0x260) c->inte[(o - 0x248) / 4] = v;
    else if (o >= 0x260 && o < 0x278) c->intf[(o - 0x260) / 4] = v;
    update(c);
}

uint32_t pads_read(chip_t *c, uint32_t o) {
    if (o == 0) return c->pad_voltage;
    return o <= 4 * PINS ? c->pad[o / 4 - 1] : 0x5A;
}

void pads_write(chip_t *c, uint32_t o, uint32_t v) {
    if (o == 0) c->pad_voltage = v;
    if (o == 0 || o > 4 * PINS) return;
    int pin = o / 4 - 1;
    if (v & ISO && !(c->pad[pin] & ISO)) c->pad_latched[pin] = c->pad[pin] & ~ISO;
    c->pad[pin] = v & 0x1FF;
    io_refresh(c, pin);
}

/* Output values and enables of all pins at once. */
void io_outputs(chip_t *c, uint64_t out, uint64_t oe) {
    uint64_t changed = (out ^ c->sio_out) | (oe ^ c->sio_oe);
    c->sio_out = out;
    c->sio_oe = oe;
    for (int pin = 0; changed; pin++, changed >>= 1) if (changed & 1) io_refresh(c, pin);
}

uint32_t sio_read(chip_t *c, uint32_t o) {
    switch (o) {
    case 0x00: return 0; /* core 0 */
    case 0x04: return c->input;
    case 0x08: return c->input >> 32;
    case 0x10: return c->sio_out;
    case 0x14: return c->sio_out >> 32;
    case 0x30: return c->sio_oe;
    case 0x34: return c->sio_oe >> 32;
    case 0x50: return 2 | c->has_fifo;
    case 0x58: { bool had = c->has_fifo; c->has_fifo = false; return had ? c->fifo_word : 0; }
    }
    if (o >= 0x100 && o < 0x180) return 1u << (o - 0x100) / 4; /* spin locks: core 1 is not there */
    if (o == 0x1B0) return c->now / US;
    if (o == 0x1B4) return c->now / US >> 32;
    return 0;
}

void sio_write(chip_t *c, uint32_t o, uint32_t v) {
    if (o < 0x10 || o >= 0x50) return;
    bool is_oe = o >= 0x30;
    uint32_t at = (o - (is_oe ? 0x30 : 0x10));
    int shift = at & 4 ? 32 : 0, how = at / 8;
    uint64_t old = is_oe ? c->sio_oe : c->sio_out, w = (uint64_t)v << shift;
    uint64_t new = how == 0 ? (old & ~(0xFFFFFFFFull << shift)) | w : how == 1 ? old | w : how == 2 ? old & ~w : old ^ w;
    if (is_oe) io_outputs(c, c->sio_out, new);
    else io_outputs(c, new, c->sio_oe);
}
