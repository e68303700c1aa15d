// One life of the RP2040, from a reset to the next: rp2040js with the parts that it lacks.

import { RP2040, SimulationClock } from './rp2040js.mjs';
import { Adc } from './adc.mjs';
import { Core } from './core.mjs';
import { Dma } from './dma.mjs';
import { Fabric } from './fabric.mjs';
import { Pio } from './pio.mjs';
import { Pl011 } from './pl011.mjs';
import { Rosc } from './rosc.mjs';
import { UsbHost } from './usb_host.mjs';

const UARTS = [0x40034, 0x40038];
const ROSC = 0x40060, WATCHDOG = 0x40058, ADC = 0x4004c, DMA = 0x50000, PIO = [0x50200, 0x50300];
const ENTRY = 0x10000000; // boot2; what the boot ROM does before takes about 0.1 ms
const REASON_TIMER = 1;

/** Where the board's parts meet the chip; the board makes a new one at each power-on or reset. */
export class Chip {
  constructor({ rom, flash, symbols, bus, seed, kept, usbData }) {
    this.mcu = new RP2040(new SimulationClock());
    const { mcu } = this;
    mcu.logger = quietLogger();
    this.errors = mcu.logger.errors;
    mcu.bootrom.set(rom);
    this._useFlash(flash.data);
    this.core = mcu.core = new Core(mcu);
    this.core.attach();
    this.core.reset();
    this.core.PC = ENTRY;
    this._setUpFabric();
    UARTS.forEach((page, i) => { mcu.uart[i] = mcu.peripherals[page] = new Pl011(mcu.uart[i]); });
    this.rosc = mcu.peripherals[ROSC] = new Rosc(mcu, seed);
    this.usb = new UsbHost(mcu, usbData);
    bus.attach(mcu.i2c[0], mcu.clock);
    flash.hook(this.core, symbols, (ns) => this._passInFlash(ns));
    this._setUpWatchdog(kept);
    this.cutNs = Infinity; // when the supply goes
    this.isOver = false; // reset or without power
    this.stackTop = symbols.__StackTop ?? 0x20042000;
    this.core.lowestSp = this.stackTop;
  }

  get nowNs() {
    return this.mcu.clock.nanos;
  }

  /** Runs until a time of this life, or until core.stop(), a reset or the power cut. */
  run(untilNs) {
    this.core.run(Math.min(untilNs, this.cutNs));
    if (this.nowNs >= this.cutNs) this.isOver = true;
  }

  /** A level from outside, now. */
  drive(pin, level) {
    this.fabric.sync();
    this.fabric.drive(pin, level);
  }

  /** What a reset by the watchdog leaves: the reason and the scratch registers. */
  kept() {
    const { reason, scratchData } = this.watchdog;
    return { reason, scratch: [...scratchData] };
  }

  _useFlash(data) {
    const { mcu } = this;
    mcu.flash = data;
    mcu.flash16 = new Uint16Array(data.buffer);
    mcu.flashView = new DataView(data.buffer);
  }

  /** What rp2040js has of these is not in step with the time of the pins. */
  _setUpFabric() {
    const { mcu } = this;
    const fabric = (this.fabric = mcu.fabric = new Fabric(mcu));
    mcu.dma = mcu.peripherals[DMA] = new Dma(fabric);
    mcu.adc = mcu.peripherals[ADC] = new Adc(fabric);
    mcu.pio = PIO.map((page, i) => (mcu.peripherals[page] = new Pio(fabric, i)));
    for (const pio of mcu.pio) {
      for (let i = 0; i < 8; i++) mcu.dma.levels.set(pio.firstDreq + i, () => pio.isReady(i));
    }
  }

  _setUpWatchdog(kept) {
    const watchdog = (this.watchdog = this.mcu.peripherals[WATCHDOG]);
    if (kept) {
      watchdog.reason = kept.reason;
      watchdog.scratchData.set(kept.scratch);
    }
    this.isBitten = false;
    watchdog.onWatchdogTrigger = () => {
      this.isBitten = watchdog.reason === REASON_TIMER;
      watchdog.timer.enable = false; // at 0 rp2040js's alarm would go off for ever
      this.isOver = true;
      this.core.stop();
    };
  }

  /** Time inside a flash operation: interrupts wait, alarms happen, the supply may go. */
  _passInFlash(ns) {
    const { clock } = this.mcu;
    const startNs = clock.nanos;
    while (clock.nanos < startNs + ns && clock.nanos < this.cutNs && !this.isOver) {
      const nextNs = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
      const untilNs = Math.min(Math.max(nextNs, clock.nanos), startNs + ns, this.cutNs);
      clock.tick(untilNs - clock.nanos);
    }
    return clock.nanos - startNs;
  }
}

function quietLogger() {
  const nothing = () => {};
  const errors = [];
  const error = (name, text) => { if (errors.length < 50) errors.push(`${name}: ${text}`); };
  return { debug: nothing, info: nothing, warn: nothing, error, errors };
}
