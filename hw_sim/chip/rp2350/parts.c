/* What is soldered to the fast pins: two TSL1401 line cameras, the roller's encoder, the DRV8825 of the carousel. */
#include "chip.h"

enum { PIXELS = 128, RESET_CLOCKS = 18, SETTLE_NS = 120, SETUP_NS = 20, HALF_NS = 50, TRANSFER_NS = 20000 };
enum { PULSE_NS = 1900, DRV_SETUP_NS = 650 };
static const uint32_t NOMINAL_NS[2] = {30625, 20625}; /* flashes of green and red: 61 and 41 half µs, two ticks */
static uint64_t ns(uint64_t cycles) { return cycles * 20 / 3; }

void parts_power_on(chip_t *c) {
    cameras_t *t = &c->cameras;
    t->si_level = t->clk_level = false;
    t->lit_at[0] = t->lit_at[1] = NEVER;
    t->clocks = PIXELS + 1;
    t->tokens_n = 0;
    t->collected_lit = t->shown_lit = false;
    c->stepper.enable_level = true; /* pulled up */
    c->stepper.step_level = c->stepper.dir_level = false;
}

/* -- TSL1401 ------------------------------------------------------------------------------------- */

static void collect(chip_t *c, int lamp) {
    cameras_t *t = &c->cameras;
    uint32_t a[PIXELS] = {0}, b[PIXELS] = {0};
    uint64_t lit = ns(c->now - t->lit_at[lamp]);
    if (c->world.light) c->world.light(lamp, a, b);
    if (t->clocks < RESET_CLOCKS) t->n[C_IN_RESET]++;
    int64_t line = c->encoder.count >= 0 ? c->encoder.count / 4 : -((3 - c->encoder.count) / 4);
    if (t->collected_lit && t->collected_line != line) t->n[C_MOVED]++;
    t->collected_line = line;
    t->collected_lit = true;
    for (int i = 0; i < PIXELS; i++) {
        t->collected[0][i] += (uint64_t)a[i] * lit / NOMINAL_NS[lamp];
        t->collected[1][i] += (uint64_t)b[i] * lit / NOMINAL_NS[lamp];
    }
    t->lit_at[lamp] = c->now;
}

static void nothing(cameras_t *t) {
    memset(t->collected, 0, sizeof t->collected);
    t->collected_lit = false;
}

static void begin_line(chip_t *c, uint64_t last_rise) {
    cameras_t *t = &c->cameras;
    t->n[C_STARTS]++;
    bool is_dark = !t->collected_lit && t->lit_at[0] == NEVER && t->lit_at[1] == NEVER;
    if (t->clocks < PIXELS + 1) t->n[is_dark ? C_GIVEN_UP : C_SHORT]++; /* one given up is emptied by a dark one */
    if (ns(c->now - t->si_since) < SETUP_NS) t->n[C_SETUP]++;
    if (ns(c->now - last_rise) < TRANSFER_NS) t->n[C_TRANSFER]++;
    for (int lamp = 0; lamp < 2; lamp++) if (t->lit_at[lamp] != NEVER) collect(c, lamp);
    memcpy(t->shown, t->collected, sizeof t->shown);
    t->shown_lit = t->collected_lit;
    if (t->shown_lit) t->n[C_LIT]++;
    nothing(t);
    t->clocks = 1;
    if (t->tokens_n < 8) t->tokens[t->tokens_n++] = 0;
}

static void clock_line(chip_t *c, bool level) {
    cameras_t *t = &c->cameras;
    if (level == t->clk_level) return;
    if (ns(c->now - t->clk_since) < HALF_NS) t->n[C_FAST]++;
    t->clk_level = level;
    t->clk_since = c->now;
    if (!level) return;
    t->n[C_CLOCKS]++;
    uint64_t last = t->rise;
    t->rise = c->now;
    int kept = 0;
    for (int i = 0; i < t->tokens_n; i++) if (t->tokens[i] + 1 < PIXELS) t->tokens[kept++] = t->tokens[i] + 1;
    t->tokens_n = kept;
    if (t->si_level) begin_line(c, last);
    else if (++t->clocks == RESET_CLOCKS) nothing(t);
}

int parts_sample(chip_t *c, int channel, uint64_t start_ns) {
    cameras_t *t = &c->cameras;
    if (t->clk < 0 || channel < 2 || channel > 3) return c->world.sample ? c->world.sample(channel) : 0;
    t->n[C_SAMPLES]++;
    if (start_ns - ns(t->rise) < SETTLE_NS) t->n[C_UNSETTLED]++;
    if (!t->tokens_n) t->n[C_IDLE]++;
    if (t->tokens_n > 1 && t->shown_lit) t->n[C_OVERLAPS]++;
    uint32_t sum = 0;
    for (int i = 0; i < t->tokens_n; i++) sum += t->shown[channel - 2][t->tokens[i]];
    return sum;
}

/* -- DRV8825: each rising STEP while enabled is one microstep -------------------------------------- */

static void step(chip_t *c, bool level) {
    stepper_t *s = &c->stepper;
    if (level == s->step_level) return;
    s->step_level = level;
    if (ns(c->now - s->step_at) < PULSE_NS) s->short_pulses++;
    s->step_at = c->now;
    if (!level) return;
    if (s->enable_level) { s->disabled++; return; }
    if (ns(c->now - s->dir_at) < DRV_SETUP_NS) s->setup++;
    s->steps++;
    if (!s->shortest || c->now - s->rise_at < s->shortest) s->shortest = c->now - s->rise_at;
    s->rise_at = c->now;
    s->position += s->dir_level ? -1 : 1;
    if ((s->position < s->low || s->position >= s->high) && c->world.placed) c->world.placed();
}

/* A pin that the chip drives has changed: 0, 1, or 2 when it lets go. */
void parts_pin(chip_t *c, int pin, int level) {
    cameras_t *t = &c->cameras;
    stepper_t *s = &c->stepper;
    bool high = level == 1;
    if (pin == t->clk) clock_line(c, high);
    else if (pin == t->si && high != t->si_level) { t->si_level = high; t->si_since = c->now; }
    else if (pin == s->step) step(c, high);
    else if (pin == s->dir && high != s->dir_level) { s->dir_level = high; s->dir_at = c->now; }
    else if (pin == s->enable) {
        bool off = level != 0;
        if (off != s->enable_level) { s->enable_level = off; s->dir_at = c->now; }
    }
    for (int lamp = 0; lamp < 2; lamp++) {
        if (pin != t->lamp[lamp]) continue;
        if (high && t->lit_at[lamp] == NEVER) t->lit_at[lamp] = c->now;
        else if (!high && t->lit_at[lamp] != NEVER) { collect(c, lamp); t->lit_at[lamp] = NEVER; }
    }
}

/* -- encoder --------------------------------------------------------------------------------------- */

void chip_pin(chip_t *c, int pin, int level) {
    uint64_t bit = 1ull << pin;
    c->outside_z = level < 0 ? c->outside_z | bit : c->outside_z & ~bit;
    c->outside = level > 0 ? c->outside | bit : c->outside & ~bit;
    io_refresh(c, pin);
}

static void show(chip_t *c) {
    static const uint8_t TRACKS[4] = {0, 2, 3, 1}; /* B, A at count & 3; up is towards the carousel */
    uint8_t tracks = TRACKS[c->encoder.count & 3];
    chip_pin(c, c->encoder.pin_a, tracks & 1);
    chip_pin(c, c->encoder.pin_b, tracks >> 1);
}

void encoder_run(chip_t *c) {
    encoder_t *e = &c->encoder;
    c->due[S_ENCODER] = NEVER;
    if (e->next < e->n) {
        e->count += e->way[e->next++];
        e->edges++;
        show(c);
    }
    if (e->next < e->n) plan(c, S_ENCODER, e->at[e->next] > c->now ? e->at[e->next] : c->now);
    else if (c->world.turn) c->world.turn();
}

/* The next counts, in order of time; `more_at`: the world is asked again then (0: after the last one). */
void chip_turn(chip_t *c, const uint64_t *at, const int8_t *way, int n, uint64_t more_at) {
    encoder_t *e = &c->encoder;
    if (n > 1024) n = 1024;
    memcpy(e->at, at, 8 * n);
    memcpy(e->way, way, n);
    e->n = n;
    e->next = 0;
    plan(c, S_ENCODER, n ? (e->at[0] > c->now ? e->at[0] : c->now) : more_at ? more_at : NEVER);
}

void chip_encoder(chip_t *c, int pin_a, int pin_b, int64_t count) {
    c->encoder.pin_a = pin_a;
    c->encoder.pin_b = pin_b;
    c->encoder.count = count;
    show(c);
}
