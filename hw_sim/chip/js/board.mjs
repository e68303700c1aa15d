// The meter board: chip, bus parts, light, lid, supply. Keeps what outlives a reset or the supply.

import { Chip } from './chip.mjs';
import { Flash } from './flash.mjs';
import { Fram } from './fram.mjs';
import { Ht16k33 } from './ht16k33.mjs';
import { I2cBus } from './i2c_bus.mjs';
import { Mcp23017 } from './mcp23017.mjs';
import { GPIOPinState } from './rp2040js.mjs';

// boards/meter_pico/WIRING.md
const PIN = { DE: 2, LINE: 3, MCP_INT: 6, POWER_FAIL: 7, RED: 8, GREEN: 9, BLUE: 10, BUTTON_A: 12,
  BUTTON_B: 13, KEY_SUPERVISOR: 14, KEY_INSPECTOR: 15, LID: 16, LATCH: 17, LATCH_CLEAR: 18 };
const RESTING = { LINE: 0, MCP_INT: 1, POWER_FAIL: 1, BUTTON_A: 1, BUTTON_B: 1, KEY_SUPERVISOR: 1,
  KEY_INSPECTOR: 1, LID: 0, LATCH: 0 };
const COLOURS = ['off', 'blue', 'green', 'cyan', 'red', 'magenta', 'yellow', 'white'];
const FULL_SCALE_MV = 6600; // the driver's idea of the divider, as in hw_sim/rig.py

/** Everything soldered to the board; times are those since the first power-on. */
export class Board {
  constructor({ rom, symbols, flashBytes = 2 << 20, seed = 1, uniqueId = [0xe6, 0x61, 1, 2, 3, 4, 5, 6] }) {
    this.rom = rom;
    this.symbols = symbols;
    this.seed = seed;
    this.flash = new Flash(flashBytes, uniqueId);
    this.frams = [new Fram(), new Fram()];
    this.levels = new Map(Object.entries(RESTING).map(([name, level]) => [PIN[name], level]));
    this.expander = new Mcp23017((level) => this.drive(PIN.MCP_INT, level));
    this.anteExpander = new Mcp23017(() => {});
    this.display = new Ht16k33();
    this.bus = new I2cBus(new Map([
      [0x50, this.frams[0]], [0x51, this.frams[1]], [0x20, this.expander],
      [0x21, this.anteExpander], [0x70, this.display],
    ]));
    this.supplyMv = 5000;
    this.chip = null;
    this.startNs = 0; // of this life
    this.clearEvents();
    this.resets = { power: 0, watchdog: 0, asked: 0 };
    this.past = { cycles: 0, instructions: 0 }; // of earlier lives
    this.stackBytes = 0;
    this.isStalled = false;
    this.until = {}; // what lets run() return early
    this.arm({});
    this.flash.onOperation = (name, offset) => this._flashOperation(name, offset);
  }

  clearEvents() {
    this.usbOut = [];
    this.busOut = []; // [byte, startNs, endNs]
    this.edges = []; // [name, level, ns] of DE and the light
    this.operations = []; // [name, offset, ns] on flash
  }

  get nowNs() {
    return this.startNs + (this.chip ? this.chip.nowNs : 0);
  }

  get colour() {
    return COLOURS[(this.level(PIN.RED) << 2) | (this.level(PIN.GREEN) << 1) | this.level(PIN.BLUE)];
  }

  /** The level that the chip drives a pin to; 0 without power. */
  level(pin) {
    return this.chip && this.chip.mcu.gpio[pin].value === GPIOPinState.High ? 1 : 0;
  }

  powerOn(kept = null) {
    this.startNs = this.nowNs;
    const seed = (this.seed * 7919 + this.resets.power * 31 + this.resets.watchdog) | 0;
    const { rom, flash, symbols, bus } = this;
    const usbData = (bytes) => this._usbData(bytes);
    this.chip = new Chip({ rom, flash, symbols, bus, seed, kept, usbData });
    this.chip.usb.stall(this.isStalled);
    if (!kept) {
      this.expander.reset();
      this.anteExpander.reset();
      this.display.reset();
    }
    const { mcu } = this.chip;
    mcu.adc.channelValues[0] = Math.round((this.supplyMv / FULL_SCALE_MV) * 4095);
    for (const [pin, level] of this.levels) this.chip.drive(pin, level);
    mcu.uart[0].onByte = (byte, startNs, endNs) => {
      this.busOut.push([byte, this.startNs + startNs, this.startNs + endNs]);
      if (this.until.bus) this.chip.core.stop();
    };
    mcu.uart[0].isDeaf = () => this.level(PIN.DE) === 1; // /RE hangs on DE
    this._watch('de', PIN.DE);
    this.wire();
  }

  /** What hangs on the other pins. */
  wire() {
    const { mcu } = this.chip;
    for (const name of ['RED', 'GREEN', 'BLUE']) this._watch(name.toLowerCase(), PIN[name]);
    mcu.gpio[PIN.LATCH_CLEAR].addListener(() => {
      if (this.level(PIN.LATCH_CLEAR)) this.drive(PIN.LATCH, 0);
    });
  }

  powerOff() {
    this._endLife();
    this.startNs = this.nowNs;
    this.chip = null;
    this.arm({});
    this.resets.power++;
  }

  /** The supply will go: at a time, or some time after the start of the n-th flash operation. */
  arm({ ns = Infinity, operations = 0, afterNs = 0 }) {
    this.cutNs = ns;
    this.cutOperations = operations;
    this.cutAfterNs = afterNs;
  }

  /** Runs until a time; resets by the watchdog start the next life. Says why it returned. */
  run(untilNs, until = {}) {
    this.until = until;
    this.reason = '';
    while (this.nowNs < untilNs && !this.reason) {
      if (!this.chip) {
        this.startNs = untilNs;
        break;
      }
      this.chip.cutNs = this.cutNs - this.startNs;
      this.chip.run(untilNs - this.startNs);
      if (this.nowNs >= this.cutNs) this._over('cut', () => this.powerOff());
      else if (this.chip.isOver) this._over(until.reset ? 'reset' : '', () => this._restart());
      else if (this.nowNs < untilNs) this.reason ||= 'until';
    }
    return this.reason || 'time';
  }

  drive(pin, level) {
    this.levels.set(pin, level);
    this.chip?.drive(pin, level);
  }

  setLid(isOpen) {
    this.drive(PIN.LID, isOpen ? 1 : 0);
    if (isOpen) this.drive(PIN.LATCH, 1);
  }

  setSupply(mv) {
    this.supplyMv = mv;
    if (this.chip) this.chip.mcu.adc.channelValues[0] = Math.round((mv / FULL_SCALE_MV) * 4095);
  }

  stallUsb(isStalled) {
    this.isStalled = isStalled;
    if (this.chip) this.chip.usb.stall(isStalled);
  }

  counters() {
    this._noteStack();
    const core = this.chip?.core ?? { busyCycles: 0, instructions: 0 };
    return {
      nowNs: this.nowNs, lifeNs: this.nowNs - this.startNs,
      cycles: this.past.cycles + core.busyCycles,
      instructions: this.past.instructions + core.instructions,
      i2cBytes: this.bus.bytes, i2cTransfers: this.bus.transfers, i2cNacks: this.bus.nacks,
      erases: this.flash.erases, programs: this.flash.programs,
      framWrites: this.frams.map((fram) => fram.written), stackBytes: this.stackBytes,
      uartOverruns: this.chip?.mcu.uart[0].overruns ?? 0, resets: this.resets,
      errors: this.chip?.errors ?? [],
    };
  }

  _restart() {
    this.resets[this.chip.isBitten ? 'watchdog' : 'asked']++;
    const kept = this.chip.kept();
    this._endLife();
    this.powerOn(kept);
  }

  _over(reason, act) {
    act();
    this.reason = reason;
  }

  _endLife() {
    if (!this.chip) return;
    this._noteStack();
    this.past.cycles += this.chip.core.busyCycles;
    this.past.instructions += this.chip.core.instructions;
  }

  _noteStack() {
    if (!this.chip) return;
    this.stackBytes = Math.max(this.stackBytes, this.chip.stackTop - this.chip.core.lowestSp);
  }

  _watch(name, pin) {
    this.chip.mcu.gpio[pin].addListener(() => {
      this.edges.push([name, this.level(pin), this.nowNs]);
      if (this.until.colours?.includes(this.colour) || this.until.edge === name) this.chip.core.stop();
    });
  }

  _usbData(bytes) {
    for (const byte of bytes) this.usbOut.push(byte);
    if (this.until.usb) this.chip.core.stop();
  }

  _flashOperation(name, offset) {
    this.operations.push([name, offset, this.nowNs]);
    if (this.cutOperations === 0 || --this.cutOperations > 0) return;
    this.cutNs = this.nowNs + this.cutAfterNs;
    this.chip.cutNs = this.cutNs - this.startNs;
  }
}
