// The event log in plain words, newest first, with filters; it never holds more than a screenful times ten.

import { byId, el, keyed } from "./dom.js";
import { state, watch } from "./store.js";

const ROWS_MOST = 150;
const GROUPS = [
  ["cards", "Cards"],
  ["machine", "Machine"],
  ["money", "Money"],
  ["ruling", "Rulings"],
  ["trust", "Trust"],
  ["board", "Boards"],
];

const hidden = new Set();
let board = "";

function chip(label, isOn, toggle) {
  const node = el("button", {
    type: "button",
    class: "chip-button",
    "aria-pressed": String(isOn()),
    text: label,
  });
  node.addEventListener("click", () => {
    toggle();
    node.setAttribute("aria-pressed", String(isOn()));
    render();
  });
  return node;
}

function filters() {
  const groups = GROUPS.map(([id, label]) =>
    chip(
      label,
      () => !hidden.has(id),
      () => (hidden.has(id) ? hidden.delete(id) : hidden.add(id)),
    ),
  );
  const which = el(
    "select",
    { "aria-label": "Events of which board" },
    [
      ["", "both"],
      ["shoe", "shoe"],
      ["meter", "meter"],
    ].map(([value, text]) => el("option", { value, text })),
  );
  which.addEventListener("change", () => {
    board = which.value;
    render();
  });
  return { groups, which };
}

/** As the boards' times begin: a day that is not this one is shown with its date. */
function today() {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

function row(event) {
  const details = Object.entries(event.fields ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join("\n");
  const time = (event.time_text ?? "").replace(new RegExp(`^${today()} `), "");
  const word =
    event.clock && event.clock !== "set" && !time.includes("clock") ? ` (clock ${event.clock})` : "";
  return el(
    "li",
    {
      class: `event of-${event.group ?? ""} ${event.severity ?? ""}`,
      title: `${event.time_text ?? ""} ${event.board} ${event.number} ${event.name}\n${event.text ?? ""}\n${details}`,
    },
    el("time", { text: `${time}${word}` }),
    el("span", { class: "who", text: event.board }),
    el("span", { class: "what", text: event.text || event.name }),
  );
}

function render() {
  const wanted = [];
  for (let i = state.events.length - 1; i >= 0 && wanted.length < ROWS_MOST; i -= 1) {
    const event = state.events[i];
    if (!hidden.has(event.group) && (!board || event.board === board)) wanted.push(event);
  }
  keyed(byId("log-body"), wanted, (event) => `${event.board} ${event.number} ${event.utc_s ?? ""}`, row);
}

export function start() {
  const { groups, which } = filters();
  byId("log-board").append(which);
  byId("log-filter").append(...groups);
  watch(["events"], render);
}
