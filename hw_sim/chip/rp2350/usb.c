/* USB device controller (RP2350 data sheet 12.7) and the host behind it: enumerates the serial port, then moves
 * bytes; it can stop reading (is_stalled), fall silent (is_suspended) and go (is_unplugged). */
#include "chip.h"

enum { SIE_CTRL = 0x4C, SIE_STATUS = 0x50, BUFF_STATUS = 0x58, SOF_RD = 0x48, ARM = 0x60, ABORT_DONE = 0x64, INTR = 0x8C,
       INTE = 0x90, INTF = 0x94, INTS = 0x98 };
#define PULL_UP (1u << 16)
#define SETUP (1u << 17)
#define BUS_RESET (1u << 19)
#define CONNECTED (1u << 16)
#define SUSPENDED (1u << 4)
enum { AVAILABLE = 0x400, FULL = 0x8000 };
enum { PACKET_US = 50, FRAME_US = 1000, ATTACH_US = 10000 };
enum { IDLE, ATTACH, ASK, DATA, STATUS, RUNNING };
enum { STEPS = 7 };
static const uint8_t REQUESTS[STEPS][8] = {{0x80, 6, 0, 1, 0, 0, 18, 0}, {0, 5, 7}, {0x80, 6, 0, 2, 0, 0, 9, 0},
    {0x80, 6, 0, 2, 0, 0, 0, 1}, {0, 9, 1}, {0x21, 0x20, 0, 0, 0, 0, 7, 0}, {0x21, 0x22, 3}};
static const uint8_t LINE[7] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; /* 115,200 8N1 */

static uint32_t word(usb_t *u, int o) { uint32_t v; memcpy(&v, u->mem + o, 4); return v; }
static void set_word(usb_t *u, int o, uint32_t v) { memcpy(u->mem + o, &v, 4); }
static uint32_t intr(usb_t *u) {
    return (u->buff ? 0x10 : 0) | (u->sie & SETUP ? 1u << 16 : 0) | (u->sie & BUS_RESET ? 1u << 12 : 0) |
           (u->sof ? 1u << 17 : 0) | (u->sie & SUSPENDED ? 1u << 14 : 0);
}
static void update(chip_t *c) { irq_level(c, IRQ_USB, (intr(&c->usb) & c->usb.r[INTE / 4]) | c->usb.r[INTF / 4]); }
static void after(chip_t *c, uint64_t us) { plan(c, S_USB, c->now + us * US); }

void usb_power_on(chip_t *c) {
    usb_t *u = &c->usb;
    memset(u->r, 0, sizeof u->r);
    memset(u->mem, 0, sizeof u->mem);
    u->sie = u->buff = 0;
    u->is_up = u->is_configured = u->sof = false;
    u->stage = IDLE;
    c->due[S_USB] = NEVER;
}

static int take_in(usb_t *u, int ep, uint8_t *to) {
    int o = 0x80 + 8 * ep;
    uint32_t v = word(u, o);
    if (!(v & AVAILABLE) || !(v & FULL)) return -1;
    int n = v & 0x3FF, base = ep ? word(u, 8 + 8 * (ep - 1)) & 0xFFC0 : 0x100;
    memcpy(to, u->mem + base, n);
    set_word(u, o, v & ~(AVAILABLE | FULL));
    u->buff |= 1u << 2 * ep;
    return n;
}

static int give_out(usb_t *u, int ep, const uint8_t *data, int n) {
    int o = 0x84 + 8 * ep;
    uint32_t v = word(u, o);
    if (!(v & AVAILABLE)) return -1;
    int base = ep ? word(u, 12 + 8 * (ep - 1)) & 0xFFC0 : 0x100, room = v & 0x3FF;
    if (room && n > room) n = room;
    if (n > 64) n = 64;
    if (n) memcpy(u->mem + base, data, n);
    set_word(u, o, (v & ~0x7FFu) | FULL | n);
    u->buff |= 2u << 2 * ep;
    return n;
}

static void learn(usb_t *u) {
    for (int at = 0; at + 3 < u->got && u->answer[at]; at += u->answer[at])
        if (u->answer[at + 1] == 5 && (u->answer[at + 3] & 3) == 2) {
            if (u->answer[at + 2] & 0x80) u->ep_in = u->answer[at + 2] & 15;
            else u->ep_out = u->answer[at + 2] & 15;
        }
}

static void control(chip_t *c) {
    usb_t *u = &c->usb;
    int length = u->request[6] | u->request[7] << 8;
    bool is_in = u->request[0] & 0x80;
    if (u->sie & SETUP) { after(c, PACKET_US); return; }
    if (u->stage == DATA && is_in) {
        uint8_t piece[64];
        int n = take_in(u, 0, piece);
        if (n >= 0) {
            if (u->got + n <= (int)sizeof u->answer) { memcpy(u->answer + u->got, piece, n); u->got += n; }
            if (n < 64 || u->got >= length) u->stage = STATUS;
        }
    } else if (u->stage == DATA) {
        if (give_out(u, 0, LINE, length) >= 0) u->stage = STATUS;
    } else {
        uint8_t none[64] = {0};
        if (is_in ? give_out(u, 0, none, 0) >= 0 : take_in(u, 0, none) >= 0) {
            if (u->step == 3) learn(u);
            u->step++;
            u->stage = ASK;
            after(c, FRAME_US);
            return;
        }
    }
    after(c, PACKET_US);
}

static void ask(chip_t *c) {
    usb_t *u = &c->usb;
    if (u->step == STEPS) {
        u->stage = RUNNING;
        u->is_configured = true;
        after(c, PACKET_US);
        return;
    }
    memcpy(u->request, REQUESTS[u->step], 8);
    memcpy(u->mem, u->request, 8);
    u->sie |= SETUP;
    u->got = 0;
    u->stage = u->request[6] | u->request[7] ? DATA : STATUS;
    after(c, PACKET_US);
}

static void carry(chip_t *c) {
    usb_t *u = &c->usb;
    bool more = false;
    if (!u->is_stalled && u->in_n + 64 <= (int)sizeof u->in) {
        int n = take_in(u, u->ep_in, u->in + u->in_n);
        if (n > 0) {
            u->in_n += n;
            more = true;
            if (c->world.usb) c->world.usb();
        }
    }
    if (u->out_n) {
        int n = give_out(u, u->ep_out, u->out, u->out_n > 64 ? 64 : u->out_n);
        if (n > 0) memmove(u->out, u->out + n, u->out_n -= n);
        more |= u->out_n > 0;
    }
    bool frames = u->r[INTE / 4] >> 17 & 1;
    if (frames) u->sof = true;
    if (more) after(c, PACKET_US);
    else if (frames) after(c, FRAME_US);
}

void usb_run(chip_t *c) {
    usb_t *u = &c->usb;
    c->due[S_USB] = NEVER;
    if (u->is_unplugged || u->is_suspended) return;
    if (u->stage == ATTACH) {
        u->sie |= BUS_RESET | CONNECTED;
        u->step = 0;
        u->stage = ASK;
        after(c, ATTACH_US);
    } else if (u->stage == ASK) ask(c);
    else if (u->stage == RUNNING) carry(c);
    else if (u->stage != IDLE) control(c);
    update(c);
}

static void poke(chip_t *c) {
    if (c->usb.stage == RUNNING && c->due[S_USB] > c->now + PACKET_US * US) after(c, PACKET_US);
}

/* The firmware wrote a buffer's control word, or the host has bytes. */
void usb_ram(chip_t *c, uint32_t o, uint32_t size) { if (o + size > 0x88 && o < 0x100) poke(c); }

uint32_t usb_read(chip_t *c, uint32_t o) {
    usb_t *u = &c->usb;
    switch (o) {
    case SIE_STATUS: return u->sie | 1;
    case BUFF_STATUS: return u->buff;
    case 0x5C: return 0;
    case ABORT_DONE: return u->r[ARM / 4];
    case SOF_RD: u->sof = false; update(c); return c->now / (FRAME_US * US) & 0x7FF;
    case INTR: return intr(u);
    case INTS: return (intr(u) & u->r[INTE / 4]) | u->r[INTF / 4];
    }
    return o < 256 ? u->r[o / 4] : 0;
}

void usb_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw, bool is_clear) {
    usb_t *u = &c->usb;
    (void)is_clear;
    if (o == SIE_STATUS) u->sie &= ~raw;
    else if (o == BUFF_STATUS) u->buff &= ~raw;
    else if (o == ABORT_DONE) u->r[ARM / 4] = 0;
    else if (o < 256) u->r[o / 4] = v;
    if (o == SIE_CTRL && v & PULL_UP && !u->is_up && !u->is_unplugged) {
        u->is_up = true;
        u->stage = ATTACH;
        after(c, ATTACH_US);
    }
    if (o == INTE) poke(c);
    update(c);
}

/* From the world. */
int chip_usb_send(chip_t *c, const uint8_t *data, int n) {
    usb_t *u = &c->usb;
    if (n > (int)sizeof u->out - u->out_n) n = sizeof u->out - u->out_n;
    memcpy(u->out + u->out_n, data, n);
    u->out_n += n;
    poke(c);
    return n;
}

int chip_usb_take(chip_t *c, uint8_t *to, int most) {
    usb_t *u = &c->usb;
    int n = u->in_n < most ? u->in_n : most;
    memcpy(to, u->in, n);
    memmove(u->in, u->in + n, u->in_n -= n);
    return n;
}

void chip_usb_host(chip_t *c, int stalled, int suspended, int unplugged) {
    usb_t *u = &c->usb;
    bool was = u->is_suspended, was_out = u->is_unplugged;
    u->is_stalled = stalled;
    u->is_suspended = suspended;
    u->is_unplugged = unplugged;
    if (suspended && !was) u->sie |= SUSPENDED;
    if (unplugged && !was_out) { u->sie = (u->sie & ~CONNECTED) | SUSPENDED; u->out_n = 0; }
    if (!unplugged && was_out && u->is_up) { u->stage = ATTACH; after(c, ATTACH_US); }
    else if (u->stage != IDLE && !suspended && !unplugged) after(c, PACKET_US);
    update(c);
}
