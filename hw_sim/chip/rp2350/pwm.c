/* PWM (RP2350 data sheet 12.5): what a motor or a buzzer sees of it, the share of the time it is high. */
#include "chip.h"

static int slice_of(int pin) { return pin < 32 ? pin >> 1 & 7 : 8 + (pin >> 1 & 3); }

void pwm_power_on(chip_t *c) {
    memset(c->slice, 0, sizeof c->slice);
    c->pwm_en = 0;
    for (int i = 0; i < 12; i++) { c->slice[i].top = 0xFFFF; c->slice[i].div = 16; }
}

void pwm_show(chip_t *c, int pin) {
    slice_t *s = &c->slice[slice_of(pin)];
    uint32_t duty = 0;
    if ((c->io_ctrl[pin] & 31) == F_PWM && s->csr & 1) {
        uint64_t level = pin & 1 ? s->cc >> 16 : s->cc & 0xFFFF;
        duty = level > s->top ? 0xFFFF : level * 0xFFFF / (s->top + 1);
        if (s->csr >> (pin & 1 ? 3 : 2) & 1) duty = 0xFFFF - duty;
    }
    if (duty == c->pwm_duty[pin]) return;
    c->pwm_duty[pin] = duty;
    if (c->watched >> pin & 1 && c->world.pwm) c->world.pwm(pin, duty);
    io_refresh(c, pin);
}

static void show_all(chip_t *c) {
    for (int pin = 0; pin < PINS; pin++) if ((c->io_ctrl[pin] & 31) == F_PWM) pwm_show(c, pin);
}

uint32_t pwm_read(chip_t *c, uint32_t o) {
    if (o == 0xF0) return c->pwm_en;
    if (o >= 0xF0) return 0;
    uint32_t *r = (uint32_t *)&c->slice[o / 20];
    return r[o % 20 / 4];
}

void pwm_write(chip_t *c, uint32_t o, uint32_t v) {
    if (o == 0xF0) {
        c->pwm_en = v;
        for (int i = 0; i < 12; i++) c->slice[i].csr = (c->slice[i].csr & ~1u) | (v >> i & 1);
    } else if (o < 0xF0) {
        uint32_t *r = (uint32_t *)&c->slice[o / 20];
        r[o % 20 / 4] = v;
        if (o % 20 == 0) c->pwm_en = (c->pwm_en & ~(1u << o / 20)) | (v & 1) << o / 20;
    }
    show_all(c);
}
