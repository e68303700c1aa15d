// The RP2040's PIO and DMA models, driven by a list of accesses: what the RP2350's are compared with.

import { RP2040, SimulationClock } from '../../../hw_sim/chip/js/rp2040js.mjs';
import { Fabric } from '../../../hw_sim/chip/js/fabric.mjs';
import { Pio } from '../../../hw_sim/chip/js/pio.mjs';
import { Dma } from '../../../hw_sim/chip/js/dma.mjs';
import { Adc } from '../../../hw_sim/chip/js/adc.mjs';

const CYCLE_NS = 8, PADS = 0x4001c004, PIO = 0x50200, DMA = 0x50000;
console.warn = () => {};

function make() {
  const mcu = new RP2040(new SimulationClock());
  const fabric = (mcu.fabric = new Fabric(mcu));
  mcu.dma = mcu.peripherals[DMA] = new Dma(fabric);
  mcu.adc = new Adc(fabric);
  mcu.pio = [0, 1].map((i) => (mcu.peripherals[PIO + 0x100 * i] = new Pio(fabric, i)));
  for (const pio of mcu.pio) for (let i = 0; i < 8; i++) mcu.dma.levels.set(pio.firstDreq + i, () => pio.isReady(i));
  for (let pin = 0; pin < 30; pin++) mcu.writeUint32(PADS + 4 * pin, 0x40);
  return { mcu, fabric };
}

function run({ steps }) {
  const { mcu, fabric } = make();
  const parts = { pio: mcu.pio[0], dma: mcu.dma };
  const seen = [];
  for (const [cycle, what, ...rest] of steps) {
    fabric.clock.nanosCounter = cycle * CYCLE_NS;
    fabric.sync();
    if (what === 'pin') fabric.drive(...rest);
    else if (what === 'word') mcu.writeUint32(...rest);
    else if (what === 'peek') seen.push(mcu.readUint32(...rest) >>> 0);
    else if (what === 'read') seen.push(parts[rest[0]].readUint32(rest[1]) >>> 0);
    else {
      parts[rest[0]].rawWriteValue = rest[2];
      parts[rest[0]].writeUint32(rest[1], rest[2]);
    }
  }
  return seen;
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const lists = JSON.parse(Buffer.concat(chunks));
console.log(JSON.stringify(lists.map(run)));
