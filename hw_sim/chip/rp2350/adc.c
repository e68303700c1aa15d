/* The converter (RP2350 data sheet 12.4): eight inputs, 96 cycles of 48 MHz each, one at a time. */
#include "chip.h"

enum { CS = 0, RESULT = 4, FCS = 8, FIFO = 12, DIV = 16, INTR = 20, INTE = 24, INTF = 28, INTS = 32 };
enum { EN = 1, ONCE = 4, MANY = 8, READY = 1 << 8, CS_KEPT = 0x1FFF00B };
enum { FCS_KEPT = 0xF00000F, SHIFT = 2, DREQ_EN = 8, UNDER = 1 << 10, OVER = 1 << 11 };
enum { DEPTH = 8, CYCLES = 96, SAMPLED_NS = 250 }; /* the input must stand still so long: assumed */

static uint64_t ns_of(uint64_t cycle) { return cycle * 20 / 3; }
static uint64_t cycle_of(uint64_t ns) { return (ns * 3 + 19) / 20; }
static int threshold(chip_t *c) { int n = c->adc.fcs >> 24 & 15; return n ? n : 1; }
static int intr(chip_t *c) { return c->adc.n >= threshold(c); }

bool adc_requests(chip_t *c) { return c->adc.fcs & DREQ_EN && c->adc.n >= threshold(c); }

static void update(chip_t *c) { irq_level(c, IRQ_ADC, (intr(c) & c->adc.inte) | c->adc.intf); }

static void begin(chip_t *c) {
    adc_t *a = &c->adc;
    if (a->busy) { a->lost_starts++; return; }
    uint64_t edge = ns_of(c->now) * 48 / 1000 + 1; /* the start is seen at the next edge of its clock */
    a->busy = true;
    a->channel = a->cs >> 12 & 15;
    a->start_ns = edge * 1000 / 48;
    a->sampled_at = cycle_of(a->start_ns + SAMPLED_NS);
    a->done_at = cycle_of((edge + CYCLES) * 1000 / 48);
    plan(c, S_ADC, a->sampled_at);
}

static void next_channel(adc_t *a) {
    uint32_t round = a->cs >> 16 & 0x1FF, n = a->cs >> 12 & 15;
    if (!round) return;
    do n = (n + 1) % 9; while (!(round >> n & 1));
    a->cs = (a->cs & ~0xF000u) | n << 12;
}

static void done(chip_t *c) {
    adc_t *a = &c->adc;
    a->done_at = NEVER;
    a->busy = false;
    a->result = a->value;
    a->conversions[a->channel]++;
    if (a->fcs & EN) {
        if (a->n >= DEPTH) { a->fcs |= OVER; a->overflows++; }
        else a->fifo[a->n++] = a->fcs & SHIFT ? a->value >> 4 : a->value;
        dma_request(c, DREQ_ADC);
    }
    update(c);
    next_channel(a);
    if (a->cs & MANY) begin(c); /* a divider below 96 means the same; more is not modelled */
}

void adc_run(chip_t *c) {
    adc_t *a = &c->adc;
    c->due[S_ADC] = NEVER;
    if (c->now >= a->sampled_at) {
        int v = a->channel == 8 ? 876 : parts_sample(c, a->channel, a->start_ns);
        a->value = v < 0 ? 0 : v > 4095 ? 4095 : v;
        a->sampled_at = NEVER;
    }
    if (c->now >= a->done_at) done(c);
    uint64_t at = a->sampled_at < a->done_at ? a->sampled_at : a->done_at;
    if (at < c->due[S_ADC]) plan(c, S_ADC, at);
}

void adc_power_on(chip_t *c) {
    uint32_t kept = c->adc.lost_starts;
    memset(&c->adc, 0, sizeof c->adc);
    c->adc.lost_starts = kept;
    c->adc.sampled_at = c->adc.done_at = NEVER;
    c->due[S_ADC] = NEVER;
}

uint32_t adc_read(chip_t *c, uint32_t o) {
    adc_t *a = &c->adc;
    switch (o) {
    case CS: return a->cs | (a->busy ? 0 : READY);
    case RESULT: return a->result;
    case FCS: return a->fcs | a->n << 16 | (a->n ? 0 : 1 << 8) | (a->n >= DEPTH ? 1 << 9 : 0);
    case FIFO: {
        if (!a->n) { a->fcs |= UNDER; a->underflows++; return 0; }
        uint32_t v = a->fifo[0];
        memmove(a->fifo, a->fifo + 1, 2 * --a->n);
        update(c);
        return v;
    }
    case DIV: return a->div;
    case INTR: return intr(c);
    case INTE: return a->inte;
    case INTF: return a->intf;
    case INTS: return (intr(c) & a->inte) | a->intf;
    }
    return 0;
}

void adc_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw) {
    adc_t *a = &c->adc;
    switch (o) {
    case CS:
        a->cs = v & CS_KEPT;
        if (v & EN && v & (ONCE | MANY)) begin(c);
        break;
    case FCS:
        a->fcs = (v & FCS_KEPT) | (a->fcs & (OVER | UNDER) & ~raw);
        dma_request(c, DREQ_ADC);
        break;
    case DIV: a->div = v; break;
    case INTE: a->inte = v & 1; break;
    case INTF: a->intf = v & 1; break;
    }
    update(c);
}
