// The simulator's truth: faces that nobody at the table sees, marked as such, only when asked for.

import { cardDrawing } from "./cards.js";
import { el, flag, put, remade, show } from "./dom.js";
import { toast } from "./doing.js";
import { request } from "./socket.js";
import { setTruth, state, watch } from "./store.js";

export function truthStrip() {
  const strip = el("div", { class: "truth-strip", hidden: true });
  watch(["scene"], () => {
    const truth = state.isTruth ? state.scene?.truth?.shoe : null;
    show(strip, Boolean(truth));
    if (!truth) return;
    const next = (truth.shoe ?? []).slice(0, 9);
    const tray = (truth.tray ?? []).slice(0, 9);
    remade(strip, [next, tray, truth.output], () =>
      [
        el("b", { text: "Simulator's truth" }),
        el("span", { text: next.length ? "next in the shoe" : "shoe is empty" }),
        next.map((code) => cardDrawing(code, 26)),
        tray.length ? [el("span", { text: "tray" }), tray.map((code) => cardDrawing(code, 26))] : [],
      ].flat(3),
    );
  });
  return strip;
}

export function truthSwitch() {
  const node = el("button", {
    type: "button",
    class: "button small",
    role: "switch",
    "aria-checked": "false",
    text: "Show faces",
    title: "Show what the simulator knows: no board and no person at the table sees it",
  });
  node.addEventListener("click", async () => {
    const is_on = !state.isTruth;
    setTruth(is_on); // before it is asked for: the faces come before the answer
    const done = await request({ truth: is_on });
    if (!done.ok) {
      setTruth(false);
      return toast(done.error, true);
    }
    put(node, "aria-checked", is_on);
    flag(document.body, "truth", is_on);
  });
  watch(["hello"], () => {
    put(node, "aria-checked", state.isTruth);
    flag(document.body, "truth", state.isTruth);
  });
  return node;
}
