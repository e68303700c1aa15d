// Rings of the last readings, drawn as small curves; their length never changes.

import { byId, el, put, say, svg } from "./dom.js";
import { onScene, state, watch } from "./store.js";

export const SAMPLES = 200;
const WIDTH = 140;
const HEIGHT = 44;

export function ring(length = SAMPLES) {
  const values = new Float32Array(length);
  let next = 0;
  return {
    add(value) {
      values[next] = value;
      next = (next + 1) % length;
    },
    each(visit) {
      for (let i = 0; i < length; i += 1) visit(values[(next + i) % length], i);
    },
  };
}

/** The line of a list of values in a box, least to most. */
export function spark(values, width, height, least, most) {
  const range = most - least || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map(
      (value, i) =>
        `${i ? "L" : "M"}${(i * step).toFixed(1)} ${(height - ((value - least) / range) * height).toFixed(1)}`,
    )
    .join("");
}

function curve(title, unit, least, most, valueOf) {
  const values = ring();
  const path = svg("path", { class: "curve" });
  const figure = el("b", { class: "figure", text: "0" });
  const node = el(
    "figure",
    { class: "curve-box" },
    el("figcaption", {}, el("span", { text: title }), figure, el("span", { class: "unit", text: unit })),
    svg(
      "svg",
      {
        viewBox: `0 -1 ${WIDTH} ${HEIGHT + 2}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `${title} over the last readings`,
      },
      svg("line", {
        class: "zero",
        x2: WIDTH,
        y1: HEIGHT + (least / (most - least)) * HEIGHT,
        y2: HEIGHT + (least / (most - least)) * HEIGHT,
      }),
      path,
    ),
  );
  return {
    node,
    sample: (machine) => values.add(valueOf(machine)),
    draw(machine) {
      let d = "";
      values.each((value, i) => {
        const kept = Math.min(most, Math.max(least, value));
        d += `${i ? "L" : "M"}${((i * WIDTH) / (SAMPLES - 1)).toFixed(1)} ${(HEIGHT - ((kept - least) / (most - least)) * HEIGHT).toFixed(1)}`;
      });
      put(path, "d", d);
      say(figure, Math.round(valueOf(machine)));
    },
  };
}

export function start() {
  const curves = [
    curve("Roller", "mm/s", -700, 700, (machine) => machine.roller_mm_s ?? 0),
    curve("Current", "mA", 0, 1600, (machine) => machine.current_ma ?? 0),
  ];
  byId("curves").append(...curves.map(({ node }) => node));
  let before = -1;
  onScene((scene) => {
    const machine = scene.boards?.shoe?.machine;
    if (!machine || scene.now_ms === before) return;
    before = scene.now_ms;
    for (const one of curves) one.sample(machine);
  });
  watch(["scene"], () => {
    const machine = state.scene?.boards?.shoe?.machine;
    if (machine) for (const one of curves) one.draw(machine);
  });
}
