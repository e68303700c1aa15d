// Two TSL1401 line cameras on one clock, under two lamps: what they see, and what was done wrong.
//
// A rising clock with SI up starts a read-out: pixel n stands at the output after the n-th edge,
// 120 ns later at the latest; the 129th edge ends it. Pixels are reset during the first 18 clocks,
// then collect light until the next start. Its data sheet: SI up 20 ns before the edge, clock
// halves of 50 ns at least, charge transfer 20 us before the next start.

const PIXELS = 128;
const RESET_CLOCKS = 18;
const SETTLE_NS = 120, SETUP_NS = 20, HALF_NS = 50, TRANSFER_NS = 20_000;

/** `light(camera, colour, pixel, line)` is 12 bits after `nominalNs[colour]` of lamp; colours 0 green, 1 red. */
export class Tsl1401Pair {
  constructor(fabric, { si, clk, lamps, line, light, nominalNs }) {
    Object.assign(this, { fabric, line, light, nominalNs });
    this.levels = { si: 0, clk: 0 };
    this.sinceNs = { si: -Infinity, clk: -Infinity }; // the last change
    this.riseNs = -Infinity;
    this.clocks = PIXELS + 1; // since the last start
    this.tokens = []; // pixels that stand at the output; one, if all is well
    this.lampNs = [null, null]; // when each was lit
    this.collected = this._nothing();
    this.shown = this._nothing();
    this.counts = { starts: 0, clocks: 0, samples: 0, lit: 0, givenUp: 0, shortLines: 0, overlaps: 0, unsettled: 0,
      idle: 0, setup: 0, tooFast: 0, transferTooShort: 0, litInReset: 0, moved: 0 };
    const watch = (pin, act) => fabric.mcu.gpio[pin].addListener((value) => act(value === 1 ? 1 : 0));
    watch(si, (level) => this._change('si', level));
    watch(clk, (level) => this._clock(level));
    lamps.forEach((pin, colour) => watch(pin, (level) => this._lamp(colour, level)));
  }

  /** What the converter finds at a camera's output: started then, taken now. */
  sample(camera, startNs) {
    const { counts } = this;
    counts.samples++;
    if (startNs - this.riseNs < SETTLE_NS) counts.unsettled++;
    if (this.tokens.length === 0) counts.idle++;
    if (this.tokens.length > 1 && this.shown.line !== null) counts.overlaps++;
    return this.tokens.reduce((sum, pixel) => sum + this._charge(camera, pixel), 0);
  }

  _charge(camera, pixel) {
    const { lampNs, line } = this.shown;
    let sum = 0;
    for (const colour of [0, 1]) {
      if (!lampNs[colour]) continue;
      sum += (this.light(camera, colour, pixel, line) * lampNs[colour]) / this.nominalNs[colour];
    }
    return Math.round(sum);
  }

  _isDark() {
    return this.collected.line === null && this.lampNs.every((ns) => ns === null);
  }

  _nothing() {
    return { lampNs: [0, 0], line: null };
  }

  _change(name, level) {
    if (this.levels[name] === level) return false;
    this.levels[name] = level;
    this.sinceNs[name] = this.fabric.nowNs;
    return true;
  }

  _clock(level) {
    const beforeNs = this.sinceNs.clk;
    if (!this._change('clk', level)) return;
    const { nowNs } = this.fabric;
    if (nowNs - beforeNs < HALF_NS) this.counts.tooFast++;
    if (!level) return;
    this.counts.clocks++;
    const lastRiseNs = this.riseNs;
    this.riseNs = nowNs;
    this.tokens = this.tokens.map((pixel) => pixel + 1).filter((pixel) => pixel < PIXELS);
    if (this.levels.si) this._start(lastRiseNs);
    else if (++this.clocks === RESET_CLOCKS) this.collected = this._nothing();
  }

  _start(lastRiseNs) {
    const { counts } = this;
    const { nowNs } = this.fabric;
    counts.starts++;
    // a line given up is emptied by a dark one, whose samples nobody wants
    if (this.clocks < PIXELS + 1) counts[this._isDark() ? 'givenUp' : 'shortLines']++;
    if (nowNs - this.sinceNs.si < SETUP_NS) counts.setup++;
    if (nowNs - lastRiseNs < TRANSFER_NS) counts.transferTooShort++;
    for (const colour of [0, 1]) {
      if (this.lampNs[colour] !== null) this._collect(colour);
    }
    this.shown = this.collected;
    if (this.shown.line !== null) counts.lit++;
    this.collected = this._nothing();
    this.clocks = 1;
    this.tokens.push(0);
  }

  _lamp(colour, level) {
    if (level && this.lampNs[colour] === null) this.lampNs[colour] = this.fabric.nowNs;
    else if (!level && this.lampNs[colour] !== null) {
      this._collect(colour);
      this.lampNs[colour] = null;
    }
  }

  _collect(colour) {
    const { collected, fabric } = this;
    const line = this.line();
    if (this.clocks < RESET_CLOCKS) this.counts.litInReset++;
    if (collected.line !== null && collected.line !== line) this.counts.moved++;
    collected.line = line;
    collected.lampNs[colour] += fabric.nowNs - this.lampNs[colour];
    this.lampNs[colour] = fabric.nowNs;
  }
}
