/* The processor: unicorn's Cortex-M33, its blocks charged and counted; the run loop, and what Python calls. */
#include "chip.h"
#include <stdio.h>
#include <stdlib.h>

enum { WHY_NONE, WHY_INTR, WHY_INVALID, WHY_UNMAPPED };
enum { RETURN = 8, COPROCESSOR = 17 };
enum { WFE = 0xBF20, WFI = 0xBF30, SEV = 0xBF40 };
enum { END_TIME, END_WORLD, END_OVER, END_HALTED };
#define BOOT_CYCLES (2500 * US) /* of the boot ROM until the image's first instruction; assumed */

static void halt(chip_t *c, const char *what, uint32_t at) {
    if (!c->is_halted) snprintf(c->fault, sizeof c->fault, "%s at %08x, lr %08x", what, at, reg(c, UC_ARM_REG_LR));
    c->is_halted = c->stop = true;
    c->fault_pc = at;
}

/* From the first block of a function to the one that it returns to; the time of interrupts is in it. */
static void time_function(chip_t *c, uint32_t at) {
    if (at == c->timed.at && !c->timed.back) {
        c->timed.back = reg(c, UC_ARM_REG_LR) & ~1u;
        c->timed.began = c->now;
    } else if (at == c->timed.back) {
        uint64_t took = c->now - c->timed.began;
        c->timed.back = 0;
        c->timed.calls++;
        c->timed.cycles += took;
        if (took > c->timed.most) c->timed.most = took;
    }
}

static void on_block(uc_engine *uc, uint64_t at, uint32_t size, void *user) {
    chip_t *c = user;
    if (c->masked_wait && !c->stop && nvic_is_waiting(c)) c->stop = true;
    if (c->stop) { uc_emu_stop(uc); return; }
    if (at < 0x8000) {
        if (at >= 0x100 && at < 0x800) rom_call(c, at);
        c->block_end = 0;
        return;
    }
    if (c->timed.at) time_function(c, at);
    uint32_t count;
    uint64_t now = c->now + block_cost(c, at, size, &count);
    c->instructions += count;
    c->blocks++;
    if (now >= c->next_due) sync_to(c, now);
    else c->now = now;
}

static void on_intr(uc_engine *uc, uint32_t number, void *user) {
    chip_t *c = user;
    c->why = WHY_INTR;
    c->why_number = number;
    uc_emu_stop(uc);
}

static bool on_invalid(uc_engine *uc, void *user) { (void)uc; ((chip_t *)user)->why = WHY_INVALID; return false; }

static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t at, int size, int64_t value, void *user) {
    (void)uc; (void)value; (void)size;
    chip_t *c = user;
    char what[64];
    snprintf(what, sizeof what, "access %d to %08x", type, (uint32_t)at);
    halt(c, what, reg(c, UC_ARM_REG_PC));
    c->why = WHY_UNMAPPED;
    return false;
}

static uint64_t mmio_read(uc_engine *uc, uint64_t offset, unsigned size, void *user) {
    (void)uc;
    uint32_t base = (uintptr_t)user & 0xFF000000u;
    extern chip_t *the_chip(void);
    return bus_read(the_chip(), base + (uint32_t)offset, size);
}

static void mmio_write(uc_engine *uc, uint64_t offset, unsigned size, uint64_t value, void *user) {
    (void)uc;
    uint32_t base = (uintptr_t)user & 0xFF000000u;
    extern chip_t *the_chip(void);
    bus_write(the_chip(), base + (uint32_t)offset, size, value);
}

static chip_t *running; /* one chip runs at a time: a process may hold several */
chip_t *the_chip(void) { return running; }

static void add(chip_t *c, int type, void *call, uint64_t from, uint64_t to) {
    uc_hook hook;
    uc_hook_add(c->uc, &hook, type, call, c, from, to);
}

static bool make_processor(chip_t *c) {
    if (c->uc) uc_close(c->uc);
    if (uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &c->uc)) return false;
    uc_ctl_set_cpu_model(c->uc, UC_CPU_ARM_CORTEX_M33);
    for (uint64_t base = 0x10000000; base < 0x20000000; base += 0x04000000)
        if (base != 0x18000000) uc_mem_map_ptr(c->uc, base, FLASH_BYTES, UC_PROT_ALL, c->flash);
    uc_mem_map(c->uc, 0x18000000, 0x04000000, UC_PROT_ALL); /* cache as memory, maintenance: no effect */
    uc_mem_map_ptr(c->uc, RAM_AT, RAM_BYTES, UC_PROT_ALL, c->ram);
    uc_mem_map(c->uc, 0, 0x8000, UC_PROT_ALL);
    static const struct { uint32_t at, size; } IO[] = {
        {0x40000000, 0x200000}, {0x50000000, 0x600000}, {0xD0000000, 0x40000}, {0xE0000000, 0x100000}};
    for (int i = 0; i < 4; i++) {
        void *base = (void *)(uintptr_t)IO[i].at;
        uc_mmio_map(c->uc, IO[i].at, IO[i].size, mmio_read, base, mmio_write, base);
    }
    add(c, UC_HOOK_BLOCK, on_block, 1, 0);
    if (c->has_misses) add(c, UC_HOOK_CODE, on_load, 1, 0);
    add(c, UC_HOOK_INTR, on_intr, 1, 0);
    add(c, UC_HOOK_INSN_INVALID, on_invalid, 1, 0);
    add(c, UC_HOOK_MEM_UNMAPPED, on_unmapped, 1, 0);
    return true;
}

/* Out of reset: what no reset leaves as it was, and the first instruction of the image. */
void chip_boot(chip_t *c, int cause) {
    running = c;
    c->reset_asked = 0;
    c->reset_cause = cause;
    for (int i = 0; i < SOURCES; i++) if (i != S_POWER && i != S_WORLD) c->due[i] = NEVER;
    make_processor(c);
    rom_install(c);
    memset(c->cost, 0, sizeof c->cost);
    cache_forget(c);
    c->plain_n = 0;
    memset(c->bootram, 0, sizeof c->bootram);
    for (unsigned i = 0; i + 1 < sizeof c->bootram; i += 2) c->bootram[i] = 0x70, c->bootram[i + 1] = 0x47;
    c->levels = c->latched = c->enabled = 0;
    memset(c->prio, 0, sizeof c->prio);
    memset(c->shpr, 0, sizeof c->shpr);
    c->pendsv = c->systick_pending = c->masked_wait = c->sleeping = c->event = c->is_halted = false;
    c->active_n = c->syst_csr = 0;
    c->wd_ctrl = c->wd_load = 0;
    c->wd_at = NEVER;
    if (!cause) { c->wd_reason = 0; memset(c->wd_scratch, 0, sizeof c->wd_scratch); }
    for (int n = 0; n < 3; n++) pio_power_on(c, n);
    dma_power_on(c);
    adc_power_on(c);
    timer_power_on(c);
    pwm_power_on(c);
    memset(c->i2c, 0, sizeof c->i2c);
    for (int n = 0; n < 2; n++) uart_power_on(c, n);
    usb_power_on(c);
    parts_power_on(c);
    io_power_on(c);
    c->vtor = FLASH_AT;
    uint32_t start[2];
    memcpy(start, c->flash, 8);
    put(c, UC_ARM_REG_MSP, start[0]);
    put(c, UC_ARM_REG_SP, start[0]);
    c->pc = start[1] & ~1u;
    c->low_sp = start[0];
    c->boot_at = c->now;
    pass(c, BOOT_CYCLES);
}

/* RCP (p7): checks pass.  GPIO (p0): one pin or all 48.  DCP status (p4): idle. */
static void coprocessor(chip_t *c) {
    uint16_t w[2];
    uc_mem_read(c->uc, c->pc, w, 4);
    int cp = w[1] >> 8 & 15, rt = w[1] >> 12, rt2 = w[0] & 15;
    c->pc += 4;
    if (cp == 7) {
        if ((w[0] & 0xFF10) == 0xEE10) put(c, rt == 15 ? UC_ARM_REG_APSR : UC_ARM_REG_R0 + rt, rt == 15 ? 0x80000000 : 0);
        return;
    }
    if (cp == 4 && (w[0] & 0xFF10) == 0xEE10) { put(c, UC_ARM_REG_R0 + rt, 0); return; }
    if (cp == 0 && (w[0] & 0xFFF0) == 0xEC40) {
        int op = w[1] >> 4 & 15, is_oe = (w[1] & 15) == 4;
        uint32_t a = rt < 13 ? reg(c, UC_ARM_REG_R0 + rt) : 0, b = rt2 < 13 ? reg(c, UC_ARM_REG_R0 + rt2) : 0;
        uint64_t old = is_oe ? c->sio_oe : c->sio_out, v;
        if (op < 4) v = a | (uint64_t)b << 32;
        else if (op == 4) { v = 1ull << (a & 63); op = b & 1 ? 2 : 3; }
        else { v = b & 1 ? 1ull << (a & 63) : 0; op -= 4; }
        uint64_t next = op == 0 ? v : op == 1 ? old ^ v : op == 2 ? old | v : old & ~v;
        if (is_oe) io_outputs(c, c->sio_out, next);
        else io_outputs(c, next, c->sio_oe);
        return;
    }
    halt(c, "coprocessor", c->pc - 4);
}

static void invalid(chip_t *c) {
    uint16_t op = 0;
    uc_mem_read(c->uc, c->pc - 2, &op, 2);
    if (op == SEV) c->event = true;
    else if (op == WFE && c->event) c->event = false;
    else if (op == WFE || op == WFI) c->sleeping = true;
    else halt(c, "invalid instruction", c->pc);
}

static void go(chip_t *c) {
    c->stop = false;
    c->why = WHY_NONE;
    uc_err error = uc_emu_start(c->uc, c->pc | 1, 0xFFFFFFFE, 0, 0);
    c->pc = reg(c, UC_ARM_REG_PC) & ~1u;
    uint32_t sp = reg(c, UC_ARM_REG_SP);
    if (sp < c->low_sp && sp > RAM_AT) c->low_sp = sp;
    if (c->why == WHY_INTR && c->why_number == RETURN) nvic_leave(c);
    else if (c->why == WHY_INTR && c->why_number == COPROCESSOR) coprocessor(c);
    else if (c->why == WHY_INTR) { char what[32]; snprintf(what, sizeof what, "exception %d", c->why_number); halt(c, what, c->pc); }
    else if (c->why == WHY_INVALID) invalid(c);
    else if (error && !c->is_halted) halt(c, uc_strerror(error), c->pc);
    else if (!c->stop) { /* WFI ends the engine without a word */
        uint16_t op = 0;
        uc_mem_read(c->uc, c->pc - 2, &op, 2);
        c->sleeping = op == WFI;
    }
}

int chip_run(chip_t *c, uint64_t until) {
    running = c;
    c->world_stop = false;
    plan(c, S_WORLD, until);
    while (!c->is_over) {
        if (c->world_stop) return END_WORLD;
        if (c->reset_asked) {
            int cause = c->reset_asked;
            if (c->world.reset) c->world.reset(cause);
            chip_boot(c, cause);
            continue;
        }
        if (c->now >= until) return END_TIME;
        if (!c->is_halted) nvic_take(c);
        if (c->sleeping || c->is_halted) {
            uint64_t began = c->now;
            sync_to(c, c->next_due < until ? c->next_due : until);
            c->slept += c->now - began;
            continue;
        }
        go(c);
    }
    return END_OVER;
}

/* -- for Python -------------------------------------------------------------------------------------- */

chip_t *chip_new(uint8_t *flash, uint32_t seed, const uint8_t *unique_id, const world_t *world, int has_misses) {
    chip_t *c = calloc(1, sizeof *c);
    c->flash = flash;
    c->seed = seed;
    c->noise = seed * 2654435761u | 1;
    c->dma_noise = c->tear = seed + 1;
    memcpy(c->unique_id, unique_id, 8);
    c->world = *world;
    c->has_misses = has_misses;
    c->next_due = NEVER;
    for (int i = 0; i < SOURCES; i++) c->due[i] = NEVER;
    c->outside_z = (1ull << PINS) - 1;
    c->cameras.si = c->cameras.clk = c->cameras.lamp[0] = c->cameras.lamp[1] = -1;
    c->stepper.step = c->stepper.dir = c->stepper.enable = -1;
    c->is_over = true;
    return c;
}

void chip_free(chip_t *c) { if (c->uc) uc_close(c->uc); free(c); }

void chip_power(chip_t *c, int on) {
    c->due[S_POWER] = NEVER;
    c->cut_operation = 0;
    c->is_over = !on;
    memset(c->ram, 0, sizeof c->ram);
    if (on) chip_boot(c, 0);
    else io_power_on(c);
}

void chip_cut(chip_t *c, uint64_t at, int operation, uint64_t after) {
    if (operation) { c->cut_operation = operation; c->cut_after = after; }
    else plan(c, S_POWER, at);
}

void chip_interrupt(chip_t *c) { c->world_stop = c->stop = true; }
uint64_t chip_now(chip_t *c) { return c->now; }
void chip_skip_to(chip_t *c, uint64_t at) { if (at > c->now) c->now = at; } /* without power */
void chip_watch(chip_t *c, uint64_t pins) { c->watched = pins; }
uint8_t *chip_ram(chip_t *c) { return c->ram; }
const char *chip_fault(chip_t *c) { return c->fault; }
uint64_t chip_levels(chip_t *c) { return c->level; }
uint64_t chip_driven(chip_t *c) { return c->drive; }
int chip_duty(chip_t *c, int pin) { return c->pwm_duty[pin]; }
uint32_t chip_peek(chip_t *c, uint32_t at) { running = c; return bus_read(c, at, 4); }
void chip_poke(chip_t *c, uint32_t at, uint32_t v) { running = c; bus_write(c, at, 4, v); sync_to(c, c->now); }

void chip_cameras(chip_t *c, int si, int clk, int green, int red) {
    c->cameras.si = si;
    c->cameras.clk = clk;
    c->cameras.lamp[0] = green;
    c->cameras.lamp[1] = red;
}

void chip_stepper(chip_t *c, int step, int dir, int enable) {
    c->stepper.step = step;
    c->stepper.dir = dir;
    c->stepper.enable = enable;
}

void chip_places(chip_t *c, int64_t low, int64_t high) { c->stepper.low = low; c->stepper.high = high; }

void chip_time(chip_t *c, uint32_t at) {
    memset(&c->timed, 0, sizeof c->timed);
    c->timed.at = at & ~1u;
}

void chip_uart_feed(chip_t *c, int n, const uint8_t *data, int count) {
    uart_t *u = &c->uart[n];
    bool was_quiet = !u->wire_n;
    for (int i = 0; i < count && u->wire_n < (int)sizeof u->wire; i++) u->wire[u->wire_n++] = data[i];
    if (was_quiet && u->wire_n) plan(c, S_ARRIVE0 + n, c->now + 10ull * 16 * (u->ibrd * 64 + u->fbrd) / 64);
}

/* By number, as counters.py names them. */
uint64_t chip_count(chip_t *c, int which) {
    uint64_t transfers = 0;
    for (int i = 0; i < CHANNELS; i++) transfers += c->dma[i].transfers;
    uint64_t v[] = {c->instructions, c->slept, c->misses, c->hits, c->erases, c->programs,
                    c->i2c[0].bytes + c->i2c[1].bytes, c->low_sp, c->unsafe_aborts, transfers, c->adc.lost_starts,
                    c->adc.overflows, c->uart[0].overruns, (uint64_t)c->encoder.count, c->encoder.edges,
                    (uint64_t)c->stepper.position, c->stepper.steps, c->stepper.disabled, c->stepper.short_pulses,
                    c->stepper.setup, c->stepper.rise_at, c->pc, c->sleeping, c->is_halted, c->usb.is_configured,
                    c->boot_at, c->blocks, c->adc.conversions[2] + c->adc.conversions[3],
                    c->timed.calls, c->timed.cycles, c->timed.most};
    if (which >= 100 && which < 116) return c->cameras.n[which - 100];
    return which < (int)(sizeof v / sizeof *v) ? v[which] : 0;
}
