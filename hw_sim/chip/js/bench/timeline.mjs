// Things that happen at given times: hands on buttons, cards at gates.

/** `at(ns, act)` in any order. */
export class Timeline {
  constructor(fabric) {
    this.fabric = fabric;
    this.list = [];
    fabric.add(this);
  }

  at(ns, act) {
    const cycle = this.fabric.cycleAt(ns);
    let i = this.list.length;
    while (i > 0 && this.list[i - 1].cycle > cycle) i--;
    this.list.splice(i, 0, { cycle, act });
    this._plan();
    this.fabric.wait();
  }

  run() {
    while (this.list.length && this.list[0].cycle <= this.fabric.now) this.list.shift().act();
    this._plan();
  }

  _plan() {
    this.fabric.plan(this, this.list.length ? this.list[0].cycle : Infinity);
  }
}
