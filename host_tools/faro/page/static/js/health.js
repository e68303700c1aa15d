// Trends of the machine: value against limit, its short history, and when it will need a hand.

import { byId, el, remade, svg } from "./dom.js";
import { spark } from "./curves.js";
import { state, watch } from "./store.js";

function trend(item) {
  const history = (item.history ?? []).slice(-60);
  const most = Math.max(item.limit ?? 0, ...history, item.value ?? 0) || 1;
  return el(
    "div",
    {
      class: item.is_near ? "trend near" : "trend",
      title: `${item.title}: limit ${item.limit ?? "–"} ${item.unit ?? ""}`,
    },
    el("span", { class: "name", text: item.title }),
    svg(
      "svg",
      { class: "spark", viewBox: "0 -1 60 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      item.limit
        ? svg("line", {
            class: "limit",
            x2: 60,
            y1: 14 - (item.limit / most) * 14,
            y2: 14 - (item.limit / most) * 14,
          })
        : null,
      history.length > 1 ? svg("path", { class: "curve", d: spark(history, 60, 14, 0, most) }) : null,
    ),
    el("span", { class: "number", text: `${item.value ?? "–"} ${item.unit ?? ""}` }),
    el("span", {
      class: "forecast",
      text: item.forecast || (item.limit === undefined ? "" : `limit ${item.limit} ${item.unit ?? ""}`),
    }),
  );
}

export function start() {
  const body = byId("health");
  watch(["health", "hello"], () => {
    const items = [state.view.health?.trends ?? state.view.health ?? []].flat();
    remade(body, items, () => [
      el("h3", { text: "Health" }),
      items.length
        ? items.map(trend)
        : el("p", { class: "empty", text: "No trend yet: the machine has not run." }),
    ]);
  });
}
