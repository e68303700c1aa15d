// Who sits here: log in and out.  A login belongs to this tab.

import { el } from "./dom.js";
import { login, logout, toast } from "./doing.js";
import { popover } from "./popover.js";
import { state, watch } from "./store.js";

function personRow(person, close) {
  const passphrase = person.needs_passphrase
    ? el("input", {
        type: "password",
        autocomplete: "off",
        "aria-label": `Passphrase of ${person.id}`,
        placeholder: "passphrase",
      })
    : null;
  const enter = async (event) => {
    event.preventDefault();
    const done = await login(person.id, passphrase?.value ?? "");
    if (done.ok) {
      toast(`Logged in as ${person.role}.`);
      close();
    }
  };
  return el(
    "form",
    { class: "row person", onsubmit: enter },
    el(
      "span",
      { class: "person-name" },
      el("b", { text: person.role || person.id }),
      !person.role || person.id === person.role ? null : el("small", { text: person.id }),
    ),
    passphrase,
    el("button", {
      type: "submit",
      class: "button small primary",
      "aria-label": `Log in as ${person.id}`,
      text: "Log in",
    }),
  );
}

export function fillPeople(body, close, roles = null) {
  body.append(
    el("h3", {
      text: state.person
        ? `You are ${state.person.person} (${state.person.role})`
        : state.ownRole
          ? "You are the dealer (table)"
          : "Log in first",
    }),
  );
  if (state.person)
    body.append(
      el("button", {
        type: "button",
        class: "button",
        text: "Log out",
        onclick: async () => {
          await logout();
          close();
        },
      }),
    );
  for (const person of state.hello?.people ?? []) {
    const is_here = roles ? roles.includes(person.role) || !person.role : person.role !== state.ownRole;
    if (is_here) body.append(personRow(person, close));
  }
}

/** Where a role is lacking: one click to log in, when its key asks for no passphrase. */
export function signIn(role) {
  const person = (state.hello?.people ?? []).find((one) => one.role === role);
  if (!person || state.person?.role === role) return null;
  const enter = () =>
    person.needs_passphrase ? document.getElementById("role-button").click() : login(person.id);
  return el(
    "p",
    { class: "sign-in" },
    el("span", { text: `It takes the ${role}.` }),
    el("button", {
      type: "button",
      class: "button small",
      "data-focus": `sign-in-${role}`,
      text: `Log in as ${role}`,
      onclick: enter,
    }),
  );
}

export function roleButton() {
  const node = el("button", {
    type: "button",
    class: "button role",
    id: "role-button",
    title: "Who sits here: log in or out (key l)",
    "aria-keyshortcuts": "l",
  });
  const { open } = popover(node, "Log in", fillPeople);
  watch(["person", "hello"], () => {
    const name = state.person ? state.person.role : state.ownRole ? "Dealer" : "Log in";
    node.replaceChildren(
      el("span", { class: `role-dot ${state.person?.role ?? "table"}`, "aria-hidden": "true" }),
      el("span", { text: name }),
    );
    node.setAttribute("aria-label", `Role: ${name}`);
  });
  return { node, open };
}
