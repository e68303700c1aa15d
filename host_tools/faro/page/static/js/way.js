// Where things are on the card's way through the shuffling device (docs/shuffler.md), as points.

const SCALE = 1.5;
const LEFT = 108; // a card's front edge in the feed tray, 0 mm
export const MAIN_Y = 88;
export const BEND = 38; // the branches lie so far above and below the main way
const JUNCTION_MM = 30;
export const CARD_MM = 63;
export const FEED = 0;
export const MAIN = 1;
export const OUT = 2;
const NAMES = { feed: FEED, main: MAIN, out: OUT, output: OUT };

export const branchOf = (branch) => (typeof branch === "string" ? (NAMES[branch] ?? MAIN) : (branch ?? MAIN));

/** A place on the way: smooth from the main way into a branch. */
export function point(mm, branch) {
  const x = LEFT + SCALE * mm;
  const side = branch === FEED ? -1 : branch === OUT ? 1 : 0;
  if (mm >= JUNCTION_MM || !side) return [x, MAIN_Y];
  const t = Math.min(1, (JUNCTION_MM - mm) / JUNCTION_MM);
  return [x, MAIN_Y + side * BEND * t * t * (3 - 2 * t)];
}

/** The line along the way between two places. */
export function line(from, to, branch) {
  const steps = 10;
  let d = "";
  for (let i = 0; i <= steps; i += 1) {
    const [x, y] = point(from + ((to - from) * i) / steps, branch);
    d += `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}
