// What the page knows.  Messages change it at any time; those who watch are called once a frame.

export const EVENTS_MOST = 400;
export const REFUSED_MOST = 12;

export const state = {
  hello: null,
  view: {},
  viewAt: {}, // when a section came, by the page's clock
  scene: null,
  events: [],
  picture: {}, // the newest of each place
  refused: [],
  person: null,
  ownRole: null, // without a login
  isTruth: false,
  link: { isUp: false, tries: 0, retryAt: 0, lostAt: 0, closed: "" },
  sent: [],
};

const watchers = new Map();
const dirty = new Set();
let isPlanned = false;

export function watch(topics, render) {
  for (const topic of topics) {
    if (!watchers.has(topic)) watchers.set(topic, new Set());
    watchers.get(topic).add(render);
  }
}

export function changed(...topics) {
  for (const topic of topics) dirty.add(topic);
  if (isPlanned) return;
  isPlanned = true;
  if (document.hidden) setTimeout(flush, 500);
  else requestAnimationFrame(flush);
}

function flush() {
  isPlanned = false;
  const due = new Set();
  for (const topic of dirty) for (const render of watchers.get(topic) ?? []) due.add(render);
  dirty.clear();
  for (const render of due) render();
}

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    const is_branch = value && typeof value === "object" && !Array.isArray(value);
    if (is_branch && into[key] && typeof into[key] === "object") merge(into[key], value);
    else into[key] = value;
  }
  return into;
}

export function forget() {
  Object.assign(state, {
    view: {},
    viewAt: {},
    scene: null,
    events: [],
    picture: {},
    refused: [],
    person: null,
    isTruth: false,
  });
}

const SECTIONS = ["table", "boards", "machine", "jackpot", "cases", "health", "program", "busy"];
const ALL = ["hello", "scene", "events", "picture", "person", ...SECTIONS];

/** Takes one message of the server into the state. */
const TAKE = {
  hello(message) {
    forget(); // a new connection brings everything anew
    state.hello = message;
    changed(...ALL);
  },
  view({ sections }) {
    for (const [name, value] of Object.entries(sections)) {
      state.view[name] = value;
      state.viewAt[name] = performance.now();
      changed(name);
    }
  },
  scene(message) {
    const { kind: _kind, truth, ...rest } = message;
    state.scene = merge(state.scene ?? { boards: {}, broken: [] }, rest);
    if (state.isTruth && truth) merge((state.scene.truth ??= {}), truth);
    for (const listen of sceneListeners) listen(state.scene);
    changed("scene");
  },
  events({ events, is_history }) {
    const known = is_history ? [] : state.events;
    const all = known.concat(events);
    state.events = all.length > EVENTS_MOST ? all.slice(-EVENTS_MOST) : all;
    changed("events");
  },
  picture(message) {
    state.picture = { ...message, newest: true };
    if (
      message.is_refused &&
      !state.refused.some((old) => old.number === message.number && old.place === message.place)
    ) {
      state.refused = [message, ...state.refused].slice(0, REFUSED_MOST);
    }
    changed("picture");
  },
  login(message) {
    if (!message.person && state.hello?.needs_login) {
      forget(); // what a person saw is not for whoever comes next
      changed(...ALL);
    }
    state.person = message.person ? message : null;
    if (!message.person) state.ownRole = message.role || null;
    changed("person");
  },
};

const sceneListeners = new Set();

/** Called with each scene that comes, not once a frame: curves miss nothing. */
export const onScene = (listen) => sceneListeners.add(listen);

export function take(message) {
  TAKE[message.kind]?.(message);
}

export function setTruth(is_on) {
  state.isTruth = is_on;
  if (!is_on) {
    if (state.scene) delete state.scene.truth;
    if (state.picture.place === "throat") state.picture = {}; // shows cards that nobody may know yet
    state.refused = state.refused.filter(({ place }) => place !== "throat");
  }
  changed("scene", "picture");
}
