// Under the table: open a game, deal the next card, a named one, a round, a round with a mistake.

import { byId, el, flag, remade } from "./dom.js";
import { RANK_ORDER, SUIT_ORDER, cardName } from "./cards.js";
import { act, button, hand, isSimulated, may, toast } from "./doing.js";
import { opener, popover } from "./popover.js";
import { tellForm } from "./telling.js";
import { state, watch } from "./store.js";

const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const MARKS = [
  "as it is",
  "labelled",
  "torn",
  "foreign",
  "face-up",
  "bent",
  "inked",
  "painted",
  "turned",
  "folded",
  "blue",
  "green",
];

/** A card chosen from a grid; `choose(word)` gets "QH" or "QH:torn". */
function picker(body, choose) {
  const mark = el(
    "select",
    { "aria-label": "How the card is" },
    MARKS.map((name) => el("option", { text: name, value: name === "as it is" ? "" : `:${name}` })),
  );
  const grid = el("div", { class: "picker", role: "group", "aria-label": "Cards" });
  for (const suit of SUIT_ORDER) {
    for (const rank of RANK_ORDER) {
      const is_red = suit === "H" || suit === "D";
      grid.append(
        el("button", {
          type: "button",
          class: is_red ? "pick red" : "pick",
          "aria-label": cardName(rank + suit),
          "data-command": `faro sim do deal ${rank}${suit}`,
          text: `${rank === "T" ? "10" : rank}${SUIT_SIGNS[suit]}`,
          onclick: () => choose(rank + suit + mark.value),
        }),
      );
    }
  }
  const others = ["JOKER", "BLANK", "CUT"].map((word) =>
    el("button", {
      type: "button",
      class: "pick wide",
      text: word.toLowerCase(),
      onclick: () => choose(word),
    }),
  );
  body.append(grid, el("div", { class: "row" }, ...others, el("label", {}, "card ", mark)));
}

function openForm(body, close) {
  const table = state.view.table ?? {};
  const games = state.hello?.games ?? [];
  const game = el(
    "select",
    { id: "open-game", autofocus: true },
    games.map(({ id, name }) =>
      el("option", { value: id, text: name, selected: id === (table.game || "csp") }),
    ),
  );
  const equipment = el(
    "select",
    { id: "open-equipment" },
    ["shoe", "device"].map((id) =>
      el("option", {
        value: id,
        text: id === "shoe" ? "card shoe" : "shuffling device",
        selected: table.equipment === id,
      }),
    ),
  );
  const chosen = new Set(table.areas?.length ? table.areas : [1, 2, 5]);
  const seats = [7, 6, 5, 4, 3, 2, 1].map((seat) =>
    el(
      "label",
      { class: "seat-tick" },
      el("input", { type: "checkbox", value: seat, checked: chosen.has(seat) }),
      String(seat),
    ),
  );
  const wanted = () => ({
    game: game.value,
    equipment: equipment.value,
    seats: [...body.querySelectorAll("input:checked")].map((box) => Number(box.value)).sort(),
  });
  body.append(
    el("h3", { text: "Open the table" }),
    el("label", { class: "field" }, el("span", { text: "Game" }), game),
    el("label", { class: "field" }, el("span", { text: "Cards from" }), equipment),
    el("fieldset", { class: "field" }, el("legend", { text: "Seats, as the dealer's left is 1" }), ...seats),
    el(
      "div",
      { class: "row" },
      button("Open", () => ({ id: "open_table", ...wanted() }), {
        kind: "primary",
        then: (done) => done.ok && close(),
      }),
      button("Change seats", () => ({ id: "set_seats", seats: wanted().seats }), {
        then: (done) => done.ok && close(),
      }),
      button("Close table", () => ({ id: "close_table" }), { then: (done) => done.ok && close() }),
    ),
  );
}

function mistakes(body, close) {
  const kinds = state.hello?.mistakes ?? [];
  body.append(
    el("h3", { text: "Deal a round with a mistake" }),
    el(
      "div",
      { class: "list" },
      kinds.map((kind) =>
        button(kind.title ?? kind.id ?? kind, () => ({ id: "deal_mistake", kind: kind.id ?? kind }), {
          kind: "flat",
          then: close,
          help: "A round dealt by the rules, but for this",
        }),
      ),
    ),
  );
}

/** A hand of the open game for a seat in play: its cards are brought to their places in the pack. */
function handForm(close) {
  const { game, areas = [] } = state.view.table ?? {};
  const hands = (state.hello?.hands ?? []).filter((hand) => hand.game === game);
  if (!hands.length || !areas.length) return [];
  const seat = el(
    "select",
    {},
    areas.map((number) => el("option", { value: number, text: `seat ${number}` })),
  );
  const prepare = ({ id, title }) =>
    button(title, () => ({ id: "prepare_hand", hand: id, seat: Number(seat.value) }), {
      kind: "flat",
      help: "A shuffled pack in which this hand comes to that seat; then deal the round",
      then: (done) => {
        if (!done.ok) return;
        close();
        toast(`${done.told}.`);
      },
    });
  return [
    el("h3", { text: "A hand for the next round" }),
    el("label", { class: "field" }, el("span", { text: "Hand for" }), seat),
    el("div", { class: "list" }, hands.map(prepare)),
  ];
}

function packForm(body, close) {
  const say = (label, verb, help) =>
    button(label, () => verb, { kind: "flat", help, then: (done) => done.ok && close() });
  body.append(
    el("h3", { text: "Cards" }),
    el(
      "div",
      { class: "list" },
      say("Shuffled pack into the shoe", "load shuffled", "A new shuffled pack behind the mouth"),
      button("Cards are in play (pack loaded)", () => ({ id: "pack_loaded" }), {
        kind: "flat",
        then: (done) => done.ok && close(),
      }),
      say("Pack in order into the feed tray", "load order in=tray", "For the shuffling device"),
      say("Shuffled pack into the feed tray", "load shuffled in=tray", "For the shuffling device"),
      say("Take all cards out of the shoe", "clear shoe", "Nobody deals from an empty shoe"),
    ),
    ...handForm(close),
  );
}

export const dealNext = () => isSimulated() && hand("deal");
export const dealRound = () => may("deal_round") && act("deal_round");

/** Blue is what the sentence at the top asks for next. */
function markNext(buttons) {
  const next = state.view.table?.next ?? "";
  const is_login = next === "login" && !state.person;
  for (const [id, node] of Object.entries(buttons)) flag(node, "primary", id === next);
  flag(byId("role-button"), "primary", is_login);
}

export function start() {
  const bar = byId("dealing");
  let buttons = {};
  watch(["table", "person", "hello"], () => queueMicrotask(() => markNext(buttons)));
  watch(["hello"], () =>
    remade(bar, [isSimulated(), state.hello?.games?.length], () => {
      const game = opener("Game…", { title: "Open or close the table, choose game and seats" });
      popover(game, "Open the table", openForm);
      const tell = opener("Tell…", { title: "Tell what a player decides, or what the board cannot see" });
      popover(tell, "Tell the board", tellForm);
      const end = button("End round", () => ({ id: "end_round" }), {
        help: "The round is settled",
        shortcut: "e",
      });
      buttons = { open_table: game, end_round: end };
      if (!isSimulated()) return [game, tell, end];
      const cards = opener("Cards…", { title: "Put packs into the shoe or the feed tray; choose a hand" });
      popover(cards, "Cards", packForm);
      const named = opener("Named…", {
        title: "Deal a card that you choose\nfaro sim do deal CARD",
        name: "Deal a named card",
      });
      popover(
        named,
        "Deal a named card",
        (body, close) =>
          picker(body, (word) => {
            close();
            hand(`deal ${word}`);
          }),
        { kind: "wide" },
      );
      const round = button("Round", () => ({ id: "deal_round" }), {
        help: "Deal a whole round as the game's order asks",
        name: "Deal a whole round",
        shortcut: "r",
      });
      buttons.deal_round = round;
      const wrong = opener("Mistake…", { title: "Deal a round with a dealer's mistake" });
      popover(wrong, "Round with a mistake", mistakes);
      return [
        game,
        cards,
        button("Next card", () => "deal", { help: "Deal the next card", shortcut: "n" }),
        named,
        round,
        wrong,
        el("span", { class: "divider" }),
        tell,
        end,
      ];
    }),
  );
}
