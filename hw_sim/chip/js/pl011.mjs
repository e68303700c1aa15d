// UART (PL011, RP2040 data sheet 4.2) with real byte times; rp2040js's own never lets the
// transmit interrupt go, so machine.UART hangs on it.

import { BasePeripheral } from './rp2040js.mjs';

const DR = 0x00, FR = 0x18, IBRD = 0x24, FBRD = 0x28, LCR_H = 0x2c, CR = 0x30, IFLS = 0x34;
const IMSC = 0x38, RIS = 0x3c, MIS = 0x40, ICR = 0x44, DMACR = 0x48;
const FIFO_ENABLED = 0x10; // LCR_H.FEN
const RX = 1 << 4, TX = 1 << 5, RX_TIMEOUT = 1 << 6, OVERRUN = 1 << 10;
const TRIGGER_BYTES = [4, 8, 16, 24, 28, 28, 28, 28];
const FIFO_BYTES = 32;
const TIMEOUT_BITS = 32;
const DREQ_RX = { UART0: 21, UART1: 23 }, DREQ_TX = { UART0: 20, UART1: 22 };
const BITS = 10; // start, eight, stop

/** One UART; `onByte(byte, startNs, endNs)` gets what leaves, `feed` takes what arrives. */
export class Pl011 extends BasePeripheral {
  constructor(old) {
    super(old.rp2040, old.name);
    this.irq = old.irq;
    this.onByte = () => {};
    this.isDeaf = () => false; // the receiver is switched off while the driver is on
    this.regs = { [IBRD]: 1, [FBRD]: 0, [LCR_H]: 0, [CR]: 0x300, [IFLS]: 0x12, [IMSC]: 0, [DMACR]: 0 };
    this.raw = 0;
    this.rx = [];
    this.tx = [];
    this.wire = []; // bytes that are still on their way to us
    this.isSending = false;
    this.overruns = 0;
    this._offerToDma();
    const clock = this.rp2040.clock;
    this.sendAlarm = clock.createAlarm(() => this._sent());
    this.arriveAlarm = clock.createAlarm(() => this._arrived());
    this.timeoutAlarm = clock.createAlarm(() => this._raise(this.rx.length ? RX_TIMEOUT : 0));
  }

  clkPeriChanged() {} // bitNs asks for the clock each time

  get bitNs() {
    const divider = this.regs[IBRD] + this.regs[FBRD] / 64;
    return (16 * divider * 1e9) / this.rp2040.clkPeri;
  }

  get depth() {
    return this.regs[LCR_H] & FIFO_ENABLED ? FIFO_BYTES : 1;
  }

  get rxTrigger() {
    return this.depth === 1 ? 1 : TRIGGER_BYTES[(this.regs[IFLS] >> 3) & 7];
  }

  get txTrigger() {
    return this.depth === 1 ? 0 : TRIGGER_BYTES[this.regs[IFLS] & 7];
  }

  /** Requests to the DMA, as far as UARTDMACR lets them through (the SDK opens both). */
  _offerToDma() {
    const { dma } = this.rp2040;
    this.dreqRx = DREQ_RX[this.name];
    this.dreqTx = DREQ_TX[this.name];
    dma.levels.set(this.dreqRx, () => (this.regs[DMACR] & 1) !== 0 && this.rx.length > 0);
    dma.levels.set(this.dreqTx, () => (this.regs[DMACR] & 2) !== 0 && this.tx.length < this.depth);
  }

  /** The fabric is brought to this moment before DMA looks. */
  _request(dreq) {
    const { fabric, dma } = this.rp2040;
    fabric.sync();
    dma.request(dreq);
    fabric.wait();
  }

  feed(bytes) {
    const wasQuiet = this.wire.length === 0;
    for (const byte of bytes) this.wire.push(byte);
    if (wasQuiet && this.wire.length) this.arriveAlarm.schedule(BITS * this.bitNs);
  }

  readUint32(offset) {
    switch (offset) {
      case DR: {
        const byte = this.rx.length ? this.rx.shift() : 0;
        if (this.rx.length < this.rxTrigger) this.raw &= ~RX;
        if (!this.rx.length) this.raw &= ~RX_TIMEOUT;
        this._update();
        return byte;
      }
      case FR:
        return (
          (this.tx.length ? 0 : 0x80) | (this.rx.length >= this.depth ? 0x40 : 0) |
          (this.tx.length >= this.depth ? 0x20 : 0) | (this.rx.length ? 0 : 0x10) |
          (this.isSending ? 0x08 : 0)
        );
      case RIS:
        return this.raw;
      case MIS:
        return this.raw & this.regs[IMSC];
      default:
        return this.regs[offset] ?? 0;
    }
  }

  writeUint32(offset, value) {
    if (offset === DR) this._send(value & 0xff);
    else if (offset === ICR) this.raw &= ~this.rawWriteValue;
    else if (offset in this.regs) this.regs[offset] = value;
    if (offset === DMACR) this._request(this.dreqRx);
    this._update();
  }

  _send(byte) {
    if (this.tx.length < this.depth) this.tx.push(byte);
    if (this.tx.length > this.txTrigger) this.raw &= ~TX;
    if (!this.isSending) this._next();
  }

  _next() {
    this.isSending = this.tx.length > 0;
    if (!this.isSending) return;
    this.sending = this.tx.shift(); // into the shift register
    this.startNs = this.rp2040.clock.nanos;
    this.sendAlarm.schedule(BITS * this.bitNs);
    if (this.tx.length <= this.txTrigger) this._raise(TX);
    this._request(this.dreqTx);
  }

  _sent() {
    this.onByte(this.sending, this.startNs, this.rp2040.clock.nanos);
    this._next();
  }

  _arrived() {
    const byte = this.wire.shift();
    if (this.wire.length) this.arriveAlarm.schedule(BITS * this.bitNs);
    if (this.isDeaf()) return;
    if (this.rx.length >= this.depth) {
      this.overruns++;
      this._raise(OVERRUN);
    } else this.rx.push(byte);
    this._request(this.dreqRx);
    this.timeoutAlarm.schedule(TIMEOUT_BITS * this.bitNs);
    this._raise(this.rx.length >= this.rxTrigger ? RX : 0);
  }

  _raise(bits) {
    this.raw |= bits;
    this._update();
  }

  _update() {
    this.rp2040.setInterrupt(this.irq, (this.raw & this.regs[IMSC]) !== 0);
  }
}
