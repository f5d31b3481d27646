/** Finds the layout item under a pointer, by distances in CSS px. Pure. */
import { FLAG_HEIGHT } from "../../stage/marks";
import {
  hasArea,
  type ItemHandle,
  itemPosition,
  type LayoutSketch,
  type Point,
  pathOf,
  type SketchItem,
  startOf,
} from "./sketch";

/** Map from the world to the stage; `scale`: CSS px per u. */
export interface SketchView {
  scale: number;
  toScreen(x: number, y: number): Point;
}

export interface ItemHit {
  item: SketchItem;
  handle: ItemHandle;
}

/** Largest distance between a press and the item that it grabs, CSS px; for a finger half of the usual 44 px. */
function grabReach(isCoarse: boolean): number {
  return isCoarse ? 22 : 9;
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Distance of a point to a segment, and the share of the segment before the nearest point, 0 to 1. */
function distanceToSegment(point: Point, from: Point, to: Point): { off: number; share: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const lengthSquared = dx * dx + dy * dy;
  const shareAlong =
    lengthSquared > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / lengthSquared : 0;
  const share = Math.min(1, Math.max(0, shareAlong));
  return { off: distance(point, { x: from.x + share * dx, y: from.y + share * dy }), share };
}

/** Handles by which a selected item can be resized, with their places on the stage, CSS px. */
export function handlesOf(
  sketch: LayoutSketch,
  item: SketchItem,
  view: SketchView,
): { handle: ItemHandle; at: Point }[] {
  if (item.kind === "obstacle") {
    const disc = sketch.obstacles[item.index];
    return disc ? [{ handle: "rim", at: view.toScreen(disc.x + disc.radius, disc.y) }] : [];
  }
  if (item.kind === "wall") {
    const wall = sketch.walls[item.index];
    if (!wall) return [];
    return [
      { handle: "from", at: view.toScreen(wall.from.x, wall.from.y) },
      { handle: "to", at: view.toScreen(wall.to.x, wall.to.y) },
    ];
  }
  if (item.kind === "node" || item.kind === "site" || item.kind === "goal") return [];
  const start = startOf(sketch, item.group);
  if (!start) return [];
  const { x, y, radius, width = 0, height = 0 } = start;
  if (radius !== undefined) return [{ handle: "rim", at: view.toScreen(x + radius, y) }];
  return [{ handle: "corner", at: view.toScreen(x + width / 2, y + height / 2) }];
}

/**
 * Item or handle that a press at `point` (CSS px) grabs: a handle of the selected item, else the nearest item of the
 * lowest rank (nodes, sites, goals; walls; rocks; start areas). `withAreas`: start areas are grabbed everywhere inside,
 * not only at their border.
 */
export function hitItem(
  sketch: LayoutSketch,
  view: SketchView,
  point: Point,
  selected: SketchItem | undefined,
  isCoarse: boolean,
  withAreas: boolean,
): ItemHit | undefined {
  const reach = grabReach(isCoarse);
  if (selected) {
    const place = selected.kind === "wall" ? undefined : itemPosition(sketch, selected);
    const middleDistance = place
      ? distance(view.toScreen(place.x, place.y), point)
      : Number.POSITIVE_INFINITY;
    const nearest = handlesOf(sketch, selected, view)
      .map(({ handle, at }) => ({ handle, off: distance(at, point) }))
      // In the middle of a small item, a press grabs the item and not its handle.
      .filter(({ off }) => off <= reach && off < middleDistance)
      .sort((a, b) => a.off - b.off)[0];
    if (nearest) return { item: selected, handle: nearest.handle };
  }
  // The lowest rank wins: a node that lies on a rock is grabbed as a node.
  const candidates: { hit: ItemHit; rank: number; off: number }[] = [];
  const offerHit = (item: SketchItem, rank: number, off: number, most = reach) => {
    if (off <= most) candidates.push({ hit: { item, handle: "body" }, rank, off });
  };
  for (const { group, nodes } of sketch.paths) {
    nodes.forEach(({ x, y }, index) => {
      offerHit({ kind: "node", group, index }, 0, distance(view.toScreen(x, y), point));
    });
  }
  const offFlag = ({ x, y }: Point) => {
    const foot = view.toScreen(x, y);
    return distanceToSegment(point, foot, { x: foot.x, y: foot.y - FLAG_HEIGHT }).off;
  };
  sketch.sites.forEach((site, index) => {
    offerHit({ kind: "site", index }, 0, offFlag(site));
  });
  for (const goal of sketch.goals) offerHit({ kind: "goal", group: goal.group }, 0, offFlag(goal));
  sketch.walls.forEach(({ from, to, radius }, index) => {
    const [a, b] = [view.toScreen(from.x, from.y), view.toScreen(to.x, to.y)];
    offerHit({ kind: "wall", index }, 1, distanceToSegment(point, a, b).off - radius * view.scale);
    // A short wall is grabbed only as a whole: its ends would leave no room to grab its middle.
    if (distance(a, b) < 4 * reach) return;
    for (const [handle, end] of [
      ["from", a],
      ["to", b],
    ] as const) {
      const endDistance = distance(end, point);
      if (endDistance <= reach)
        candidates.push({ hit: { item: { kind: "wall", index }, handle }, rank: 0, off: endDistance });
    }
  });
  sketch.obstacles.forEach(({ x, y, radius }, index) => {
    // A finger needs extra room around a small disc, but not around a large one.
    const size = radius * view.scale;
    const edgeDistance = distance(view.toScreen(x, y), point) - size;
    offerHit({ kind: "obstacle", index }, 2, edgeDistance, Math.max(3, reach - size));
  });
  for (const start of sketch.starts.filter(hasArea)) {
    const borderDistance = distanceToArea(start, view, point);
    offerHit(
      { kind: "start", group: start.group },
      3,
      withAreas ? Math.max(0, borderDistance) : Math.abs(borderDistance),
      reach / 2,
    );
  }
  return candidates.sort((a, b) => a.rank - b.rank || a.off - b.off)[0]?.hit;
}

/** Distance from a point of the stage to the border of a start area, CSS px; negative inside. */
function distanceToArea(start: LayoutSketch["starts"][number], view: SketchView, point: Point): number {
  const { x, y, radius, width = 0, height = 0 } = start;
  const center = view.toScreen(x, y);
  if (radius !== undefined) return distance(center, point) - radius * view.scale;
  const dx = Math.abs(point.x - center.x) - (width / 2) * view.scale;
  const dy = Math.abs(point.y - center.y) - (height / 2) * view.scale;
  if (dx > 0 && dy > 0) return Math.hypot(dx, dy);
  return Math.max(dx, dy);
}

/** Index at which a press inserts a node into a group's path: within the connection that it hits, else at the end. */
export function insertionIndex(
  sketch: LayoutSketch,
  group: string,
  view: SketchView,
  point: Point,
  isCoarse: boolean,
): number {
  const nodes = (pathOf(sketch, group)?.nodes ?? []).map(({ x, y }) => view.toScreen(x, y));
  let best = { off: grabReach(isCoarse), at: nodes.length };
  nodes.forEach((from, index) => {
    const to = nodes[index + 1];
    if (!to) return;
    const { off } = distanceToSegment(point, from, to);
    if (off < best.off) best = { off, at: index + 1 };
  });
  return best.at;
}
