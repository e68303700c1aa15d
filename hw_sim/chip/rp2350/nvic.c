/* Interrupts: levels from the parts, priorities, exception entry and return (Armv8-M, secure state only). */
#include "chip.h"
#include <stdio.h>

enum { PENDSV = 14, SYSTICK = 15, FIRST = 16 };
enum { FRAME = 32, FP_FRAME = 72 }; /* bytes; the second comes on top when the FPU was in use */
#define THREAD 0xFFFFFFF9u
#define HANDLER 0xFFFFFFF1u
#define NO_FP 0x10u

uint32_t reg(chip_t *c, int which) {
    uint32_t v = 0;
    uc_reg_read(c->uc, which, &v);
    return v;
}
void put(chip_t *c, int which, uint32_t v) { uc_reg_write(c->uc, which, &v); }

void irq_level(chip_t *c, int irq, bool on) {
    uint64_t bit = 1ull << irq;
    if (!on) { c->levels &= ~bit; return; }
    c->levels |= bit;
    if (c->enabled & bit) c->stop = true;
}

static bool best(chip_t *c, int *number, int *prio) {
    uint64_t ready = (c->levels | c->latched) & c->enabled;
    int at = 256;
    for (; ready; ready &= ready - 1) {
        int n = __builtin_ctzll(ready);
        if (c->prio[n] < at) { at = c->prio[n]; *number = FIRST + n; }
    }
    if (c->systick_pending && c->shpr[11] <= at) { at = c->shpr[11]; *number = SYSTICK; }
    if (c->pendsv && c->shpr[10] <= at && !(c->systick_pending && c->shpr[11] == at)) { at = c->shpr[10]; *number = PENDSV; }
    *prio = at;
    return at < 256;
}

/* One that would be taken but for PRIMASK. */
static bool ready(chip_t *c, int *number, int *prio) {
    if (!best(c, number, prio)) return false;
    int running = 256;
    for (int i = 0; i < c->active_n; i++) if (c->active[i].prio < running) running = c->active[i].prio;
    if (*prio >= running) return false;
    int base = reg(c, UC_ARM_REG_BASEPRI);
    return !base || *prio < base;
}

bool nvic_is_waiting(chip_t *c) {
    int number, prio;
    if (reg(c, UC_ARM_REG_PRIMASK) & 1) return false;
    return ready(c, &number, &prio);
}

static void enter(chip_t *c, int number, int prio) {
    uint32_t sp = reg(c, UC_ARM_REG_SP), psr = reg(c, UC_ARM_REG_XPSR), control = reg(c, UC_ARM_REG_CONTROL);
    bool has_fp = control & 4;
    uint32_t bytes = FRAME + (has_fp ? FP_FRAME : 0), frame = (sp - bytes) & ~7u;
    uint32_t w[26];
    for (int i = 0; i < 4; i++) w[i] = reg(c, UC_ARM_REG_R0 + i);
    w[4] = reg(c, UC_ARM_REG_R12);
    w[5] = reg(c, UC_ARM_REG_LR);
    w[6] = c->pc;
    w[7] = (psr & ~0x200u) | ((sp - bytes) & 4 ? 0x200 : 0) | 1u << 24;
    if (has_fp) {
        for (int i = 0; i < 16; i++) w[8 + i] = reg(c, UC_ARM_REG_S0 + i);
        w[24] = reg(c, UC_ARM_REG_FPSCR);
        w[25] = 0;
        put(c, UC_ARM_REG_CONTROL, control & ~4u);
    }
    uc_mem_write(c->uc, frame, w, bytes);
    bool is_thread = !c->active_n;
    if (c->active_n == 32) { snprintf(c->fault, sizeof c->fault, "interrupts nest too deep"); c->is_halted = true; return; }
    c->active[c->active_n].number = number;
    c->active[c->active_n++].prio = prio;
    if (number == PENDSV) c->pendsv = false;
    else if (number == SYSTICK) c->systick_pending = false;
    else c->latched &= ~(1ull << (number - FIRST));
    put(c, UC_ARM_REG_SP, frame);
    put(c, UC_ARM_REG_IPSR, number);
    put(c, UC_ARM_REG_XPSR, number | 1u << 24);
    put(c, UC_ARM_REG_LR, (is_thread ? THREAD : HANDLER) & ~(has_fp ? NO_FP : 0));
    uint32_t handler = 0;
    uc_mem_read(c->uc, c->vtor + 4 * number, &handler, 4);
    c->pc = handler & ~1u;
    c->event = true;
    c->block_end = c->pc;
    if (frame < c->low_sp) c->low_sp = frame;
    pass(c, 12); /* entry */
}

void nvic_leave(chip_t *c) {
    if (!c->active_n) { snprintf(c->fault, sizeof c->fault, "return from no exception"); c->is_halted = true; return; }
    uint32_t sp = reg(c, UC_ARM_REG_SP), w[26], link = c->pc | 1; /* the PC is EXC_RETURN */
    c->active_n--;
    bool has_fp = !(link & NO_FP);
    uint32_t bytes = FRAME + (has_fp ? FP_FRAME : 0);
    uc_mem_read(c->uc, sp, w, bytes);
    for (int i = 0; i < 4; i++) put(c, UC_ARM_REG_R0 + i, w[i]);
    put(c, UC_ARM_REG_R12, w[4]);
    put(c, UC_ARM_REG_LR, w[5]);
    if (has_fp) {
        for (int i = 0; i < 16; i++) put(c, UC_ARM_REG_S0 + i, w[8 + i]);
        put(c, UC_ARM_REG_FPSCR, w[24]);
    }
    uint32_t control = reg(c, UC_ARM_REG_CONTROL);
    put(c, UC_ARM_REG_CONTROL, has_fp ? control | 4 : control & ~4u);
    put(c, UC_ARM_REG_SP, sp + bytes + (w[7] & 0x200 ? 4 : 0));
    put(c, UC_ARM_REG_IPSR, w[7] & 0x1FF);
    put(c, UC_ARM_REG_XPSR, w[7] & ~0x200u);
    c->pc = w[6] & ~1u;
    c->event = true;
    pass(c, 12);
}

/* Takes the most urgent interrupt if it may; a sleeping processor wakes. */
bool nvic_take(chip_t *c) {
    int number = 0, prio = 0;
    c->masked_wait = false;
    if (!ready(c, &number, &prio)) {
        c->masked_wait = best(c, &number, &prio); /* BASEPRI or a handler may give way */
        return false;
    }
    c->sleeping = false;
    if (reg(c, UC_ARM_REG_PRIMASK) & 1) { c->masked_wait = true; return false; }
    enter(c, number, prio);
    return true;
}

static uint32_t bytes_of(const uint8_t *at, int size) {
    uint32_t v = 0;
    memcpy(&v, at, size);
    return v;
}

uint32_t ppb_read(chip_t *c, uint32_t o, int size) {
    int sh = 32 * (o >> 2 & 1);
    if (o >= 0xE400 && o < 0xE440) return bytes_of(c->prio + (o - 0xE400), size);
    if (o >= 0xED18 && o < 0xED24) return bytes_of(c->shpr + (o - 0xED18), size);
    switch (o & ~3u) {
    case 0xE100: case 0xE104: case 0xE180: case 0xE184: return c->enabled >> sh;
    case 0xE200: case 0xE204: case 0xE280: case 0xE284: return (c->levels | c->latched) >> sh;
    case 0xE010: { uint32_t v = c->syst_csr; c->syst_csr &= ~(1u << 16); return v; }
    case 0xE014: return c->syst_rvr;
    case 0xE018: return c->syst_csr & 1 ? c->syst_rvr - (c->now - c->syst_at) % (c->syst_rvr + 1ull) : 0;
    case 0x1004: return c->now;
    case 0xED00: return 0x411FD210;
    case 0xED04: return (c->active_n ? c->active[c->active_n - 1].number : 0) | c->pendsv << 28;
    case 0xED08: return c->vtor;
    case 0xED0C: return 0xFA050000;
    }
    return 0;
}

void ppb_write(chip_t *c, uint32_t o, int size, uint32_t v) {
    int sh = 32 * (o >> 2 & 1);
    uint64_t bits = (uint64_t)v << sh;
    if (o >= 0xE400 && o < 0xE440) for (int i = 0; i < size; i++) c->prio[o - 0xE400 + i] = v >> 8 * i & 0xF0;
    else if (o >= 0xED18 && o < 0xED24) for (int i = 0; i < size; i++) c->shpr[o - 0xED18 + i] = v >> 8 * i & 0xF0;
    else switch (o) {
    case 0xE100: case 0xE104: c->enabled |= bits; break;
    case 0xE180: case 0xE184: c->enabled &= ~bits; break;
    case 0xE200: case 0xE204: c->latched |= bits; break;
    case 0xE280: case 0xE284: c->latched &= ~bits; break;
    case 0xE010:
        c->syst_csr = v & 7;
        c->syst_at = c->now;
        plan(c, S_SYSTICK, v & 1 ? c->now + c->syst_rvr + 1 : NEVER);
        break;
    case 0xE014: c->syst_rvr = v & 0xFFFFFF; break;
    case 0xE018: c->syst_at = c->now; if (c->syst_csr & 1) plan(c, S_SYSTICK, c->now + c->syst_rvr + 1); break;
    case 0xED04:
        if (v >> 28 & 1) c->pendsv = true;
        if (v >> 27 & 1) c->pendsv = false;
        if (v >> 25 & 1) c->systick_pending = false;
        break;
    case 0xED08: c->vtor = v; break;
    case 0xED0C: if (v >> 16 == 0x5FA && v & 4) c->reset_asked = 2; break;
    }
    c->stop = true;
}
