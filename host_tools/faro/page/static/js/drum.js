// The carousel: 54 compartments that turn past the entrance and fill.

import { put, say, svg } from "./dom.js";

export const COMPARTMENTS = 54;
const INNER = 44;
const OUTER = 78;
const FULL_CARDS = 10;

function at(radius, turns) {
  const angle = turns * 2 * Math.PI;
  return `${(-radius * Math.cos(angle)).toFixed(2)} ${(-radius * Math.sin(angle)).toFixed(2)}`;
}

function wedge(index) {
  const from = (index - 0.42) / COMPARTMENTS;
  const to = (index + 0.42) / COMPARTMENTS;
  return `M${at(INNER, from)}L${at(OUTER, from)}A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, to)}L${at(INNER, to)}Z`;
}

export function makeDrum() {
  const cells = Array.from({ length: COMPARTMENTS }, (_, i) => svg("path", { class: "cell", d: wedge(i) }));
  const faces = Array.from({ length: COMPARTMENTS }, (_, i) =>
    svg("text", {
      class: "cell-face",
      transform: `rotate(${((i / COMPARTMENTS) * 360).toFixed(2)}) translate(-${OUTER + 4} 1.5)`,
    }),
  );
  const wheel = svg(
    "g",
    { class: "wheel" },
    svg("circle", { class: "rim-line", r: OUTER + 2 }),
    cells,
    svg("path", {
      class: "home-flag",
      d: `M${at(INNER - 3, -0.009)}L${at(INNER - 3, 0.009)}L${at(INNER - 9, 0)}Z`,
    }),
    faces,
  );
  const count = svg("text", { class: "drum-count", y: 2 });
  const label = svg("text", { class: "part-name", y: 15 });
  const hub = svg("g", { class: "hub" }, svg("circle", { r: 24 }), count, label);
  const node = svg("g", { class: "drum" }, wheel, hub);
  say(label, "cards");
  return {
    node,
    hub,
    /** Compartment k stands at the entrance when the drum has turned by k/54. */
    renew(machine, truth) {
      put(wheel, "transform", `rotate(${(-(machine.angle_turns ?? 0) * 360).toFixed(1)})`);
      const held = machine.compartments ?? [];
      let sum = 0;
      cells.forEach((cell, i) => {
        const cards = held[i] ?? 0;
        sum += cards;
        put(cell, "class", cards ? "cell full" : "cell");
        put(
          cell,
          "fill-opacity",
          cards ? (0.45 + 0.55 * Math.min(1, (cards - 1) / (FULL_CARDS - 1))).toFixed(2) : 1,
        );
        say(faces[i], truth?.compartments?.[i]?.[0] ?? "");
      });
      say(count, sum);
    },
  };
}
