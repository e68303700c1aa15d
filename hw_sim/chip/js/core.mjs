// The processor with a fast inner loop.
//
// rp2040js decodes each instruction by a chain of comparisons and calls the clock after each.
// Here one table lookup decodes (case numbers are those of decode.mjs: only literal numbers make a
// jump table of a switch), memory is reached directly, and the clock is only told the time
// when a peripheral, an alarm or an interrupt could notice. Rare instructions go to rp2040js's
// own core, with the same cycle counts; tests/chip/test_core.py compares the two step by step.

import { CortexM0Core } from './rp2040js.mjs';
import { KINDS, K } from './decode.mjs';

const RAM_BASE = 0x20000000;
const FLASH_BASE = 0x10000000;
const SIO = 13; // 0xd0000000: pins, and from 0x60 on dividers and locks, which nobody else sees
const SIO_DIVIDER = 0x60;
const TIMER_PAGE = 0x40054;
const LONGEST_STRETCH = 1 << 29; // cycles

/** A Cortex-M0+ that runs until a time, an event or a request to stop. */
export class Core extends CortexM0Core {
  constructor(mcu) {
    super(mcu);
    this.hooks = new Map(); // address → function that stands in for the code there
    this.lowestSp = 0xffffffff;
    this.instructions = 0;
    this.busyCycles = 0; // without sleeping; polling that was skipped is counted
    this.isStopping = false;
  }

  /** Memory views of the chip; called once flash and RAM are in place. */
  attach() {
    const { sram, flash, bootrom } = this.rp2040;
    this.ram8 = sram;
    this.ram16 = new Uint16Array(sram.buffer);
    this.ram32 = new Int32Array(sram.buffer);
    this.flash8 = flash;
    this.flash16 = new Uint16Array(flash.buffer, flash.byteOffset, flash.length >> 1);
    this.flash32 = new Int32Array(flash.buffer, flash.byteOffset, flash.length >> 2);
    this.rom16 = new Uint16Array(bootrom.buffer);
    this.signed = new Int32Array(this.registers.buffer);
  }

  /** rp2040js would enter a handler from here, even a masked one; run() looks at it instead. */
  setInterrupt(irq, isActive) {
    if (isActive) {
      this.pendingInterrupts |= 1 << irq;
      this.interruptsUpdated = true;
    } else this.pendingInterrupts &= ~(1 << irq);
  }

  /** Lets run() return after the instruction that is being executed. */
  stop() {
    this.isStopping = true;
  }

  /** Runs until the clock shows `untilNs` or stop() is called. */
  run(untilNs) {
    const clock = this.rp2040.clock;
    this.isStopping = false;
    while (clock.nanosCounter < untilNs && !this.isStopping) {
      if (this.waiting) this._sleep(untilNs);
      else this._execute(untilNs);
    }
  }

  _sleep(untilNs) {
    if (this.pendingInterrupts & this.enabledInterrupts || this.pendingSystick || this.pendingPendSV) {
      this.waiting = false; // also when the handler itself is masked (PRIMASK)
      return;
    }
    const { clock, fabric } = this.rp2040;
    if (fabric?.coast(untilNs, () => this.pendingInterrupts & this.enabledInterrupts)) return;
    const next = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
    clock.tick(Math.max(0, Math.min(next, untilNs) - clock.nanosCounter));
  }

  _execute(untilNs) {
    const mcu = this.rp2040;
    const clock = mcu.clock;
    const cycleNs = 1e9 / mcu.clkSys;
    const R = this.signed;
    const { ram8, ram16, ram32, flash8, flash16, flash32, rom16, hooks } = this;
    const RAM = ram8.length;
    const FLASH = flash8.length;
    const firstHook = Math.min(...hooks.keys());
    const lastHook = Math.max(...hooks.keys());
    let startNs = clock.nanosCounter; // time at which `cycles` was 0
    let cycles = 0;
    let limit = 0; // cycles at which something else than instructions is due
    let count = 0;
    let pc = R[15];
    let nz = 0; // N and Z are those of this number
    let c = 0;
    let v = 0;
    let lowestSp = this.lowestSp;

    for (;;) {
      if (cycles >= limit) {
        // Tell the clock, let alarms and interrupts happen, find the next limit.
        const nowNs = startNs + cycles * cycleNs;
        if (count) {
          R[15] = pc;
          this.N = nz < 0;
          this.Z = nz === 0;
          this.C = c !== 0;
          this.V = v !== 0;
        }
        clock.nanosCounter = nowNs;
        clock.tick(0);
        const isOver = this.isStopping || this.waiting || clock.nanosCounter >= untilNs;
        if (this.interruptsUpdated && !isOver) {
          this.checkForInterrupts();
          const sp = R[13] >>> 0;
          if (sp < lowestSp) lowestSp = sp;
        }
        this.busyCycles += cycles;
        this.instructions += count;
        this.lowestSp = lowestSp;
        if (isOver) return;
        startNs = clock.nanosCounter;
        cycles = 0;
        count = 0;
        const nextNs = clock.nextAlarm ? Math.min(clock.nextAlarm.nanos, untilNs) : untilNs;
        limit = Math.min(Math.ceil((nextNs - startNs) / cycleNs), LONGEST_STRETCH);
        pc = R[15];
        nz = this.N ? -1 : this.Z ? 0 : 1;
        c = this.C ? 1 : 0;
        v = this.V ? 1 : 0;
      }

      pc &= ~1;
      const op =
        pc >>> 28 === 1 ? flash16[(pc & 0xffffff) >> 1]
        : pc >>> 28 === 2 ? ram16[(pc - RAM_BASE) >> 1]
        : rom16[pc >> 1];
      pc += 2;
      count++;

      switch (KINDS[op]) {
        case 1: { // LSL_IMM
          const n = (op >> 6) & 31;
          const x = R[(op >> 3) & 7];
          if (n) c = (x >>> (32 - n)) & 1;
          R[op & 7] = nz = x << n;
          cycles++;
          break;
        }
        case 2: { // LSR_IMM
          const n = (op >> 6) & 31;
          const x = R[(op >> 3) & 7];
          c = (x >>> (n ? n - 1 : 31)) & 1;
          R[op & 7] = nz = n ? x >>> n : 0;
          nz |= 0;
          cycles++;
          break;
        }
        case 3: { // ASR_IMM
          const n = (op >> 6) & 31;
          const x = R[(op >> 3) & 7];
          c = (x >> (n ? n - 1 : 31)) & 1;
          R[op & 7] = nz = x >> (n || 31);
          cycles++;
          break;
        }
        case 4: { // ADD_REG
          const x = R[(op >> 3) & 7];
          const y = R[(op >> 6) & 7];
          const s = (x + y) | 0;
          c = s >>> 0 < x >>> 0 ? 1 : 0;
          v = ((x ^ s) & (y ^ s)) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 5: { // SUB_REG
          const x = R[(op >> 3) & 7];
          const y = R[(op >> 6) & 7];
          const s = (x - y) | 0;
          c = x >>> 0 >= y >>> 0 ? 1 : 0;
          v = ((x ^ y) & (x ^ s)) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 6: { // ADD_IMM3
          const x = R[(op >> 3) & 7];
          const s = (x + ((op >> 6) & 7)) | 0;
          c = s >>> 0 < x >>> 0 ? 1 : 0;
          v = (~x & s) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 7: { // SUB_IMM3
          const x = R[(op >> 3) & 7];
          const y = (op >> 6) & 7;
          const s = (x - y) | 0;
          c = x >>> 0 >= y ? 1 : 0;
          v = (x & ~s) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 8: // MOV_IMM
          R[(op >> 8) & 7] = nz = op & 0xff;
          cycles++;
          break;
        case 9: { // CMP_IMM
          const x = R[(op >> 8) & 7];
          const y = op & 0xff;
          nz = (x - y) | 0;
          c = x >>> 0 >= y ? 1 : 0;
          v = (x & ~nz) >>> 31;
          cycles++;
          break;
        }
        case 10: { // ADD_IMM8
          const x = R[(op >> 8) & 7];
          const s = (x + (op & 0xff)) | 0;
          c = s >>> 0 < x >>> 0 ? 1 : 0;
          v = (~x & s) >>> 31;
          R[(op >> 8) & 7] = nz = s;
          cycles++;
          break;
        }
        case 11: { // SUB_IMM8
          const x = R[(op >> 8) & 7];
          const y = op & 0xff;
          const s = (x - y) | 0;
          c = x >>> 0 >= y ? 1 : 0;
          v = (x & ~s) >>> 31;
          R[(op >> 8) & 7] = nz = s;
          cycles++;
          break;
        }
        case 12: // AND
          R[op & 7] = nz = R[op & 7] & R[(op >> 3) & 7];
          cycles++;
          break;
        case 13: // EOR
          R[op & 7] = nz = R[op & 7] ^ R[(op >> 3) & 7];
          cycles++;
          break;
        case 24: // ORR
          R[op & 7] = nz = R[op & 7] | R[(op >> 3) & 7];
          cycles++;
          break;
        case 26: // BIC
          R[op & 7] = nz = R[op & 7] & ~R[(op >> 3) & 7];
          cycles++;
          break;
        case 27: // MVN
          R[op & 7] = nz = ~R[(op >> 3) & 7];
          cycles++;
          break;
        case 20: // TST
          nz = R[op & 7] & R[(op >> 3) & 7];
          cycles++;
          break;
        case 25: // MUL
          R[op & 7] = nz = Math.imul(R[op & 7], R[(op >> 3) & 7]);
          cycles++;
          break;
        case 14: { // LSL_REG
          const n = R[(op >> 3) & 7] & 0xff;
          const x = R[op & 7];
          if (n) c = n <= 32 ? (x >>> (32 - n)) & 1 : 0;
          R[op & 7] = nz = n < 32 ? x << n : 0;
          cycles++;
          break;
        }
        case 15: { // LSR_REG
          const n = R[(op >> 3) & 7] & 0xff;
          const x = R[op & 7];
          if (n) c = n <= 32 ? (x >>> (n - 1)) & 1 : 0;
          R[op & 7] = nz = n < 32 ? (x >>> n) | 0 : 0;
          cycles++;
          break;
        }
        case 16: { // ASR_REG
          const n = R[(op >> 3) & 7] & 0xff;
          const x = R[op & 7];
          if (n) c = (x >> (n < 32 ? n - 1 : 31)) & 1;
          R[op & 7] = nz = x >> (n < 32 ? n : 31);
          cycles++;
          break;
        }
        case 19: { // ROR_REG
          const n = R[(op >> 3) & 7] & 0xff;
          const x = R[op & 7];
          const s = n & 31;
          nz = s ? (x >>> s) | (x << (32 - s)) : x;
          R[op & 7] = nz;
          if (n) c = nz >>> 31;
          cycles++;
          break;
        }
        case 17: { // ADC
          const x = R[op & 7];
          const y = R[(op >> 3) & 7];
          const wide = (x >>> 0) + (y >>> 0) + c;
          const s = wide | 0;
          c = wide > 0xffffffff ? 1 : 0;
          v = ((x ^ s) & (y ^ s)) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 18: { // SBC
          const x = R[op & 7];
          const y = R[(op >> 3) & 7];
          const wide = (x >>> 0) - (y >>> 0) - (1 - c);
          const s = wide | 0;
          c = wide >= 0 ? 1 : 0;
          v = ((x ^ y) & (x ^ s)) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 21: { // NEG
          const y = R[(op >> 3) & 7];
          const s = -y | 0;
          c = y === 0 ? 1 : 0;
          v = (y & s) >>> 31;
          R[op & 7] = nz = s;
          cycles++;
          break;
        }
        case 22: // CMP_REG
        case 29: { // CMP_HIGH
          const high = KINDS[op] === K.CMP_HIGH;
          const x = R[high ? ((op >> 4) & 8) | (op & 7) : op & 7];
          const y = R[high ? (op >> 3) & 15 : (op >> 3) & 7];
          nz = (x - y) | 0;
          c = x >>> 0 >= y >>> 0 ? 1 : 0;
          v = ((x ^ y) & (x ^ nz)) >>> 31;
          cycles++;
          break;
        }
        case 23: { // CMN
          const x = R[op & 7];
          const y = R[(op >> 3) & 7];
          nz = (x + y) | 0;
          c = nz >>> 0 < x >>> 0 ? 1 : 0;
          v = ((x ^ nz) & (y ^ nz)) >>> 31;
          cycles++;
          break;
        }
        case 28: { // ADD_HIGH
          const m = (op >> 3) & 15;
          const d = ((op >> 4) & 8) | (op & 7);
          const s = (d === 15 ? pc + 2 : R[d]) + (m === 15 ? pc + 2 : R[m]);
          cycles++;
          if (d === 15) {
            pc = s & ~1;
            cycles++;
          } else if (d === 13) {
            R[13] = s & ~3;
            if (R[13] >>> 0 < lowestSp) lowestSp = R[13] >>> 0;
          } else R[d] = s;
          break;
        }
        case 30: { // MOV_HIGH
          const m = (op >> 3) & 15;
          const d = ((op >> 4) & 8) | (op & 7);
          const x = m === 15 ? pc + 2 : R[m];
          cycles++;
          if (d === 15) {
            pc = x & ~1;
            cycles++;
          } else if (d === 13) {
            R[13] = x & ~3;
            if (R[13] >>> 0 < lowestSp) lowestSp = R[13] >>> 0;
          } else R[d] = x;
          break;
        }
        case 63: { // B_COND
          let is;
          switch ((op >> 8) & 15) {
            case 0: is = nz === 0; break;
            case 1: is = nz !== 0; break;
            case 2: is = c !== 0; break;
            case 3: is = c === 0; break;
            case 4: is = nz < 0; break;
            case 5: is = nz >= 0; break;
            case 6: is = v !== 0; break;
            case 7: is = v === 0; break;
            case 8: is = c !== 0 && nz !== 0; break;
            case 9: is = c === 0 || nz === 0; break;
            case 10: is = nz < 0 === (v !== 0); break;
            case 11: is = nz < 0 !== (v !== 0); break;
            case 12: is = nz !== 0 && nz < 0 === (v !== 0); break;
            default: is = nz === 0 || nz < 0 !== (v !== 0);
          }
          cycles++;
          if (is) {
            pc += (((op & 0xff) << 24) >> 23) + 2;
            cycles++;
          }
          break;
        }
        case 64: // B
          pc += ((op << 21) >> 20) + 2;
          cycles += 2;
          break;
        case 33: { // LDR_LIT
          const a = ((pc + 2) & ~3) + ((op & 0xff) << 2);
          R[(op >> 8) & 7] =
            a >>> 28 === 1 ? flash32[(a & 0xffffff) >> 2]
            : a >>> 28 === 2 ? ram32[(a - RAM_BASE) >> 2]
            : this.readUint32(a);
          cycles += 2;
          break;
        }
        case 43: // LDR_IMM
        case 38: // LDR_REG
        case 49: { // LDR_SP
          const kind = KINDS[op];
          const a =
            kind === K.LDR_IMM ? R[(op >> 3) & 7] + ((op >> 4) & 0x7c)
            : kind === K.LDR_REG ? R[(op >> 3) & 7] + R[(op >> 6) & 7]
            : R[13] + ((op & 0xff) << 2);
          const t = kind === K.LDR_SP ? (op >> 8) & 7 : op & 7;
          const o = (a - RAM_BASE) >>> 0;
          if (o < RAM && (a & 3) === 0) {
            R[t] = ram32[o >> 2];
            cycles += 2;
          } else if ((a - FLASH_BASE) >>> 0 < FLASH && (a & 3) === 0) {
            R[t] = flash32[(a - FLASH_BASE) >> 2];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a);
            R[t] = this.readUint32(a >>> 0);
            const skippedNs = clock.nanosCounter - startNs;
            if (skippedNs > cycles * cycleNs) cycles = Math.ceil(skippedNs / cycleNs); // i2c_bus.mjs
            if (a >>> 28 !== SIO && a >>> 12 !== TIMER_PAGE) limit = cycles; // these have no effect
          }
          break;
        }
        case 45: // LDRB_IMM
        case 40: // LDRB_REG
        case 37: { // LDRSB
          const kind = KINDS[op];
          const a = R[(op >> 3) & 7] + (kind === K.LDRB_IMM ? (op >> 6) & 31 : R[(op >> 6) & 7]);
          const o = (a - RAM_BASE) >>> 0;
          let x;
          if (o < RAM) {
            x = ram8[o];
            cycles += 2;
          } else if ((a - FLASH_BASE) >>> 0 < FLASH) {
            x = flash8[a - FLASH_BASE];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a);
            x = this.readUint8(a >>> 0);
            limit = cycles;
          }
          R[op & 7] = kind === K.LDRSB ? (x << 24) >> 24 : x;
          break;
        }
        case 47: // LDRH_IMM
        case 39: // LDRH_REG
        case 41: { // LDRSH
          const kind = KINDS[op];
          const a = R[(op >> 3) & 7] + (kind === K.LDRH_IMM ? (op >> 5) & 0x3e : R[(op >> 6) & 7]);
          const o = (a - RAM_BASE) >>> 0;
          let x;
          if (o < RAM) {
            x = ram16[o >> 1];
            cycles += 2;
          } else if ((a - FLASH_BASE) >>> 0 < FLASH) {
            x = flash16[(a - FLASH_BASE) >> 1];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a);
            x = this.readUint16(a >>> 0);
            limit = cycles;
          }
          R[op & 7] = kind === K.LDRSH ? (x << 16) >> 16 : x;
          break;
        }
        case 42: // STR_IMM
        case 34: // STR_REG
        case 48: { // STR_SP
          const kind = KINDS[op];
          const a =
            kind === K.STR_IMM ? R[(op >> 3) & 7] + ((op >> 4) & 0x7c)
            : kind === K.STR_REG ? R[(op >> 3) & 7] + R[(op >> 6) & 7]
            : R[13] + ((op & 0xff) << 2);
          const t = kind === K.STR_SP ? (op >> 8) & 7 : op & 7;
          const o = (a - RAM_BASE) >>> 0;
          if (o < RAM && (a & 3) === 0) {
            ram32[o >> 2] = R[t];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a, true);
            this.writeUint32(a >>> 0, R[t] >>> 0);
            if (a >>> 28 !== SIO || (a & 0xfff) < SIO_DIVIDER) limit = cycles;
          }
          break;
        }
        case 44: // STRB_IMM
        case 36: { // STRB_REG
          const a =
            R[(op >> 3) & 7] + (KINDS[op] === K.STRB_IMM ? (op >> 6) & 31 : R[(op >> 6) & 7]);
          const o = (a - RAM_BASE) >>> 0;
          if (o < RAM) {
            ram8[o] = R[op & 7];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a, true);
            this.writeUint8(a >>> 0, R[op & 7] >>> 0);
            limit = cycles;
          }
          break;
        }
        case 46: // STRH_IMM
        case 35: { // STRH_REG
          const a =
            R[(op >> 3) & 7] + (KINDS[op] === K.STRH_IMM ? (op >> 5) & 0x3e : R[(op >> 6) & 7]);
          const o = (a - RAM_BASE) >>> 0;
          if (o < RAM) {
            ram16[o >> 1] = R[op & 7];
            cycles += 2;
          } else {
            clock.nanosCounter = startNs + cycles * cycleNs;
            cycles += 1 + this.cyclesIO(a, true);
            this.writeUint16(a >>> 0, R[op & 7] >>> 0);
            limit = cycles;
          }
          break;
        }
        case 50: // ADR
          R[(op >> 8) & 7] = ((pc - 2) & ~3) + 4 + ((op & 0xff) << 2);
          cycles++;
          break;
        case 51: // ADD_RD_SP
          R[(op >> 8) & 7] = R[13] + ((op & 0xff) << 2);
          cycles++;
          break;
        case 52: // ADD_SP
          R[13] += (op & 0x7f) << 2;
          cycles++;
          break;
        case 53: // SUB_SP
          R[13] -= (op & 0x7f) << 2;
          if (R[13] >>> 0 < lowestSp) lowestSp = R[13] >>> 0;
          cycles++;
          break;
        case 54: // SXTH
          R[op & 7] = (R[(op >> 3) & 7] << 16) >> 16;
          cycles++;
          break;
        case 55: // SXTB
          R[op & 7] = (R[(op >> 3) & 7] << 24) >> 24;
          cycles++;
          break;
        case 56: // UXTH
          R[op & 7] = R[(op >> 3) & 7] & 0xffff;
          cycles++;
          break;
        case 57: // UXTB
          R[op & 7] = R[(op >> 3) & 7] & 0xff;
          cycles++;
          break;
        case 58: { // PUSH
          let a = R[13];
          // The stack always lies in RAM; it grows down, so the highest register comes first.
          if (op & 0x100) ram32[((a -= 4) - RAM_BASE) >> 2] = R[14];
          for (let i = 7; i >= 0; i--) {
            if (op & (1 << i)) {
              ram32[((a -= 4) - RAM_BASE) >> 2] = R[i];
              cycles++;
            }
          }
          R[13] = a;
          if (a >>> 0 < lowestSp) lowestSp = a >>> 0;
          cycles++;
          break;
        }
        case 59: { // POP
          let a = R[13];
          for (let i = 0; i < 8; i++) {
            if (op & (1 << i)) {
              R[i] = ram32[(a - RAM_BASE) >> 2];
              a += 4;
              cycles++;
            }
          }
          R[13] = a;
          cycles++;
          break;
        }
        case 60: { // POP_PC
          let a = R[13];
          for (let i = 0; i < 8; i++) {
            if (op & (1 << i)) {
              R[i] = ram32[(a - RAM_BASE) >> 2];
              a += 4;
              cycles++;
            }
          }
          R[13] = a + 4;
          pc = ram32[(a - RAM_BASE) >> 2];
          cycles += 3;
          if (pc >>> 28 !== 15) pc &= ~1;
          else {
            R[15] = pc;
            this.BXWritePC(pc >>> 0); // the end of an interrupt
            pc = R[15];
            nz = this.N ? -1 : this.Z ? 0 : 1;
            c = this.C ? 1 : 0;
            v = this.V ? 1 : 0;
            limit = cycles;
          }
          break;
        }
        case 62: { // LDM
          const n = (op >> 8) & 7;
          let a = R[n];
          for (let i = 0; i < 8; i++) {
            if (op & (1 << i)) {
              const o = (a - RAM_BASE) >>> 0;
              R[i] = o < RAM ? ram32[o >> 2] : this.readUint32(a >>> 0);
              a += 4;
              cycles++;
            }
          }
          if (!(op & (1 << n))) R[n] = a;
          cycles++;
          break;
        }
        case 61: { // STM
          const n = (op >> 8) & 7;
          let a = R[n];
          for (let i = 0; i < 8; i++) {
            if (op & (1 << i)) {
              const o = (a - RAM_BASE) >>> 0;
              if (o < RAM) ram32[o >> 2] = R[i];
              else {
                clock.nanosCounter = startNs + cycles * cycleNs;
                this.writeUint32(a >>> 0, R[i] >>> 0);
                limit = 0;
              }
              a += 4;
              cycles++;
            }
          }
          R[n] = a;
          cycles++;
          break;
        }
        case 65: { // BL
          const op2 = pc >>> 28 === 1 ? flash16[(pc & 0xffffff) >> 1]
            : pc >>> 28 === 2 ? ram16[(pc - RAM_BASE) >> 1] : rom16[pc >> 1];
          if ((op2 & 0xd000) === 0xd000) {
            const s = (op >> 10) & 1;
            const i1 = 1 ^ s ^ ((op2 >> 13) & 1);
            const i2 = 1 ^ s ^ ((op2 >> 11) & 1);
            R[14] = (pc + 2) | 1;
            pc += 2 + ((-s << 24) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((op2 & 0x7ff) << 1));
            cycles += 3;
            if (pc >= firstHook && pc <= lastHook && hooks.has(pc)) limit = -1;
          } else limit = -2; // MRS, MSR, barriers
          break;
        }
        case 31: // BX
        case 32: { // BLX
          const target = R[(op >> 3) & 15];
          if (KINDS[op] === K.BLX) R[14] = pc | 1;
          cycles += 2;
          if (target >>> 28 === 15) {
            R[15] = pc;
            this.BXWritePC(target >>> 0);
            pc = R[15];
            nz = this.N ? -1 : this.Z ? 0 : 1;
            c = this.C ? 1 : 0;
            v = this.V ? 1 : 0;
            limit = cycles;
          } else {
            pc = target & ~1;
            if (pc >= firstHook && pc <= lastHook && hooks.has(pc)) limit = -1;
          }
          break;
        }
        case 66: // NOP
          cycles++;
          break;
        default:
          limit = -2;
      }

      if (limit < 0) {
        // -1: a hooked function is entered; -2: an instruction for rp2040js's own core.
        R[15] = limit === -1 ? pc : pc - 2;
        this.N = nz < 0;
        this.Z = nz === 0;
        this.C = c !== 0;
        this.V = v !== 0;
        clock.nanosCounter = startNs + cycles * cycleNs;
        if (limit === -1) {
          hooks.get(pc)();
          R[15] = R[14] & ~1;
        } else {
          const before = this.interruptsUpdated;
          this.interruptsUpdated = false; // alarms have not been looked at since the last limit
          cycles += this.executeInstruction();
          this.interruptsUpdated ||= before;
          if (R[13] >>> 0 < lowestSp) lowestSp = R[13] >>> 0;
        }
        const passedNs = clock.nanosCounter - startNs;
        if (passedNs > cycles * cycleNs) {
          startNs = clock.nanosCounter - cycles * cycleNs; // slept in a hook: not busy
        }
        pc = R[15];
        nz = this.N ? -1 : this.Z ? 0 : 1;
        c = this.C ? 1 : 0;
        v = this.V ? 1 : 0;
        limit = cycles;
      }
    }
  }
}
