// Shoe and shuffling device in section: trays, rollers, beams, cameras, carousel, lock, mouth.

import { byId, el, flag, keyed, put, remade, say, show, svg } from "./dom.js";
import { button, isSimulated } from "./doing.js";
import { makeDrum } from "./drum.js";
import { makePart } from "./faults.js";
import { beam, camera, lock, roller, shoeBox, tray } from "./machine_parts.js";
import { opener, popover } from "./popover.js";
import { state, watch } from "./store.js";
import { truthStrip, truthSwitch } from "./truth.js";
import { BEND, CARD_MM, FEED, MAIN, MAIN_Y, OUT, branchOf, line, point } from "./way.js";

const DRUM = [354, MAIN_Y];

function drawing() {
  const [drumX, drumY] = DRUM;
  const drum = makeDrum();
  drum.node.setAttribute("transform", `translate(${drumX} ${drumY})`);
  const feed = tray(12, MAIN_Y - BEND, "");
  feed.node.append(svg("text", { class: "part-name", x: 58, y: MAIN_Y - BEND - 32, text: "feed tray" }));
  const output = tray(12, MAIN_Y + BEND + 30, "output");
  const shoe = shoeBox();
  const pick = roller(-6, FEED, 11, 8);
  const rollers = [roller(30, MAIN, -11, 7), roller(100, MAIN, -12, 8), roller(100, MAIN, 12, 8)];
  const beams = [
    beam(20, FEED, "feed", ""),
    beam(96, MAIN, "carousel", ""),
    beam(5, OUT, "output", ""),
    beam(33.4, MAIN, "throat", ""),
    shoe.gate,
  ];
  const cameras = [camera(-33, "A"), camera(33, "B")];
  const ejector = svg(
    "g",
    { class: "ejector", transform: `translate(${drumX - 33} ${drumY})` },
    svg("rect", { class: "hit", x: -12, y: -8, width: 24, height: 16 }),
    svg("path", { d: "M10 0H-8M-8 -5V5" }),
  );
  const flap = svg("path", {
    class: "flap",
    d: "M0 0L-20 9",
    transform: `translate(${point(30, MAIN)[0]} ${MAIN_Y + 2})`,
  });
  const home = svg("rect", { class: "home", x: drumX - 4, y: 0, width: 8, height: 6, rx: 1 });
  const latch = lock();
  const cards = svg("g", { class: "travelling" });
  const root = svg(
    "svg",
    {
      viewBox: "0 0 444 212",
      class: "machine-svg",
      role: "group",
      "aria-label": "Shoe and shuffling device in section",
    },
    svg("path", { class: "way", d: line(-2, 30, FEED) }),
    svg("path", { class: "way", d: line(30, 106, MAIN) }),
    svg("path", { class: "way", d: line(-2, 30, OUT) }),
    feed.node,
    output.node,
    shoe.node,
    drum.node,
    home,
    ejector,
    pick,
    rollers,
    cameras,
    flap,
    latch,
    cards,
    beams,
    shoe.colour,
  );
  const parts = [
    [pick, ["pick roller"], "Pick roller"],
    [rollers[1], ["transport", "feed motor", "encoder"], "Transport rollers, feed motor and encoder"],
    [beams[0], ["feed gate"], "Feed gate"],
    [beams[1], ["carousel gate"], "Carousel gate"],
    [beams[2], ["output gate"], "Output gate"],
    [shoe.gate, ["mouth gate"], "Mouth gate"],
    [cameras[0], ["line camera A", "camera"], "Camera A"],
    [cameras[1], ["line camera B"], "Camera B"],
    [feed.node, ["feed tray", "card", "cards"], "Cards in the feed tray and on their way"],
    [ejector, ["ejector"], "Ejector"],
    [drum.hub, ["carousel", "carousel motor", "carousel belt", "step generator"], "Carousel"],
    [home, ["home sensor"], "Home sensor"],
    [shoe.colour, ["TCS34725"], "Colour sensor of the backs"],
  ];
  for (const [node, names, label] of parts) makePart(node, names, label, "shoe");
  return {
    root,
    drum,
    feed,
    output,
    shoe,
    rollers: [pick, ...rollers],
    beams,
    ejector,
    flap,
    latch,
    cards,
    turned: 0,
    before: 0,
  };
}

function renewWay(cards, way) {
  keyed(
    cards,
    way.map((card, i) => ({ card, i })),
    ({ i }) => i,
    () => svg("path", { class: "way-card" }),
    (node, { card }) => {
      put(node, "d", line(card.tail_mm ?? card.x_mm - CARD_MM, card.x_mm, branchOf(card.branch)));
      put(node, "class", card.is_stuck ? "way-card stuck" : "way-card");
    },
  );
}

function renew(parts) {
  const board = state.scene?.boards?.shoe;
  const machine = board?.machine;
  flag(parts.root, "dark", board?.is_powered === false);
  if (!machine) return;
  const truth = state.isTruth ? state.scene.truth?.shoe : undefined;
  parts.drum.renew(machine, truth);
  parts.feed.renew(machine.tray ?? 0);
  parts.output.renew(machine.output ?? 0);
  parts.shoe.renew(board);
  renewWay(parts.cards, machine.way ?? []);
  for (const beamNode of parts.beams) flag(beamNode, "broken-beam", board.gates?.[beamNode.gate]);
  const now = state.scene.now_ms ?? 0;
  parts.turned += ((machine.roller_mm_s ?? 0) * Math.min(200, now - parts.before)) / 1000;
  parts.before = now;
  for (const node of parts.rollers)
    put(node.firstElementChild, "transform", `rotate(${((parts.turned * 8) % 360).toFixed(0)})`);
  flag(parts.ejector, "out", machine.is_pusher_out);
  flag(parts.flap, "open", machine.is_flap_open);
  flag(parts.latch, "open", machine.is_unlocked);
}

function shuffleForm(body, close) {
  const mode = el(
    "select",
    { autofocus: true },
    [
      ["shuffle", "shuffle"],
      ["sort", "sort"],
      ["verify", "only verify"],
    ].map(([value, text]) => el("option", { value, text })),
  );
  const decks = el("input", { type: "number", min: 1, max: 8, value: 1, "aria-label": "Decks" });
  body.append(
    el("h3", { text: "Start a shuffle" }),
    el("label", { class: "field" }, el("span", { text: "Mode" }), mode),
    el("label", { class: "field" }, el("span", { text: "Decks" }), decks),
    button("Start", () => ({ id: "shuffle_start", mode: mode.value, decks: Number(decks.value) }), {
      kind: "primary",
      then: (done) => done.ok && close(),
    }),
    el(
      "div",
      { class: "row" },
      button("Count the cards inside", () => ({ id: "shuffle_count" }), { kind: "small", then: close }),
      button("Open the gate", () => ({ id: "open_gate" }), { kind: "small", then: close }),
    ),
  );
}

/** A real machine cannot be looked into: what its board says of it. */
function machineWords() {
  const machine = state.view.machine ?? {};
  const rows = [
    ["Step", machine.step],
    ["In the carousel", machine.cards_inside],
    ["Read", machine.cards_read === undefined ? "" : `${machine.cards_read} of ${machine.cards_expected}`],
    ["Dealt", machine.cards_dealt],
    ["Feed tray", machine.has_feed ? "cards" : "empty"],
    ["Output tray", machine.has_output ? "cards" : "empty"],
    ["Gate", machine.is_gate_open ? "open" : "locked"],
  ];
  return rows.flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value ?? "" })]);
}

export function start() {
  const words = el("dl", { class: "facts machine-words" });
  byId("machine-drawing").after(words);
  const parts = drawing();
  byId("machine-drawing").append(parts.root, truthStrip());
  watch(["scene"], () => renew(parts));
  watch(["machine", "hello"], () => {
    const { call, trouble } = state.view.machine ?? {};
    show(byId("machine-call"), Boolean(call || trouble));
    say(byId("machine-call"), [trouble, call].filter(Boolean).join(": "));
    remade(words, [isSimulated(), state.view.machine], () => (isSimulated() ? [] : machineWords()));
    const { step_text, step, cards_inside } = state.view.machine ?? {};
    say(
      byId("machine-fact"),
      [step_text ?? step, cards_inside ? `${cards_inside} cards inside` : ""].filter(Boolean).join(" · "),
    );
  });
  watch(["hello"], () => {
    show(byId("machine-drawing"), isSimulated());
    show(byId("curves"), isSimulated());
    show(words, !isSimulated());
    remade(byId("shuffling"), [isSimulated()], () => {
      const begin = opener("Shuffle…", { title: "Start a shuffle" });
      popover(begin, "Start a shuffle", shuffleForm);
      const deliver = button("Deliver", () => ({ id: "shuffle_deliver", cards: 0 }), {
        help: "Bring the shuffled cards behind the gate",
      });
      const abort = button("Abort", () => ({ id: "shuffle_abort" }), { help: "End the cycle and unload" });
      const cleared = button("Cleared", () => ({ id: "shuffle_cleared" }), {
        help: "Tell the device that the way is clear",
      });
      if (!isSimulated()) return [begin, deliver, abort, cleared];
      return [
        button("Load tray", () => "load shuffled in=tray", { help: "A shuffled pack into the feed tray" }),
        begin,
        deliver,
        abort,
        cleared,
        el("span", { class: "divider" }),
        button("Clear way", () => "clear way", { help: "Cards caught on the way go back on the feed tray" }),
        button("Take cards", () => "take", { help: "Take what the device offers" }),
      ];
    });
    remade(byId("truth"), [isSimulated()], () => (isSimulated() ? [truthSwitch()] : []));
  });
}
