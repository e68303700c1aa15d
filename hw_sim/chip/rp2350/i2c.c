/* DesignWare I2C (RP2350 data sheet 12.2) as controller: each command at once, its time passes before
 * anything of the controller is read again (whoever waits would poll: that is not emulated). */
#include "chip.h"

enum { CON = 0, TAR = 4, DATA = 0x10, INTR = 0x2C, MASK = 0x30, RAW = 0x34, CLR = 0x40, CLR_ABRT = 0x54, CLR_DONE = 0x58,
       CLR_ACT = 0x5C, CLR_STOP = 0x60, CLR_START = 0x64, ENABLE = 0x6C, STATUS = 0x70, TXFLR = 0x74, RXFLR = 0x78,
       ABORT = 0x80, EN_STATUS = 0x9C, PARAM = 0xF4, TYPE = 0xFC };
enum { RX_FULL = 4, TX_EMPTY = 16, TX_ABRT = 64, STOP_DET = 0x200, START_DET = 0x400, ACTIVITY = 0x100 };
enum { NO_ADDRESS = 1, NO_DATA = 8, BUS_STUCK = -2 };

static uint64_t byte_cycles(i2c_t *i) {
    uint32_t high = i->r[0x1C / 4] + i->r[0x20 / 4]; /* FS_SCL_HCNT, LCNT: SDK uses fast mode for all */
    return 9 * (uint64_t)(high ? high : 375);
}

static int call(chip_t *c, int n, int what, int v) { return c->world.i2c ? c->world.i2c(n, what, v) : -1; }

static void command(chip_t *c, int n, uint32_t v) {
    i2c_t *i = &c->i2c[n];
    bool is_read = v & 0x100;
    int bytes = 1, answer = 0;
    if (!i->began || v & 0x400) {
        bytes++;
        answer = call(c, n, 0, (i->r[TAR / 4] & 0x7F) << 1 | is_read);
        i->began = true;
        i->raw |= START_DET | ACTIVITY;
    }
    if (answer >= 0) answer = call(c, n, is_read ? 2 : 1, v & 255);
    if (answer == BUS_STUCK) return; /* nothing ever ends: the driver's time limit does */
    i->bytes += bytes;
    i->free_at = (c->now > i->free_at ? c->now : i->free_at) + bytes * byte_cycles(i);
    if (answer < 0) {
        i->abort = bytes == 2 ? NO_ADDRESS : NO_DATA;
        i->raw |= TX_ABRT | STOP_DET;
        i->began = false;
        call(c, n, 3, 0);
        return;
    }
    if (is_read && i->rx_n < 16) i->rx[i->rx_n++] = answer;
    if (v & 0x200) {
        i->raw |= STOP_DET;
        i->began = false;
        call(c, n, 3, 0);
    }
}

uint32_t i2c_read(chip_t *c, int n, uint32_t o) {
    i2c_t *i = &c->i2c[n];
    if (o >= DATA && c->now < i->free_at && o != ENABLE && o != PARAM) pass(c, i->free_at - c->now);
    switch (o) {
    case DATA: {
        uint32_t v = i->rx[0];
        if (i->rx_n) memmove(i->rx, i->rx + 1, --i->rx_n);
        return v;
    }
    case INTR: case RAW: {
        uint32_t v = i->raw | TX_EMPTY | (i->rx_n ? RX_FULL : 0);
        return o == INTR ? v & i->r[MASK / 4] : v;
    }
    case CLR: i->raw = i->abort = 0; return 0;
    case CLR_ABRT: { bool had = i->abort; i->raw &= ~TX_ABRT; i->abort = 0; return had; }
    case CLR_ACT: i->raw &= ~ACTIVITY; return 0;
    case CLR_STOP: i->raw &= ~STOP_DET; return 0;
    case CLR_START: i->raw &= ~START_DET; return 0;
    case STATUS: return 6 | (i->rx_n ? 8 : 0);
    case TXFLR: return 0;
    case RXFLR: return i->rx_n;
    case ABORT: return i->abort;
    case EN_STATUS: return i->r[ENABLE / 4] & 1;
    case PARAM: return 0xFFFF0F;
    case TYPE: return 0x44570140;
    }
    return o < 256 ? i->r[o / 4] : 0;
}

void i2c_write(chip_t *c, int n, uint32_t o, uint32_t v) {
    if (o == DATA) command(c, n, v);
    else if (o < 256) c->i2c[n].r[o / 4] = v;
}
