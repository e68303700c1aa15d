// What people do: verbs of the hands, actions of a role.  Every button shows the command that it is.

import { byId, el, flag, put, say } from "./dom.js";
import { request } from "./socket.js";
import { changed, state, watch } from "./store.js";

const SENT_MOST = 30;
const TOAST_MS = 7000;

export const isSimulated = () => Boolean(state.hello?.is_simulated);

export function role() {
  return state.person?.role ?? state.ownRole;
}

function action(id) {
  return state.hello?.actions?.find((row) => row.id === id);
}

/** Whether whoever sits here may do it; the board decides in the end. */
export function may(id) {
  const row = action(id);
  const roles = rolesOf(row);
  return Boolean(row) && (roles.includes(role()) || roles.includes(state.ownRole));
}

const rolesOf = (row) => row?.roles ?? [row?.role ?? []].flat();

export function commandOf(id, params = {}) {
  const row = action(id);
  if (!row) return "";
  return row.command.replace(/\{(\w+)\}/g, (_all, name) => {
    const value = params[name];
    return value === undefined ? name.toUpperCase() : [value].flat().join(",");
  });
}

export const hand = (verb) => send({ do: verb }, `faro sim do ${verb}`);
export const act = (id, params = {}) => send({ act: id, ...params }, commandOf(id, params));

async function send(message, command) {
  const done = await request(message);
  state.sent = [{ command, ...done, at: new Date() }, ...state.sent].slice(0, SENT_MOST);
  changed("sent");
  if (!done.ok) toast(done.error ?? "that was refused", true);
  return done;
}

export async function login(person, passphrase = "") {
  return send({ login: person, passphrase }, `-k KEYS/${person}.keys`);
}
export const logout = () => send({ logout: true }, "");

/** Why nobody may touch the cards now: another tab, or an earlier click, has the dealer at work. */
function whyHeld(name) {
  const { text = "" } = state.view.busy ?? {};
  return text && state.hello?.locked?.includes(name) ? text : "";
}

/** A button for a verb or an action; `what` gives the verb's line or `{id, …params}`, now. */
export function button(
  label,
  what,
  { help = "", kind = "", shortcut = "", name = "", then, focus = "" } = {},
) {
  const node = el("button", { type: "button", class: `button ${kind}`, "data-focus": focus || label });
  node.append(el("span", { text: label }));
  if (name) node.setAttribute("aria-label", name);
  if (shortcut) node.setAttribute("aria-keyshortcuts", shortcut);
  node.faro = () => describe(what, help, shortcut);
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-disabled") === "true") return toast(node.title.split("\n")[0], true);
    const wanted = what();
    if (!wanted) return;
    node.classList.add("busy");
    const done = typeof wanted === "string" ? await hand(wanted) : await act(wanted.id, without(wanted));
    node.classList.remove("busy");
    then?.(done);
  });
  refresh(node);
  return node;
}

function without({ id: _id, ...params }) {
  return params;
}

function describe(what, help, shortcut) {
  const wanted = what();
  const key = shortcut ? ` (key ${shortcut})` : "";
  if (!wanted) return { is_allowed: false, title: help + key, command: "" };
  const is_verb = typeof wanted === "string";
  const command = is_verb ? `faro sim do ${wanted}` : commandOf(wanted.id, without(wanted));
  const held = whyHeld(is_verb ? wanted.split(" ")[0] : wanted.id);
  if (held) return { is_allowed: false, title: held, command };
  if (is_verb) return { is_allowed: isSimulated(), title: help + key, command };
  const row = action(wanted.id);
  if (may(wanted.id)) return { is_allowed: true, title: (help || row?.title || "") + key, command };
  const roles = rolesOf(row).join(" or ");
  return {
    is_allowed: false,
    title: row ? `${row.title}: log in as ${roles} first` : "not on this table",
    command,
  };
}

/** Title, command and whether it may be pressed, as they are now. */
export function refresh(node) {
  const { is_allowed, title, command } = node.faro();
  put(node, "title", command ? `${title}\n${command}` : title);
  put(node, "data-command", command);
  put(node, "aria-disabled", String(!is_allowed));
  flag(node, "not-allowed", !is_allowed);
}

function refreshAll() {
  for (const node of document.querySelectorAll(".button")) if (node.faro) refresh(node);
}
watch(["person", "hello", "busy"], () => queueMicrotask(refreshAll)); // after those who make buttons then

export function toast(text, is_bad = false) {
  const node = el("div", { class: is_bad ? "toast bad" : "toast", text });
  const list = byId("toasts");
  list.append(node);
  while (list.children.length > 3) list.firstElementChild.remove();
  setTimeout(() => node.remove(), TOAST_MS);
}

/** The strip at the bottom: what the button under the pointer would send, and what was sent. */
export function sentStrip(strip) {
  const would = el("code", { class: "would" });
  const last = el("span", { class: "last" });
  strip.append(el("span", { class: "label", text: "Sent" }), last, would);
  const hover = (event) => say(would, event.target.closest?.("[data-command]")?.dataset.command ?? "");
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, hover);
  watch(["sent"], () => {
    const [newest] = state.sent;
    if (!newest) return;
    const frames = (newest.frames ?? []).map((frame) =>
      el(
        "span",
        { class: "frame", title: `${frame.board} ${frame.name}\n${frame.sent}` },
        el("b", { text: `${frame.board} ${frame.name}` }),
        el("code", { text: shorten(frame.sent, 44) }),
      ),
    );
    last.replaceChildren(
      el("time", { text: newest.at.toLocaleTimeString() }),
      el("code", {
        class: "command",
        text: newest.command_sent ?? newest.command ?? "",
        title: newest.command ?? "",
      }),
      ...frames.slice(0, 3),
      el("span", {
        class: newest.ok ? "told" : "told bad",
        text: newest.ok ? (newest.told ?? "") : (newest.error ?? ""),
        title: newest.told ?? newest.error ?? "",
      }),
    );
  });
}

const shorten = (text = "", most) => (text.length > most ? `${text.slice(0, most)}…` : text);
