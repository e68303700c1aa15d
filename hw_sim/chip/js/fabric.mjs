// The part of the chip that works beside the processor: PIO, DMA, converter, and the parts at pins.
//
// They share one time in cycles of the system clock and run by events, each at its exact cycle.
// The processor is not stepped with them: they catch up (`sync`) whenever one of their registers
// or a pin is touched, when an alarm of the chip's clock acts on them, and at the latest each
// QUANTUM_NS while something runs. So a register shows the exact state; an interrupt of theirs, or a word
// that DMA writes to memory, reaches the processor up to a microsecond late, never early.

const CYCLE_NS = 8; // 125 MHz
const QUANTUM_NS = 1000;
const SYNC_CYCLES = 2; // two flip-flops before the PIO (data sheet 3.5.6.3)

/** Time, pins and the order of events; a source has `id` and `run()`, and is due at due[id]. */
export class Fabric {
  constructor(mcu) {
    this.mcu = mcu;
    this.clock = mcu.clock;
    this.cycleNs = CYCLE_NS;
    this.now = 0; // cycle
    this.sources = [];
    this.due = new Float64Array(32).fill(Infinity);
    this.isRunning = false;
    this.inputs = 0; // levels at the pads
    this.synced = 0; // what the PIO sees of them
    this.changes = []; // [cycle from which it is seen, levels]
    this.machines = []; // state machines, which may wait for a pin
    this.alarm = this.clock.createAlarm(() => this.sync());
    this._watchPins();
  }

  get nowNs() {
    return this.now * CYCLE_NS;
  }

  add(source) {
    source.id = this.sources.length;
    this.sources.push(source);
    return source;
  }

  /** Cycle of a time in nanoseconds, rounded up. */
  cycleAt(ns) {
    return Math.ceil(ns / CYCLE_NS - 1e-6);
  }

  plan(source, cycle) {
    this.due[source.id] = cycle;
  }

  /** Everything that is due up to the clock's time happens. */
  sync() {
    if (this.isRunning) return;
    this.isRunning = true;
    const target = Math.floor(this.clock.nanosCounter / CYCLE_NS + 1e-6);
    while (this._next(target));
    if (target > this.now) this.now = target;
    this.isRunning = false;
    this.wait();
  }

  /** While the processor sleeps: event by event up to another alarm or until `isEnough`. */
  coast(untilNs, isEnough) {
    const { clock, alarm } = this;
    if (clock.nextAlarm !== alarm) return false;
    alarm.cancel();
    this.isRunning = true;
    let limitNs = untilNs;
    do {
      if (clock.nextAlarm && clock.nextAlarm.nanos < limitNs) limitNs = clock.nextAlarm.nanos;
      if (!this._next(Math.floor(limitNs / CYCLE_NS))) clock.nanosCounter = limitNs;
    } while (clock.nanosCounter < limitNs && !isEnough());
    this.isRunning = false;
    this.wait();
    return true;
  }

  /** The next event, if it is due up to this cycle. */
  _next(target) {
    const { due, sources } = this;
    const n = sources.length;
    let first = -1;
    let at = target + 1;
    for (let i = 0; i < n; i++) {
      if (due[i] < at) {
        at = due[i];
        first = i;
      }
    }
    if (first < 0) return false;
    if (at > this.now) this.now = at;
    if (this.nowNs > this.clock.nanosCounter) this.clock.nanosCounter = this.nowNs; // coasting
    sources[first].run();
    return true;
  }

  /** Sets the alarm for the next event; to be called after a change from outside. */
  wait() {
    if (this.isRunning) return;
    let at = Infinity;
    const n = this.sources.length;
    for (let i = 0; i < n; i++) if (this.due[i] < at) at = this.due[i];
    if (at === Infinity) {
      if (this.alarm.scheduled) this.alarm.cancel();
      return;
    }
    const nowNs = this.clock.nanosCounter;
    this.alarm.schedule(Math.max(at * CYCLE_NS - nowNs, QUANTUM_NS));
  }

  /** A level from outside; seen by the processor at once, by the PIO two cycles later. */
  drive(pin, level) {
    const gpio = this.mcu.gpio[pin];
    if (gpio.rawInputValue === !!level) return;
    gpio.setInputValue(!!level);
    this._look(pin);
  }

  /** What the PIO sees at this cycle. */
  seen() {
    const { changes } = this;
    while (changes.length && changes[0][0] <= this.now) this.synced = changes.shift()[1];
    return this.synced;
  }

  _look(pin) {
    const bit = 1 << pin;
    const inputs = this.mcu.gpio[pin].inputValue ? this.inputs | bit : this.inputs & ~bit;
    if (inputs === this.inputs) return;
    this.inputs = inputs;
    this.changes.push([this.now + SYNC_CYCLES, inputs]);
    for (const machine of this.machines) {
      if (machine.waitMask & bit) machine.wake(this.now + SYNC_CYCLES);
    }
    this.wait();
  }

  /** Pads show what the chip itself drives; a change of a pad's settings changes what is seen. */
  _watchPins() {
    const { mcu } = this;
    mcu.gpio.forEach((gpio, pin) => {
      gpio.addListener((value) => {
        if (value <= 1) this.drive(pin, value);
      });
      const refresh = gpio.refreshInput.bind(gpio);
      gpio.refreshInput = () => {
        this.sync();
        refresh();
        this._look(pin);
      };
    });
    const { sio } = mcu;
    const read = sio.readUint32.bind(sio);
    const write = sio.writeUint32.bind(sio);
    sio.readUint32 = (offset) => {
      if (offset === 4) this.sync();
      return read(offset);
    };
    sio.writeUint32 = (offset, value) => {
      if (offset < 0x50) this.sync();
      write(offset, value);
    };
  }
}
