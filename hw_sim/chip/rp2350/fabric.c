/* Time: sources in the order in which they are due. */
#include "chip.h"

static void run_source(chip_t *c, int source) {
    switch (source) {
    case S_TIMER0: case S_TIMER1: timer_run(c, source - S_TIMER0); break;
    case S_WATCHDOG: watchdog_run(c); break;
    case S_SYSTICK: systick_run(c); break;
    case S_USB: usb_run(c); break;
    case S_DMA: dma_run(c); break;
    case S_ADC: adc_run(c); break;
    case S_ENCODER: encoder_run(c); break;
    case S_POWER: c->due[S_POWER] = NEVER; c->is_over = c->stop = true; break;
    case S_WORLD: c->due[S_WORLD] = NEVER; c->stop = true; break;
    default:
        if (source >= S_SM0) sm_run(c, &c->pio[(source - S_SM0) / 4].sm[(source - S_SM0) % 4]);
        else uart_run(c, source);
    }
}

void plan(chip_t *c, int source, uint64_t at) {
    c->due[source] = at;
    if (at < c->next_due) c->next_due = at;
}

/* Everything that is due up to `at` happens, each at its cycle. */
void sync_to(chip_t *c, uint64_t at) {
    if (c->is_syncing) return;
    c->is_syncing = true;
    while (c->next_due <= at && !c->is_over) {
        uint64_t first = NEVER;
        int source = 0;
        for (int i = 0; i < SOURCES; i++) if (c->due[i] < first) { first = c->due[i]; source = i; }
        c->next_due = first; /* what comes up meanwhile lowers it: plan() */
        if (first > at) break;
        if (first > c->now) c->now = first;
        run_source(c, source);
    }
    if (at > c->now && !c->is_over) c->now = at;
    c->is_syncing = false;
}

/* Time in which the processor waits inside one of our calls. */
void pass(chip_t *c, uint64_t cycles) { sync_to(c, c->now + cycles); }
