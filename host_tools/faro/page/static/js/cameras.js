// What the cameras saw of the newest card, how clearly, and a film strip of those refused.

import { byId, el, keyed, remade, say, show } from "./dom.js";
import { cardDrawing, cardName, isCard } from "./cards.js";
import { state, watch } from "./store.js";

const PLACES = { mouth: "at the mouth", throat: "in the throat", kept: "as the shoe kept it" };

function picture(url, label) {
  return el(
    "figure",
    { class: "shot" },
    url ? el("img", { src: url, alt: label }) : el("div", { class: "no-shot", text: "no picture" }),
    el("figcaption", { text: label }),
  );
}

function verdict(shot) {
  if (shot.is_refused) {
    return el(
      "div",
      { class: "verdict refused" },
      el("b", { text: "Refused" }),
      el("span", { text: shot.clearness || shot.text || shot.card }),
    );
  }
  return el(
    "div",
    { class: "verdict" },
    isCard(shot.card) ? cardDrawing(shot.card, 58) : null,
    el(
      "div",
      {},
      el("b", {
        text: isCard(shot.card)
          ? cardName(shot.card)
          : shot.card || (shot.place === "throat" ? "on its way through the device" : "not named"),
      }),
      el("span", { text: shot.clearness ?? "" }),
    ),
  );
}

function filmCell(shot) {
  return el(
    "div",
    {
      class: "film-cell",
      role: "listitem",
      title: `Card ${shot.number} ${PLACES[shot.place] ?? ""}: ${shot.clearness || "refused"}`,
    },
    el(
      "span",
      { class: "pair" },
      shot.a ? el("img", { src: shot.a, alt: "End A" }) : null,
      shot.b ? el("img", { src: shot.b, alt: "End B" }) : null,
    ),
    el("small", { text: shot.clearness || "refused" }),
  );
}

export function start() {
  const newest = el("div", { class: "newest" });
  const none = el("p", { class: "empty", text: "None so far." });
  const film = el("div", { class: "film", role: "list", "aria-label": "Refused cards" });
  byId("cameras-body").append(
    newest,
    el("div", { class: "refused-strip" }, el("h3", { text: "Refused" }), none, film),
  );
  watch(["picture", "hello"], () => {
    const shot = state.picture;
    const is_there = shot.number !== undefined;
    say(byId("camera-fact"), is_there ? `card ${shot.number} ${PLACES[shot.place] ?? shot.place ?? ""}` : "");
    remade(newest, [shot.number, shot.place, shot.card, shot.clearness], () =>
      is_there
        ? [
            ...["a", "b"]
              .filter((end) => shot[end] || shot.place !== "kept") // of a kept card one end is there
              .map((end) => picture(shot[end], `end ${end.toUpperCase()}`)),
            verdict(shot),
          ]
        : el("p", {
            class: "empty",
            text: "No card has passed the mouth yet. Cards inside the device are seen only with their faces shown.",
          }),
    );
    show(none, !state.refused.length);
    keyed(film, state.refused, ({ number, place }) => `${place} ${number}`, filmCell);
  });
}
