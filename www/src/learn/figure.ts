/** Draws a state in which a person's rule differs from the built-in one: a unit, its neighbors, and both forces. */
import type { RuleDifference } from "../core";
import { element, svg } from "../ui/dom";

/** Half of the width and height of the drawing, px. */
const HALF_SIZE = 150;
/** Length of an arrow for the largest force that a unit can steer with, px. */
const FORCE_LENGTH = 70;

/** A unit as a dart that points to `heading` (rad), `2 * size` px long. `kind`: its class in the style sheet. */
function birdShape(x: number, y: number, heading: number, size: number, kind: string): SVGElement {
  const transform = `translate(${x} ${y}) rotate(${(heading * 180) / Math.PI})`;
  const points = `${size},0 ${-size},${0.6 * size} ${-0.5 * size},0 ${-size},${-0.6 * size}`;
  return svg("polygon", { points, transform, class: kind });
}

function forceArrow([x, y]: readonly [number, number], kind: string): SVGElement[] {
  const length = Math.hypot(x, y);
  if (length < 0.01) return [svg("circle", { cx: 0, cy: 0, r: 9, class: kind, fill: "none" })];
  const size = FORCE_LENGTH * Math.min(length, 1.9);
  const [tipX, tipY] = [(x / length) * size, (y / length) * size];
  return [
    svg("line", { x1: 0, y1: 0, x2: tipX, y2: tipY, class: kind }),
    birdShape(tipX, tipY, Math.atan2(y, x), 6, `${kind} head`),
  ];
}

export function differenceFigure(state: RuleDifference): HTMLElement {
  const { others, obstacles, goal } = state;
  // The scale is chosen so that the nearest units that the rule sees (or, if there are none, any units) fit in.
  const distanceOf = (one: readonly number[]) => Math.hypot(one[0] ?? 0, one[1] ?? 0);
  const countedUnits = others.filter((one) => one[3] === 1);
  const nearestFirst = [...(countedUnits.length > 0 ? countedUnits : others), ...obstacles]
    .map(distanceOf)
    .sort((a, b) => a - b);
  const reach = Math.max(
    8,
    Math.min(nearestFirst[Math.min(nearestFirst.length - 1, 8)] ?? 8, 45),
    Math.min(goal ? distanceOf(goal) : 0, 45),
  );
  const scale = (HALF_SIZE - 16) / reach;
  const picture = svg("svg", {
    viewBox: `${-HALF_SIZE} ${-HALF_SIZE} ${2 * HALF_SIZE} ${2 * HALF_SIZE}`,
    role: "img",
    "aria-label": state.difference,
  });
  for (const [x = 0, y = 0, radius = 0] of obstacles)
    picture.append(svg("circle", { cx: x * scale, cy: y * scale, r: radius * scale, class: "disc" }));
  for (const [x = 0, y = 0, heading = 0, counts] of others)
    picture.append(birdShape(x * scale, y * scale, heading, 7, counts === 1 ? "other" : "other unseen"));
  if (goal) picture.append(svg("circle", { cx: goal[0] * scale, cy: goal[1] * scale, r: 6, class: "goal" }));
  picture.append(birdShape(0, 0, state.heading, 10, "self"));
  picture.append(...forceArrow(state.wanted, "wanted"), ...forceArrow(state.got, "got"));
  const key = (kind: string, text: string) => element("span", { class: `learn-key ${kind}` }, text);
  const parts = [key("wanted", "the book\u2019s force"), key("got", "yours")];
  if (others.some((one) => one[3] !== 1)) parts.push(key("unseen", "not in view"));
  return element("figure", picture, element("figcaption", ...parts));
}
