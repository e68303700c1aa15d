// Two boards with the same image: one on the fast loop, one on rp2040js's own instructions.
// After each stretch registers, flags and time are compared, at the end all of RAM.

import fs from 'node:fs';
import { Board } from '../../hw_sim/chip/js/board.mjs';
import { CortexM0Core } from '../../hw_sim/chip/js/rp2040js.mjs';

const STRETCH_NS = 40_000;
console.warn = () => {};
const { rom, flash, symbols, wiring, instructions } = JSON.parse(process.argv[2]);
const bytes = fs.readFileSync(rom);
const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);

function make() {
  const board = new Board({ rom: words, symbols, wiring });
  board.flash.data.set(fs.readFileSync(flash));
  board.powerOn();
  return board;
}

/** The plain loop: hooks, one instruction, the clock. */
function runPlain(core, untilNs) {
  const { clock } = core.rp2040;
  while (clock.nanosCounter < untilNs) {
    if (core.waiting) core._sleep(untilNs);
    else if (core.hooks.has(core.PC & ~1)) {
      core.hooks.get(core.PC & ~1)();
      core.PC = core.LR & ~1;
    } else {
      const beforeNs = clock.nanosCounter;
      const cycles = CortexM0Core.prototype.executeInstruction.call(core);
      // polling that was skipped has moved the clock already, up to whole cycles
      const skipped = Math.ceil((clock.nanosCounter - beforeNs) / 8);
      clock.nanosCounter = beforeNs;
      clock.tick(Math.max(cycles, skipped) * 8);
    }
  }
}

/** Everything that a program can see; bit 0 of the program counter is none of it. */
function state(core) {
  const registers = [...core.registers.subarray(0, 15), core.PC & ~1];
  return [...registers, core.N, core.Z, core.C, core.V, core.rp2040.clock.nanosCounter].join(' ');
}

const fast = make();
const plain = make();
for (let untilNs = STRETCH_NS; fast.chip.core.instructions < instructions; untilNs += STRETCH_NS) {
  fast.chip.core.run(untilNs);
  runPlain(plain.chip.core, untilNs);
  if (state(fast.chip.core) !== state(plain.chip.core)) {
    console.log(`differ at ${untilNs} ns\nfast  ${state(fast.chip.core)}\nplain ${state(plain.chip.core)}`);
    process.exit(1);
  }
}
if (Buffer.compare(fast.chip.mcu.sram, plain.chip.mcu.sram)) {
  console.log('RAM differs');
  process.exit(1);
}
console.log(JSON.stringify({ instructions: fast.chip.core.instructions }));
