// The connection: requests with their answers, and coming back with a longer pause each time.

import { changed, state, take } from "./store.js";

const PAUSES_MS = [400, 800, 1600, 3200, 6400, 10_000];
const REFUSED = 4403;

export const stats = { frames: 0, bytes: 0, framesPerSecond: 0, bytesPerSecond: 0, since: performance.now() };

const waiting = new Map();
let socket = null;
let number = 0;
let timer = 0;
let recording; // comes just before the answer to who asked for it

/** The token stands behind the # of the address that `faro table` opened; a reload keeps it. */
function token() {
  const found = new URLSearchParams(location.hash.slice(1)).get("token");
  try {
    if (found) sessionStorage.setItem("faro-token", found);
    return found ?? sessionStorage.getItem("faro-token") ?? "";
  } catch {
    return found ?? "";
  }
}

export function connect({ isQuiet = false } = {}) {
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const quiet = isQuiet ? "&quiet=1" : "";
  socket = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(token())}${quiet}`);
  socket.addEventListener("open", () => {
    Object.assign(state.link, { isUp: true, tries: 0, closed: "" });
    changed("link");
  });
  socket.addEventListener("message", ({ data }) => receive(data));
  socket.addEventListener("close", (event) => lost(event, isQuiet));
}

function receive(data) {
  stats.frames += 1;
  stats.bytes += data.length;
  const message = JSON.parse(data);
  if (message.kind === "done") answered(message);
  else if (message.kind === "recording") recording = message.yaml;
  else take(message);
}

function answered(message) {
  const asked = waiting.get(message.id);
  if (!asked) return;
  waiting.delete(message.id);
  asked.resolve({ ...message, recording });
  recording = undefined;
}

function lost(event, isQuiet) {
  for (const asked of waiting.values())
    asked.resolve({ ok: false, error: "the connection was lost before the answer came" });
  waiting.clear();
  const link = state.link;
  if (link.isUp || !link.lostAt) link.lostAt = performance.now();
  link.isUp = false;
  if (event.code === REFUSED) {
    link.closed =
      "This page was not opened by `faro table`, or that program has been started anew. Open the address that it prints.";
  } else {
    const pause = PAUSES_MS[Math.min(link.tries, PAUSES_MS.length - 1)];
    link.tries += 1;
    link.retryAt = performance.now() + pause;
    timer = setTimeout(() => connect({ isQuiet }), pause);
  }
  changed("link");
}

/** Sends a request; resolves with its `done`, and never rejects. */
export function request(message) {
  if (!socket || socket.readyState !== WebSocket.OPEN)
    return Promise.resolve({ ok: false, error: "not connected" });
  number += 1;
  const id = number;
  return new Promise((resolve) => {
    waiting.set(id, { resolve });
    socket.send(JSON.stringify({ id, ...message }));
  });
}

setInterval(() => {
  const now = performance.now();
  const seconds = (now - stats.since) / 1000;
  Object.assign(stats, {
    framesPerSecond: stats.frames / seconds,
    bytesPerSecond: stats.bytes / seconds,
    frames: 0,
    bytes: 0,
    since: now,
  });
}, 2000);
