// The meter board: chip, bus parts, light, lid, supply. Keeps what outlives a reset or the supply.

import { Chip } from './chip.mjs';
import { Flash } from './flash.mjs';
import { Fram } from './fram.mjs';
import { Ht16k33 } from './ht16k33.mjs';
import { I2cBus } from './i2c_bus.mjs';
import { Mcp23017 } from './mcp23017.mjs';
import { GPIOPinState } from './rp2040js.mjs';

const COLOURS = ['off', 'blue', 'green', 'cyan', 'red', 'magenta', 'yellow', 'white'];

/** Everything soldered to the board; times are those since the first power-on.
 *  `wiring` has the rows of board.toml: signals { name: { pin, active, resting } }, seats, supplyMv. */
export class Board {
  constructor({ rom, symbols, wiring, flashBytes = 2 << 20, seed = 1, uniqueId = [0xe6, 0x61, 1, 2, 3, 4, 5, 6] }) {
    this.rom = rom;
    this.symbols = symbols;
    this.seed = seed;
    this.flash = new Flash(flashBytes, uniqueId);
    this.frams = [new Fram(), new Fram()];
    this.signals = wiring.signals;
    this.supplyFullScaleMv = wiring.supplyFullScaleMv;
    const inputs = Object.values(this.signals).filter(({ resting }) => resting !== null);
    this.levels = new Map(inputs.map(({ pin, resting }) => [pin, resting]));
    this.expander = new Mcp23017(wiring.seats, (level) => this.drive(this.signals.MCP_INT.pin, level));
    this.anteExpander = new Mcp23017(wiring.antes, () => {});
    this.display = new Ht16k33();
    this.bus = new I2cBus(new Map([
      [0x50, this.frams[0]], [0x51, this.frams[1]], [0x20, this.expander],
      [0x21, this.anteExpander], [0x70, this.display],
    ]));
    this.supplyMv = 5000;
    this.isLidOpen = false;
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
    const [red, green, blue] = ['RED', 'GREEN', 'BLUE'].map((name) => this.says(`LAMP_${name}`));
    return COLOURS[(red << 2) | (green << 1) | blue];
  }

  /** The level that the chip drives a pin to; 0 without power. */
  level(pin) {
    return this.chip && this.chip.mcu.gpio[pin].value === GPIOPinState.High ? 1 : 0;
  }

  /** Whether the chip drives a signal to its active level. */
  says(name) {
    return this.chip !== null && this.level(this.signals[name].pin) === this.signals[name].active;
  }

  /** The world: pressed or not, there or not. */
  show(name, isActive) {
    const { pin, active } = this.signals[name];
    this.drive(pin, isActive ? active : 1 - active);
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
    mcu.adc.channelValues[0] = Math.round((this.supplyMv / this.supplyFullScaleMv) * 4095);
    for (const [pin, level] of this.levels) this.chip.drive(pin, level);
    mcu.uart[0].onByte = (byte, startNs, endNs) => {
      this.busOut.push([byte, this.startNs + startNs, this.startNs + endNs]);
      if (this.until.bus) this.chip.core.stop();
    };
    mcu.uart[0].isDeaf = () => this.says('RS485_DE'); // /RE hangs on DE
    this._watch('de', this.signals.RS485_DE.pin);
    this.wire();
  }

  /** What hangs on the other pins. */
  wire() {
    const { mcu } = this.chip;
    for (const name of ['RED', 'GREEN', 'BLUE']) {
      this._watch(name.toLowerCase(), this.signals[`LAMP_${name}`].pin);
    }
    mcu.gpio[this.signals.LID_LATCH_CLEAR.pin].addListener(() => {
      if (this.says('LID_LATCH_CLEAR')) this.show('LID_LATCH', this.isLidOpen);
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
    this.isLidOpen = isOpen; // which holds the latch's other input
    this.show('LID', !isOpen);
    if (isOpen) this.show('LID_LATCH', true);
  }

  setSupply(mv) {
    this.supplyMv = mv;
    if (this.chip) this.chip.mcu.adc.channelValues[0] = Math.round((mv / this.supplyFullScaleMv) * 4095);
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
