// The jackpot's display as its driver chip lights it: 16 bytes, a digit in every even one.

import { flag, put, svg } from "./dom.js";

const DIGITS = 8;
const WIDTH = 26;
// segment a to g: where it lies in a digit of 20 × 36, as polygons
const SHAPES = [
  "3,1 17,1 14,5 6,5",
  "18,2 18,17 16,18 14,15 14,6",
  "18,34 18,19 16,18 14,21 14,30",
  "3,35 17,35 14,31 6,31",
  "2,34 2,19 4,18 6,21 6,30",
  "2,2 2,17 4,18 6,15 6,6",
  "5,18 7,16 13,16 15,18 13,20 7,20",
];

export function makeDisplay() {
  const lamps = [];
  const root = svg("svg", {
    class: "segments",
    viewBox: `0 0 ${DIGITS * WIDTH + 8} 48`,
    role: "img",
    "aria-label": "Jackpot display, dark",
  });
  root.append(svg("rect", { class: "glass", width: DIGITS * WIDTH + 8, height: 48, rx: 5 }));
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const group = svg("g", { transform: `translate(${5 + digit * WIDTH} 6) skewX(-4)` });
    const own = SHAPES.map((points) => svg("polygon", { class: "segment", points }));
    own.push(svg("circle", { class: "segment", cx: 23, cy: 34, r: 2.2 }));
    group.append(...own);
    root.append(group);
    lamps.push(own);
  }
  return {
    root,
    renew(hex, text, is_powered) {
      for (let digit = 0; digit < DIGITS; digit += 1) {
        const bits = is_powered && hex ? parseInt(hex.slice(digit * 4, digit * 4 + 2), 16) : 0;
        lamps[digit].forEach((lamp, bit) => flag(lamp, "lit", (bits >> bit) & 1));
      }
      put(root, "aria-label", `Jackpot display: ${is_powered ? text || read(hex) : "dark"}`);
    },
  };
}

const FONT = {
  0x3f: "0",
  0x06: "1",
  0x5b: "2",
  0x4f: "3",
  0x66: "4",
  0x6d: "5",
  0x7d: "6",
  0x07: "7",
  0x7f: "8",
  0x6f: "9",
  0x40: "-",
  0x79: "E",
  0x38: "L",
  0: " ",
};

/** What a person reads there. */
export function read(hex = "") {
  let text = "";
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const bits = parseInt(hex.slice(digit * 4, digit * 4 + 2), 16) || 0;
    text += (FONT[bits & 0x7f] ?? "?") + (bits & 0x80 ? "." : "");
  }
  return text.trim();
}

/** The bytes that would show a text: for a real board, whose chip this page cannot read. */
export function bytesOf(text = "") {
  const codes = Object.fromEntries(Object.entries(FONT).map(([bits, sign]) => [sign, Number(bits)]));
  const cells = [];
  for (const sign of text) {
    if (sign === "." && cells.length) cells[cells.length - 1] |= 0x80;
    else if (sign in codes) cells.push(codes[sign]);
  }
  while (cells.length < DIGITS) cells.unshift(0);
  return cells
    .slice(-DIGITS)
    .map((bits) => `${bits.toString(16).padStart(2, "0")}00`)
    .join("");
}
