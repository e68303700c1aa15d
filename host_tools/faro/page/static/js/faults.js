// Everything that can be broken, as tiles on the part it belongs to, with a tick when it is reported.

import { byId, el, flag, put, remade, svg } from "./dom.js";
import { button, isSimulated, toast } from "./doing.js";
import { opener } from "./popover.js";
import { state, watch } from "./store.js";

const parts = []; // {node, names, label, board}
// when a machine's fault begins: now, in a step of the device, or between two hands of a deal
const MOMENTS = [
  ["", "now", ""],
  ...["feed", "deliver", "count", "unload"].map((step) => [` in=${step}`, `in ${step}`, step]),
  [" in=hand", "after a hand", "deliver"],
];
let shown = null; // what the one window shows: {label, names, board} or "all"

const catalogue = () => state.hello?.faults ?? [];
const isBroken = (id, board) =>
  (state.scene?.broken ?? []).some((one) => one.id === id && (!board || !one.board || one.board === board));
const isArmed = (id, board) =>
  (state.scene?.armed ?? []).some((one) => one.id === id && one.board === board);
// plug, lid and cables have switches of their own
const SWITCHED = ["plug-pulled", "lid-open", "usb-cut", "bus-cut", "line-cut"];
const faultsOf = ({ names, board }) =>
  catalogue().filter(
    (fault) =>
      names.includes(fault.part) &&
      (!fault.boards || fault.boards.includes(board)) &&
      !SWITCHED.includes(fault.id),
  );

function isReported(fault, board) {
  return (
    Boolean(fault.reports) &&
    isBroken(fault.id, board) &&
    (state.view.boards?.[board]?.faults ?? []).some(({ name }) => name === fault.reports)
  );
}

/** The part of a drawing opens its faults; a red edge says that something of it is broken. */
export function makePart(node, names, label, board) {
  const is_svg = node instanceof SVGElement;
  node.classList.add("part");
  put(node, "tabindex", 0);
  put(node, "role", "button");
  put(node, "aria-haspopup", "dialog");
  put(node, "aria-label", `${label}: break or mend`);
  if (is_svg) node.append(svg("title", { text: `${label}: click to break or mend` }));
  const open = () => isSimulated() && openFor(node, { names, label, board });
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    open();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    open();
  });
  parts.push({ node, names, label, board });
}

const body = el("div", { class: "popover faults", popover: "auto", role: "dialog", "aria-label": "Faults" });

function openFor(node, what) {
  shown = what;
  fill();
  body.showPopover();
  const at = node.getBoundingClientRect();
  const own = body.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const top =
    at.bottom + 8 + own.height < innerHeight ? at.bottom + 8 : Math.max(8, innerHeight - own.height - 8);
  body.style.left = `${left}px`;
  body.style.top = `${top}px`;
  body.querySelector("button")?.focus();
}

function tile(fault, board) {
  const is_machine = fault.steps !== undefined ? fault.steps.length > 0 : Boolean(fault.is_machine);
  const where = el(
    "select",
    { "aria-label": "When it breaks", title: "When it breaks" },
    MOMENTS.filter(([, , step]) => !step || (fault.steps ?? []).includes(step)).map(([value, text]) =>
      el("option", { value, text }),
    ),
  );
  const is_armed = isArmed(fault.id, board); // breaks with a card that has not come yet
  const is_on = isBroken(fault.id, board) || is_armed;
  const does = is_armed ? "Disarm" : is_on ? "Mend" : "Break";
  const at = catalogue().some((one) => one.id === fault.id && one.boards?.length > 1)
    ? ` board=${board}`
    : "";
  const what = () => {
    if (is_armed) return "does not break any more";
    if (is_on) return "mended";
    return where.value ? `${fault.effect}, ${where.selectedOptions[0].text}` : fault.effect;
  };
  const node = el(
    "article",
    { class: is_armed ? "tile armed" : is_on ? "tile broken" : "tile" },
    el(
      "div",
      { class: "tile-text" },
      el("b", { text: fault.effect }),
      el("span", { text: fault.means ?? "" }),
    ),
    el(
      "div",
      { class: "tile-foot" },
      el(
        "span",
        {
          class: isReported(fault, board) ? "reports yes" : "reports",
          title: fault.reports ? "The tick comes when the board reports it" : "Nothing is reported",
        },
        is_armed
          ? "armed: breaks with a card to come"
          : fault.reports
          ? `${isReported(fault, board) ? "✓ reported: " : "reports "}${fault.reports}`
          : "not reported",
      ),
      is_machine && !is_on && where,
      button(does, () => `fault ${fault.id}${is_on ? " off" : where.value}${at}`, {
        kind: is_on ? "small primary" : "small danger",
        name: `${does}: ${fault.effect}`,
        focus: fault.id,
        then: (done) => done.ok && toast(`${fault.part}: ${what()}`),
      }),
    ),
  );
  return node;
}

function fill() {
  if (!shown) return;
  const groups =
    shown === "all" ? groupsOfAll() : [{ label: shown.label, board: shown.board, faults: faultsOf(shown) }];
  flag(body, "all", shown === "all");
  const key = groups.map(({ faults, board }) =>
    faults.map((fault) => [
      fault.id,
      isBroken(fault.id, board),
      isArmed(fault.id, board),
      isReported(fault, board),
    ]),
  );
  remade(body, [shown === "all" ? "all" : shown.label, key], () =>
    groups.map(({ label, board, faults }) =>
      el(
        "section",
        {},
        el("h3", { text: shown === "all" ? `${label} · ${board}` : label }),
        faults.length
          ? el(
              "div",
              { class: "tiles" },
              faults.map((fault) => tile(fault, board)),
            )
          : el("p", { text: "Nothing of this part can be broken here." }),
      ),
    ),
  );
}

function groupsOfAll() {
  const groups = new Map();
  for (const fault of catalogue()) {
    for (const board of fault.boards ?? ["shoe"]) {
      const key = `${board} ${fault.part}`;
      if (!groups.has(key)) groups.set(key, { label: fault.part, board, faults: [] });
      groups.get(key).faults.push(fault);
    }
  }
  return [...groups.values()];
}

export function start() {
  document.body.append(body);
  body.addEventListener("toggle", (event) => {
    if (event.newState === "closed") {
      shown = null;
      body.shownKey = null;
      body.replaceChildren();
    }
  });
  const all = opener("All faults…", {
    kind: "small",
    title: "Everything that can be broken\nfaro sim do fault ID",
  });
  all.addEventListener("click", () => openFor(all, "all"));
  watch(["hello"], () => remade(byId("fault-tools"), [isSimulated()], () => (isSimulated() ? [all] : [])));
  watch(["scene", "boards", "hello"], () => {
    fill();
    for (const part of parts) {
      const own = faultsOf(part);
      flag(
        part.node,
        "is-broken",
        own.some((fault) => isBroken(fault.id, part.board)),
      );
      flag(
        part.node,
        "is-armed",
        own.some((fault) => isArmed(fault.id, part.board)),
      );
    }
  });
}
