// The feed roller's encoder: two tracks, turned at given speeds, with the true count.

// Levels of B and A at count & 3; counting up is what the driver calls towards the carousel.
const TRACKS = [0b00, 0b10, 0b11, 0b01];

/** Turns through a list of [counts, counts a second]; negative counts turn back, 0 rests a while. */
export class Quadrature {
  constructor(fabric, pinA, pinB) {
    this.fabric = fabric;
    this.pins = [pinA, pinB];
    this.count = 0;
    this.edges = 0;
    this.turns = [];
    this.marks = new Map(); // edges so far → functions to call then
    this.startNs = 0;
    this.done = 0;
    fabric.add(this);
    this._show();
  }

  get isTurning() {
    return this.turns.length > 0;
  }

  /** Without counts it stands for 1 / rate seconds. */
  turn(counts, rate) {
    if (!this.turns.length) this._begin(this.fabric.nowNs);
    this.turns.push({ sign: Math.sign(counts), counts: Math.abs(counts) || 1, periodNs: 1e9 / rate });
    this._plan();
  }

  /** Calls after so many further edges, whichever way. */
  after(edges, act) {
    const at = this.edges + edges;
    if (!this.marks.has(at)) this.marks.set(at, []);
    this.marks.get(at).push(act);
  }

  run() {
    const turn = this.turns[0];
    this.done++;
    if (turn.sign) this._step(turn.sign);
    if (this.done === turn.counts) {
      const endNs = this.startNs + this.done * turn.periodNs;
      this.turns.shift();
      this._begin(endNs);
    }
    this._plan();
  }

  _step(sign) {
    this.count += sign;
    this.edges++;
    this._show();
    const acts = this.marks.get(this.edges);
    if (!acts) return;
    this.marks.delete(this.edges);
    for (const act of acts) act();
  }

  _begin(ns) {
    this.startNs = ns;
    this.done = 0;
  }

  _plan() {
    const turn = this.turns[0];
    const ns = turn ? this.startNs + (this.done + 1) * turn.periodNs : Infinity;
    this.fabric.plan(this, turn ? Math.max(this.fabric.cycleAt(ns), this.fabric.now) : Infinity);
    this.fabric.wait();
  }

  _show() {
    const tracks = TRACKS[this.count & 3];
    this.fabric.drive(this.pins[0], tracks & 1);
    this.fabric.drive(this.pins[1], tracks >> 1);
  }
}
