// The table's page: starts every panel, then connects.

import * as boards from "./boards.js";
import * as cameras from "./cameras.js";
import * as curves from "./curves.js";
import * as dealing from "./dealing.js";
import * as faults from "./faults.js";
import * as felt from "./felt.js";
import * as health from "./health.js";
import * as jackpot from "./jackpot.js";
import * as log from "./log.js";
import * as lost from "./lost.js";
import * as machine from "./machine.js";
import * as rulings from "./rulings.js";
import * as time from "./time.js";
import * as tools from "./tools.js";
import { sentStrip } from "./doing.js";
import { byId, el, flag, remade, say, show } from "./dom.js";
import { fillPeople } from "./people.js";
import { connect } from "./socket.js";
import { state, watch } from "./store.js";

for (const panel of [
  felt,
  dealing,
  machine,
  curves,
  cameras,
  jackpot,
  boards,
  health,
  rulings,
  log,
  faults,
  time,
  tools,
  lost,
])
  panel.start();
sentStrip(byId("sent"));

watch(["hello"], () => {
  flag(document.body, "waiting", !state.hello);
  flag(document.body, "simulated", state.hello?.is_simulated);
  show(byId("simulation"), state.hello?.is_simulated);
});
// elsewhere than on this machine nothing is shown before a login
watch(["hello", "person"], () => {
  const is_closed = Boolean(state.hello?.needs_login) && !state.person;
  show(byId("gate"), is_closed);
  remade(byId("gate"), is_closed, () => {
    const box = el("div", { class: "gate-box" });
    if (is_closed) fillPeople(box, () => {});
    return box;
  });
});
watch(["table", "hello"], () => say(byId("sentence"), state.view.table?.sentence ?? ""));

connect();
