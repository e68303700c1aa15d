// Making and renewing nodes.  Text from boards only ever becomes textContent or an attribute.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export function el(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** Sets an attribute only when it differs: a drawing is renewed 25 times a second. */
export function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

export function flag(node, name, is_on) {
  if (node.classList.contains(name) !== Boolean(is_on)) node.classList.toggle(name, Boolean(is_on));
}

export function say(node, text) {
  const wanted = text === undefined || text === null ? "" : String(text);
  if (node.textContent !== wanted) node.textContent = wanted;
}

export function show(node, is_shown) {
  if (node.hasAttribute("hidden") === Boolean(is_shown)) node.toggleAttribute("hidden", !is_shown);
}

/** The children of `parent` follow `items`: known ones stay the same nodes, so that focus stays too. */
export function keyed(parent, items, keyOf, make, renew = () => {}) {
  const before = new Map();
  for (const child of parent.children) before.set(child.dataset.key, child);
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let node = before.get(key);
    if (node) before.delete(key);
    else {
      node = make(item);
      node.dataset.key = key;
    }
    renew(node, item);
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of before.values()) node.remove();
}

/** The content of `parent` is made anew, but only when what it shows has changed. */
export function remade(parent, shown, make) {
  const key = JSON.stringify(shown);
  if (parent.shownKey === key) return false;
  parent.shownKey = key;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  parent.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  if (focused) parent.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  return true;
}
