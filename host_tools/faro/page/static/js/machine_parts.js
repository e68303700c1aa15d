// What the section of the machine is drawn of: gates, rollers, cameras, trays, the lock, the shoe.

import { put, say, show, svg } from "./dom.js";
import { BEND, CARD_MM, MAIN, MAIN_Y, point } from "./way.js";

const STACK_MOST = 26;

/** A light barrier: two dots and the beam between them. */
export function beam(mm, branch, name, label, dy = 0) {
  const [x, y] = point(mm, branch);
  const node = svg(
    "g",
    { class: "beam", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg("rect", { class: "hit", x: -8, y: -20, width: 16, height: 40 }),
    svg("line", { y1: -13, y2: 13 }),
    svg("circle", { cy: -15, r: 2.6 }),
    svg("circle", { cy: 15, r: 2.6 }),
  );
  if (label) node.append(svg("text", { class: "part-name", y: 28 + dy, text: label }));
  node.gate = name;
  return node;
}

export function roller(mm, branch, dy, radius = 9) {
  const [x, y] = point(mm, branch);
  return svg(
    "g",
    { class: "roller", transform: `translate(${x.toFixed(1)} ${(y + dy).toFixed(1)})` },
    svg(
      "g",
      { class: "spin" },
      svg("circle", { r: radius }),
      svg("path", { d: `M0 ${-radius}V${radius}M${-radius} 0H${radius}` }),
    ),
  );
}

export function camera(dy, label) {
  const [x, y] = point(35, MAIN);
  return svg(
    "g",
    { class: "camera", transform: `translate(${x} ${y + dy})` },
    svg("rect", { x: -8, y: -6, width: 16, height: 12, rx: 2.5 }),
    svg("circle", { cy: dy < 0 ? 6 : -6, r: 3 }),
    svg("text", { class: "camera-name", y: 3.5, text: label }),
  );
}

export function tray(x, y, label) {
  const stack = svg("rect", { class: "stack", x: x + 2, width: CARD_MM * 1.5 - 4, y, height: 0 });
  const count = svg("text", { class: "tray-count", x: x + 18, y: y + 13 });
  const node = svg(
    "g",
    { class: "tray" },
    svg("rect", { class: "hit", x: x - 2, y: y - 32, width: 99, height: 34 }),
    svg("path", { class: "tray-line", d: `M${x - 2} ${y - 30}V${y + 2}H${x + 97}` }),
    stack,
    count,
    svg("text", { class: "part-name", x: x + 46, y: y + 24, text: label }),
  );
  return {
    node,
    renew(cards) {
      const height = Math.min(STACK_MOST, cards ? 2 + cards * 0.48 : 0);
      put(stack, "height", height.toFixed(1));
      put(stack, "y", (y - height).toFixed(1));
      say(count, cards);
    },
  };
}

export function lock() {
  return svg(
    "g",
    { class: "lock", transform: `translate(22 ${MAIN_Y + BEND + 20})` },
    svg("rect", { class: "hit", x: -9, y: -12, width: 18, height: 24 }),
    svg("path", { class: "shackle", d: "M-4 -1V-4A4 4 0 0 1 4 -4V-1" }),
    svg("rect", { class: "body", x: -6, y: -1, width: 12, height: 9, rx: 2 }),
  );
}

export function shoeBox() {
  const stack = svg("rect", { class: "stack", x: 232, y: 183, width: 0, height: 15 });
  const count = svg("text", { class: "tray-count", x: 248, y: 179 });
  const gate = svg(
    "g",
    { class: "beam", transform: "translate(210 190)" },
    svg("rect", { class: "hit", x: -8, y: -16, width: 16, height: 32 }),
    svg("line", { y1: -11, y2: 11 }),
    svg("circle", { cy: -13, r: 2.6 }),
    svg("circle", { cy: 13, r: 2.6 }),
  );
  gate.gate = "mouth";
  const colour = svg("rect", { class: "colour", x: 218, y: 203, width: 9, height: 6, rx: 1 });
  const passing = svg("rect", { class: "passing", x: 180, y: 188, width: 48, height: 3.5, rx: 1 });
  const node = svg(
    "g",
    { class: "shoe-section" },
    svg("path", { class: "tray-line", d: "M222 200H312L304 166H230Z" }),
    stack,
    count,
    passing,
    svg("text", { class: "part-name", x: 180, y: 180, text: "mouth" }),
    svg("text", { class: "part-name", x: 282, y: 179, text: "shoe" }),
  );
  return {
    node,
    gate,
    colour,
    renew(board) {
      const cards = board?.shoe_cards ?? 0;
      put(stack, "width", Math.min(72, cards * 0.55).toFixed(1));
      say(count, cards);
      show(passing, Boolean(board?.gates?.mouth ?? board?.mouth?.card));
    },
  };
}
