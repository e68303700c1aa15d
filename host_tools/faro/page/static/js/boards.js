// The two boards: lamp, supply, faults, and what hands can do to them: plug, lid, cables, keys.

import { byId, el, flag, keyed, put, remade, say, show } from "./dom.js";
import { button, hand, isSimulated } from "./doing.js";
import { makePart } from "./faults.js";
import { state, watch } from "./store.js";

const BOARDS = ["shoe", "meter"];
const CABLES = { usb: "USB", bus: "bus", bets: "line" };
const CHIPS = [
  ["supply", ["supply"]],
  ["lines", ["USB line", "RS-485 line"]],
  ["FRAM A", ["FRAM A"]],
  ["FRAM B", ["FRAM B"]],
  ["random", ["ring oscillator"]],
];

/** A switch of the simulated world: `isOn` reads it, `verb` does the other thing. */
function toggle(label, name, isOn, verb) {
  const node = el("button", {
    type: "button",
    class: "toggle",
    role: "switch",
    "aria-label": name,
    text: label,
  });
  node.addEventListener("click", () => hand(verb(isOn())));
  node.renew = () => {
    put(node, "aria-checked", Boolean(isOn()));
    put(node, "data-command", `faro sim do ${verb(isOn())}`);
    put(node, "title", `${name}\nfaro sim do ${verb(isOn())}`);
  };
  return node;
}

function toggles(kind) {
  const scene = () => state.scene?.boards?.[kind] ?? {};
  const at = ` board=${kind}`;
  const all = [
    toggle(
      "plug",
      `Power plug of the ${kind}`,
      () => scene().is_powered,
      (is_in) => `plug ${is_in ? "pull" : "in"}${at}`,
    ),
    toggle(
      "lid",
      `Lid of the ${kind} is closed`,
      () => !scene().is_lid_open,
      (is_closed) => `lid ${is_closed ? "open" : "close"}${at}`,
    ),
    ...Object.entries(CABLES).map(([line, label]) =>
      toggle(
        label,
        `Cable ${line} of the ${kind}`,
        () => scene().cables?.[line],
        (is_in) => `cable ${line} ${is_in ? "pull" : "in"}${at}`,
      ),
    ),
  ];
  return all;
}

/** The two key switches of the meter. */
export function keySwitches() {
  const keys = () => state.scene?.boards?.meter?.keys ?? {};
  return ["supervisor", "inspector"].map((who) =>
    toggle(
      who,
      `Key switch of the ${who} is turned`,
      () => keys()[who],
      (is_turned) => `key ${who} ${is_turned ? "back" : "turn"}`,
    ),
  );
}

/** Faults of both boards, the worst first. */
function renewFaults() {
  const all = BOARDS.flatMap((kind) =>
    (state.view.boards?.[kind]?.faults ?? []).map((fault) => ({ kind, fault })),
  );
  const weight = ({ fault }) => (fault.severity === "warning" ? 1 : 0);
  keyed(
    byId("faults"),
    all.sort((a, b) => weight(a) - weight(b)),
    ({ kind, fault }) => `${kind} ${fault.name}`,
    ({ kind, fault }) => faultRow(kind, fault),
  );
}

function faultRow(kind, fault) {
  return el(
    "li",
    { class: `fault ${fault.severity ?? ""}`, title: fault.clear ?? "" },
    el(
      "span",
      {},
      el("b", { text: `${kind} ${fault.name}` }),
      ` ${fault.text ?? ""}`,
      el("small", { text: ` ${fault.clear ?? ""}` }),
    ),
    button("Clear", () => ({ id: "clear_fault", board: kind, fault: fault.name }), {
      kind: "small",
      name: `Clear ${fault.name}`,
      help: `${fault.clear ?? ""} (${[fault.who ?? []].flat().join(" or ")})`,
      focus: `clear-${kind}-${fault.name}`,
    }),
  );
}

function makeBoard(kind) {
  const lamp = el("span", { class: "lamp off", "aria-label": "status lamp", role: "img" });
  const fact = el("span", { class: "fact" });
  const clock = button("Set clock", () => ({ id: "set_time", board: kind }), {
    kind: "small",
    name: `Set the clock of the ${kind}`,
    focus: `clock-${kind}`,
  });
  const world = el("div", { class: "toggles" });
  const chips = el("div", { class: "chips" }, el("span", { class: "lead", text: "break" }));
  const node = el(
    "article",
    { class: "board" },
    el("header", {}, lamp, el("h3", { text: kind === "shoe" ? "Shoe" : "Meter" }), fact),
    world,
    chips,
  );
  const own = kind === "meter" ? [["seats", ["MCP23017"]], ...CHIPS] : CHIPS;
  for (const [label, names] of own) {
    const chip = el("span", { class: "part-chip", text: label });
    makePart(chip, names, label, kind);
    chips.append(chip);
  }
  watch(["hello"], () => {
    show(chips, isSimulated());
    remade(world, [isSimulated()], () => [...(isSimulated() ? toggles(kind) : []), clock]);
  });
  watch(["scene", "boards"], () => {
    const scene = state.scene?.boards?.[kind];
    const board = state.view.boards?.[kind] ?? {};
    put(lamp, "class", `lamp ${scene ? (scene.is_powered ? (scene.lamp ?? "off") : "off") : "unknown"}`);
    put(lamp, "aria-label", `status lamp ${scene?.lamp ?? "not seen"}`);
    for (const one of world.children) one.renew?.();
    say(fact, factOf(board, state.viewAt.boards));
    put(fact, "title", [board.name, board.version, board.serial, board.port].filter(Boolean).join("\n"));
    flag(node, "stale", board.is_there === false);
  });
  return node;
}

function factOf(board, at) {
  if (board.is_there === undefined) return "";
  if (!board.is_there) return `no answer for ${ageText((board.age_ms ?? 0) + performance.now() - (at ?? 0))}`;
  const volts = board.supply_mv ? `${(board.supply_mv / 1000).toFixed(2)} V` : "";
  const clock = board.clock && board.clock !== "set" ? `clock ${board.clock}` : "";
  return [volts, clock].filter(Boolean).join(" · ");
}

export function ageText(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function start() {
  byId("boards-body").append(...BOARDS.map(makeBoard));
  watch(["boards", "hello"], renewFaults);
}
