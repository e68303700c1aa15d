/* One state machine of a PIO block: an instruction at each tick of its divided clock; asleep while one stalls. */
#include "chip.h"

#define RXSTALL 1u
#define RXUNDER (1u << 8)
#define TXOVER (1u << 16)
#define TXSTALL (1u << 24)

static pio_t *block(chip_t *c, sm_t *s) { return &c->pio[s->pio]; }
static int source(sm_t *s) { return S_SM0 + 4 * s->pio + s->index; }
static uint32_t rotated(uint32_t v, int by) { by &= 31; return by ? v << by | v >> (32 - by) : v; }
static uint32_t view(chip_t *c, sm_t *s) { return (uint32_t)(io_seen(c) >> block(c, s)->base); }

static uint32_t reversed(uint32_t v) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++, v >>= 1) r = r << 1 | (v & 1);
    return r;
}

void sm_set(chip_t *c, sm_t *s, uint32_t which, uint32_t v) {
    switch (which) {
    case 0:
        s->clkdiv = v;
        s->step256 = (uint64_t)(v >> 16 ? v >> 16 : 65536) * 256 + (v >> 8 & 255);
        break;
    case 4:
        s->execctrl = v & 0x7FFFFFFF;
        s->side_enable = v >> 30 & 1;
        s->side_dirs = v >> 29 & 1;
        s->jmp_pin = v >> 24 & 31;
        s->wrap_top = v >> 12 & 31;
        s->wrap_bottom = v >> 7 & 31;
        break;
    case 8: {
        uint32_t before = s->shiftctrl >> 30, joined = v >> 30;
        s->shiftctrl = v;
        s->autopush = v >> 16 & 1;
        s->autopull = v >> 17 & 1;
        s->in_right = v >> 18 & 1;
        s->out_right = v >> 19 & 1;
        s->push_threshold = v >> 20 & 31 ? v >> 20 & 31 : 32;
        s->pull_threshold = v >> 25 & 31 ? v >> 25 & 31 : 32;
        s->in_count = v & 31;
        s->tx_depth = joined & 1 ? 8 : joined & 2 ? 0 : 4;
        s->rx_depth = joined & 2 ? 8 : joined & 1 ? 0 : 4;
        if (joined == before) break;
        s->rx_n = s->tx_n = 0;
        dma_request(c, 8 * s->pio + s->index);
        sm_wake(c, s, c->now + 1);
        break;
    }
    case 16: sm_force(c, s, v & 0xFFFF); break;
    case 20:
        s->pinctrl = v;
        s->side_bits = v >> 29;
        s->set_count = v >> 26 & 7;
        s->out_count = v >> 20 & 63;
        s->in_base = v >> 15 & 31;
        s->side_base = v >> 10 & 31;
        s->set_base = v >> 5 & 31;
        s->out_base = v & 31;
    }
}

void sm_power_on(chip_t *c, sm_t *s) {
    int index = s->index, pio = s->pio;
    memset(s, 0, sizeof *s);
    s->index = index;
    s->pio = pio;
    s->exec = -1;
    s->osr_count = 32;
    s->tx_depth = s->rx_depth = 4;
    s->shiftctrl = 3u << 18;
    c->due[source(s)] = NEVER;
    sm_set(c, s, 0, 1 << 16);
    sm_set(c, s, 4, 0x1F << 12);
    sm_set(c, s, 8, 3 << 18);
    sm_set(c, s, 20, 5 << 26);
}

/* What it stalls on may have changed: it looks again at its first tick from then on. */
void sm_wake(chip_t *c, sm_t *s, uint64_t at) {
    if (!s->asleep || !s->enabled || c->due[source(s)] != NEVER) return;
    if (at * 256 > s->tick256) s->tick256 += (at * 256 - s->tick256 + s->step256 - 1) / s->step256 * s->step256;
    plan(c, source(s), s->tick256 / 256);
}

static void resume(chip_t *c, sm_t *s) {
    s->asleep = true;
    c->due[source(s)] = NEVER;
    s->wait_mask = 0;
    s->waits_irq = false;
    sm_wake(c, s, c->now + 1);
}

void sm_enable(chip_t *c, sm_t *s, bool on) {
    if (on == s->enabled) return;
    s->enabled = on;
    c->due[source(s)] = NEVER;
    s->asleep = true;
    sm_wake(c, s, c->now + 1);
}

void sm_restart(chip_t *c, sm_t *s) {
    s->isr = s->isr_count = 0;
    s->osr_count = 32;
    s->exec = -1;
    s->exec_stalled = s->half_done = false;
    resume(c, s);
}

void sm_restart_clock(chip_t *c, sm_t *s) {
    s->tick256 = c->now * 256;
    resume(c, s);
}

uint32_t sm_read(chip_t *c, sm_t *s) {
    if (!s->rx_n) { block(c, s)->fdebug |= RXUNDER << s->index; return 0; }
    uint32_t v = s->rx[0];
    memmove(s->rx, s->rx + 1, 4 * --s->rx_n);
    if (s->asleep) sm_wake(c, s, c->now + 1);
    pio_update(c, s->pio);
    return v;
}

void sm_write(chip_t *c, sm_t *s, uint32_t v) {
    if (s->tx_n >= s->tx_depth) { block(c, s)->fdebug |= TXOVER << s->index; return; }
    s->tx[s->tx_n++] = v;
    if (s->asleep) sm_wake(c, s, c->now + 1);
}

static void drive(chip_t *c, sm_t *s, bool dirs, int base, int count, uint32_t value) {
    if (!count) return;
    uint32_t ones = count == 32 ? 0xFFFFFFFF : (1u << count) - 1;
    pio_drive(c, s->pio, dirs, rotated(ones, base), rotated(value & ones, base));
}

static void side_set(chip_t *c, sm_t *s, uint32_t op) {
    int count = s->side_bits;
    if (!count) return;
    uint32_t value = (op >> 8 & 31) >> (5 - count);
    if (s->side_enable) {
        count--;
        if (!(value >> count)) return;
        value &= (1u << count) - 1;
    }
    drive(c, s, s->side_dirs, s->side_base, count, value);
}

static bool refill(chip_t *c, sm_t *s) {
    if (!s->tx_n) return false;
    s->osr = s->tx[0];
    memmove(s->tx, s->tx + 1, 4 * --s->tx_n);
    s->osr_count = 0;
    dma_request(c, 8 * s->pio + s->index);
    pio_update(c, s->pio);
    return true;
}

static void go_to(sm_t *s, uint32_t at) { s->pc = at & 31; s->jumped = true; }

static bool do_jump(chip_t *c, sm_t *s, uint32_t op) {
    bool is;
    switch (op >> 5 & 7) {
    case 0: is = true; break;
    case 1: is = s->x == 0; break;
    case 2: is = s->x-- != 0; break;
    case 3: is = s->y == 0; break;
    case 4: is = s->y-- != 0; break;
    case 5: is = s->x != s->y; break;
    case 6: is = view(c, s) >> s->jmp_pin & 1; break;
    default: is = s->osr_count < s->pull_threshold;
    }
    if (is) go_to(s, op);
    return true;
}

/* Which flag, of which block: its own, the one before or after it (bits 4 and 3). */
static int flag_of(sm_t *s, uint32_t op, uint32_t *bit) {
    int n = op & 7;
    switch (op >> 3 & 3) {
    case 0: *bit = 1u << n; return s->pio;
    case 1: *bit = 1u << n; return (s->pio + 2) % 3;
    case 3: *bit = 1u << n; return (s->pio + 1) % 3;
    }
    *bit = 1u << ((n & 4) | ((n + s->index) & 3));
    return s->pio;
}

static bool do_wait(chip_t *c, sm_t *s, uint32_t op) {
    uint32_t level = op >> 7 & 1, from = op >> 5 & 3;
    if (from == 2) {
        uint32_t bit;
        int n = flag_of(s, op, &bit);
        if (!!(c->pio[n].irq & bit) != level) { s->waits_irq = true; return false; }
        if (level) pio_set_irq(c, n, bit, false);
        return true;
    }
    uint32_t pin = from == 0 ? op & 31 : ((from == 1 ? s->in_base : s->jmp_pin) + (op & 31)) & 31;
    if ((view(c, s) >> pin & 1) == level) return true;
    s->wait_mask = 1ull << (pin + block(c, s)->base);
    return false;
}

static uint32_t value_of(chip_t *c, sm_t *s, uint32_t which) {
    switch (which) {
    case 0: {
        uint32_t v = rotated(view(c, s), 32 - s->in_base);
        return s->in_count ? v & ((1u << s->in_count) - 1) : v;
    }
    case 1: return s->x;
    case 2: return s->y;
    case 5: {
        uint32_t n = s->execctrl & 31, sel = s->execctrl >> 5 & 3;
        if (sel == 2) return block(c, s)->irq >> (n & 7) & 1 ? 0xFFFFFFFF : 0;
        return (uint32_t)(sel ? s->rx_n : s->tx_n) < n ? 0xFFFFFFFF : 0;
    }
    case 6: return s->isr;
    case 7: return s->osr;
    }
    return 0;
}

static bool push(chip_t *c, sm_t *s, bool if_full, bool blocking) {
    if (if_full && s->isr_count < s->push_threshold) return true;
    if (s->rx_n >= s->rx_depth) {
        block(c, s)->fdebug |= RXSTALL << s->index;
        if (blocking) return false;
    } else {
        s->rx[s->rx_n++] = s->isr;
        dma_request(c, 8 * s->pio + 4 + s->index);
        pio_update(c, s->pio);
    }
    s->isr = s->isr_count = 0;
    return true;
}

static bool do_in(chip_t *c, sm_t *s, uint32_t from, uint32_t count) {
    if (!s->half_done) {
        uint32_t v = value_of(c, s, from);
        if (count == 32) s->isr = v;
        else {
            uint32_t part = v & ((1u << count) - 1);
            s->isr = s->in_right ? s->isr >> count | part << (32 - count) : s->isr << count | part;
        }
        s->isr_count = s->isr_count + count > 32 ? 32 : s->isr_count + count;
    }
    if (!s->autopush || s->isr_count < s->push_threshold) return true;
    s->half_done = !push(c, s, false, true);
    return !s->half_done;
}

static bool pull(chip_t *c, sm_t *s, bool if_empty, bool blocking) {
    if (if_empty && s->osr_count < s->pull_threshold) return true;
    if (refill(c, s)) return true;
    block(c, s)->fdebug |= TXSTALL << s->index;
    if (blocking) return false;
    s->osr = s->x;
    s->osr_count = 0;
    return true;
}

static void store(chip_t *c, sm_t *s, uint32_t to, uint32_t v, uint32_t count) {
    switch (to) {
    case 0: drive(c, s, false, s->out_base, s->out_count, v); break;
    case 1: s->x = v; break;
    case 2: s->y = v; break;
    case 4: drive(c, s, true, s->out_base, s->out_count, v); break;
    case 5: go_to(s, v); break;
    case 6: s->isr = v; s->isr_count = count; break;
    case 7: s->exec = v & 0xFFFF; break;
    }
}

static bool do_out(chip_t *c, sm_t *s, uint32_t to, uint32_t count) {
    if (s->autopull && s->osr_count >= s->pull_threshold) {
        s->retry = refill(c, s); /* the word arrives in this cycle, the rest is for the next */
        if (!s->retry) block(c, s)->fdebug |= TXSTALL << s->index;
        return false;
    }
    uint32_t v = s->osr;
    if (count < 32) {
        v = s->out_right ? s->osr & ((1u << count) - 1) : s->osr >> (32 - count);
        s->osr = s->out_right ? s->osr >> count : s->osr << count;
    } else s->osr = 0;
    s->osr_count = s->osr_count + count > 32 ? 32 : s->osr_count + count;
    store(c, s, to, v, count);
    if (s->autopull && s->osr_count >= s->pull_threshold) refill(c, s);
    return true;
}

static bool do_mov(chip_t *c, sm_t *s, uint32_t to, uint32_t how, uint32_t from) {
    uint32_t v = value_of(c, s, from);
    if (how == 1) v = ~v;
    if (how == 2) v = reversed(v);
    switch (to) {
    case 3: drive(c, s, true, s->out_base, s->out_count, v); break;
    case 4: s->exec = v & 0xFFFF; break;
    case 6: s->isr = v; s->isr_count = 0; break;
    case 7: s->osr = v; s->osr_count = 0; break;
    default: store(c, s, to, v, 32);
    }
    return true;
}

static bool do_irq(chip_t *c, sm_t *s, uint32_t op) {
    uint32_t bit;
    int n = flag_of(s, op, &bit);
    bool is_clear = op & 0x40, waits = op & 0x20;
    if (is_clear) pio_set_irq(c, n, bit, false);
    else if (!s->half_done) pio_set_irq(c, n, bit, true);
    if (is_clear || !waits) return true;
    s->half_done = c->pio[n].irq & bit;
    s->waits_irq = s->half_done;
    return !s->half_done;
}

/* True when done, false when it stalls. */
static bool execute(chip_t *c, sm_t *s, uint32_t op) {
    uint32_t which = op >> 5 & 7, n = op & 31;
    switch (op >> 13) {
    case 0: return do_jump(c, s, op);
    case 1: return do_wait(c, s, op);
    case 2: return do_in(c, s, which, n ? n : 32);
    case 3: return do_out(c, s, which, n ? n : 32);
    case 4: return op & 0x80 ? pull(c, s, op & 0x40, op & 0x20) : push(c, s, op & 0x40, op & 0x20);
    case 5: return do_mov(c, s, which, op >> 3 & 3, op & 7);
    case 6: return do_irq(c, s, op);
    }
    if (which == 0) drive(c, s, false, s->set_base, s->set_count, n);
    else if (which == 1) s->x = n;
    else if (which == 2) s->y = n;
    else if (which == 4) drive(c, s, true, s->set_base, s->set_count, n);
    return true;
}

/* SMx_INSTR: at once, enabled or not. */
void sm_force(chip_t *c, sm_t *s, uint32_t op) {
    s->half_done = false;
    s->exec = op;
    s->jumped = false;
    side_set(c, s, op);
    s->exec_stalled = !execute(c, s, op);
    if (s->exec_stalled) return;
    if (s->exec == (int)op) s->exec = -1;
    resume(c, s);
}

void sm_run(chip_t *c, sm_t *s) {
    bool is_forced = s->exec >= 0;
    int op = is_forced ? s->exec : block(c, s)->memory[s->pc];
    uint32_t delay = (op >> 8 & 31) & ((1u << (5 - s->side_bits)) - 1);
    s->executed++;
    if (s->side_bits) side_set(c, s, op);
    s->jumped = s->waits_irq = s->asleep = false;
    s->wait_mask = 0;
    if (!execute(c, s, op)) {
        s->asleep = true;
        s->tick256 += s->step256;
        c->due[source(s)] = NEVER;
        if (s->retry) sm_wake(c, s, c->now + 1);
        else if (s->wait_mask && c->change_n) sm_wake(c, s, c->change[c->change_first].at);
        s->retry = false;
        return;
    }
    if (is_forced && s->exec == op) {
        s->exec = -1;
        s->exec_stalled = false;
    } else if (!s->jumped) s->pc = s->pc == s->wrap_top ? s->wrap_bottom : (s->pc + 1) & 31;
    s->tick256 += s->step256 * (1 + delay);
    c->due[source(s)] = s->tick256 / 256;
}
