// The flash chip: contents outlive the supply, writing takes real time, a cut tears.
//
// The firmware erases and programs through the SDK's flash_range_erase and flash_range_program
// (in RAM, interrupts off). Hooks stand in for them: rp2040js cannot do what they do with the
// serial interface. Data sheet of the W25Q16JV: 45 ms a sector, 0.7 ms a page (typical).

const SECTOR = 4096, SECTOR_NS = 45e6;
const PAGE = 256, PAGE_NS = 0.7e6;
const READ_UNIQUE_ID = 0x4b;
const XIP_BASE = 0x10000000;

/** Contents and counters; `hook` connects it with one life of the chip. */
export class Flash {
  constructor(bytes, uniqueId) {
    this.data = new Uint8Array(bytes).fill(0xff);
    this.uniqueId = uniqueId;
    this.erases = 0;
    this.programs = 0;
    this.onOperation = () => {}; // (name, offset) before each sector or page
    this.noise = 0x2545f491;
  }

  /** `advance(ns)` lets time pass and says how much did: less when the supply went away. */
  hook(core, symbols, advance) {
    const r = core.registers;
    const mcu = core.rp2040;
    core.hooks.set(symbols.flash_range_erase, () => this._erase(r[0], r[1], advance));
    core.hooks.set(symbols.flash_range_program, () => {
      const page = Uint8Array.from({ length: r[2] }, (_, i) => mcu.readUint8(r[1] + i));
      this._program(r[0], page, advance);
    });
    core.hooks.set(symbols.flash_do_cmd, () => this._command(mcu, r[0], r[1], r[2]));
    if (mcu.flash !== this.data) throw new Error(`flash is not at ${XIP_BASE}`);
  }

  _erase(offset, bytes, advance) {
    for (let at = offset; at < offset + bytes; at += SECTOR) {
      this.onOperation('erase', at);
      this.erases++;
      const done = advance(SECTOR_NS) / SECTOR_NS;
      for (let i = at; i < at + SECTOR; i++) {
        this.data[i] = done >= 1 ? 0xff : this.data[i] | this._random(done);
      }
      if (done < 1) return;
    }
  }

  _program(offset, bytes, advance) {
    for (let at = 0; at < bytes.length; at += PAGE) {
      this.onOperation('program', offset + at);
      this.programs++;
      const done = advance(PAGE_NS) / PAGE_NS;
      for (let i = at; i < at + PAGE; i++) {
        this.data[offset + i] &= bytes[i] | (done >= 1 ? 0 : ~this._random(done));
      }
      if (done < 1) return;
    }
  }

  _command(mcu, tx, rx, count) {
    if (mcu.readUint8(tx) !== READ_UNIQUE_ID) return;
    for (let i = 5; i < count; i++) mcu.writeUint8(rx + i, this.uniqueId[i - 5] ?? 0xff);
  }

  /** A byte whose bits are set with about the given probability: what a cut left done. */
  _random(share) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      this.noise = (Math.imul(this.noise, 1664525) + 1013904223) | 0;
      if ((this.noise >>> 8) / 0x1000000 < share) byte |= 1 << bit;
    }
    return byte;
  }
}
