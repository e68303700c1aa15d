// The page's own tools: theme, scenario file, keyboard help, and the shortcuts themselves.

import { byId, el, show } from "./dom.js";
import { act, isSimulated, may, toast } from "./doing.js";
import { dealNext, dealRound } from "./dealing.js";
import { roleButton } from "./people.js";
import { request, stats } from "./socket.js";
import { state, watch } from "./store.js";
import { faster, pauseOrGo, step } from "./time.js";
import { hand } from "./doing.js";

function currentTheme() {
  return (
    document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  );
}

export function themeButton() {
  const node = el("button", { type: "button", class: "button icon", "aria-keyshortcuts": "t" });
  const renew = () => {
    const other = currentTheme() === "dark" ? "light" : "dark";
    node.textContent = other === "dark" ? "☾" : "☀";
    node.setAttribute("aria-label", `Use the ${other} theme`);
    node.title = `Use the ${other} theme (key t)`;
  };
  node.addEventListener("click", () => {
    const other = currentTheme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = other;
    try {
      localStorage.setItem("faro-theme", other);
    } catch {
      /* storage may be forbidden */
    }
    renew();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", renew);
  renew();
  return node;
}

async function save() {
  const done = await request({ recording: true });
  const text = done.recording;
  if (!text) return toast(done.error ?? "nothing was done yet", true);
  const url = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  const link = el("a", {
    href: url,
    download: `table-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.yaml`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  toast("Saved as a scenario file: `faro play FILE` plays it again.");
}

const KEYS = [
  ["n", "deal the next card", () => dealNext()],
  ["r", "deal a whole round", () => dealRound()],
  ["e", "end the round", () => may("end_round") && act("end_round")],
  ["p", "pause, go on", () => isSimulated() && pauseOrGo()],
  [".", "step 100 ms", () => isSimulated() && step()],
  ["+", "faster", () => isSimulated() && faster(1)],
  ["-", "slower", () => isSimulated() && faster(-1)],
  ["1–7", "jackpot chip of a seat (Shift: ante)", null],
  ["q", "go to the question or ruling", () => toQuestion()],
  ["l", "log in or out", () => byId("role-button").click()],
  ["s", "save what was done as a scenario", () => save()],
  ["t", "light or dark", () => byId("tools").querySelector("[aria-keyshortcuts=t]").click()],
  ["?", "this help", () => help()],
];

function toQuestion() {
  const first = byId("rulings-body").querySelector("button") ?? byId("rulings");
  first.focus();
}

let dialog = null;
function help() {
  if (!dialog) {
    dialog = el("dialog", { class: "help", "aria-labelledby": "help-title" });
    document.body.append(dialog);
  }
  dialog.replaceChildren(
    el("h2", { id: "help-title", text: "Keys" }),
    el(
      "dl",
      { class: "keys" },
      KEYS.flatMap(([key, what]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: what })]),
    ),
    el("p", {
      text: "Every button shows its faro command in the line at the bottom. A part of the machine, or a chip of a board, opens what can break there.",
    }),
    el("p", {
      class: "fact",
      text: `${state.hello?.version ?? ""} · ${stats.framesPerSecond.toFixed(1)} messages/s, ${(stats.bytesPerSecond / 1000).toFixed(1)} kB/s received`,
    }),
    el("button", {
      type: "button",
      class: "button primary",
      text: "Close",
      autofocus: true,
      onclick: () => dialog.close(),
    }),
  );
  dialog.showModal();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  // a dialog that was just closed keeps the focus until the next frame
  if (event.target.closest("input, select, textarea, dialog[open]")) return;
  const digit = /^Digit([1-7])$/.exec(event.code);
  if (digit && isSimulated()) return chips(Number(digit[1]), event.shiftKey);
  const row = KEYS.find(([key]) => key === event.key);
  if (!row?.[2]) return;
  event.preventDefault();
  row[2]();
}

function chips(seat, is_ante) {
  const meter = state.scene?.boards?.meter;
  const placed = is_ante ? meter?.antes : meter?.bets;
  hand(`${is_ante ? "ante" : "bet"} ${placed?.[seat - 1] ? "take" : "place"} ${seat}`);
}

export function start() {
  const keep = el("button", {
    type: "button",
    class: "button small",
    text: "Save",
    title: "Save what was done as a scenario file (key s)",
    "aria-label": "Save what was done as a scenario file",
    "aria-keyshortcuts": "s",
    onclick: save,
  });
  const keys = el("button", {
    type: "button",
    class: "button icon",
    text: "?",
    title: "Keys and help (key ?)",
    "aria-label": "Keys and help",
    "aria-keyshortcuts": "?",
    onclick: help,
  });
  const panel = el("a", {
    class: "button small",
    href: "/supervisor",
    target: "_blank",
    rel: "noopener",
    text: "Supervisor ↗",
    title: "The supervisor's view, for a tablet",
  });
  panel.addEventListener("click", () => {
    let token = "";
    try {
      token = sessionStorage.getItem("faro-token") ?? "";
    } catch {
      /* storage may be forbidden */
    }
    panel.href = `/supervisor#token=${encodeURIComponent(token)}`;
  });
  byId("tools").append(roleButton().node, panel, keep, themeButton(), keys);
  watch(["hello"], () => show(keep, isSimulated()));
  document.addEventListener("keydown", onKey);
}
