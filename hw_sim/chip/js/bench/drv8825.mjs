// The carousel's motor on a DRV8825: each rising STEP while enabled is one microstep.

const PULSE_NS = 1900; // STEP high and low at least
const SETUP_NS = 650; // DIR and ENABLE before STEP

/** Counts steps and looks at each pulse; a flag covers positions `from` up to before `to`. */
export class Drv8825 {
  constructor(fabric, { step, dir, enable, home, from, to }) {
    Object.assign(this, { fabric, home, from, to });
    this.position = 0;
    this.times = null; // of each step in ns, when recorded
    this.dirNs = this.enableNs = this.stepNs = this.riseNs = -Infinity;
    this.level = { step: 0, dir: 0, enable: 1 };
    this.counts = { steps: 0, disabled: 0, shortPulses: 0, setup: 0, shortestNs: 1e9 };
    this.onHome = () => {};
    const { gpio } = fabric.mcu;
    gpio[step].addListener((value) => this._step(value === 1 ? 1 : 0));
    gpio[dir].addListener((value) => this._set('dir', value === 1 ? 1 : 0));
    gpio[enable].addListener((value) => this._set('enable', value === 0 ? 0 : 1));
    this._show();
  }

  record() {
    this.times = [];
  }

  _set(name, level) {
    if (this.level[name] === level) return;
    this.level[name] = level;
    this[`${name}Ns`] = this.fabric.nowNs;
  }

  _step(level) {
    if (this.level.step === level) return;
    this.level.step = level;
    const { nowNs } = this.fabric;
    const { counts } = this;
    if (nowNs - this.stepNs < PULSE_NS) counts.shortPulses++;
    this.stepNs = nowNs;
    if (!level) return;
    if (this.level.enable) {
      counts.disabled++;
      return;
    }
    if (nowNs - Math.max(this.dirNs, this.enableNs) < SETUP_NS) counts.setup++;
    counts.steps++;
    counts.shortestNs = Math.min(counts.shortestNs, nowNs - this.riseNs);
    this.riseNs = nowNs;
    this.times?.push(nowNs);
    this.position += this.level.dir ? -1 : 1;
    this._show();
  }

  _show() {
    const level = this.position >= this.from && this.position < this.to ? 1 : 0;
    if (level === this.flag) return;
    this.flag = level;
    this.onHome(level);
  }
}
