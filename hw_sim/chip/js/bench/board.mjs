// The test board: the shoe's card path and carousel at the pins of an RP2040.

import { Board } from '../board.mjs';
import { Drv8825 } from './drv8825.mjs';
import { Quadrature } from './quadrature.mjs';
import { Timeline } from './timeline.mjs';
import { Tsl1401Pair } from './tsl1401.mjs';

// tests/chip/bench_overlay/bench_pins.py
const PIN = { HOME: 3, BUTTON: 7, MOUTH: 11, FEED: 12, THROAT: 14, SI: 16, CLK: 17, GREEN: 18, RED: 19,
  ENCODER_A: 20, ENCODER_B: 21, STEP: 22, DIR: 23, ENABLE: 24 };
const RESTING = { BUTTON: 1, MOUTH: 1, FEED: 1, THROAT: 1 };
const HOME_STEPS = [400, 480]; // the flag covers these positions
const CAMERA_A = 0, CAMERA_B = 1, CURRENT = 2, SUPPLY = 3; // converter channels
const COUNTS_A_LINE = 4;
const CARD_LINES = 315; // 63 mm
const GATE_LINES = 8; // the gate stands 1.6 mm before the cameras
const NOMINAL_NS = [30_625, 20_625]; // flashes of green and red: 61 and 41 half microseconds, and two ticks
const BACKGROUND = 12;

/** Cards go through the gate as the encoder turns; the cameras see noise that depends on the card. */
export class Bench extends Board {
  constructor(args) {
    super(args);
    this.levels = new Map(Object.entries(RESTING).map(([name, level]) => [PIN[name], level]));
    this.currentLevel = 1000; // of 4095
  }

  wire() {
    const { fabric, mcu } = this.chip;
    this.fabric = fabric;
    this.pinEdges = []; // [pin, level, ns, count, position]
    this.card = null;
    this.encoder = new Quadrature(fabric, PIN.ENCODER_A, PIN.ENCODER_B);
    this.timeline = new Timeline(fabric);
    this.stepper = new Drv8825(fabric, { step: PIN.STEP, dir: PIN.DIR, enable: PIN.ENABLE,
      home: PIN.HOME, from: HOME_STEPS[0], to: HOME_STEPS[1] });
    this.stepper.onHome = (level) => this.change(PIN.HOME, level);
    this.cameras = new Tsl1401Pair(fabric, { si: PIN.SI, clk: PIN.CLK, lamps: [PIN.GREEN, PIN.RED],
      line: () => this.line(), light: (...place) => this.light(...place), nominalNs: NOMINAL_NS });
    mcu.adc.inputs[CAMERA_A] = (startNs) => this.cameras.sample(0, startNs);
    mcu.adc.inputs[CAMERA_B] = (startNs) => this.cameras.sample(1, startNs);
    mcu.adc.inputs[CURRENT] = () => this.currentLevel;
    mcu.adc.inputs[SUPPLY] = () => 3100;
  }

  /** A pin changes and the truth about it is kept. */
  change(pin, level) {
    this.levels.set(pin, level);
    this.fabric.drive(pin, level);
    this.pinEdges.push([pin, level, this.startNs + this.fabric.nowNs, this.encoder?.count ?? 0,
      this.stepper?.position ?? 0]);
  }

  /** Lines since the card's edge came to the cameras, along the way it goes. */
  line() {
    if (!this.card) return -1;
    return Math.floor((this.card.sign * (this.encoder.count - this.card.count)) / COUNTS_A_LINE);
  }

  light(camera, colour, pixel, line) {
    if (!this.card || line < 0 || line >= CARD_LINES) return BACKGROUND * 16 + 8;
    return picture(this.card.number, camera, colour, line, pixel) * 16 + 8;
  }

  /** A card's edge is at the gate after so many counts; the throat has a second beam. */
  expectCard(number, counts, sign, pin) {
    const lines = CARD_LINES + (pin === PIN.THROAT ? 2 * GATE_LINES : 0);
    this.encoder.after(counts, () => {
      this.card = { number, count: this.encoder.count + sign * GATE_LINES * COUNTS_A_LINE, sign };
      this.change(pin, 0);
    });
    this.encoder.after(counts + lines * COUNTS_A_LINE, () => this.change(pin, 1));
  }

  /** What a test asks for; see hw_sim/chip/bench.py. */
  bench(request) {
    const { fabric } = this;
    fabric.sync();
    const { turns = [], cards = [], pins = [], marks = [], uart = [], current, record, keep } = request;
    for (const [counts, rate] of turns) this.encoder.turn(counts, rate);
    for (const [number, counts, sign, pin] of cards) this.expectCard(number, counts, sign, pin);
    for (const [ms, pin, level] of pins) {
      this.timeline.at(fabric.nowNs + ms * 1e6, () => this.change(pin, level));
    }
    for (const [ms, bytes] of uart) {
      const { uart: uarts } = this.chip.mcu;
      this.timeline.at(fabric.nowNs + ms * 1e6, () => uarts[0].feed(Buffer.from(bytes, 'hex')));
    }
    for (const [counts, pin, level] of marks) this.encoder.after(counts, () => this.change(pin, level));
    if (current !== undefined) this.currentLevel = current;
    if (record) this.stepper.record();
    return this.truth(keep);
  }

  truth(isKept) {
    const { encoder, stepper, cameras, chip } = this;
    const edges = this.pinEdges;
    const times = stepper.times ?? [];
    if (!isKept) {
      this.pinEdges = [];
      if (stepper.times) stepper.times = [];
    }
    return { count: encoder.count, encoderEdges: encoder.edges, isTurning: encoder.isTurning,
      position: stepper.position, stepper: stepper.counts, times, cameras: cameras.counts,
      adc: chip.mcu.adc.counts, edges, overruns: chip.mcu.uart[0].overruns,
      dma: chip.mcu.dma.channels.map((channel) => channel.transfers) };
  }
}

/** 50 to 249, the same as in tests/chip/bench_truth.py. */
function picture(card, camera, colour, line, pixel) {
  let x = Math.imul(card + 1, 0x9e3779b1) + Math.imul(camera + 1, 0x85ebca6b);
  x += Math.imul(colour + 1, 0xc2b2ae35) + Math.imul(line + 1, 0x27d4eb2f) + Math.imul(pixel + 1, 0x165667b1);
  x ^= x >>> 15;
  x = Math.imul(x, 0x2c1b3c6d);
  x = (x ^ (x >>> 13)) >>> 0;
  return 50 + (x % 200);
}
