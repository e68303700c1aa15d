/* The address map, and blocks that need no file of their own: clocks, resets, oscillators, QMI, random numbers. */
#include "chip.h"

#define UNIT(at) ((at) & ((at) >= 0x50000000 ? 0xFFFF0000u : 0xFFFF8000u))
enum { SYSINFO = 0x40000000, CLOCKS = 0x40010000, PSM = 0x40018000, RESETS = 0x40020000, IO = 0x40028000,
       IO_QSPI = 0x40030000, PADS = 0x40038000, XOSC = 0x40048000, PLL_SYS = 0x40050000, PLL_USB = 0x40058000,
       UART0 = 0x40070000, I2C0 = 0x40090000, ADC = 0x400A0000, PWM = 0x400A8000, TIMER0 = 0x400B0000,
       QMI = 0x400D0000, WATCHDOG = 0x400D8000, BOOTRAM = 0x400E0000, ROSC = 0x400E8000, TRNG = 0x400F0000,
       DMA = 0x50000000, DPRAM = 0x50100000, USB = 0x50110000, PIO0 = 0x50200000 };

static uint32_t *plain(chip_t *c, uint32_t unit) {
    int i = 0;
    while (i < c->plain_n && c->plain_at[i] != unit) i++;
    if (i == 64) i = 63;
    if (i == c->plain_n) { c->plain_at[i] = unit; memset(c->plain[i], 0, sizeof c->plain[i]); c->plain_n++; }
    return c->plain[i];
}

static uint32_t chance(chip_t *c) {
    uint32_t x = c->noise;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return c->noise = x;
}

static void reset_blocks(chip_t *c, uint32_t bits) {
    if (bits & 1u) adc_power_on(c);
    if (bits >> 2 & 1) dma_power_on(c);
    for (int n = 0; n < 2; n++) if (bits >> (4 + n) & 1) memset(&c->i2c[n], 0, sizeof c->i2c[n]);
    if (bits >> 6 & 1) for (int pin = 0; pin < PINS; pin++) c->io_ctrl[pin] = 31;
    if (bits >> 9 & 1) for (int pin = 0; pin < PINS; pin++) c->pad[pin] = c->pad_latched[pin] = 0x116;
    if (bits >> 16 & 1) pwm_power_on(c);
    if (bits & (1u << 6 | 1u << 9 | 1u << 16)) io_refresh_all(c);
    for (int n = 0; n < 3; n++) if (bits >> (11 + n) & 1) pio_power_on(c, n);
    for (int n = 0; n < 2; n++) if (bits >> (26 + n) & 1) uart_power_on(c, n);
    if (bits >> 28 & 1) usb_power_on(c);
}

/* Direct mode only: the identity of the flash chip. */
static uint32_t qmi_read(chip_t *c, uint32_t o, uint32_t *r) {
    if (o == 0) return r[0] | 1u << 11 | (c->qmi_rx_n ? 0 : 1u << 16);
    if (o != 8 || !c->qmi_rx_n) return r[o / 4];
    uint32_t v = c->qmi_rx[0];
    memmove(c->qmi_rx, c->qmi_rx + 1, 4 * --c->qmi_rx_n);
    return v;
}

static void qmi_write(chip_t *c, uint32_t o, uint32_t v, uint32_t *r) {
    static const uint8_t JEDEC[4] = {0, 0xEF, 0x40, 0x18};
    if (o == 0 && v & 4 && !(r[0] & 4)) c->qmi_sent = 0;
    if (o != 4) { r[o / 4] = v; return; }
    int n = c->qmi_sent++;
    uint32_t answer = 0;
    if (!n) c->qmi_first = v & 255;
    else if (c->qmi_first == 0x9F && n < 4) answer = JEDEC[n];
    else if (c->qmi_first == 0x4B && n >= 5 && n < 13) answer = c->unique_id[n - 5];
    if (c->qmi_rx_n < 32) c->qmi_rx[c->qmi_rx_n++] = answer;
}

uint32_t block_read(chip_t *c, uint32_t at) {
    uint32_t unit = UNIT(at), o = at & 0xFFC;
    switch (unit) {
    case IO: return io_read(c, o);
    case PADS: return pads_read(c, o);
    case UART0: case UART0 + 0x8000: return uart_read(c, unit != UART0, o);
    case I2C0: case I2C0 + 0x8000: return i2c_read(c, unit != I2C0, o);
    case ADC: return adc_read(c, o);
    case PWM: return pwm_read(c, o);
    case TIMER0: case TIMER0 + 0x8000: return timer_read(c, unit != TIMER0, o);
    case WATCHDOG: return watchdog_read(c, o);
    case DMA: return dma_read(c, o);
    case USB: return usb_read(c, o);
    case PIO0: case PIO0 + 0x100000: case PIO0 + 0x200000: return pio_read(c, (unit - PIO0) >> 20, o);
    }
    uint32_t *r = plain(c, unit);
    switch (unit) {
    case QMI: return qmi_read(c, o, r);
    case SYSINFO: return o == 0 ? 0x20004927 : o == 8 ? 1 : 0;
    case RESETS: return o == 8 ? ~r[0] & 0x1FFFFFFF : r[o / 4];
    case CLOCKS:
        if (o < 0x84 && o % 12 == 8) { /* SELECTED */
            int which = o / 12;
            return which == 4 || which == 5 ? 1u << (r[o / 4 - 2] & (which == 4 ? 3 : 1)) : 1;
        }
        break;
    case XOSC: if (o == 4) return 0x80001000; break;
    case PLL_SYS: case PLL_USB: if (o == 0) return r[0] | 1u << 31; break;
    case IO_QSPI: if (o == 0x18) return r[o / 4] | 1u << 9; break;
    case ROSC:
        if (o == 0x20) return c->world.random ? (uint32_t)c->world.random() & 1 : chance(c) >> 20 & 1;
        if (o == 0x1C) return 0x80001000;
        break;
    case TRNG:
        if (o == 0x104 || o == 0x110) return 1;
        if (o >= 0x114 && o <= 0x128) return chance(c);
    }
    return r[o / 4];
}

void block_write(chip_t *c, uint32_t at, uint32_t v, uint32_t raw, bool is_alias) {
    uint32_t unit = UNIT(at), o = at & 0xFFC;
    switch (unit) {
    case IO: io_write(c, o, v); return;
    case PADS: pads_write(c, o, v); return;
    case UART0: case UART0 + 0x8000: uart_write(c, unit != UART0, o, v); return;
    case I2C0: case I2C0 + 0x8000: i2c_write(c, unit != I2C0, o, v); return;
    case ADC: adc_write(c, o, v, raw); return;
    case PWM: pwm_write(c, o, v); return;
    case TIMER0: case TIMER0 + 0x8000: timer_write(c, unit != TIMER0, o, v); return;
    case WATCHDOG: watchdog_write(c, o, v); return;
    case DMA: dma_write(c, o, v, raw); return;
    case USB: usb_write(c, o, v, raw, is_alias); return;
    case PIO0: case PIO0 + 0x100000: case PIO0 + 0x200000: pio_write(c, (unit - PIO0) >> 20, o, v, is_alias); return;
    }
    uint32_t *r = plain(c, unit);
    if (unit == QMI) { qmi_write(c, o, v, r); return; }
    if (unit == RESETS && o == 0) reset_blocks(c, v & ~r[0]);
    if (unit == PSM && o == 4 && r[1] >> 24 & 1 && !(v >> 24 & 1)) {
        c->has_fifo = true; /* core 1 is not there, but says 0 when it is let go, as its boot ROM does */
        c->fifo_word = 0;
    }
    r[o / 4] = v;
}

/* -- any access of the processor or DMA to what is not memory ------------------------------------ */

static uint32_t part(uint32_t v, uint32_t at, int size) { return v >> 8 * (at & 3) & (size == 4 ? ~0u : (1u << 8 * size) - 1); }

uint32_t bus_read(chip_t *c, uint32_t at, int size) {
    uint32_t v = 0;
    if (at >= RAM_AT && at + size <= RAM_AT + RAM_BYTES) { memcpy(&v, c->ram + (at - RAM_AT), size); return v; }
    if (at >= FLASH_AT && at < 0x20000000) { memcpy(&v, c->flash + (at & (FLASH_BYTES - 1)), size); return v; }
    if (at >= 0xD0000000 && at < 0xD0040000) return part(sio_read(c, at & 0xFFC), at, size);
    if (at >= 0xE0000000) return ppb_read(c, at & 0xFFFF, size);
    if ((at & ~0xFFFu) == DPRAM) { memcpy(&v, c->usb.mem + (at & 0xFFF), size); return v; }
    if ((at & ~0xFFFu) == BOOTRAM) {
        if ((at & 0xFFF) >= 0x80C && (at & 0xFFF) < 0x82C) return 1; /* boot locks: always ours */
        memcpy(&v, c->bootram + (at & 0xFFF), size);
        return v;
    }
    return part(block_read(c, at), at, size);
}

void bus_write(chip_t *c, uint32_t at, int size, uint32_t v) {
    if (at >= RAM_AT && at + size <= RAM_AT + RAM_BYTES) { memcpy(c->ram + (at - RAM_AT), &v, size); return; }
    if (at >= 0xD0000000 && at < 0xD0040000) { sio_write(c, at & 0xFFC, v); return; }
    if (at >= 0xE0000000) { ppb_write(c, at & 0xFFFF, size, v); return; }
    if ((at & ~0xFFFu) == DPRAM) {
        memcpy(c->usb.mem + (at & 0xFFF), &v, size);
        usb_ram(c, at & 0xFFF, size);
        return;
    }
    if ((at & ~0x3FFFu) == BOOTRAM) {
        if (!(at & 0x3000)) memcpy(c->bootram + (at & 0xFFF), &v, size);
        return;
    }
    if (at < 0x40000000) return;
    if (size == 1) v *= 0x01010101; /* a narrow write shows on all lanes */
    if (size == 2) v *= 0x00010001;
    int alias = at >> 12 & 3;
    uint32_t raw = v;
    if (alias && UNIT(at) != DPRAM) {
        uint32_t old = block_read(c, at);
        v = alias == 1 ? old ^ v : alias == 2 ? old | v : old & ~v;
    }
    block_write(c, at, v, raw, alias);
}
