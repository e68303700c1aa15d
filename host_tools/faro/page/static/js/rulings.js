// Rulings as large cards: the question with its buttons, the sentence to read aloud, steps to tick off.

import { byId, el, flag, keyed, remade, show } from "./dom.js";
import { button, isSimulated, may } from "./doing.js";
import { signIn } from "./people.js";
import { opener, popover } from "./popover.js";
import { state, watch } from "./store.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7];
const EFFECTS = ["round", "hand", "wagers", "side_wager", "jackpot_wager", "cards", "notified"];

const HINTS = [
  "Game… opens the table: choose a game and who sits.",
  "Click the spots A and ★ for an ante and a jackpot wager.",
  "Round deals by the rules, Mistake… does not; End round settles.",
  "Click a part of the machine, or a chip of a board, to break it.",
  "What the board asks and rules then stands here.",
];
const PLAIN = ["", "none", "as main", "as_main"]; // not worth a word

function answers(ruled) {
  const answer = (label, value, kind) =>
    button(label, () => ({ id: "answer", case: ruled.case, fact: ruled.question, value }), {
      kind: `large ${kind}`,
      name: `${label}: ${ruled.ask}`,
      focus: `answer-${value}`,
    });
  if (ruled.question === "whose") {
    const seats = state.view.table?.areas?.length ? state.view.table.areas : SEATS;
    return seats.map((seat) => answer(`Seat ${seat}`, seat, "seat"));
  }
  return [answer("Yes", "yes", "yes"), answer("No", "no", "no")];
}

function outcomes(ruled) {
  if (!ruled.outcomes?.length) return null;
  const words = (path) =>
    Object.entries(path.answers ?? {})
      .filter(([name]) => !(name in (ruled.facts ?? {})))
      .map(([name, is_so]) => `${name.replaceAll("_", " ")} ${is_so ? "yes" : "no"}`)
      .join(", ");
  return el(
    "details",
    { class: "outcomes" },
    el("summary", { text: "What follows from each answer" }),
    el(
      "dl",
      {},
      ruled.outcomes.flatMap((path) => [
        el("dt", { text: words(path) || "whichever" }),
        el("dd", { text: path.text ?? "" }),
      ]),
    ),
  );
}

function question(ruled) {
  return [
    el("p", { class: "finding", text: `${ruled.finding}${ruled.seat ? `, seat ${ruled.seat}` : ""}` }),
    el("p", { class: "ask", text: ruled.ask }),
    el("div", { class: "answers" }, answers(ruled)),
    may("answer") ? null : signIn("supervisor"),
    outcomes(ruled),
  ];
}

function step(ruled, one) {
  const who = one.by ? [one.by].flat().join(" or ") : "";
  const what = el("span", {}, one.text, one.stops ? el("em", { text: ` ${one.stops}` }) : null);
  if (!who) return el("li", { class: "step plain" }, what);
  if (!one.open)
    return el(
      "li",
      { class: "step done" },
      el("span", { class: "tick", "aria-label": "done", text: "✓" }),
      what,
    );
  const tick = button("", () => ({ id: "step_done", case: ruled.case, step: one.number }), {
    kind: "tick-box",
    name: `Done: ${one.text}`,
    help: `Tick off (${who})`,
    focus: `step-${ruled.case}-${one.number}`,
  });
  return el("li", { class: "step open" }, tick, el("span", {}, what, el("small", { text: ` ${who}` })));
}

function ruling(ruled) {
  const effects = EFFECTS.filter((name) => !PLAIN.includes(String(ruled[name] ?? "")));
  const rules = [ruled.rule, ruled.also].flat().filter(Boolean).join(", ");
  return [
    el("p", { class: "finding", text: `${ruled.finding}${ruled.seat ? `, seat ${ruled.seat}` : ""}` }),
    el("blockquote", { class: "aloud", text: ruled.text ?? "" }),
    el(
      "p",
      { class: "rule" },
      rules ? el("b", { text: `Rule ${rules}` }) : null,
      effects.map((name) =>
        el("span", {
          class: "effect",
          text: `${name.replaceAll("_", " ")}: ${[ruled[name]].flat().join(", ").replaceAll("_", " ")}`,
        }),
      ),
    ),
    el(
      "ol",
      { class: "steps" },
      (ruled.steps ?? []).map((one) => step(ruled, one)),
    ),
    el("div", { class: "row end" }, withdrawer(ruled)),
  ];
}

function withdrawer(ruled) {
  const open = opener("Take back…", {
    kind: "small",
    title: "The supervisor takes the ruling back with a reason, until the next round begins",
  });
  open.addEventListener("click", () => {
    const reasons = state.hello?.reasons ?? [];
    const list = open.parentElement;
    list.replaceChildren(
      ...reasons.map((reason) =>
        button(
          reason.title ?? reason,
          () => ({ id: "withdraw", case: ruled.case, reason: reason.id ?? reason }),
          { kind: "small" },
        ),
      ),
    );
    list.querySelector("button")?.focus();
  });
  return open;
}

function makeCard(ruled) {
  return el("article", { class: "ruling", "aria-label": `Case ${ruled.case}` });
}

export function renewCard(node, ruled) {
  const is_question = Boolean(ruled.ask);
  flag(node, "question", is_question);
  remade(node, [ruled, state.view.table?.areas, state.person?.role], () => [
    el(
      "header",
      {},
      el("b", { text: is_question ? "Question" : "Ruling" }),
      el("span", { text: `case ${ruled.case}${ruled.round_number ? `, round ${ruled.round_number}` : ""}` }),
      el("span", { class: "when", text: ruled.when ?? "" }),
    ),
    ...(is_question ? question(ruled) : ruling(ruled)).filter(Boolean),
  ]);
}

/** Questions first, then what still holds something up, the newest first. */
export function ordered(cases) {
  const weight = (ruled) => (ruled.ask ? 0 : (ruled.steps ?? []).some((one) => one.open) ? 1 : 2);
  return [...cases].sort((a, b) => weight(a) - weight(b) || b.case - a.case);
}

function reportForm(body, close) {
  const finding = el(
    "select",
    { autofocus: true },
    (state.hello?.findings ?? []).map(({ id, title }) => el("option", { value: id, text: title })),
  );
  const seat = el(
    "select",
    {},
    el("option", { value: "", text: "no seat" }),
    SEATS.map((number) => el("option", { value: number, text: `seat ${number}` })),
  );
  body.append(
    el("h3", { text: "Report a finding" }),
    el("label", { class: "field" }, el("span", { text: "What" }), finding),
    el("label", { class: "field" }, el("span", { text: "Where" }), seat),
    button(
      "Report",
      () => ({ id: "report", finding: finding.value, ...(seat.value ? { seat: Number(seat.value) } : {}) }),
      { kind: "primary", then: (done) => done.ok && close() },
    ),
  );
}

/** What the table program says, and the round that it asks for when shoe and meter differ. */
function programCard({ notices = [], question = null }) {
  const parts = notices
    .filter((text) => !/^case \d+:/.test(text)) // those are cards of their own
    .slice(-3)
    .map((text) => el("p", { class: "notice", text }));
  if (question) {
    const [number, rounds] = question;
    parts.push(
      el(
        "article",
        { class: "ruling question" },
        el("p", { class: "ask", text: `Which round of the shoe is round ${number} of the meter?` }),
        el(
          "div",
          { class: "answers" },
          [...rounds, 0].map((round) =>
            button(round ? `Round ${round}` : "None of them", () => ({ id: "choose_round", round }), {
              kind: "large seat",
            }),
          ),
        ),
      ),
    );
  }
  return parts;
}

export function start() {
  const body = byId("rulings-body");
  const report = opener("Report…", {
    kind: "small",
    title: "Tell the board of something that it cannot see",
  });
  popover(report, "Report a finding", reportForm);
  byId("report").append(report);
  const none = el(
    "div",
    { class: "empty" },
    el("p", { text: "Nothing stands. Play goes on." }),
    el(
      "ol",
      { class: "hints" },
      HINTS.map((text) => el("li", { text })),
    ),
  );
  watch(["hello"], () => show(none.querySelector(".hints"), isSimulated()));
  const list = el("div", { class: "ruling-list" });
  const program = el("div", { class: "program" });
  body.append(program, none, list);
  watch(["program", "hello"], () =>
    remade(program, state.view.program, () => programCard(state.view.program ?? {})),
  );
  watch(["cases", "table", "person", "hello"], () => {
    const cases = ordered(state.view.cases ?? []);
    none.hidden = cases.length > 0;
    keyed(list, cases, (ruled) => ruled.case, makeCard, renewCard);
    const is_asked = cases.some((ruled) => ruled.ask);
    flag(byId("rulings"), "asked", is_asked);
    document.title = is_asked ? "● A question – Faro table" : "Faro table";
  });
}
