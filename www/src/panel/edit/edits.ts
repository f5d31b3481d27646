/** Edits of a layout: each function returns a changed copy. Pure. */
import {
  type Disc,
  type ItemHandle,
  type LayoutSketch,
  type Point,
  partKey,
  partOfItem,
  pathOf,
  roundToGrid,
  type Segment,
  type Site,
  type SketchItem,
  type StartArea,
  startOf,
  tileKey,
} from "./sketch";

/** Smallest and largest radius of rocks, and half thickness of walls, u. */
interface RadiusRanges {
  obstacle: readonly [number, number];
  wall: readonly [number, number];
}

const MIN_START_SIZE = 1;

/** Moves a point into the world, and rounds it to the 0.1 u of links. */
export function inWorld(sketch: LayoutSketch, { x, y }: Point): Point {
  const clampedCoordinate = (value: number, most: number) =>
    roundToGrid(Math.min(Math.max(value, 0), roundToGrid(most - 0.05)));
  return { x: clampedCoordinate(x, sketch.width), y: clampedCoordinate(y, sketch.height) };
}

/** Returns a layout with these items; marks their part, given by its key in links such as "wa" (walls), as edited. */
function withPart(sketch: LayoutSketch, key: string, items: Partial<LayoutSketch>): LayoutSketch {
  return { ...sketch, ...items, editedParts: new Set([...sketch.editedParts, key]) };
}

function withReplaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((old, at) => (at === index ? value : old));
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return roundToGrid(Math.min(high, Math.max(low, value)));
}

export function addObstacle(
  sketch: LayoutSketch,
  disc: Disc,
  radii: RadiusRanges,
): [LayoutSketch, SketchItem] {
  const newDisc = { ...inWorld(sketch, disc), radius: clamp(disc.radius, radii.obstacle) };
  const obstacles = [...sketch.obstacles, newDisc];
  return [withPart(sketch, "ob", { obstacles }), { kind: "obstacle", index: obstacles.length - 1 }];
}

export function addWall(sketch: LayoutSketch, { from, to, radius }: Segment): [LayoutSketch, SketchItem] {
  const newWall = { from: inWorld(sketch, from), to: inWorld(sketch, to), radius: roundToGrid(radius) };
  const walls = [...sketch.walls, newWall];
  return [withPart(sketch, "wa", { walls }), { kind: "wall", index: walls.length - 1 }];
}

export function addSite(sketch: LayoutSketch, { name, ...place }: Site): [LayoutSketch, SketchItem] {
  const sites = [...sketch.sites, { name, ...inWorld(sketch, place) }];
  return [withPart(sketch, "sites", { sites }), { kind: "site", index: sites.length - 1 }];
}

/** Inserts a node into a group's path at index `insertAt`; with `isNew` the node replaces the whole path. */
export function addNode(
  sketch: LayoutSketch,
  group: string,
  insertAt: number,
  place: Point,
  isNew: boolean,
): [LayoutSketch, SketchItem] {
  const old = pathOf(sketch, group)?.nodes ?? [];
  const index = isNew ? 0 : Math.min(insertAt, old.length);
  const node = inWorld(sketch, place);
  const nodes = isNew ? [node] : [...old.slice(0, index), node, ...old.slice(index)];
  return [withNodes(sketch, group, nodes), { kind: "node", group, index }];
}

function withNodes(sketch: LayoutSketch, group: string, nodes: readonly Point[]): LayoutSketch {
  const paths = sketch.paths.map((path) => (path.group === group ? { ...path, nodes } : path));
  return withPart(sketch, partKey(sketch, "path", group), { paths });
}

/** Replaces the start area of a group; returns the layout and the area as the item to select. */
export function setStart(
  sketch: LayoutSketch,
  group: string,
  area: Pick<StartArea, "x" | "y" | "radius" | "width" | "height">,
): [LayoutSketch, SketchItem] {
  const size = (value: number | undefined) =>
    value === undefined ? undefined : roundToGrid(Math.max(MIN_START_SIZE, value));
  const { radius, width, height } = area;
  const newArea = {
    ...inWorld(sketch, area),
    radius: size(radius),
    width: radius === undefined ? size(width ?? MIN_START_SIZE) : undefined,
    height: radius === undefined ? size(height ?? MIN_START_SIZE) : undefined,
  };
  const starts = sketch.starts.map((start) => (start.group === group ? { ...start, ...newArea } : start));
  return [withPart(sketch, partKey(sketch, "start", group), { starts }), { kind: "start", group }];
}

/** Moves an item to a point; a wall with its middle. */
export function moveItem(sketch: LayoutSketch, item: SketchItem, place: Point): LayoutSketch {
  if (item.kind === "obstacle") {
    const oldDisc = sketch.obstacles[item.index];
    if (!oldDisc) return sketch;
    const obstacles = withReplaced(sketch.obstacles, item.index, { ...oldDisc, ...inWorld(sketch, place) });
    return withPart(sketch, "ob", { obstacles });
  }
  if (item.kind === "node") {
    const nodes = pathOf(sketch, item.group)?.nodes ?? [];
    return withNodes(sketch, item.group, withReplaced(nodes, item.index, inWorld(sketch, place)));
  }
  if (item.kind === "start") {
    const oldStart = startOf(sketch, item.group);
    return oldStart ? setStart(sketch, item.group, { ...oldStart, ...inWorld(sketch, place) })[0] : sketch;
  }
  if (item.kind === "site") {
    const oldSite = sketch.sites[item.index];
    if (!oldSite) return sketch;
    const sites = withReplaced(sketch.sites, item.index, { ...oldSite, ...inWorld(sketch, place) });
    return withPart(sketch, "sites", { sites });
  }
  if (item.kind === "goal") {
    const newPlace = inWorld(sketch, place);
    const goals = sketch.goals.map((goal) => (goal.group === item.group ? { ...goal, ...newPlace } : goal));
    return { ...sketch, goals };
  }
  const wall = sketch.walls[item.index];
  if (!wall) return sketch;
  // Keeps both ends in the world, so that the wall keeps its shape.
  const halfWall = { x: (wall.to.x - wall.from.x) / 2, y: (wall.to.y - wall.from.y) / 2 };
  const roomFor = (value: number, reach: number, most: number) =>
    Math.min(Math.max(value, Math.abs(reach)), Math.max(Math.abs(reach), most - Math.abs(reach)));
  const x = roomFor(place.x, halfWall.x, sketch.width);
  const y = roomFor(place.y, halfWall.y, sketch.height);
  const movedWall = {
    from: inWorld(sketch, { x: x - halfWall.x, y: y - halfWall.y }),
    to: inWorld(sketch, { x: x + halfWall.x, y: y + halfWall.y }),
    radius: wall.radius,
  };
  return withPart(sketch, "wa", { walls: withReplaced(sketch.walls, item.index, movedWall) });
}

/** Drags a handle of an item to a point, which moves or resizes the item. */
export function dragHandle(
  sketch: LayoutSketch,
  item: SketchItem,
  handle: ItemHandle,
  to: Point,
  radii: RadiusRanges,
): LayoutSketch {
  if (handle === "body") return moveItem(sketch, item, to);
  if (item.kind === "obstacle") {
    const disc = sketch.obstacles[item.index];
    if (!disc) return sketch;
    return resizeItem(sketch, item, Math.hypot(to.x - disc.x, to.y - disc.y) - disc.radius, radii);
  }
  if (item.kind === "start") {
    const start = startOf(sketch, item.group);
    if (!start) return sketch;
    const [dx, dy] = [Math.abs(to.x - start.x), Math.abs(to.y - start.y)];
    const area =
      start.radius !== undefined
        ? { ...start, radius: Math.hypot(dx, dy) }
        : { ...start, width: 2 * dx, height: 2 * dy };
    return setStart(sketch, item.group, area)[0];
  }
  const wall = item.kind === "wall" ? sketch.walls[item.index] : undefined;
  if (!wall || item.kind !== "wall") return sketch;
  const end = handle === "from" ? { from: inWorld(sketch, to) } : { to: inWorld(sketch, to) };
  const walls = withReplaced(sketch.walls, item.index, { ...wall, ...end });
  return withPart(sketch, "wa", { walls });
}

/** Grows an item by a length in u: a disk's radius, a wall's thickness, or half the width and height of a rectangle. */
export function resizeItem(
  sketch: LayoutSketch,
  item: SketchItem,
  delta: number,
  radii: RadiusRanges,
): LayoutSketch {
  if (item.kind === "obstacle") {
    const disc = sketch.obstacles[item.index];
    if (!disc) return sketch;
    const resizedDisc = { ...disc, radius: clamp(disc.radius + delta, radii.obstacle) };
    const obstacles = withReplaced(sketch.obstacles, item.index, resizedDisc);
    return withPart(sketch, "ob", { obstacles });
  }
  if (item.kind === "wall") {
    const wall = sketch.walls[item.index];
    if (!wall) return sketch;
    const resizedWall = { ...wall, radius: clamp(wall.radius + delta / 2, radii.wall) };
    return withPart(sketch, "wa", { walls: withReplaced(sketch.walls, item.index, resizedWall) });
  }
  const start = item.kind === "start" ? startOf(sketch, item.group) : undefined;
  if (!start || item.kind !== "start") return sketch;
  const { radius, width = 0, height = 0 } = start;
  const area =
    radius !== undefined
      ? { radius: radius + delta }
      : { width: width + 2 * delta, height: height + 2 * delta };
  return setStart(sketch, item.group, { x: start.x, y: start.y, ...area })[0];
}

/** Removes an item. A removed start area, or a path whose only node is removed, becomes that of the scene. */
export function removeItem(sketch: LayoutSketch, item: SketchItem): LayoutSketch {
  const withoutItem = <T>(list: readonly T[], index: number) => list.filter((_, at) => at !== index);
  if (item.kind === "obstacle") {
    const obstacles = withoutItem(sketch.obstacles, item.index);
    return withPart(sketch, "ob", { obstacles });
  }
  if (item.kind === "wall") {
    return withPart(sketch, "wa", { walls: withoutItem(sketch.walls, item.index) });
  }
  if (item.kind === "site") {
    return withPart(sketch, "sites", { sites: withoutItem(sketch.sites, item.index) });
  }
  if (item.kind === "node") {
    const nodes = withoutItem(pathOf(sketch, item.group)?.nodes ?? [], item.index);
    if (nodes.length > 0) return withNodes(sketch, item.group, nodes);
  }
  const key = partOfItem(sketch, item);
  return { ...sketch, editedParts: new Set([...sketch.editedParts].filter((other) => other !== key)) };
}

/** Blocks tiles, or frees them if `isBlocked` is false. Tiles are given by column and row. */
export function paintTiles(sketch: LayoutSketch, tiles: readonly Point[], isBlocked: boolean): LayoutSketch {
  if (!sketch.tiles) return sketch;
  const { columns, rows } = sketch.tiles;
  const blockedTiles = new Set(sketch.tiles.blocked);
  for (const { x, y } of tiles) {
    if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
    if (isBlocked) blockedTiles.add(tileKey(x, y));
    else blockedTiles.delete(tileKey(x, y));
  }
  return withPart(sketch, "tiles", { tiles: { ...sketch.tiles, blocked: blockedTiles } });
}

/** Frees all tiles. */
export function freeAll(sketch: LayoutSketch): LayoutSketch {
  if (!sketch.tiles) return sketch;
  return withPart(sketch, "tiles", { tiles: { ...sketch.tiles, blocked: new Set() } });
}

/** Tiles of a straight line, by column and row, both ends included (Bresenham). */
export function tileLine(from: Point, to: Point): Point[] {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const [sx, sy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const tiles = [{ ...from }];
  let { x, y } = from;
  let error = dx - dy;
  while (x !== to.x || y !== to.y) {
    const doubleError = 2 * error;
    if (doubleError > -dy) {
      error -= dy;
      x += sx;
    }
    if (doubleError < dx) {
      error += dx;
      y += sy;
    }
    tiles.push({ x, y });
  }
  return tiles;
}
