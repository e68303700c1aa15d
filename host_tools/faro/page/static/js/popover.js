// Small windows that belong to a button: opened beside it, closed by Escape or a click elsewhere.

import { el } from "./dom.js";

let number = 0;

/** `fill(body, close)` makes the content each time it is opened. */
export function popover(opener, label, fill, { kind = "" } = {}) {
  number += 1;
  const body = el("div", {
    class: `popover ${kind}`,
    popover: "auto",
    role: "dialog",
    "aria-label": label,
    id: `popover-${number}`,
  });
  document.body.append(body);
  opener.setAttribute("aria-haspopup", "dialog");
  opener.setAttribute("aria-expanded", "false");
  const open = () => {
    body.replaceChildren();
    fill(body, () => body.hidePopover());
    body.showPopover();
    place(body, opener);
    body.querySelector("[autofocus], button, input, select")?.focus();
  };
  body.addEventListener("toggle", (event) => {
    const is_open = event.newState === "open";
    opener.setAttribute("aria-expanded", String(is_open));
    if (is_open) return;
    body.replaceChildren();
    if (document.activeElement === document.body) opener.focus?.();
  });
  opener.addEventListener("click", () => {
    if (opener.getAttribute("aria-disabled") === "true") return;
    if (body.matches(":popover-open")) body.hidePopover();
    else open();
  });
  return { body, open };
}

function place(body, opener) {
  const at = opener.getBoundingClientRect();
  const own = body.getBoundingClientRect();
  const gap = 6;
  const below = at.bottom + gap + own.height < innerHeight;
  const top = below ? at.bottom + gap : Math.max(gap, at.top - gap - own.height);
  const left = Math.min(Math.max(gap, at.left), innerWidth - own.width - gap);
  body.style.top = `${top}px`;
  body.style.left = `${left}px`;
}

/** A button that only opens something. */
export function opener(label, { kind = "", title = "", name = "" } = {}) {
  return el("button", {
    type: "button",
    class: `button ${kind}`,
    title: title || label,
    "aria-label": name || null,
    text: label,
  });
}
