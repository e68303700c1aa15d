// Ring oscillator: rp2040js has none. Only RANDOMBIT and STATUS matter here.

import { BasePeripheral } from './rp2040js.mjs';

const STATUS = 0x18, RANDOMBIT = 0x1c;
const STABLE_AND_ENABLED = 0x80001000;

/** Bits from a seeded xorshift, so that a run can be repeated; `isStuck` lets the source die. */
export class Rosc extends BasePeripheral {
  constructor(mcu, seed) {
    super(mcu, 'ROSC');
    this.state = seed | 1;
    this.isStuck = false;
  }

  readUint32(offset) {
    if (offset === STATUS) return STABLE_AND_ENABLED;
    if (offset !== RANDOMBIT || this.isStuck) return 0;
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 7) & 1;
  }

  writeUint32() {}
}
