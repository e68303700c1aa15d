// The table from above: dealer at the top, seat 1 at the dealer's left, chips, lamps, cards, results.

import { byId, flag, put, remade, say, show, svg } from "./dom.js";
import { CARD_H, CARD_W, card, cardName } from "./cards.js";
import { hand, isSimulated } from "./doing.js";
import { state, watch } from "./store.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7];
const FAN_MM = 84;
const PITCH = 89;
const RESULTS = {
  win: "wins",
  lose: "loses",
  stand_off: "stands off",
  void: "is void",
  not_known: "is open",
};

/** Even steps to the side, so that no seat covers another; a shallow arc. */
function seatPlace(seat) {
  const dx = (4 - seat) * PITCH;
  return { x: 320 + dx, y: 250 - 0.00165 * dx * dx };
}

function ground() {
  return [
    svg(
      "defs",
      {},
      svg(
        "radialGradient",
        { id: "cloth", cx: "50%", cy: "30%", r: "85%" },
        svg("stop", { offset: "0", class: "cloth-light" }),
        svg("stop", { offset: "1", class: "cloth-dark" }),
      ),
    ),
    svg("path", {
      class: "rim",
      d: "M16 3H624Q637 3 637 16V160C637 280 474 343 320 343S3 280 3 160V16Q3 3 16 3Z",
    }),
    svg("path", {
      class: "cloth",
      fill: "url(#cloth)",
      d: "M20 11H620Q629 11 629 20V160C629 274 468 335 320 335S11 274 11 160V20Q11 11 20 11Z",
    }),
    svg("path", { class: "line", d: "M100 70C124 148 224 156 320 156S516 148 540 70" }),
  ];
}

function spot(kind, seat, dx) {
  const words = kind === "bet" ? "Jackpot wager" : "Ante";
  const node = svg("g", {
    class: `spot ${kind}`,
    transform: `translate(${dx} 0)`,
    tabindex: 0,
    role: "switch",
    "aria-checked": "false",
    "aria-label": `${words} of seat ${seat}`,
  });
  node.append(
    svg("circle", { class: "ring", r: 11 }),
    svg("text", { class: "spot-name", y: 3.5, text: kind === "bet" ? "★" : "A" }),
    svg(
      "g",
      { class: "chip", "aria-hidden": "true" },
      svg("circle", { class: "edge", r: 10 }),
      svg("circle", { class: "dashes", r: 8.6 }),
      svg("circle", { class: "middle", r: 6 }),
    ),
  );
  const verb = () => `${kind} ${node.getAttribute("aria-checked") === "true" ? "take" : "place"} ${seat}`;
  const toggle = () => isSimulated() && hand(verb());
  node.addEventListener("click", toggle);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  });
  node.renew = (is_placed) => {
    put(node, "aria-checked", Boolean(is_placed));
    put(node, "aria-disabled", !isSimulated());
    put(node, "data-command", isSimulated() ? `faro sim do ${verb()}` : "");
    say(
      title,
      isSimulated() ? `${words} of seat ${seat}\nfaro sim do ${verb()}` : `${words} of seat ${seat}`,
    );
  };
  const title = svg("title");
  node.append(title);
  node.renew(false);
  return node;
}

function makeSeat(seat) {
  const { x, y } = seatPlace(seat);
  const parts = {
    cards: svg("g", { class: "fan", transform: "translate(0 -62)" }),
    value: svg("text", { class: "value", y: -66 }),
    ante: spot("ante", seat, -15),
    bet: spot("bet", seat, 15),
    lamp: svg("circle", { class: "seat-lamp", cx: 33, r: 4 }),
    name: svg("text", { class: "seat-name", x: -40, y: 4, text: seat }),
    results: svg("g", { class: "results", transform: "translate(0 25)" }),
    turn: svg("path", { class: "turn", d: "M-6 0 0 -7 6 0Z", transform: "translate(0 -70)" }),
  };
  const node = svg(
    "g",
    { class: "seat", role: "group", "aria-label": `Seat ${seat}`, transform: `translate(${x} ${y})` },
    Object.values(parts),
  );
  return { node, parts, seat };
}

function fan(group, codes, width = FAN_MM) {
  remade(group, codes, () => {
    const step = codes.length > 1 ? Math.min(CARD_W + 3, (width - CARD_W) / (codes.length - 1)) : 0;
    const left = -(CARD_W + step * (codes.length - 1)) / 2;
    return codes.map((code, i) => {
      const one = card(code);
      one.setAttribute("transform", `translate(${left + i * step} 0)`);
      one.classList.add("arriving");
      return one;
    });
  });
}

function resultLines(group, wagers) {
  remade(group, wagers, () =>
    Object.entries(wagers)
      .slice(0, 4)
      .map(([name, { result, odds }], i) =>
        svg("text", {
          class: `result ${result}`,
          y: i * 11.5,
          text: `${name.replaceAll("_", " ")} ${RESULTS[result] ?? result}${odds ? ` ${odds}` : ""}`,
        }),
      ),
  );
}

function describe(seat, held) {
  const cards = (held?.cards ?? []).map(cardName).join(", ");
  const results = Object.entries(held?.wagers ?? {})
    .map(([name, { result, odds }]) => `${name} ${RESULTS[result] ?? result} ${odds ?? ""}`)
    .join(", ");
  return [`Seat ${seat}`, cards, held?.text, results].filter(Boolean).join(": ");
}

export function start() {
  const root = svg("svg", {
    viewBox: "0 0 640 346",
    class: "felt-svg",
    role: "group",
    "aria-label": "Table from above",
  });
  const dealer = {
    cards: svg("g", { transform: "translate(320 20)" }),
    value: svg("text", { class: "value", x: 320, y: 78 }),
    name: svg("text", { class: "dealer-name", x: 320, y: 40, text: "Dealer" }),
  };
  const centre = {
    game: svg("text", { class: "game", x: 320, y: 102 }),
    phase: svg("text", { class: "phase", x: 320, y: 120 }),
    note: svg("text", { class: "note", x: 320, y: 137 }),
  };
  const shoe = svg(
    "g",
    { class: "shoe-box", transform: "translate(562 20)" },
    svg("rect", { width: 52, height: 34, rx: 4 }),
    svg("text", { x: 26, y: 15, text: "shoe" }),
    svg("text", { class: "count", x: 26, y: 28 }),
  );
  const rack = svg(
    "g",
    { class: "shoe-box", transform: "translate(26 20)" },
    svg("rect", { width: 52, height: 34, rx: 4 }),
    svg("text", { x: 26, y: 15, text: "out" }),
    svg("text", { class: "count", x: 26, y: 28 }),
  );
  const seats = SEATS.map(makeSeat);
  root.append(
    ...ground(),
    shoe,
    rack,
    ...Object.values(dealer),
    ...Object.values(centre),
    ...seats.toReversed().map((seat) => seat.node),
  );
  byId("felt-drawing").append(root);

  watch(["table"], () => {
    const table = state.view.table ?? {};
    const hands = table.hands ?? {};
    const isOver = table.is_settled || table.phase === "dealt"; // before that a wager has no result
    say(centre.game, table.game_name ?? (table.game ? table.game : "No game is open"));
    say(centre.phase, phaseText(table));
    say(
      centre.note,
      table.is_stopped
        ? "play is stopped"
        : table.last_round
          ? "last round"
          : table.shuffle_due
            ? "a shuffle is due"
            : table.is_in_play && table.next_text
              ? `next card: ${table.next_text}`
              : "",
    );
    flag(centre.note, "warn", table.is_stopped);
    say(rack.querySelector(".count"), table.cards_out ?? "");
    fan(dealer.cards, hands[0]?.cards ?? [], 150);
    say(dealer.value, hands[0]?.text ?? "");
    show(dealer.name, !(hands[0]?.cards ?? []).length);
    for (const { node, parts, seat } of seats) {
      const held = hands[seat];
      fan(parts.cards, held?.cards ?? []);
      say(parts.value, shorten(held?.text ?? ""));
      resultLines(parts.results, isOver ? (held?.wagers ?? {}) : {});
      flag(node, "in-play", (table.areas ?? []).includes(seat));
      show(parts.turn, table.awaited_seat === seat);
      put(node, "aria-label", describe(seat, held));
    }
  });

  watch(["scene", "hello", "jackpot"], () => {
    const meter = isSimulated() ? state.scene?.boards?.meter : toldChips(state.view.jackpot ?? {});
    show(shoe, isSimulated());
    say(shoe.querySelector(".count"), state.scene?.boards?.shoe?.shoe_cards ?? "");
    for (const { parts, seat } of seats) {
      parts.bet.renew(meter?.bets?.[seat - 1]);
      parts.ante.renew(meter?.antes?.[seat - 1]);
      flag(parts.lamp, "lit", meter?.is_powered !== false && meter?.seat_lamps?.[seat - 1]);
      show(parts.lamp, Boolean(meter?.seat_lamps));
    }
  });
}

/** Of a real table only the meter knows where chips are. */
function toldChips({ antes = [], offered = [], accepted = [] }) {
  const among = (list) => SEATS.map((seat) => list.includes(seat));
  return { antes: among(antes), bets: among([...offered, ...accepted]) };
}

const shorten = (text) => (text.length > 19 ? `${text.slice(0, 18)}…` : text);

function phaseText(table) {
  if (!table.game) return "open a game below";
  const round = table.round ? `Round ${table.round}` : "";
  return [round, table.phase].filter(Boolean).join(" · ");
}
