/* UART (PL011, RP2350 data sheet 12.1) with real byte times; `wire` holds bytes on their way to it. */
#include "chip.h"

enum { DR = 0, FR = 0x18, IBRD = 0x24, FBRD = 0x28, LCR_H = 0x2C, CR = 0x30, IFLS = 0x34, IMSC = 0x38, RIS = 0x3C,
       MIS = 0x40, ICR = 0x44, DMACR = 0x48 };
enum { RX = 1 << 4, TX = 1 << 5, TIMEOUT = 1 << 6, OVERRUN = 1 << 10 };
enum { BITS = 10, TIMEOUT_BITS = 32 };
static const uint8_t TRIGGER[8] = {4, 8, 16, 24, 28, 28, 28, 28};

static uint64_t bits(uart_t *u, int n) { return (uint64_t)n * 16 * (u->ibrd * 64 + u->fbrd) / 64; } /* clk_peri is clk_sys */
static int depth(uart_t *u) { return u->lcr & 0x10 ? 32 : 1; }
static int rx_trigger(uart_t *u) { return depth(u) == 1 ? 1 : TRIGGER[u->ifls >> 3 & 7]; }
static int tx_trigger(uart_t *u) { return depth(u) == 1 ? 0 : TRIGGER[u->ifls & 7]; }
static void update(chip_t *c, int n) { irq_level(c, IRQ_UART + n, c->uart[n].raw & c->uart[n].imsc); }

void uart_power_on(chip_t *c, int n) {
    uart_t *u = &c->uart[n];
    uint64_t overruns = u->overruns;
    memset(u, 0, sizeof *u);
    u->overruns = overruns;
    u->ibrd = 1;
    u->cr = 0x300;
    u->ifls = 0x12;
    c->due[S_SEND0 + n] = c->due[S_ARRIVE0 + n] = c->due[S_QUIET0 + n] = NEVER;
}

bool uart_requests(chip_t *c, int treq) {
    uart_t *u = &c->uart[(treq - DREQ_UART) / 2];
    return treq & 1 ? u->dmacr & 1 && u->rx_n > 0 : u->dmacr & 2 && u->tx_n < depth(u);
}

static void next(chip_t *c, int n) {
    uart_t *u = &c->uart[n];
    u->is_sending = u->tx_n > 0;
    if (!u->is_sending) return;
    u->sending = u->tx[0]; /* into the shift register */
    memmove(u->tx, u->tx + 1, --u->tx_n);
    u->began = c->now;
    if (c->world.uart) c->world.uart(n, u->sending);
    plan(c, S_SEND0 + n, c->now + bits(u, BITS));
    if (u->tx_n <= tx_trigger(u)) u->raw |= TX;
    dma_request(c, DREQ_UART + 2 * n);
}

static void arrived(chip_t *c, int n) {
    uart_t *u = &c->uart[n];
    uint8_t byte = u->wire[0];
    memmove(u->wire, u->wire + 1, --u->wire_n);
    if (u->wire_n) plan(c, S_ARRIVE0 + n, c->now + bits(u, BITS));
    if (u->rx_n >= depth(u)) {
        u->overruns++;
        u->raw |= OVERRUN;
    } else u->rx[u->rx_n++] = byte;
    dma_request(c, DREQ_UART + 2 * n + 1);
    plan(c, S_QUIET0 + n, c->now + bits(u, TIMEOUT_BITS));
    if (u->rx_n >= rx_trigger(u)) u->raw |= RX;
}

void uart_run(chip_t *c, int source) {
    int n = (source - S_SEND0) % 2;
    c->due[source] = NEVER;
    if (source >= S_QUIET0) {
        if (c->uart[n].rx_n) c->uart[n].raw |= TIMEOUT;
    } else if (source >= S_ARRIVE0) arrived(c, n);
    else next(c, n);
    update(c, n);
}

uint32_t uart_read(chip_t *c, int n, uint32_t o) {
    uart_t *u = &c->uart[n];
    switch (o) {
    case DR: {
        uint32_t v = u->rx_n ? u->rx[0] : 0;
        if (u->rx_n) memmove(u->rx, u->rx + 1, --u->rx_n);
        if (u->rx_n < rx_trigger(u)) u->raw &= ~RX;
        if (!u->rx_n) u->raw &= ~TIMEOUT;
        update(c, n);
        return v;
    }
    case FR:
        return (u->tx_n ? 0 : 0x80) | (u->rx_n >= depth(u) ? 0x40 : 0) | (u->tx_n >= depth(u) ? 0x20 : 0) |
               (u->rx_n ? 0 : 0x10) | (u->is_sending ? 8 : 0);
    case IBRD: return u->ibrd;
    case FBRD: return u->fbrd;
    case LCR_H: return u->lcr;
    case CR: return u->cr;
    case IFLS: return u->ifls;
    case IMSC: return u->imsc;
    case RIS: return u->raw;
    case MIS: return u->raw & u->imsc;
    case DMACR: return u->dmacr;
    }
    return 0;
}

void uart_write(chip_t *c, int n, uint32_t o, uint32_t v) {
    uart_t *u = &c->uart[n];
    switch (o) {
    case DR:
        if (u->tx_n < depth(u)) u->tx[u->tx_n++] = v;
        if (u->tx_n > tx_trigger(u)) u->raw &= ~TX;
        if (!u->is_sending) next(c, n);
        break;
    case IBRD: u->ibrd = v; break;
    case FBRD: u->fbrd = v; break;
    case LCR_H: u->lcr = v; break;
    case CR: u->cr = v; break;
    case IFLS: u->ifls = v; break;
    case IMSC: u->imsc = v; break;
    case ICR: u->raw &= ~v; break;
    case DMACR: u->dmacr = v; dma_request(c, DREQ_UART + 2 * n + 1); break;
    }
    update(c, n);
}
