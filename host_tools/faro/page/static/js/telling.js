// What only people see, told to the board: decisions, a card elsewhere, a card's name, a void round.

import { el } from "./dom.js";
import { button } from "./doing.js";
import { state } from "./store.js";

// what can be told (docs/rounds.md): whether it needs a place, a card of the round, a value
const FACTS = [
  ["name", "the name of a card that could not be read", false, true, true],
  ["extra", "a card beyond its number at a place", true, true, false],
  ["skipped", "the place of a card was passed over", false, true, false],
  ["no_wager", "a place without a wager got a hand", true, false, false],
  ["exposed", "a card of a place was shown in error", true, false, false],
  ["missing", "the pack lacks this card", false, false, true],
  ["not_burned", "only so many cards were burned", false, false, true],
  ["not_cut", "the cards were not cut", false, false, false],
];
const PLACES = ["dealer", "1", "2", "3", "4", "5", "6", "7", "burned", "kept"];

function decisions(close) {
  const table = state.view.table ?? {};
  const game = state.hello?.games?.find(({ id }) => id === table.game);
  const choices = game?.decisions ?? [];
  if (!choices.length) return [];
  return (table.areas ?? []).map((seat) =>
    el(
      "div",
      { class: "row" },
      el("span", { class: "seat-label", text: `Seat ${seat}` }),
      choices.map((decision) =>
        button(decision.replaceAll("_", " "), () => ({ id: "decide", seat, decision }), {
          kind: "small",
          name: `Seat ${seat} ${decision}`,
          then: (done) => done.ok && close(),
        }),
      ),
    ),
  );
}

/** A number stays one; anything else is a card's name. */
const valueOf = (text) => (/^\d+$/.test(text) ? Number(text) : text.toUpperCase());

function factForm(close) {
  const option = ([value, text]) => el("option", { value, text });
  const told = el("select", { "aria-label": "What is told" }, FACTS.map(option));
  const place = el(
    "select",
    { "aria-label": "Place" },
    PLACES.map((name) => option([name, name])),
  );
  const card = el("input", {
    type: "number",
    min: 1,
    max: 255,
    value: state.view.table?.cards || 1,
    "aria-label": "Card of the round",
  });
  const value = el("input", { size: 6, placeholder: "KH or 3", "aria-label": "Card's name or number" });
  const fields = [place, card, value];
  const chosen = () => FACTS.find(([id]) => id === told.value);
  const renew = () => fields.forEach((field, i) => field.toggleAttribute("hidden", !chosen()[i + 2]));
  told.addEventListener("change", renew);
  renew();
  const wanted = () => ({
    id: "tell",
    told: told.value,
    ...(place.hidden ? {} : { place: place.value }),
    ...(card.hidden ? {} : { card: Number(card.value) }),
    ...(value.hidden || !value.value ? {} : { value: valueOf(value.value) }),
  });
  return el(
    "div",
    { class: "row" },
    told,
    place,
    card,
    value,
    button("Tell", wanted, { kind: "primary", then: (done) => done.ok && close() }),
  );
}

export function tellForm(body, close) {
  const rows = decisions(close);
  body.append(
    ...(rows.length ? [el("h3", { text: "A player decides" }), ...rows] : []),
    el("h3", { text: "What the board cannot see" }),
    factForm(close),
    el("h3", { text: "The supervisor" }),
    button("The round is void", () => ({ id: "void_round" }), { then: (done) => done.ok && close() }),
  );
}
