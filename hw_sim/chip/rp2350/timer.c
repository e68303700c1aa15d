/* Two timers of four alarms, the watchdog, SysTick. */
#include "chip.h"

void timer_power_on(chip_t *c) {
    memset(c->timer, 0, sizeof c->timer);
    c->due[S_TIMER0] = c->due[S_TIMER1] = NEVER;
}

static void update(chip_t *c, int n) {
    timer_t_ *t = &c->timer[n];
    for (int i = 0; i < 4; i++) irq_level(c, IRQ_TIMER0 + 4 * n + i, (t->intr | t->intf) & t->inte & 1u << i);
}

static void replan(chip_t *c, int n) {
    timer_t_ *t = &c->timer[n];
    uint64_t at = NEVER;
    for (int i = 0; i < 4; i++) if (t->armed >> i & 1 && c->boot_at + t->due_us[i] * US < at) at = c->boot_at + t->due_us[i] * US;
    plan(c, S_TIMER0 + n, at);
}

void timer_run(chip_t *c, int n) {
    timer_t_ *t = &c->timer[n];
    c->due[S_TIMER0 + n] = NEVER;
    for (int i = 0; i < 4; i++)
        if (t->armed >> i & 1 && c->boot_at + t->due_us[i] * US <= c->now) { t->armed &= ~(1u << i); t->intr |= 1u << i; }
    update(c, n);
    replan(c, n);
}

uint32_t timer_read(chip_t *c, int n, uint32_t o) {
    timer_t_ *t = &c->timer[n];
    uint64_t now = (c->now - c->boot_at) / US;
    switch (o) {
    case 0x08: return t->latch;
    case 0x0C: t->latch = now >> 32; return now;
    case 0x10: case 0x14: case 0x18: case 0x1C: return t->alarm[(o - 0x10) / 4];
    case 0x20: return t->armed;
    case 0x24: return now >> 32;
    case 0x28: return now;
    case 0x3C: return t->intr;
    case 0x40: return t->inte;
    case 0x44: return t->intf;
    case 0x48: return (t->intr | t->intf) & t->inte;
    }
    return 0;
}

void timer_write(chip_t *c, int n, uint32_t o, uint32_t v) {
    timer_t_ *t = &c->timer[n];
    uint64_t now = (c->now - c->boot_at) / US;
    if (o >= 0x10 && o < 0x20) { /* it fires when the low word is equal: at once only if that is now */
        int i = (o - 0x10) / 4;
        t->alarm[i] = v;
        t->due_us[i] = now + (uint32_t)(v - (uint32_t)now);
        t->armed |= 1u << i;
    } else if (o == 0x20) t->armed &= ~v;
    else if (o == 0x3C) t->intr &= ~v;
    else if (o == 0x40) t->inte = v;
    else if (o == 0x44) t->intf = v;
    update(c, n);
    replan(c, n);
}

/* -- watchdog ------------------------------------------------------------------------------- */

static void arm(chip_t *c) {
    c->wd_at = c->wd_ctrl >> 30 & 1 ? c->now + (uint64_t)c->wd_load * US : NEVER;
    plan(c, S_WATCHDOG, c->wd_at);
}

void watchdog_run(chip_t *c) {
    c->due[S_WATCHDOG] = NEVER;
    c->wd_reason = 1;
    c->reset_asked = 1;
    c->stop = true;
}

uint32_t watchdog_read(chip_t *c, uint32_t o) {
    if (o == 0) return c->wd_ctrl | (c->wd_at == NEVER ? 0 : (uint32_t)((c->wd_at - c->now) / US) & 0xFFFFFF);
    if (o == 8) return c->wd_reason;
    return o >= 0xC && o < 0x2C ? c->wd_scratch[(o - 0xC) / 4] : 0;
}

void watchdog_write(chip_t *c, uint32_t o, uint32_t v) {
    if (o == 4) {
        c->wd_load = v & 0xFFFFFF;
        arm(c);
    } else if (o == 0) {
        bool was = c->wd_ctrl >> 30 & 1;
        c->wd_ctrl = v & 0x47000000;
        if (v >> 31) {
            c->wd_reason = 2;
            c->reset_asked = 2;
            c->stop = true;
        }
        if (was != (c->wd_ctrl >> 30 & 1)) arm(c);
    } else if (o >= 0xC && o < 0x2C) c->wd_scratch[(o - 0xC) / 4] = v;
}

void systick_run(chip_t *c) {
    c->systick_pending = c->syst_csr & 2;
    c->syst_csr |= 1 << 16;
    c->syst_at = c->now;
    plan(c, S_SYSTICK, c->now + c->syst_rvr + 1);
    if (c->systick_pending) c->stop = true;
}
