// DMA (RP2040 data sheet 2.5): channels paced by requests, at about the chip's own speed.
//
// A request is a level here ("there is a word", "there is room"), looked at when the transfer
// happens; the chip counts requests, which comes to the same for the queues that are modelled.

import { BasePeripheral } from './rp2040js.mjs';

const CHANNELS = 12;
const LATENCY_CYCLES = 5; // from the request to the write: synchroniser, read, write
const JITTER_CYCLES = 3; // the processor and other channels use the bus as well
const NEXT_CYCLES = 3; // between two transfers of one channel
const EN = 1, INCR_READ = 1 << 4, INCR_WRITE = 1 << 5, RING_WRITE = 1 << 10;
const IRQ_QUIET = 1 << 21, BSWAP = 1 << 22, BUSY = 1 << 24;
const READ_ERROR = 1 << 30, WRITE_ERROR = 1 << 29;
const PERMANENT = 63, FIRST_TIMER = 59;
const INTR = 0x400, INTE0 = 0x404, MULTI_TRIGGER = 0x430, FIFO_LEVELS = 0x440, ABORT = 0x444;
const N_CHANNELS = 0x448, DBG = 0x800;
const FIRST_IRQ = 11;
const TRIGGERS = new Set([0x0c, 0x1c, 0x2c, 0x3c]);
// Which register each of the 16 words of a channel is (four aliases in other orders).
const READ = 0, WRITE = 1, COUNT = 2, CTRL = 3;
const ALIASES = [READ, WRITE, COUNT, CTRL, CTRL, READ, WRITE, COUNT, CTRL, COUNT, READ, WRITE,
  CTRL, WRITE, COUNT, READ];

class Channel {
  constructor(index) {
    this.index = index;
    this.read = this.write = this.count = this.reload = 0;
    this.ctrl = index << 11; // chained to itself: not at all
    this.readyAt = Infinity; // cycle of the next transfer
    this.transfers = 0;
  }

  get treq() {
    return (this.ctrl >>> 15) & 63;
  }

  get isBusy() {
    return (this.ctrl & BUSY) !== 0;
  }

  get size() {
    return 1 << Math.min(2, (this.ctrl >> 2) & 3);
  }

  /** After a transfer: on to the next place, round in a ring if there is one. */
  advance() {
    const { ctrl, size } = this;
    const bits = (ctrl >> 6) & 15;
    const ring = bits ? (1 << bits) - 1 : -1;
    const next = (at, mask) => ((at & ~mask) | ((at + size) & mask)) >>> 0;
    if (ctrl & INCR_READ) this.read = next(this.read, ctrl & RING_WRITE ? -1 : ring);
    if (ctrl & INCR_WRITE) this.write = next(this.write, ctrl & RING_WRITE ? ring : -1);
    this.count = (this.count - 1) >>> 0;
    this.transfers++;
  }
}

/** `levels` maps a request's number to a function: may a word be moved now? */
export class Dma extends BasePeripheral {
  constructor(fabric) {
    super(fabric.mcu, 'DMA');
    this.fabric = fabric;
    this.channels = Array.from({ length: CHANNELS }, (_, i) => new Channel(i));
    this.levels = new Map();
    this.waiting = new Array(64).fill(0); // channels (bits) that wait for a request
    this.raw = 0;
    this.inte = [0, 0];
    this.intf = [0, 0];
    this.freeAt = 0; // cycle from which the bus is free again
    this.noise = 1;
    fabric.add(this);
  }

  setDREQ() {} // rp2040js's own parts call these two; they are asked for their level instead
  clearDREQ() {}

  /** A request may have come up: whoever waits for it looks after the chip's latency. */
  request(treq) {
    let bits = this.waiting[treq];
    if (!bits) return;
    this.waiting[treq] = 0;
    for (let i = 0; bits; i++, bits >>= 1) if (bits & 1) this._soon(this.channels[i], LATENCY_CYCLES);
  }

  run() {
    const { now } = this.fabric;
    for (const channel of this.channels) {
      if (channel.readyAt <= now) {
        channel.readyAt = Infinity;
        if (now < this.freeAt) channel.readyAt = this.freeAt;
        else this._transfer(channel);
      }
    }
    this._plan();
  }

  readUint32(offset) {
    this.fabric.sync();
    return this._read(offset) >>> 0;
  }

  writeUint32(offset, value) {
    this.fabric.sync();
    this._write(offset, value >>> 0);
    this._updateInterrupts();
    this._plan();
    this.fabric.wait();
  }

  _read(offset) {
    if (offset >= DBG) return offset & 4 ? this.channels[(offset - DBG) >> 6]?.reload ?? 0 : 0;
    if (offset < CHANNELS * 64) {
      const channel = this.channels[offset >> 6];
      return [channel.read, channel.write, channel.count, channel.ctrl][ALIASES[(offset >> 2) & 15]];
    }
    if (offset === INTR) return this.raw;
    if (offset >= INTE0 && offset < 0x420) {
      const line = offset < 0x414 ? 0 : 1;
      const which = (offset - INTE0 - 16 * line) >> 2;
      if (which === 0) return this.inte[line];
      return which === 1 ? this.intf[line] : (this.raw & this.inte[line]) | this.intf[line];
    }
    return offset === N_CHANNELS ? CHANNELS : 0; // ABORT: done at once; FIFO_LEVELS: 0
  }

  _write(offset, value) {
    if (offset < CHANNELS * 64) this._writeChannel(this.channels[offset >> 6], offset & 63, value);
    else if (offset === INTR) this.raw &= ~this.rawWriteValue;
    else if (offset >= INTE0 && offset < 0x420) {
      const line = offset < 0x414 ? 0 : 1;
      const which = (offset - INTE0 - 16 * line) >> 2;
      if (which === 0) this.inte[line] = value & 0xffff;
      else if (which === 1) this.intf[line] = value & 0xffff;
      else this.raw &= ~this.rawWriteValue;
    } else if (offset === MULTI_TRIGGER) {
      for (const channel of this.channels) if (value & (1 << channel.index)) this._start(channel);
    } else if (offset === ABORT) {
      for (const channel of this.channels) if (value & (1 << channel.index)) this._abort(channel);
    } else if (offset !== FIFO_LEVELS) this.error(`register ${offset.toString(16)} is not modelled`);
  }

  _writeChannel(channel, offset, value) {
    const which = ALIASES[offset >> 2];
    if (which === READ) channel.read = value;
    else if (which === WRITE) channel.write = value;
    else if (which === COUNT) channel.reload = value;
    else {
      const errors = channel.ctrl & (READ_ERROR | WRITE_ERROR) & ~value;
      channel.ctrl = (value & 0xffffff) | (channel.ctrl & BUSY) | errors;
      if (channel.isBusy) this._wait(channel); // switched off or on again, or another request
    }
    if (!TRIGGERS.has(offset)) return;
    if (value) this._start(channel);
    else if (channel.ctrl & IRQ_QUIET) this.raw |= 1 << channel.index;
  }

  _start(channel) {
    if (!(channel.ctrl & EN) || channel.isBusy) return;
    channel.count = channel.reload;
    if (!channel.count) return;
    channel.ctrl |= BUSY;
    this._wait(channel);
  }

  _end(channel) {
    channel.ctrl &= ~BUSY;
    this._forget(channel);
  }

  /** Erratum RP2040-E13: the end of what was under way may be told as the end of it all. */
  _abort(channel) {
    if (channel.isBusy && !(channel.ctrl & IRQ_QUIET)) this.raw |= 1 << channel.index;
    this._end(channel);
  }

  _forget(channel) {
    channel.readyAt = Infinity;
    for (let i = 0; i < 64; i++) this.waiting[i] &= ~(1 << channel.index);
  }

  /** Until its request: now, if it is up already. */
  _wait(channel) {
    this._forget(channel);
    if (!(channel.ctrl & EN)) return;
    if (this._isRequested(channel.treq)) this._soon(channel, LATENCY_CYCLES);
    else this.waiting[channel.treq] |= 1 << channel.index;
  }

  _isRequested(treq) {
    if (treq === PERMANENT) return true;
    const level = this.levels.get(treq);
    if (!level) this.error(`${treq >= FIRST_TIMER ? 'timer' : 'request'} ${treq} is not modelled`);
    return level ? level() : false;
  }

  _soon(channel, cycles) {
    this.noise = (Math.imul(this.noise, 1664525) + 1013904223) | 0;
    const jitter = (this.noise >>> 16) % (JITTER_CYCLES + 1);
    channel.readyAt = this.fabric.now + cycles + jitter;
    if (channel.readyAt < this.fabric.due[this.id]) this.fabric.due[this.id] = channel.readyAt;
  }

  _plan() {
    let at = Infinity;
    for (const channel of this.channels) if (channel.readyAt < at) at = channel.readyAt;
    this.fabric.due[this.id] = at;
  }

  _transfer(channel) {
    const { treq } = channel;
    if (!this._isRequested(treq)) {
      this.waiting[treq] |= 1 << channel.index;
      return;
    }
    this.freeAt = this.fabric.now + 1;
    this._move(channel);
    channel.advance();
    if (channel.count) {
      if (this._isRequested(treq)) this._soon(channel, NEXT_CYCLES);
      else this.waiting[treq] |= 1 << channel.index;
      return;
    }
    this._end(channel);
    if (!(channel.ctrl & IRQ_QUIET)) this.raw |= 1 << channel.index;
    this._updateInterrupts();
    const next = (channel.ctrl >> 11) & 15;
    if (next !== channel.index && next < CHANNELS) this._start(this.channels[next]);
  }

  _move(channel) {
    const { rp2040: mcu } = this;
    const { read, write, size, ctrl } = channel;
    if (size === 4) {
      const value = mcu.readUint32(read);
      mcu.writeUint32(write, ctrl & BSWAP ? swapped(value) : value);
    } else if (size === 2) {
      const value = mcu.readUint16(read);
      mcu.writeUint16(write, ctrl & BSWAP ? ((value & 0xff) << 8) | (value >> 8) : value);
    } else mcu.writeUint8(write, mcu.readUint8(read));
  }

  _updateInterrupts() {
    for (let line = 0; line < 2; line++) {
      const isRaised = ((this.raw & this.inte[line]) | this.intf[line]) !== 0;
      this.rp2040.setInterrupt(FIRST_IRQ + line, isRaised);
    }
  }
}

function swapped(value) {
  return ((value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0;
}
