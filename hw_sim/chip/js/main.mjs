// The emulated board as a process: one JSON request a line on stdin, one answer a line on stdout.
// hw_sim/chip/board.py starts it and knows the requests.

import fs from 'node:fs';
import { Board } from './board.mjs';
import { Bench } from './bench/board.mjs';
import { profile } from './profile.mjs';

const MS = 1e6;
console.warn = () => {}; // rp2040js tells of core 1's mailbox, which the firmware only looks at
let board = null;

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const unhex = (text) => Buffer.from(text, 'hex');

const REQUESTS = {
  make({ rom, symbols, wiring, seed, uniqueId, isBench = false }) {
    const bytes = fs.readFileSync(rom);
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    const made = { rom: words, symbols, wiring, seed, uniqueId: [...unhex(uniqueId)] };
    board = new (isBench ? Bench : Board)(made);
  },
  load({ flash, frams }) {
    if (flash) board.flash.data.set(fs.readFileSync(flash));
    (frams ?? []).forEach((path, i) => board.frams[i].data.set(fs.readFileSync(path)));
  },
  save({ flash, frams }) {
    if (flash) fs.writeFileSync(flash, board.flash.data);
    (frams ?? []).forEach((path, i) => fs.writeFileSync(path, board.frams[i].data));
  },
  poke({ offset, data }) {
    board.flash.data.set(unhex(data), offset);
  },
  peek({ offset, size }) {
    return { data: hex(board.flash.data.subarray(offset, offset + size)) };
  },
  ram({ address, size }) {
    return { data: hex(board.chip.mcu.sram.subarray(address - 0x20000000, address - 0x20000000 + size)) };
  },
  powerOn: () => board.powerOn(),
  powerOff: () => board.powerOff(),
  arm({ ms, ...flash }) {
    board.arm(ms === undefined ? flash : { ns: board.nowNs + ms * MS });
  },
  run({ ms, until = {} }) {
    const startNs = board.nowNs;
    const reason = board.run(startNs + ms * MS, until);
    const answer = { reason, nowNs: board.nowNs, colour: board.colour, usb: hex(board.usbOut),
      bus: board.busOut, edges: board.edges, operations: board.operations, resets: board.resets };
    board.clearEvents();
    return answer;
  },
  profile: ({ ms, stepNs, until }) => profile(board, board.nowNs + ms * MS, stepNs, until),
  usbSend: ({ data }) => board.chip?.usb.send(unhex(data)),
  usbStall: ({ isStalled }) => board.stallUsb(isStalled),
  busSend: ({ data }) => board.chip?.mcu.uart[0].feed(unhex(data)),
  pin: ({ pin, level }) => board.drive(pin, level),
  seat: ({ seat, level }) => board.expander.setInput(seat, level),
  lid: ({ isOpen }) => board.setLid(isOpen),
  supply: ({ mv }) => board.setSupply(mv),
  present({ address, isPresent }) {
    if (isPresent) board.bus.absent.delete(address);
    else board.bus.absent.add(address);
  },
  entropy({ isStuck }) {
    board.chip.rosc.isStuck = isStuck;
  },
  look() {
    return { colour: board.colour, seatLamps: board.expander.outputs,
      display: hex(board.display.segments), pins: board.chip?.mcu.gpio.map((p) => p.value) ?? [],
      pads: board.chip?.mcu.gpio.map((p) => p.padValue) ?? [] };
  },
  bench: (request) => board.bench(request),
  counters: () => board.counters(),
};

function answer(line) {
  try {
    const { name, ...args } = JSON.parse(line);
    return REQUESTS[name](args) ?? {};
  } catch (error) {
    return { error: error.stack };
  }
}

function serve() {
  const chunk = Buffer.alloc(1 << 20);
  let text = '';
  for (;;) {
    const n = fs.readSync(0, chunk);
    if (n === 0) return;
    text += chunk.toString('latin1', 0, n);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const out = Buffer.from(JSON.stringify(answer(text.slice(0, end))) + '\n');
      for (let at = 0; at < out.length;) at += fs.writeSync(1, out, at);
      text = text.slice(end + 1);
    }
  }
}

serve();
