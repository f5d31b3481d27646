/** Where the bubble goes: beside its bird, off it and off what else is to be seen. Pure; all in CSS px. */

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
/** A bubble that is there stays on its side while another is not better by this much: it does not jump. */
const LOYALTY = 6000;

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)));

/** The best of four places within the free part of the window. `off`: what it should not cover. */
export function placeBubble(
  bird: { x: number; y: number },
  size: { width: number; height: number },
  free: Rect,
  off: readonly Rect[],
  before?: Side,
): Placed {
  const { width, height } = size;
  const x = (left: number) => clamp(left, free.left, free.left + free.width - width);
  const y = (top: number) => clamp(top, free.top, free.top + free.height - height);
  const places: Placed[] = [
    { side: "right", x: x(bird.x + GAP), y: y(bird.y - height / 2) },
    { side: "left", x: x(bird.x - GAP - width), y: y(bird.y - height / 2) },
    { side: "below", x: x(bird.x - width / 2), y: y(bird.y + GAP) },
    { side: "above", x: x(bird.x - width / 2), y: y(bird.y - GAP - height) },
  ];
  const itself = { left: bird.x - 30, top: bird.y - 30, width: 60, height: 60 };
  const cost = ({ x: left, y: top, side }: Placed) => {
    const box = { left, top, width, height };
    const covered = off.reduce((sum, one) => sum + overlap(box, one), 0);
    return 40 * overlap(box, itself) + covered - (side === before ? LOYALTY : 0);
  };
  return places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}
