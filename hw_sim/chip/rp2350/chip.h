/* One emulated RP2350 with the parts at its pins: what the files of this folder share.
 *
 * Time is in cycles of the 150 MHz system clock.  Everything but the processor is a source that is
 * due at a cycle; the processor's blocks let the sources catch up, so that a register shows the
 * state of its moment and an interrupt is taken at the next block.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unicorn/unicorn.h>

#define HZ 150000000ull
#define US 150ull
#define NEVER UINT64_MAX
#define FLASH_BYTES (16u << 20)
#define RAM_AT 0x20000000u
#define RAM_BYTES 0x82000u
#define FLASH_AT 0x10000000u
#define PINS 48
#define CHANNELS 16
#define QUEUE 8

enum { IRQ_TIMER0 = 0, IRQ_TIMER1 = 4, IRQ_PWM = 8, IRQ_DMA = 10, IRQ_USB = 14, IRQ_PIO = 15, IRQ_IO = 21,
       IRQ_UART = 33, IRQ_ADC = 35 };
enum { DREQ_UART = 28, DREQ_ADC = 48, DREQ_FOREVER = 63 };
enum { S_TIMER0, S_TIMER1, S_WATCHDOG, S_SYSTICK, S_USB, S_SEND0, S_SEND1, S_ARRIVE0, S_ARRIVE1, S_QUIET0, S_QUIET1,
       S_DMA, S_ADC, S_ENCODER, S_WORLD, S_POWER, S_SM0, SOURCES = S_SM0 + 12 };
enum { F_SIO = 5, F_PIO = 6, F_PWM = 4, F_UART = 2 };

typedef struct chip chip_t;

typedef struct {
    int index, pio;
    bool enabled, asleep, waits_irq, exec_stalled, half_done, retry, jumped;
    uint64_t wait_mask;
    uint8_t pc;
    uint32_t x, y, osr, isr, osr_count, isr_count;
    int exec;
    uint64_t tick256, step256;
    uint32_t rx[QUEUE], tx[QUEUE];
    int rx_n, tx_n, rx_depth, tx_depth;
    uint32_t clkdiv, execctrl, shiftctrl, pinctrl;
    bool autopush, autopull, in_right, out_right, side_enable, side_dirs;
    uint32_t push_threshold, pull_threshold, jmp_pin, wrap_top, wrap_bottom;
    uint32_t side_bits, set_count, out_count, in_base, side_base, set_base, out_base, in_count;
    uint64_t executed;
} sm_t;

typedef struct {
    uint16_t memory[32];
    sm_t sm[4];
    uint32_t irq, fdebug, base;
    uint32_t pins, dirs; /* of its 32 */
    uint32_t inte[2], intf[2];
} pio_t;

typedef struct {
    uint32_t read, write, count, reload, ctrl;
    uint64_t ready_at, transfers;
} channel_t;

typedef struct {
    uint32_t cs, fcs, div, inte, intf, result;
    uint16_t fifo[8];
    int n, channel, value;
    bool busy;
    uint64_t start_ns, sampled_at, done_at;
    uint64_t conversions[9], lost_starts, overflows, underflows;
} adc_t;

typedef struct {
    uint32_t ibrd, fbrd, lcr, cr, ifls, imsc, dmacr, raw;
    uint8_t rx[32], tx[32], wire[4096], sending;
    int rx_n, tx_n, wire_n;
    bool is_sending;
    uint64_t began, overruns;
} uart_t;

typedef struct {
    uint32_t armed, intr, inte, intf, alarm[4], latch, pause;
    uint64_t due_us[4];
} timer_t_;

typedef struct {
    uint32_t csr, div, ctr, cc, top;
} slice_t;

typedef struct { /* DesignWare I2C: a byte takes nine bits' time, whoever looks meanwhile skips it */
    uint32_t r[64], raw, abort;
    uint8_t rx[16];
    int rx_n;
    bool began;
    uint64_t free_at, bytes;
} i2c_t;

typedef struct {
    uint32_t r[64], sie, buff;
    uint8_t mem[4096];
    bool is_up, is_configured, is_stalled, is_suspended, is_unplugged, sof;
    int stage, step, ep_in, ep_out, got;
    uint8_t request[8], answer[512];
    uint8_t out[65536], in[1 << 20];
    int out_n, in_n;
} usb_t;

typedef struct { /* two TSL1401 on one clock, under two lamps */
    int si, clk, lamp[2]; /* pins */
    bool si_level, clk_level;
    uint64_t si_since, clk_since, rise, lit_at[2];
    int clocks, tokens[8], tokens_n;
    uint32_t collected[2][128], shown[2][128];
    bool collected_lit, shown_lit;
    int64_t collected_line;
    uint64_t n[16];
} cameras_t;
enum { C_STARTS, C_CLOCKS, C_SAMPLES, C_LIT, C_GIVEN_UP, C_SHORT, C_OVERLAPS, C_UNSETTLED, C_IDLE, C_SETUP, C_FAST,
       C_TRANSFER, C_IN_RESET, C_MOVED };

typedef struct { /* DRV8825 */
    int step, dir, enable;
    bool step_level, dir_level, enable_level;
    int64_t position, low, high; /* the world is called when the position leaves low … high - 1 */
    uint64_t dir_at, step_at, rise_at;
    uint64_t steps, disabled, short_pulses, setup, shortest;
} stepper_t;

typedef struct { /* both tracks; the world says when the next counts come */
    int pin_a, pin_b;
    int64_t count;
    uint64_t edges;
    uint64_t at[1024];
    int8_t way[1024];
    int n, next;
} encoder_t;

/* Calls into the world (Python).  Each comes at the chip's time, chip_now(). */
typedef struct {
    int (*i2c)(int bus, int what, int value); /* what: 0 address, 1 byte out, 2 byte in, 3 stop */
    int (*sample)(int channel);               /* 12 bits */
    void (*pin)(int pin, int level);          /* the chip's own level: 0, 1, 2 lets go */
    void (*pwm)(int pin, int duty_u16);
    void (*light)(int lamp, uint32_t *a, uint32_t *b); /* 128 pixels each, of 4095, of a nominal flash */
    void (*turn)(void);                       /* the encoder needs its next counts */
    void (*placed)(void);                     /* the stepper left the watched places */
    void (*uart)(int uart, int byte);
    void (*usb)(void);
    void (*flash)(int what, uint32_t at);     /* 0 erase, 1 program: before it happens */
    void (*reset)(int cause);
    int (*random)(void);                      /* one bit of the ring oscillator */
} world_t;

typedef struct { /* an instruction that loads */
    uint32_t at;
    int32_t offset;
    uint8_t kind, rn, rm, shift;
} load_t;

struct chip {
    uc_engine *uc;
    uint8_t *flash, ram[RAM_BYTES];
    uint64_t now, due[SOURCES], next_due, until;
    uint64_t boot_at, instructions, blocks, slept, misses, hits;
    bool is_syncing, stop, world_stop, sleeping, event, is_over, is_halted, has_misses;
    int reset_asked, reset_cause, why, why_number;
    uint32_t pc, fault_pc;
    char fault[160];
    /* NVIC */
    uint64_t levels, latched, enabled;
    uint8_t prio[64], shpr[12];
    bool pendsv, systick_pending, masked_wait;
    struct { int number, prio; } active[32];
    int active_n;
    uint32_t vtor, low_sp;
    uint32_t syst_csr, syst_rvr;
    uint64_t syst_at;
    /* cost of blocks, by address */
    struct { uint32_t at; uint16_t size, cycles, count; } cost[1 << 16];
    load_t loads[1 << 16];
    struct { uint32_t at, back; uint64_t began, calls, cycles, most; } timed; /* a function */
    uint32_t block_end;
    uint32_t tags[1024][2]; /* XIP cache: 16 kB, two ways, 8 bytes a line */
    uint8_t way[1024];
    uint32_t last_line;
    /* pins */
    uint32_t io_ctrl[PINS], pad[PINS], pad_latched[PINS], pad_voltage;
    uint64_t sio_out, sio_oe, outside, outside_z, level, input, drive, out, seen, watched;
    uint32_t edges[6], inte[6], intf[6];
    struct { uint64_t at, input; } change[64];
    int change_first, change_n;
    uint32_t fifo_word;
    bool has_fifo;
    /* blocks */
    pio_t pio[3];
    channel_t dma[CHANNELS];
    uint16_t dma_waiting[64];
    uint32_t dma_raw, dma_inte[4], dma_intf[4], dma_noise;
    uint64_t dma_free_at, unsafe_aborts;
    adc_t adc;
    uart_t uart[2];
    timer_t_ timer[2];
    slice_t slice[12];
    uint32_t pwm_en, pwm_duty[PINS];
    i2c_t i2c[2];
    usb_t usb;
    uint32_t wd_ctrl, wd_load, wd_reason, wd_scratch[8];
    uint64_t wd_at;
    uint32_t plain[64][1024]; /* registers of blocks without behaviour, by their number */
    uint32_t plain_at[64];
    int plain_n;
    uint32_t noise, seed;
    uint32_t qmi_rx[32];
    int qmi_rx_n, qmi_sent, qmi_first;
    uint8_t bootram[4096];
    uint8_t unique_id[8];
    uint32_t rom_names[128];
    int rom_n;
    /* parts at the pins */
    cameras_t cameras;
    stepper_t stepper;
    encoder_t encoder;
    /* flash */
    uint64_t erases, programs, cut_at;
    int cut_operation;
    uint64_t cut_after;
    uint32_t tear;
    world_t world;
};

/* fabric.c */
void plan(chip_t *c, int source, uint64_t at);
void sync_to(chip_t *c, uint64_t at);
void pass(chip_t *c, uint64_t cycles);
/* pads.c */
void io_power_on(chip_t *c);
void io_refresh(chip_t *c, int pin);
void io_refresh_all(chip_t *c);
uint64_t io_seen(chip_t *c);
uint32_t io_read(chip_t *c, uint32_t o);
void io_write(chip_t *c, uint32_t o, uint32_t v);
uint32_t pads_read(chip_t *c, uint32_t o);
void pads_write(chip_t *c, uint32_t o, uint32_t v);
uint32_t sio_read(chip_t *c, uint32_t o);
void sio_write(chip_t *c, uint32_t o, uint32_t v);
void io_outputs(chip_t *c, uint64_t out, uint64_t oe);
/* pio.c, state_machine.c */
void pio_power_on(chip_t *c, int n);
uint32_t pio_read(chip_t *c, int n, uint32_t o);
void pio_write(chip_t *c, int n, uint32_t o, uint32_t v, bool is_clear);
void pio_update(chip_t *c, int n);
bool pio_ready(chip_t *c, int n, int request);
void pio_set_irq(chip_t *c, int n, uint32_t bits, bool on);
void pio_drive(chip_t *c, int n, bool dirs, uint32_t mask, uint32_t values);
void sm_power_on(chip_t *c, sm_t *s);
void sm_run(chip_t *c, sm_t *s);
void sm_wake(chip_t *c, sm_t *s, uint64_t at);
void sm_enable(chip_t *c, sm_t *s, bool on);
void sm_restart(chip_t *c, sm_t *s);
void sm_restart_clock(chip_t *c, sm_t *s);
void sm_force(chip_t *c, sm_t *s, uint32_t op);
uint32_t sm_read(chip_t *c, sm_t *s);
void sm_write(chip_t *c, sm_t *s, uint32_t v);
void sm_set(chip_t *c, sm_t *s, uint32_t which, uint32_t v);
/* dma.c */
void dma_power_on(chip_t *c);
uint32_t dma_read(chip_t *c, uint32_t o);
void dma_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw);
void dma_request(chip_t *c, int treq);
void dma_run(chip_t *c);
/* adc.c, uart.c, timer.c, pwm.c, i2c.c, usb.c */
void adc_power_on(chip_t *c);
uint32_t adc_read(chip_t *c, uint32_t o);
void adc_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw);
void adc_run(chip_t *c);
bool adc_requests(chip_t *c);
void uart_power_on(chip_t *c, int n);
uint32_t uart_read(chip_t *c, int n, uint32_t o);
void uart_write(chip_t *c, int n, uint32_t o, uint32_t v);
void uart_run(chip_t *c, int source);
bool uart_requests(chip_t *c, int treq);
void timer_power_on(chip_t *c);
uint32_t timer_read(chip_t *c, int n, uint32_t o);
void timer_write(chip_t *c, int n, uint32_t o, uint32_t v);
void timer_run(chip_t *c, int n);
uint32_t watchdog_read(chip_t *c, uint32_t o);
void watchdog_write(chip_t *c, uint32_t o, uint32_t v);
void watchdog_run(chip_t *c);
void pwm_power_on(chip_t *c);
uint32_t pwm_read(chip_t *c, uint32_t o);
void pwm_write(chip_t *c, uint32_t o, uint32_t v);
void pwm_show(chip_t *c, int pin);
uint32_t i2c_read(chip_t *c, int n, uint32_t o);
void i2c_write(chip_t *c, int n, uint32_t o, uint32_t v);
void usb_power_on(chip_t *c);
uint32_t usb_read(chip_t *c, uint32_t o);
void usb_write(chip_t *c, uint32_t o, uint32_t v, uint32_t raw, bool is_clear);
void usb_ram(chip_t *c, uint32_t o, uint32_t size);
void usb_run(chip_t *c);
/* rom.c, regs.c, nvic.c, cost.c, cpu.c */
void rom_install(chip_t *c);
void rom_call(chip_t *c, uint32_t at);
uint32_t block_read(chip_t *c, uint32_t at);
void block_write(chip_t *c, uint32_t at, uint32_t v, uint32_t raw, bool is_clear);
void irq_level(chip_t *c, int irq, bool on);
uint32_t ppb_read(chip_t *c, uint32_t o, int size);
void ppb_write(chip_t *c, uint32_t o, int size, uint32_t v);
void systick_run(chip_t *c);
bool nvic_take(chip_t *c);
bool nvic_is_waiting(chip_t *c);
void nvic_leave(chip_t *c);
uint32_t block_cost(chip_t *c, uint32_t at, uint32_t size, uint32_t *count);
uint32_t cache_touch(chip_t *c, uint32_t at);
uint32_t code_half(chip_t *c, uint32_t at);
void on_load(uc_engine *uc, uint64_t at, uint32_t size, void *user);
void cache_forget(chip_t *c);
void chip_boot(chip_t *c, int cause);
uint32_t reg(chip_t *c, int which);
void put(chip_t *c, int which, uint32_t v);
/* parts.c */
void parts_power_on(chip_t *c);
void parts_pin(chip_t *c, int pin, int level);
int parts_sample(chip_t *c, int channel, uint64_t start_ns);
void encoder_run(chip_t *c);
uint32_t bus_read(chip_t *c, uint32_t at, int size);
void bus_write(chip_t *c, uint32_t at, int size, uint32_t v);
