// The jackpot: the display, the pool, a hit from its claim to the second signature, linked tables.

import { byId, el, remade, say, show } from "./dom.js";
import { button, isSimulated, may, role } from "./doing.js";
import { keySwitches } from "./boards.js";
import { makePart } from "./faults.js";
import { dollars } from "./money.js";
import { signIn } from "./people.js";
import { bytesOf, makeDisplay } from "./segments.js";
import { state, watch } from "./store.js";

// what the jackpot calls a hand, by the words that a settled hand has
const HANDS = {
  royal: "Royal Flush",
  straight: "Straight Flush",
  four: "Four of a Kind",
  full: "Full House",
  flush: "Flush",
};
const WORDS = [
  ["royal", "royal"],
  ["straight flush", "straight"],
  ["four", "four"],
  ["full", "full"],
  ["flush", "flush"],
];

export function winningHand(seat) {
  const text = (state.view.table?.hands?.[seat]?.text ?? "").toLowerCase();
  return WORDS.find(([words]) => text.includes(words))?.[1];
}

function hitRow(hit) {
  return el(
    "li",
    {},
    el("b", { text: `Seat ${hit.seat}` }),
    el("span", { text: hit.hand ?? hit.text ?? "" }),
    el("span", { class: "amount", text: hit.amount_cents === undefined ? "" : dollars(hit.amount_cents) }),
    hit.state ? el("small", { text: hit.state }) : null,
  );
}

/** Claim, supervisor, inspector: the step that waits is the one with a button. */
function ladder(jackpot) {
  const winners = jackpot.winners ?? [];
  const pending = jackpot.pending ?? [];
  const claimed = jackpot.claimed ?? [];
  const open = winners.filter((one) => !claimed.some((seat) => (seat.seat ?? seat) === (one.seat ?? one)));
  const steps = [];
  for (const one of open) {
    const seat = one.seat ?? one;
    const hand = winningHand(seat);
    if (hand)
      steps.push(
        button(`Claim seat ${seat}: ${HANDS[hand]}`, () => ({ id: "claim", seat, hand }), {
          kind: "primary",
          focus: `claim-${seat}`,
        }),
      );
  }
  if (pending.length && !jackpot.deed) {
    steps.push(
      button("Supervisor: pay", () => ({ id: "confirm_hit" }), {
        kind: "primary",
        help: "The supervisor confirms the hit",
      }),
      button("Cancel", () => ({ id: "cancel_hit" }), { kind: "small" }),
      may("confirm_hit") ? null : signIn("supervisor"),
    );
  }
  if (jackpot.deed) {
    const { board = "meter", number, text, asked_by } = jackpot.deed;
    steps.push(el("p", { class: "deed", text: `${text} Asked by the ${asked_by}.` }));
    // who asked does not confirm as well: another role, with a login of its own
    if (role() !== asked_by && may("confirm")) {
      steps.push(button("Inspector: confirm", () => ({ id: "confirm", number, board }), { kind: "primary" }));
    } else steps.push(signIn("inspector"));
  }
  return steps;
}

function facts(jackpot) {
  const accepted = (jackpot.accepted ?? []).join(", ");
  return el(
    "dl",
    { class: "facts" },
    el("dt", { text: "Pool" }),
    el("dd", { class: "pool", text: dollars(jackpot.pool_cents) }),
    el("dt", { text: "Wagers" }),
    el("dd", { text: accepted ? `accepted at ${accepted}` : (jackpot.state ?? "none") }),
  );
}

function linked(jackpot) {
  const tables = jackpot.linked ?? [];
  if (!tables.length) return null;
  return el(
    "ul",
    { class: "linked", "aria-label": "Linked tables" },
    tables.map((table) =>
      el(
        "li",
        { class: table.is_up === false ? "down" : "" },
        el("span", { class: "dot", "aria-hidden": "true" }),
        `${table.name ?? `Table ${table.address ?? ""}`}${table.is_up === false ? " is silent" : ""}`,
      ),
    ),
  );
}

export function start() {
  const display = makeDisplay();
  const glass = el("div", { class: "glass-box" }, display.root);
  makePart(glass, ["HT16K33"], "Jackpot display", "meter");
  const more = el("div", { class: "jackpot-more" });
  const keys = el("div", { class: "toggles" }, el("span", { class: "lead", text: "keys" }), keySwitches());
  byId("jackpot-body").append(glass, more, keys);
  const renewDisplay = () => {
    const meter = state.scene?.boards?.meter;
    const text = state.view.jackpot?.display;
    if (isSimulated()) display.renew(meter?.segments, "", meter?.is_powered !== false);
    else display.renew(bytesOf(text), text, state.view.boards?.meter?.is_there);
  };
  watch(["scene"], () => {
    renewDisplay();
    for (const one of keys.children) one.renew?.();
  });
  watch(["hello"], () => show(keys, isSimulated()));
  watch(["jackpot", "table", "person", "hello"], () => {
    const jackpot = state.view.jackpot ?? {};
    renewDisplay();
    say(
      byId("jackpot-fact"),
      jackpot.pool_cents === undefined
        ? ""
        : jackpot.pending?.length
          ? "a hit is pending"
          : `round ${jackpot.round ?? "–"}`,
    );
    byId("jackpot").classList.toggle("pending", Boolean(jackpot.pending?.length));
    remade(more, [jackpot, state.person, state.view.table?.hands], () => {
      const pending = jackpot.pending ?? [];
      const hits = pending.length
        ? el("ul", { class: "hits", "aria-label": "Pending hits" }, pending.map(hitRow))
        : null;
      return [hits, el("div", { class: "ladder" }, ladder(jackpot)), facts(jackpot), linked(jackpot)];
    });
  });
}
