// The supervisor's view for a tablet: log in, then a tile per table with one sentence and what it asks.

import { byId, el, flag, remade, say, show } from "./dom.js";
import { ageText } from "./boards.js";
import { cardDrawing } from "./cards.js";
import { button, may } from "./doing.js";
import * as lost from "./lost.js";
import { dollars } from "./money.js";
import { fillPeople, roleButton } from "./people.js";
import { ordered, renewCard } from "./rulings.js";
import { connect } from "./socket.js";
import { state, watch } from "./store.js";
import { themeButton } from "./tools.js";

const HERE = ["supervisor", "inspector"]; // whom this view is for
const RESULTS = { win: "wins", lose: "loses", stand_off: "stands off", void: "void", not_known: "open" };

function loginTile() {
  const box = el("section", { class: "login tile-large", "aria-label": "Log in" });
  fillPeople(box, () => {}, HERE);
  return box;
}

/** The one thing that waits: a pending jackpot before a question, a question before a step. */
function pendingTile(jackpot) {
  const [hit] = jackpot.pending;
  const sum = jackpot.pending_cents || jackpot.pending.reduce((all, one) => all + (one.amount_cents ?? 0), 0);
  const steps = jackpot.deed
    ? [
        el("p", { text: `${jackpot.deed.text} Asked by the ${jackpot.deed.asked_by}.` }),
        may("confirm") && state.person?.role !== jackpot.deed.asked_by
          ? button(
              "Confirm",
              () => ({ id: "confirm", number: jackpot.deed.number, board: jackpot.deed.board ?? "meter" }),
              { kind: "large yes" },
            )
          : el("p", { class: "waits", text: "An inspector confirms next, with a login of their own." }),
      ]
    : [
        el(
          "div",
          { class: "answers" },
          button("Pay", () => ({ id: "confirm_hit" }), { kind: "large yes" }),
          button("Does not stand", () => ({ id: "cancel_hit" }), { kind: "large" }),
        ),
      ];
  return el(
    "section",
    { class: "jackpot-fill" },
    el("h3", { text: "Jackpot" }),
    el("p", { class: "sum", text: dollars(sum) }),
    el("p", {
      class: "who",
      text:
        jackpot.pending.map((one) => `Seat ${one.seat}${one.hand ? `, ${one.hand}` : ""}`).join(" · ") ||
        `Seat ${hit.seat}`,
    }),
    ...steps,
  );
}

function handRow([place, held]) {
  const results = Object.entries(held.wagers ?? {})
    .map(
      ([name, { result, odds }]) =>
        `${name.replaceAll("_", " ")} ${RESULTS[result] ?? result}${odds ? ` ${odds}` : ""}`,
    )
    .join(", ");
  return el(
    "li",
    {},
    el("b", { text: place === "0" ? "Dealer" : `Seat ${place}` }),
    el(
      "span",
      { class: "held" },
      (held.cards ?? []).map((code) => cardDrawing(code, 76)),
    ),
    el(
      "span",
      { class: "held-text" },
      el("span", { text: held.text ?? "" }),
      results ? el("small", { text: results }) : null,
    ),
  );
}

function faultsOf(boards) {
  return Object.entries(boards).flatMap(([kind, board]) =>
    (board.faults ?? []).map((fault) =>
      el(
        "div",
        { class: `fault ${fault.severity ?? ""}` },
        el(
          "span",
          {},
          el("b", { text: `${kind}: ${fault.text ?? fault.name}` }),
          el("small", { text: ` ${fault.clear ?? ""}` }),
        ),
        (fault.who ?? []).includes(state.person?.role)
          ? button("Clear", () => ({ id: "clear_fault", board: kind, fault: fault.name }), {
              name: `Clear ${fault.name}`,
            })
          : null,
      ),
    ),
  );
}

function tableTile() {
  const sentence = el("p", { class: "one-sentence" });
  const age = el("p", { class: "age", role: "status" });
  const asks = el("div", { class: "asks" });
  const faults = el("div", { class: "fault-list" });
  const hands = el("ul", { class: "hands", "aria-label": "The round" });
  const title = el("h2");
  const node = el(
    "article",
    { class: "tile-large table-tile" },
    el("header", {}, title, age),
    sentence,
    asks,
    faults,
    hands,
  );
  const renew = () => {
    const { table = {}, jackpot = {}, cases = [], boards = {} } = state.view;
    say(
      title,
      table.game_name ? `${table.game_name}${table.round ? ` · round ${table.round}` : ""}` : "This table",
    );
    say(sentence, table.sentence ?? "");
    const is_pending = Boolean(jackpot.pending?.length);
    flag(node, "pending", is_pending);
    remade(asks, [is_pending && jackpot, cases, table.areas, state.person], () => {
      if (is_pending) return [pendingTile(jackpot)];
      return ordered(cases)
        .filter((ruled) => ruled.ask || (ruled.steps ?? []).some((one) => one.open))
        .map((ruled) => {
          const card = el("article", { class: "ruling", "aria-label": `Case ${ruled.case}` });
          renewCard(card, ruled);
          return card;
        });
    });
    remade(faults, [Object.values(boards).map((board) => board.faults), state.person], () =>
      faultsOf(boards),
    );
    remade(hands, table.hands, () =>
      Object.entries(table.hands ?? {})
        .filter(([, held]) => held.cards?.length)
        .map(handRow),
    );
    show(hands, !is_pending);
    renewAge(node, age);
  };
  return { node, renew, renewAge: () => renewAge(node, age) };
}

/** Old data is grey and says how old it is. */
function renewAge(node, age) {
  const silent = Object.entries(state.view.boards ?? {}).filter(([, board]) => board.is_there === false);
  const now = performance.now();
  const ages = silent.map(([, board]) => (board.age_ms ?? 0) + now - (state.viewAt.boards ?? now));
  if (!state.link.isUp && state.link.lostAt) ages.push(now - state.link.lostAt);
  flag(node, "old", ages.length > 0);
  say(age, ages.length ? `${ageText(Math.max(...ages))} old` : "");
}

/** Tables that share the jackpot: of them the meter knows only whether they are heard. */
function linkedTile(table) {
  const text = table.is_up === false ? "Silent: it takes no jackpot wagers." : "Shares the jackpot.";
  return el(
    "article",
    { class: table.is_up === false ? "tile-large linked-tile old" : "tile-large linked-tile" },
    el("header", {}, el("h2", { text: table.name ?? `table ${table.address}` })),
    el("p", { class: "one-sentence", text }),
  );
}

const tile = tableTile();
const linked = el("div", { class: "linked-tiles" });
byId("tools").append(roleButton().node, themeButton());
lost.start();
let shown = null;
watch(["hello", "person", "table", "jackpot", "cases", "boards"], () => {
  const is_in = HERE.includes(state.person?.role);
  show(byId("simulation"), state.hello?.is_simulated);
  flag(document.body, "simulated", state.hello?.is_simulated);
  const wanted = state.hello && !is_in ? `login ${state.hello.people?.length}` : is_in ? "tile" : null;
  if (wanted !== shown) {
    shown = wanted;
    byId("main").replaceChildren(...(is_in ? [tile.node, linked] : state.hello ? [loginTile()] : []));
  }
  if (is_in) {
    tile.renew();
    const tables = state.view.jackpot?.linked ?? [];
    remade(linked, tables, () => tables.map(linkedTile));
  }
  document.title =
    is_in && (state.view.cases ?? []).some((ruled) => ruled.ask) ? "● A question – Faro" : "Faro supervisor";
});
watch(["link"], tile.renewAge);
setInterval(tile.renewAge, 1000);
connect({ isQuiet: true });
