// Playing cards as drawings: rank and suit in the corner, a large suit, backs, and what is no card.

import { svg } from "./dom.js";

export const CARD_W = 32;
export const CARD_H = 45;

const SUITS = {
  S: {
    name: "spades",
    path: "M0-9C3-4 9-2 9 3.2A4.6 4.6 0 0 1 1.4 6.5C1.6 8.5 2.3 9.8 3.4 10.5H-3.4C-2.3 9.8-1.6 8.5-1.4 6.5A4.6 4.6 0 0 1-9 3.2C-9-2-3-4 0-9Z",
  },
  H: {
    name: "hearts",
    path: "M0 9.5C-2-.5-9.5-.5-9.5-5.2A4.7 4.7 0 0 1 0-6 4.7 4.7 0 0 1 9.5-5.2C9.5-.5 2-.5 0 9.5Z",
  },
  D: { name: "diamonds", path: "M0-10 7.5 0 0 10-7.5 0Z" },
  C: {
    name: "clubs",
    path: "M0-9.5A4.3 4.3 0 0 1 3.7-3A4.3 4.3 0 1 1 1.3 4.6C1.5 7.6 2.3 9.6 3.6 10.5H-3.6C-2.3 9.6-1.5 7.6-1.3 4.6A4.3 4.3 0 1 1-3.7-3A4.3 4.3 0 0 1 0-9.5Z",
  },
};
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
export const RANK_ORDER = "A23456789TJQK";
export const SUIT_ORDER = "SHDC";

export const isCard = (code) => /^[2-9TJQKA][SHDC]/.test(code ?? "");

/** "QH" as people say it. */
export function cardName(code) {
  if (!isCard(code)) return code ? String(code).toLowerCase() : "a card face down";
  return `${RANKS[code[0]] ?? code[0]} of ${SUITS[code[1]].name}`;
}

export function suit(letter, size, x, y) {
  const is_red = letter === "H" || letter === "D";
  return svg("path", {
    d: SUITS[letter].path,
    class: is_red ? "pip red" : "pip",
    transform: `translate(${x} ${y}) scale(${size / 20})`,
  });
}

/** One card with its corner at the origin, CARD_W × CARD_H. */
export function card(code, { isMarked = false } = {}) {
  const group = svg("g", { class: isMarked ? "card marked" : "card" });
  group.append(svg("title", { text: cardName(code) }));
  if (!isCard(code)) return odd(group, code);
  const rank = code[0] === "T" ? "10" : code[0];
  const is_red = code[1] === "H" || code[1] === "D";
  group.append(
    svg("rect", { class: "paper", width: CARD_W, height: CARD_H, rx: 3.5 }),
    svg("text", {
      class: is_red ? "rank red" : "rank",
      x: rank === "10" ? 1.2 : 3,
      y: 14,
      text: rank,
      textLength: rank === "10" ? 14 : null,
      lengthAdjust: rank === "10" ? "spacingAndGlyphs" : null,
    }),
    suit(code[1], 9, 7.5, 21.5),
    suit(code[1], 19, 21, 32),
  );
  return group;
}

function odd(group, code) {
  if (!code || code === "??" || code === "BACK") {
    group.append(
      svg("rect", { class: "paper", width: CARD_W, height: CARD_H, rx: 3.5 }),
      svg("rect", { class: "back", x: 2.5, y: 2.5, width: CARD_W - 5, height: CARD_H - 5, rx: 2 }),
      svg("path", { class: "weave", d: "M5 8 27 38M5 18 21 40M11 4 27 27M27 8 5 38M27 18 11 40M21 4 5 27" }),
    );
    return group;
  }
  const words = String(code).toLowerCase();
  const is_cut = words.startsWith("cut");
  group.append(
    svg("rect", { class: is_cut ? "paper cut" : "paper odd", width: CARD_W, height: CARD_H, rx: 3.5 }),
    svg("text", {
      class: "oddity",
      x: CARD_W / 2,
      y: 27,
      text: ["cut", "joker", "blank"].find((word) => words.startsWith(word)) ?? "?",
    }),
  );
  return group;
}

/** A drawing of its own for places outside a larger drawing. */
export function cardDrawing(code, height) {
  return svg(
    "svg",
    {
      class: "card-drawing",
      viewBox: `-1 -1 ${CARD_W + 2} ${CARD_H + 2}`,
      height,
      width: (height * (CARD_W + 2)) / (CARD_H + 2),
      role: "img",
      "aria-label": cardName(code),
    },
    card(code),
  );
}
