/** Where the bubble goes: near its bird, off it and off what else is to be seen. Pure; all in CSS px. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** On which side of its bird it is. */
export type Side = "right" | "left" | "below" | "above";

export interface Placed {
  x: number;
  y: number;
  side: Side;
}

/** From the bird to the bubble's edge. */
const GAP = 44;
/** Covering a pixel of a panel is as bad as covering this many of the stage; so is what is drawn about the bird, and the bird itself. */
const PANEL = 12;
const DRAWN = 4;
const ITSELF = 400;
/** Covering any of a panel, and be it a corner of a button, is worse than this many pixels of the stage. */
const TOUCHES = 60_000;
/** What a pixel of way from the bird costs, in covered ones. */
const AWAY = 24;
/** A bubble that is there stays while another place is not better by this much: it does not jump. */
const LOYALTY = 12_000;

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)));

/** The best place within a part of the window. `drawn`: what is drawn about the bird; `panels`: other things over the stage. */
export function placeBubble(
  bird: { x: number; y: number },
  size: { width: number; height: number },
  free: Rect,
  drawn: readonly Rect[],
  panels: readonly Rect[] = [],
  before?: Placed,
): Placed {
  const { width, height } = size;
  const [right, bottom] = [free.left + free.width - width, free.top + free.height - height];
  const x = (left: number) => clamp(left, free.left, right);
  const y = (top: number) => clamp(top, free.top, bottom);
  const columns = [bird.x + GAP, bird.x - GAP - width, bird.x - width / 2, free.left, right];
  const rows = [bird.y - height / 2, bird.y + GAP, bird.y - GAP - height, free.top, bottom];
  for (const rect of [...panels, ...drawn]) {
    rows.push(rect.top + rect.height + GAP / 4);
    columns.push(rect.left - GAP / 2 - width, rect.left + rect.width + GAP / 2);
  }
  const places = columns.flatMap((left) => rows.map((top) => ({ x: x(left), y: y(top) })));
  if (before) places.push({ x: x(before.x), y: y(before.y) });
  const itself = { left: bird.x - 30, top: bird.y - 30, width: 60, height: 60 };
  const cost = ({ x: left, y: top }: { x: number; y: number }) => {
    const box = { left, top, width, height };
    const covered = (rects: readonly Rect[]) => rects.reduce((sum, one) => sum + overlap(box, one), 0);
    const away = Math.hypot(
      clamp(bird.x, left, left + width) - bird.x,
      clamp(bird.y, top, top + height) - bird.y,
    );
    const stays = before && Math.abs(left - before.x) < 1 && Math.abs(top - before.y) < 1;
    return (
      ITSELF * overlap(box, itself) +
      DRAWN * covered(drawn) +
      PANEL * covered(panels) +
      TOUCHES * panels.filter((panel) => overlap(box, panel) > 0).length +
      AWAY * away -
      (stays ? LOYALTY : 0)
    );
  };
  const best = places.reduce((found, one) => (cost(one) < cost(found) ? one : found));
  return { ...best, side: sideOf(best, size, bird) };
}

/** Which edge of the bubble faces its bird. */
function sideOf(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
  bird: { x: number; y: number },
): Side {
  if (bird.x <= x) return "right";
  if (bird.x >= x + width) return "left";
  return bird.y < y + height / 2 ? "below" : "above";
}
