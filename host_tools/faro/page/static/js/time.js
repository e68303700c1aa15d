// Time of the simulation: pause, step, how fast; and the seed that chance comes from.

import { byId, el, put, remade, say, show } from "./dom.js";
import { button, hand, isSimulated } from "./doing.js";
import { popover } from "./popover.js";
import { state, watch } from "./store.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100];
const IN_TIME = 10; // so fast the table program, which runs in this computer's time, keeps up

export const pauseOrGo = () => hand(state.scene?.is_paused ? "time go" : "time pause");
export const step = () => hand("time step 100");

export function faster(by) {
  const now = state.scene?.speed ?? 1;
  const at = SPEEDS.reduce(
    (best, speed, i) => (Math.abs(speed - now) < Math.abs(SPEEDS[best] - now) ? i : best),
    0,
  );
  return hand(`time x ${SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]}`);
}

function clockText(now_ms) {
  const seconds = Math.floor((now_ms ?? 0) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export function start() {
  const group = byId("time");
  const pause = button("Pause", () => (state.scene?.is_paused ? "time go" : "time pause"), {
    shortcut: "p",
    help: "Stop the simulation's clock, or let it go on",
  });
  const one = button("Step", () => "time step 100", { shortcut: ".", help: "Let 100 ms pass" });
  const speed = el(
    "select",
    { "aria-label": "How fast time runs", title: "How fast time runs\nfaro sim do time x K" },
    SPEEDS.map((value) => el("option", { value, text: `× ${value}` })),
  );
  speed.addEventListener("change", () => hand(`time x ${speed.value}`));
  const clock = el("time", { class: "sim-clock", title: "Time of the simulation" });
  const late = el("span", {
    class: "late",
    role: "note",
    text: "⚠ meter told late",
    title:
      "The table program runs in this computer's time: so fast it tells the meter of a first card too late (FREEZE_DISAGREES)",
  });
  const seed = el("button", { type: "button", class: "button small" });
  popover(seed, "Seed", (body, close) => {
    const field = el("input", {
      type: "number",
      min: 0,
      value: state.scene?.seed ?? 1,
      autofocus: true,
      "aria-label": "Seed",
    });
    body.append(
      el("h3", { text: "Seed of chance" }),
      el(
        "div",
        { class: "row" },
        field,
        button("Set", () => `seed ${field.value}`, {
          kind: "primary",
          then: (done) => done.ok && close(),
          help: "Where chance comes from, from now on",
        }),
      ),
    );
  });
  watch(["hello"], () =>
    remade(group, [isSimulated()], () => (isSimulated() ? [clock, pause, one, speed, late, seed] : [])),
  );
  watch(["scene"], () => {
    const scene = state.scene;
    if (!scene) return;
    say(clock, clockText(scene.now_ms));
    show(late, (scene.speed ?? 1) > IN_TIME);
    say(pause.firstElementChild, scene.is_paused ? "Go on" : "Pause");
    put(pause, "aria-pressed", Boolean(scene.is_paused));
    if (document.activeElement !== speed) {
      const text = String(scene.speed ?? 1);
      if (
        !SPEEDS.some((value) => String(value) === text) &&
        ![...speed.options].some((option) => option.value === text)
      )
        speed.append(el("option", { value: text, text: `× ${text}` }));
      if (speed.value !== text) speed.value = text;
    }
    say(seed, `Seed ${scene.seed ?? "–"}`);
  });
}
