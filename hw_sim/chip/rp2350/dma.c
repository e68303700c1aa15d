/* DMA (RP2350 data sheet 12.6): sixteen channels paced by requests, at about the chip's own speed.
 *
 * A request is a level ("there is a word", "there is room"), looked at when the transfer happens;
 * the chip counts requests, which comes to the same for the queues that are modelled.
 */
#include "chip.h"
#include <stdio.h>

#define EN 1u
#define INCR_READ (1u << 4)
#define READ_REV (1u << 5)
#define INCR_WRITE (1u << 6)
#define WRITE_REV (1u << 7)
#define RING_WRITE (1u << 12)
#define QUIET (1u << 23)
#define BSWAP (1u << 24)
#define BUSY (1u << 26)
#define ERRORS (3u << 29)
enum { LATENCY = 5, JITTER = 3, NEXT = 3 }; /* cycles: synchroniser, read, write; others on the bus; same channel */
enum { MODE_NORMAL = 0, MODE_AGAIN = 1, MODE_ENDLESS = 15 };
enum { INTR = 0x400, TRIGGERS = 0x450, LEVELS = 0x460, ABORT = 0x464, N_CHANNELS = 0x468, DEBUG = 0x800 };
enum { READ, WRITE, COUNT, CTRL };
static const uint8_t WHICH[16] = {READ, WRITE, COUNT, CTRL, CTRL, READ, WRITE, COUNT,
                                  CTRL, COUNT, READ, WRITE, CTRL, WRITE, COUNT, READ};

static int treq(channel_t *d) { return d->ctrl >> 17 & 63; }
static int chain(channel_t *d) { return d->ctrl >> 13 & 15; }
static uint32_t left(channel_t *d) { return d->count >> 28 == MODE_ENDLESS ? 1 : d->count & 0x0FFFFFFF; }

static void update(chip_t *c) {
    for (int line = 0; line < 4; line++)
        irq_level(c, IRQ_DMA + line, ((c->dma_raw & c->dma_inte[line]) | c->dma_intf[line]) != 0);
}

static bool requested(chip_t *c, int n) {
    if (n == DREQ_FOREVER) return true;
    if (n < 24) return pio_ready(c, n / 8, n % 8);
    if (n >= DREQ_UART && n < DREQ_UART + 4) return uart_requests(c, n);
    if (n == DREQ_ADC) return adc_requests(c);
    snprintf(c->fault, sizeof c->fault, "DMA request %d is not modelled", n);
    return false;
}

static void soon(chip_t *c, channel_t *d, int cycles) {
    c->dma_noise = c->dma_noise * 1664525u + 1013904223u;
    d->ready_at = c->now + cycles + (c->dma_noise >> 16 & 0xFFFF) % (JITTER + 1);
    if (d->ready_at < c->due[S_DMA]) plan(c, S_DMA, d->ready_at);
}

static void forget(chip_t *c, int n) {
    c->dma[n].ready_at = NEVER;
    for (int i = 0; i < 64; i++) c->dma_waiting[i] &= ~(1u << n);
}

static void await(chip_t *c, int n) {
    channel_t *d = &c->dma[n];
    forget(c, n);
    if (!(d->ctrl & EN)) return;
    if (requested(c, treq(d))) soon(c, d, LATENCY);
    else c->dma_waiting[treq(d)] |= 1u << n;
}

static void start(chip_t *c, int n) {
    channel_t *d = &c->dma[n];
    if (!(d->ctrl & EN) || d->ctrl & BUSY) return;
    d->count = d->reload;
    if (!left(d)) return;
    d->ctrl |= BUSY;
    await(c, n);
}

/* Erratum RP2350-E5: a channel that is aborted while it is enabled may be triggered again. */
static void stop(chip_t *c, int n) {
    channel_t *d = &c->dma[n];
    bool was_busy = d->ctrl & BUSY;
    d->ctrl &= ~BUSY;
    d->count &= ~0x0FFFFFFFu;
    forget(c, n);
    if (!was_busy || !(d->ctrl & EN)) return;
    c->unsafe_aborts++;
    if (!(d->ctrl & QUIET)) c->dma_raw |= 1u << n;
    start(c, n);
    if (chain(d) != n) start(c, chain(d));
}

void dma_request(chip_t *c, int n) {
    uint32_t bits = c->dma_waiting[n];
    if (!bits) return;
    c->dma_waiting[n] = 0;
    for (int i = 0; bits; i++, bits >>= 1) if (bits & 1) soon(c, &c->dma[i], LATENCY);
}

static uint32_t next(uint32_t at, int by, uint32_t ring) { return (at & ~ring) | ((at + by) & ring); }

static void advance(channel_t *d) {
    uint32_t bits = d->ctrl >> 8 & 15, ring = bits ? (1u << bits) - 1 : 0xFFFFFFFF;
    int size = 1 << (d->ctrl >> 2 & 3);
    bool is_write = d->ctrl & RING_WRITE;
    if (d->ctrl & INCR_READ) d->read = next(d->read, d->ctrl & READ_REV ? -size : size, is_write ? 0xFFFFFFFF : ring);
    if (d->ctrl & INCR_WRITE) d->write = next(d->write, d->ctrl & WRITE_REV ? -size : size, is_write ? ring : 0xFFFFFFFF);
    if (d->count >> 28 != MODE_ENDLESS) d->count--;
    d->transfers++;
}

static void transfer(chip_t *c, int n) {
    channel_t *d = &c->dma[n];
    if (!requested(c, treq(d))) { c->dma_waiting[treq(d)] |= 1u << n; return; }
    c->dma_free_at = c->now + 1;
    int size = 1 << (d->ctrl >> 2 & 3);
    uint32_t v = bus_read(c, d->read, size);
    if (d->ctrl & BSWAP) v = size == 4 ? __builtin_bswap32(v) : size == 2 ? __builtin_bswap16(v) : v;
    bus_write(c, d->write, size, v);
    advance(d);
    if (!(d->ctrl & BUSY)) return; /* it wrote to itself */
    if (left(d)) {
        if (requested(c, treq(d))) soon(c, d, NEXT);
        else c->dma_waiting[treq(d)] |= 1u << n;
        return;
    }
    d->ctrl &= ~BUSY;
    forget(c, n);
    if (!(d->ctrl & QUIET)) c->dma_raw |= 1u << n;
    update(c);
    if (d->count >> 28 == MODE_AGAIN) start(c, n);
    else if (chain(d) != n) start(c, chain(d));
}

static void replan(chip_t *c) {
    uint64_t at = NEVER;
    for (int i = 0; i < CHANNELS; i++) if (c->dma[i].ready_at < at) at = c->dma[i].ready_at;
    plan(c, S_DMA, at);
}

void dma_run(chip_t *c) {
    c->due[S_DMA] = NEVER;
    for (int i = 0; i < CHANNELS; i++) {
        channel_t *d = &c->dma[i];
        if (d->ready_at > c->now) continue;
        d->ready_at = NEVER;
        if (c->now < c->dma_free_at) d->ready_at = c->dma_free_at;
        else transfer(c, i);
    }
    replan(c);
}

void dma_power_on(chip_t *c) {
    memset(c->dma, 0, sizeof c->dma);
    memset(c->dma_waiting, 0, sizeof c->dma_waiting);
    memset(c->dma_inte, 0, sizeof c->dma_inte);
    memset(c->dma_intf, 0, sizeof c->dma_intf);
    c->dma_raw = 0;
    for (int i = 0; i < CHANNELS; i++) {
        c->dma[i].ctrl = i << 13;
        c->dma[i].ready_at = NEVER;
    }
}

uint32_t dma_read(chip_t *c, uint32_t o) {
    if (o >= DEBUG) return o & 4 ? c->dma[(o - DEBUG) >> 6 & 15].reload : 0;
    if (o < CHANNELS * 64) {
        channel_t *d = &c->dma[o >> 6];
        switch (WHICH[o >> 2 & 15]) {
        case READ: return d->read;
        case WRITE: return d->write;
        case COUNT: return d->count;
        }
        return d->ctrl;
    }
    if (o >= INTR && o < INTR + 64) {
        int line = (o - INTR) / 16;
        switch ((o - INTR) % 16 / 4) {
        case 0: return c->dma_raw;
        case 1: return c->dma_inte[line];
        case 2: return c->dma_intf[line];
        }
        return (c->dma_raw & c->dma_inte[line]) | c->dma_intf[line];
    }
    return o == N_CHANNELS ? CHANNELS : 0;
}

/* `raw` is the word that was written, whatever alias carried it: bits that a write clears. */
void dma_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw) {
    if (o < CHANNELS * 64) {
        int n = o >> 6;
        channel_t *d = &c->dma[n];
        switch (WHICH[o >> 2 & 15]) {
        case READ: d->read = v; break;
        case WRITE: d->write = v; break;
        case COUNT: d->reload = v; break;
        case CTRL:
            d->ctrl = (v & 0x03FFFFFF) | (d->ctrl & BUSY) | (d->ctrl & ERRORS & ~raw);
            if (d->ctrl & BUSY) await(c, n); /* switched off or on again, or another request */
        }
        if ((o & 15) == 12) {
            if (v) start(c, n);
            else if (d->ctrl & QUIET) c->dma_raw |= 1u << n;
        }
    } else if (o >= INTR && o < INTR + 64) {
        int line = (o - INTR) / 16, which = (o - INTR) % 16 / 4;
        if (which == 1) c->dma_inte[line] = v & 0xFFFF;
        else if (which == 2) c->dma_intf[line] = v & 0xFFFF;
        else c->dma_raw &= ~raw;
    } else if (o == TRIGGERS) {
        for (int i = 0; i < CHANNELS; i++) if (v >> i & 1) start(c, i);
    } else if (o == ABORT) {
        for (int i = 0; i < CHANNELS; i++) if (v >> i & 1) stop(c, i);
    }
    update(c);
    replan(c);
}
