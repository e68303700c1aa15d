// A pending hit in words, and whether it may be paid now.

import { dollars } from "./money.js";

/** A question is open: its answer may void the round that would be paid. */
export const isAsked = (cases) => (cases ?? []).some((ruled) => ruled.ask);

export const WAITS = "It is paid once the question is answered.";

/** What the winners get: not what the ledger holds back, which the house may add to. */
export const sumText = (jackpot) =>
  `${dollars(jackpot.win_cents ?? 0)}${jackpot.pending.length > 1 ? " together" : ""}`;

export const winnerText = ({ seat, hand, amount_cents: cents }) =>
  [`Seat ${seat}`, hand, Number.isInteger(cents) ? dollars(cents) : ""].filter(Boolean).join(", ");

/** What the supervisor's view shows, the first on top: a question goes before a hit. */
export function inOrder(jackpot, cases, cards) {
  if (!jackpot.pending?.length) return cards;
  return isAsked(cases) ? [...cards, "hit"] : ["hit", ...cards];
}
