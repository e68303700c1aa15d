// PIO (RP2040 data sheet, chapter 3), cycle by cycle; a state machine that stalls costs nothing.

import { BasePeripheral } from './rp2040js.mjs';
import { StateMachine } from './state_machine.mjs';

const CTRL = 0x00, FSTAT = 0x04, FDEBUG = 0x08, FLEVEL = 0x0c, TXF0 = 0x10, RXF0 = 0x20;
const IRQ = 0x30, IRQ_FORCE = 0x34, BYPASS = 0x38, PADOUT = 0x3c, PADOE = 0x40, CFGINFO = 0x44;
const INSTR_MEM0 = 0x48, SM0 = 0xc8, SM_BYTES = 0x18, INTR = 0x128, IRQ0_INTE = 0x12c;
const CLKDIV = 0, EXECCTRL = 4, SHIFTCTRL = 8, ADDR = 12, INSTR = 16, PINCTRL = 20;
const CFG = 0x200404; // 32 instructions, 4 machines, queues of 4
const FIRST_IRQ = 7; // PIO0_IRQ0 of the NVIC

/** One block of four state machines. */
export class Pio extends BasePeripheral {
  constructor(fabric, index) {
    super(fabric.mcu, `PIO${index}`);
    this.fabric = fabric;
    this.index = index;
    this.memory = new Uint16Array(32);
    this.machines = []; // rp2040js's pins would look into these
    this.sm = [0, 1, 2, 3].map((i) => new StateMachine(this, i));
    this.irq = 0;
    this.fdebug = 0;
    this.pinValues = 0; // these two names are rp2040js's
    this.pinDirections = 0;
    this.inte = [0, 0];
    this.intf = [0, 0];
    this.isRaised = [false, false];
    this.firstDreq = 8 * index; // TX of machine 0; RX is 4 further
  }

  /** Whether DMA may move a word: `request` counts from firstDreq. */
  isReady(request) {
    const sm = this.sm[request & 3];
    return request < 4 ? sm.tx.length < sm.txDepth : sm.rx.length > 0;
  }

  setIrq(bits) {
    this.irq |= bits;
    this._wakeIrq();
  }

  clearIrq(bits) {
    this.irq &= ~bits;
    this._wakeIrq();
  }

  setPins(mask, values) {
    const next = (this.pinValues & ~mask) | (values & mask);
    const changed = next ^ this.pinValues;
    if (!changed) return;
    this.pinValues = next;
    this._outputsChanged(changed);
  }

  setDirections(mask, values) {
    const next = (this.pinDirections & ~mask) | (values & mask);
    const changed = next ^ this.pinDirections;
    if (!changed) return;
    this.pinDirections = next;
    this._outputsChanged(changed);
  }

  get intr() {
    let bits = (this.irq & 15) << 8;
    this.sm.forEach((sm, i) => {
      if (sm.rx.length) bits |= 1 << i;
      if (sm.tx.length < sm.txDepth) bits |= 16 << i;
    });
    return bits;
  }

  updateInterrupts() {
    for (let line = 0; line < 2; line++) {
      if (!(this.inte[line] | this.intf[line] | (this.isRaised[line] ? 1 : 0))) continue;
      const isRaised = ((this.intr & this.inte[line]) | this.intf[line]) !== 0;
      if (isRaised === this.isRaised[line]) continue;
      this.isRaised[line] = isRaised;
      this.rp2040.setInterrupt(FIRST_IRQ + 2 * this.index + line, isRaised);
    }
  }

  readUint32(offset) {
    this.fabric.sync();
    const value = this._read(offset);
    this.fabric.wait();
    return value >>> 0;
  }

  writeUint32(offset, value) {
    this.fabric.sync();
    this._write(offset, value >>> 0);
    this.updateInterrupts();
    this.fabric.wait();
  }

  _read(offset) {
    if (offset >= RXF0 && offset < IRQ) return this.sm[(offset - RXF0) >> 2].read();
    if (offset >= SM0 && offset < INTR) return this._readMachine(offset - SM0);
    if (offset >= INTR) return this._readInterrupt(offset);
    switch (offset) {
      case CTRL: return this.sm.reduce((bits, sm, i) => bits | (sm.isEnabled ? 1 << i : 0), 0);
      case FSTAT: return this.sm.reduce((bits, sm, i) => bits | (sm.fstat << i), 0);
      case FDEBUG: return this.fdebug;
      case FLEVEL:
        return this.sm.reduce((bits, sm, i) => bits | ((sm.tx.length | (sm.rx.length << 4)) << (8 * i)), 0);
      case IRQ: return this.irq;
      case PADOUT: return this.pinValues;
      case PADOE: return this.pinDirections;
      case CFGINFO: return CFG;
      default: return 0;
    }
  }

  _write(offset, value) {
    if (offset >= TXF0 && offset < RXF0) this.sm[(offset - TXF0) >> 2].write(value);
    else if (offset >= INSTR_MEM0 && offset < SM0) this.memory[(offset - INSTR_MEM0) >> 2] = value;
    else if (offset >= SM0 && offset < INTR) this._writeMachine(offset - SM0, value);
    else if (offset >= IRQ0_INTE) this._writeInterrupt(offset, value);
    else if (offset === CTRL) this._control(value);
    else if (offset === FDEBUG) this.fdebug &= ~this.rawWriteValue;
    else if (offset === IRQ) this.clearIrq(this.rawWriteValue & 0xff);
    else if (offset === IRQ_FORCE) this.setIrq(this.rawWriteValue & 0xff);
    else if (offset === BYPASS && value) this.error('inputs without synchroniser are not modelled');
  }

  _control(value) {
    this.sm.forEach((sm, i) => {
      if (value & (0x10 << i)) sm.restart();
      if (value & (0x100 << i)) sm.restartClock();
      sm.enable((value & (1 << i)) !== 0);
    });
  }

  _readMachine(offset) {
    const sm = this.sm[Math.floor(offset / SM_BYTES)];
    switch (offset % SM_BYTES) {
      case CLKDIV: return sm.clkdiv;
      case EXECCTRL: return sm.execctrl | (sm.isExecStalled ? 0x80000000 : 0);
      case SHIFTCTRL: return sm.shiftctrl;
      case ADDR: return sm.pc;
      case INSTR: return this.memory[sm.pc];
      default: return sm.pinctrl;
    }
  }

  _writeMachine(offset, value) {
    const sm = this.sm[Math.floor(offset / SM_BYTES)];
    switch (offset % SM_BYTES) {
      case CLKDIV: return sm.setDivider(value);
      case EXECCTRL: return sm.setExecctrl(value & 0x7fffffff);
      case SHIFTCTRL: return sm.setShiftctrl(value);
      case INSTR: return sm.force(value & 0xffff);
      case PINCTRL: return sm.setPinctrl(value);
      default: return undefined;
    }
  }

  _readInterrupt(offset) {
    if (offset === INTR) return this.intr;
    const line = offset < IRQ0_INTE + 12 ? 0 : 1;
    const which = (offset - IRQ0_INTE - 12 * line) >> 2;
    if (which === 0) return this.inte[line];
    return which === 1 ? this.intf[line] : (this.intr & this.inte[line]) | this.intf[line];
  }

  _writeInterrupt(offset, value) {
    const line = offset < IRQ0_INTE + 12 ? 0 : 1;
    const which = (offset - IRQ0_INTE - 12 * line) >> 2;
    if (which === 0) this.inte[line] = value & 0xfff;
    if (which === 1) this.intf[line] = value & 0xfff;
  }

  _wakeIrq() {
    for (const sm of this.sm) if (sm.isWaitingForIrq) sm.wake(this.fabric.now + 1);
    this.updateInterrupts();
  }

  _outputsChanged(changed) {
    const { gpio } = this.rp2040;
    for (let pin = 0; changed; pin++, changed >>>= 1) if (changed & 1) gpio[pin]?.checkForUpdates();
  }
}
