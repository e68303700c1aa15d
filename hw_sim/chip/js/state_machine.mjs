// One state machine of a PIO block: instructions, shift registers, queues, clock divider.

const RXSTALL = 1, RXUNDER = 1 << 8, TXOVER = 1 << 16, TXSTALL = 1 << 24; // FDEBUG
const EMPTY_COUNT = 32;

/** Runs one instruction at each tick of its divided clock; sleeps while an instruction stalls. */
export class StateMachine {
  constructor(pio, index) {
    this.pio = pio;
    this.fabric = pio.fabric;
    this.index = index;
    this.isEnabled = false;
    this.isAsleep = false;
    this.waitMask = 0; // pins that would wake it
    this.isWaitingForIrq = false;
    this.pc = 0;
    this.x = 0;
    this.y = 0;
    this.osr = 0;
    this.isr = 0;
    this.osrCount = EMPTY_COUNT; // bits that are gone
    this.isrCount = 0;
    this.exec = -1; // an instruction from outside the memory
    this.isExecStalled = false;
    this.isHalfDone = false; // the first part of a stalled instruction must not be done again
    this.isRetry = false; // stalls for one tick only
    this.hasJumped = false;
    this.tick256 = 0; // of the next tick, in 1/256 cycles
    this.rx = [];
    this.tx = [];
    this.executed = 0;
    this.setDivider(1 << 16);
    this.setExecctrl(0x1f << 12);
    this.setShiftctrl(0b11 << 18);
    this.setPinctrl(5 << 26);
    this.fabric.add(this);
    this.fabric.machines.push(this);
  }

  get fstat() {
    const { rx, tx, rxDepth, txDepth } = this;
    return (
      (rx.length >= rxDepth ? 1 : 0) | (rx.length ? 0 : 0x100) |
      (tx.length >= txDepth ? 0x10000 : 0) | (tx.length ? 0 : 0x1000000)
    );
  }

  // -- registers ------------------------------------------------------------------------------

  setDivider(value) {
    this.clkdiv = value;
    const whole = value >>> 16 || 65536;
    this.step256 = whole * 256 + ((value >> 8) & 0xff);
  }

  setExecctrl(value) {
    this.execctrl = value;
    this.hasSideEnable = (value >>> 30) & 1;
    this.isSideDirection = (value >>> 29) & 1;
    this.jmpPin = (value >>> 24) & 31;
    this.wrapTop = (value >>> 12) & 31;
    this.wrapBottom = (value >>> 7) & 31;
    if (value & (1 << 17)) this.pio.error('sticky outputs are not modelled');
  }

  setShiftctrl(value) {
    const wasJoined = this.shiftctrl >>> 30;
    this.shiftctrl = value;
    this.isAutopush = (value & (1 << 16)) !== 0;
    this.isAutopull = (value & (1 << 17)) !== 0;
    this.isInRight = (value & (1 << 18)) !== 0;
    this.isOutRight = (value & (1 << 19)) !== 0;
    this.pushThreshold = (value >>> 20) & 31 || 32;
    this.pullThreshold = (value >>> 25) & 31 || 32;
    const joined = value >>> 30;
    this.txDepth = joined & 1 ? 8 : joined & 2 ? 0 : 4;
    this.rxDepth = joined & 2 ? 8 : joined & 1 ? 0 : 4;
    if (joined !== wasJoined) {
      this.rx.length = this.tx.length = 0;
      this.pio.rp2040.dma.request(this.pio.firstDreq + this.index); // room again
      this.wake(this.fabric.now + 1);
    }
  }

  setPinctrl(value) {
    this.pinctrl = value;
    this.sideBits = value >>> 29;
    this.setCount = (value >>> 26) & 7;
    this.outCount = (value >>> 20) & 63;
    this.inBase = (value >>> 15) & 31;
    this.sideBase = (value >>> 10) & 31;
    this.setBase = (value >>> 5) & 31;
    this.outBase = value & 31;
  }

  enable(isEnabled) {
    if (isEnabled === this.isEnabled) return;
    this.isEnabled = isEnabled;
    this.fabric.due[this.id] = Infinity;
    this.isAsleep = true;
    this.wake(this.fabric.now + 1);
  }

  restart() {
    this.isr = 0;
    this.isrCount = 0;
    this.osrCount = EMPTY_COUNT;
    this.exec = -1;
    this.isExecStalled = this.isHalfDone = false;
    this._resume();
  }

  restartClock() {
    this.tick256 = this.fabric.now * 256;
    this._resume();
  }

  /** SMx_INSTR: at once, enabled or not. */
  force(op) {
    this.isHalfDone = false;
    this.exec = op;
    this.hasJumped = false;
    this._sideSet(op);
    this.isExecStalled = !this._execute(op);
    if (this.isExecStalled) return;
    if (this.exec === op) this.exec = -1;
    this._resume();
  }

  read() {
    if (!this.rx.length) {
      this.pio.fdebug |= RXUNDER << this.index;
      return 0;
    }
    const value = this.rx.shift();
    if (this.isAsleep) this.wake(this.fabric.now + 1);
    this.pio.updateInterrupts();
    return value;
  }

  write(value) {
    if (this.tx.length >= this.txDepth) {
      this.pio.fdebug |= TXOVER << this.index;
      return;
    }
    this.tx.push(value);
    if (this.isAsleep) this.wake(this.fabric.now + 1);
  }

  // -- time -----------------------------------------------------------------------------------

  /** What it stalls on may have changed: it looks again at its first tick from then on. */
  wake(cycle) {
    if (!this.isAsleep || !this.isEnabled || this.fabric.due[this.id] < Infinity) return;
    const late = Math.ceil((cycle * 256 - this.tick256) / this.step256);
    if (late > 0) this.tick256 += late * this.step256;
    this.fabric.due[this.id] = Math.floor(this.tick256 / 256);
  }

  run() {
    const op = this.exec >= 0 ? this.exec : this.pio.memory[this.pc];
    const isFromMemory = this.exec < 0;
    const bits = (op >> 8) & 31;
    const delayBits = 5 - this.sideBits;
    this.executed++;
    if (this.sideBits) this._sideSet(op);
    this.hasJumped = false;
    this.waitMask = 0;
    this.isWaitingForIrq = false;
    this.isAsleep = false;
    if (!this._execute(op)) {
      this.isAsleep = true;
      this.tick256 += this.step256;
      this.fabric.due[this.id] = Infinity;
      const { changes } = this.fabric;
      if (this.isRetry) this.wake(this.fabric.now + 1);
      else if (this.waitMask && changes.length) this.wake(changes[0][0]);
      this.isRetry = false;
      return;
    }
    if (!isFromMemory && this.exec === op) {
      this.exec = -1;
      this.isExecStalled = false;
    } else if (!this.hasJumped) this.pc = this.pc === this.wrapTop ? this.wrapBottom : (this.pc + 1) & 31;
    this.tick256 += this.step256 * (1 + (bits & ((1 << delayBits) - 1)));
    this.fabric.due[this.id] = Math.floor(this.tick256 / 256);
  }

  _resume() {
    this.isAsleep = true;
    this.fabric.due[this.id] = Infinity;
    this.waitMask = 0;
    this.isWaitingForIrq = false;
    this.wake(this.fabric.now + 1);
  }

  _sideSet(op) {
    const bits = (op >> 8) & 31;
    let count = this.sideBits;
    if (!count) return;
    let value = bits >> (5 - count);
    if (this.hasSideEnable) {
      count--;
      if (!(value >> count)) return;
      value &= (1 << count) - 1;
    }
    this._drive(this.isSideDirection, this.sideBase, count, value);
  }

  _drive(isDirection, base, count, value) {
    if (!count) return;
    const ones = count === 32 ? 0xffffffff : (1 << count) - 1;
    const mask = rotate(ones, base);
    if (isDirection) this.pio.setDirections(mask, rotate(value, base));
    else this.pio.setPins(mask, rotate(value, base));
  }

  // -- instructions: true when done, false when it stalls -----------------------------------------

  _execute(op) {
    switch (op >> 13) {
      case 0: return this._jump(op);
      case 1: return this._wait(op);
      case 2: return this._in((op >> 5) & 7, op & 31 || 32);
      case 3: return this._out((op >> 5) & 7, op & 31 || 32);
      case 4: return op & 0x80 ? this._pull(op & 0x40, op & 0x20) : this._push(op & 0x40, op & 0x20);
      case 5: return this._mov((op >> 5) & 7, (op >> 3) & 3, op & 7);
      case 6: return this._irq(op & 0x40, op & 0x20, this._irqBit(op));
      default: return this._set((op >> 5) & 7, op & 31);
    }
  }

  _jump(op) {
    let is;
    switch ((op >> 5) & 7) {
      case 0: is = true; break;
      case 1: is = this.x === 0; break;
      case 2: is = this.x !== 0; this.x = (this.x - 1) >>> 0; break;
      case 3: is = this.y === 0; break;
      case 4: is = this.y !== 0; this.y = (this.y - 1) >>> 0; break;
      case 5: is = this.x !== this.y; break;
      case 6: is = ((this.fabric.seen() >>> this.jmpPin) & 1) === 1; break;
      default: is = this.osrCount < this.pullThreshold;
    }
    if (is) this._goTo(op & 31);
    return true;
  }

  _goTo(address) {
    this.pc = address;
    this.hasJumped = true;
  }

  _wait(op) {
    const level = (op >> 7) & 1;
    const source = (op >> 5) & 3;
    if (source === 2) {
      const bit = this._irqBit(op);
      if (((this.pio.irq & bit) !== 0) !== (level === 1)) {
        this.isWaitingForIrq = true;
        return false;
      }
      if (level) this.pio.clearIrq(bit);
      return true;
    }
    const pin = source === 0 ? op & 31 : (this.inBase + (op & 31)) & 31;
    if (((this.fabric.seen() >>> pin) & 1) === level) return true;
    this.waitMask = 1 << pin;
    return false;
  }

  _irqBit(op) {
    const n = op & 7;
    return 1 << (op & 0x10 ? (n & 4) | ((n + this.index) & 3) : n);
  }

  _source(which) {
    switch (which) {
      case 0: return rotate(this.fabric.seen(), 32 - this.inBase);
      case 1: return this.x;
      case 2: return this.y;
      case 5: return this._status();
      case 6: return this.isr;
      case 7: return this.osr;
      default: return 0;
    }
  }

  _status() {
    const queue = this.execctrl & 16 ? this.rx : this.tx;
    return queue.length < (this.execctrl & 15) ? 0xffffffff : 0;
  }

  _in(source, count) {
    if (!this.isHalfDone) {
      const value = this._source(source);
      if (count === 32) this.isr = value >>> 0;
      else {
        const part = value & ((1 << count) - 1);
        this.isr = this.isInRight
          ? ((this.isr >>> count) | (part << (32 - count))) >>> 0
          : ((this.isr << count) | part) >>> 0;
      }
      this.isrCount = Math.min(32, this.isrCount + count);
    }
    if (!this.isAutopush || this.isrCount < this.pushThreshold) return true;
    this.isHalfDone = !this._push(0, 1);
    return !this.isHalfDone;
  }

  _push(isIfFull, isBlocking) {
    if (isIfFull && this.isrCount < this.pushThreshold) return true;
    const { pio } = this;
    if (this.rx.length >= this.rxDepth) {
      pio.fdebug |= RXSTALL << this.index;
      if (isBlocking) return false;
    } else {
      this.rx.push(this.isr);
      pio.rp2040.dma.request(pio.firstDreq + 4 + this.index);
      pio.updateInterrupts();
    }
    this.isr = 0;
    this.isrCount = 0;
    return true;
  }

  _pull(isIfEmpty, isBlocking) {
    if (isIfEmpty && this.osrCount < this.pullThreshold) return true;
    if (this._refill()) return true;
    this.pio.fdebug |= TXSTALL << this.index;
    if (isBlocking) return false;
    this.osr = this.x;
    this.osrCount = 0;
    return true;
  }

  _refill() {
    if (!this.tx.length) return false;
    this.osr = this.tx.shift();
    this.osrCount = 0;
    this.pio.rp2040.dma.request(this.pio.firstDreq + this.index);
    this.pio.updateInterrupts();
    return true;
  }

  _out(destination, count) {
    if (this.isAutopull && this.osrCount >= this.pullThreshold) {
      this.isRetry = this._refill(); // the word arrives in this cycle, the rest is for the next
      if (!this.isRetry) this.pio.fdebug |= TXSTALL << this.index;
      return false;
    }
    let value = this.osr;
    if (count < 32) {
      value = this.isOutRight ? this.osr & ((1 << count) - 1) : this.osr >>> (32 - count);
      this.osr = (this.isOutRight ? this.osr >>> count : this.osr << count) >>> 0;
    } else this.osr = 0;
    this.osrCount = Math.min(32, this.osrCount + count);
    this._store(destination, value >>> 0, count);
    if (this.isAutopull && this.osrCount >= this.pullThreshold) this._refill();
    return true;
  }

  _store(destination, value, count) {
    switch (destination) {
      case 0: return this._drive(false, this.outBase, this.outCount, value);
      case 1: this.x = value; return undefined;
      case 2: this.y = value; return undefined;
      case 4: return this._drive(true, this.outBase, this.outCount, value);
      case 5: return this._goTo(value & 31);
      case 6:
        this.isr = value;
        this.isrCount = count;
        return undefined;
      case 7:
        this.exec = value & 0xffff;
        return undefined;
      default: return undefined;
    }
  }

  _mov(destination, operation, source) {
    let value = this._source(source);
    if (operation === 1) value = ~value;
    if (operation === 2) value = reversed(value);
    value >>>= 0;
    switch (destination) {
      case 4: this.exec = value & 0xffff; break;
      case 6: this.isr = value; this.isrCount = 0; break;
      case 7: this.osr = value; this.osrCount = 0; break;
      default: this._store(destination, value, 32);
    }
    return true;
  }

  _irq(isClear, isWait, bit) {
    const { pio } = this;
    if (isClear) pio.clearIrq(bit);
    else if (!this.isHalfDone) pio.setIrq(bit);
    if (isClear || !isWait) return true;
    this.isHalfDone = (pio.irq & bit) !== 0;
    this.isWaitingForIrq = this.isHalfDone;
    return !this.isHalfDone;
  }

  _set(destination, value) {
    switch (destination) {
      case 0: this._drive(false, this.setBase, this.setCount, value); break;
      case 1: this.x = value; break;
      case 2: this.y = value; break;
      case 4: this._drive(true, this.setBase, this.setCount, value); break;
      default:
    }
    return true;
  }
}

function rotate(value, by) {
  by &= 31;
  return by ? ((value << by) | (value >>> (32 - by))) >>> 0 : value >>> 0;
}

function reversed(value) {
  let out = 0;
  for (let i = 0; i < 32; i++) out = (out << 1) | ((value >>> i) & 1);
  return out >>> 0;
}
