// The converter (RP2040 data sheet 4.9): 96 cycles of 48 MHz each, one at a time, queue of four.

import { BasePeripheral } from './rp2040js.mjs';

const CS = 0x00, RESULT = 0x04, FCS = 0x08, FIFO = 0x0c, DIV = 0x10, INTR = 0x14, INTE = 0x18;
const INTF = 0x1c, INTS = 0x20;
const EN = 1, START_ONCE = 4, START_MANY = 8, READY = 0x100;
const CS_KEPT = 0x1f700b; // RROBIN, AINSEL, START_MANY, TS_EN, EN
const FCS_KEPT = 0xf00000f, SHIFT = 2, DREQ_EN = 8, EMPTY = 0x100, FULL = 0x200, UNDER = 0x400;
const OVER = 0x800;
const DEPTH = 4;
const CYCLES = 96, CLOCK_MHZ = 48;
const SAMPLED_NS = 250; // the input must stand still so long after the start: assumed, not in the data sheet
const DREQ = 36, IRQ = 22;

/** `inputs[channel]` is what a part gives: a function of the time, or else channelValues counts. */
export class Adc extends BasePeripheral {
  constructor(fabric) {
    super(fabric.mcu, 'ADC');
    this.fabric = fabric;
    this.channelValues = [0, 0, 0, 0, 876]; // names of rp2040js; the last is the thermometer
    this.inputs = [];
    this.cs = this.fcs = this.div = this.inte = this.intf = this.result = 0;
    this.fifo = [];
    this.isBusy = false;
    this.sampledAt = Infinity; // cycle at which the input is taken
    this.doneAt = Infinity;
    this.value = 0;
    this.counts = { conversions: [0, 0, 0, 0, 0], lostStarts: 0, overflows: 0, underflows: 0 };
    fabric.add(this);
    fabric.mcu.dma.levels.set(DREQ, () => this.isRequesting);
  }

  get isRequesting() {
    return (this.fcs & DREQ_EN) !== 0 && this.fifo.length >= Math.max(1, (this.fcs >> 24) & 15);
  }

  run() {
    if (this.fabric.now >= this.sampledAt) {
      const input = this.inputs[this.channel];
      const value = input ? input(this.startNs, this.fabric.nowNs) : this.channelValues[this.channel];
      this.value = Math.max(0, Math.min(4095, value ?? 0));
      this.sampledAt = Infinity;
    }
    if (this.fabric.now >= this.doneAt) this._done();
    this.fabric.plan(this, Math.min(this.sampledAt, this.doneAt));
  }

  readUint32(offset) {
    this.fabric.sync();
    return this._read(offset) >>> 0;
  }

  writeUint32(offset, value) {
    this.fabric.sync();
    this._write(offset, value);
    this._update();
    this.fabric.wait();
  }

  _read(offset) {
    switch (offset) {
      case CS: return this.cs | (this.isBusy ? 0 : READY);
      case RESULT: return this.result;
      case FCS: {
        const n = this.fifo.length;
        return this.fcs | (n << 16) | (n ? 0 : EMPTY) | (n >= DEPTH ? FULL : 0);
      }
      case FIFO: return this._take();
      case DIV: return this.div;
      case INTR: return this._intr();
      case INTE: return this.inte;
      case INTF: return this.intf;
      case INTS: return (this._intr() & this.inte) | this.intf;
      default: return 0;
    }
  }

  _write(offset, value) {
    switch (offset) {
      case CS:
        this.cs = value & CS_KEPT;
        if (value & EN && value & (START_ONCE | START_MANY)) this._start();
        break;
      case FCS:
        this.fcs = (value & FCS_KEPT) | (this.fcs & (OVER | UNDER) & ~this.rawWriteValue);
        this.rp2040.dma.request(DREQ);
        break;
      case DIV: this.div = value; break;
      case INTE: this.inte = value & 1; break;
      case INTF: this.intf = value & 1; break;
      default:
    }
  }

  _start() {
    if (this.isBusy) {
      this.counts.lostStarts++;
      return;
    }
    // its own clock: the start is seen at the next of its edges
    const edge = Math.floor((this.fabric.nowNs * CLOCK_MHZ) / 1000) + 1;
    this.isBusy = true;
    this.channel = (this.cs >> 12) & 7;
    this.startNs = (edge * 1000) / CLOCK_MHZ;
    this.sampledAt = this.fabric.cycleAt(this.startNs + SAMPLED_NS);
    this.doneAt = this.fabric.cycleAt(((edge + CYCLES) * 1000) / CLOCK_MHZ);
    this.fabric.plan(this, this.sampledAt);
  }

  _done() {
    this.doneAt = Infinity;
    this.isBusy = false;
    this.result = this.value;
    this.counts.conversions[this.channel]++;
    if (this.fcs & EN) {
      if (this.fifo.length >= DEPTH) {
        this.fcs |= OVER;
        this.counts.overflows++;
      } else this.fifo.push(this.fcs & SHIFT ? this.value >> 4 : this.value);
      this.rp2040.dma.request(DREQ);
    }
    this._update();
    this._nextChannel();
    if (this.cs & START_MANY) this._start(); // DIV below 96 means the same; more is not modelled
  }

  _nextChannel() {
    const round = (this.cs >> 16) & 31;
    if (!round) return;
    let channel = (this.cs >> 12) & 7;
    do channel = (channel + 1) % 5;
    while (!(round & (1 << channel)));
    this.cs = (this.cs & ~0x7000) | (channel << 12);
  }

  _take() {
    if (!this.fifo.length) {
      this.fcs |= UNDER;
      this.counts.underflows++;
      return 0;
    }
    const value = this.fifo.shift();
    this._update();
    return value;
  }

  _intr() {
    return this.fifo.length >= Math.max(1, (this.fcs >> 24) & 15) ? 1 : 0;
  }

  _update() {
    if (this.inte | this.intf) this.rp2040.setInterrupt(IRQ, ((this._intr() & this.inte) | this.intf) !== 0);
  }
}
