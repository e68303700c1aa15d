// The connection is gone: say so, for how long, and when it is tried again; old data turns grey.

import { byId, flag, say, show } from "./dom.js";
import { ageText } from "./boards.js";
import { state, watch } from "./store.js";

function renew() {
  const { isUp, closed, lostAt, retryAt } = state.link;
  const is_lost = !isUp && lostAt > 0;
  flag(document.body, "stale", is_lost);
  show(byId("lost"), is_lost);
  if (!is_lost) return;
  const next = Math.max(0, Math.ceil((retryAt - performance.now()) / 1000));
  say(
    byId("lost"),
    closed ||
      `No connection to the table for ${ageText(performance.now() - lostAt)}. Trying again ${next ? `in ${next} s` : "now"}. What you see is old.`,
  );
}

export function start() {
  watch(["link"], renew);
  setInterval(() => {
    if (!state.link.isUp) renew();
  }, 1000);
}
