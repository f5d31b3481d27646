/** Layout as the editor keeps it: plain data in u, rounded to the 0.1 u of links, whose edits return new data. */
import type { LayoutInfo, LayoutObject, PoseObject, Scenery } from "../../core";

export interface Point {
  x: number;
  y: number;
}

export interface Disc extends Point {
  radius: number;
}

export interface Segment {
  from: Point;
  to: Point;
  radius: number;
}

interface GroupPath {
  group: string;
  label: string;
  role: number;
  nodes: readonly Point[];
}

export interface StartArea extends Point {
  group: string;
  label: string;
  role: number;
  /**
   * Radius of the start area, u, if it is a disk; undefined for a rectangle and for a start along the world's edges.
   */
  radius?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** Goal to which a group goes; the stage draws it as a flag. */
export interface GroupGoal extends Point {
  group: string;
  label: string;
}

/** Named place, to which groups and rules can refer; the stage draws it as a flag. */
export interface Site extends Point {
  name: string;
}

interface TileGrid {
  size: number;
  columns: number;
  rows: number;
  /** Keys (see `tileKey`) of the tiles that are blocked. */
  blocked: ReadonlySet<number>;
}

export interface LayoutSketch {
  width: number;
  height: number;
  obstacles: readonly Disc[];
  walls: readonly Segment[];
  paths: readonly GroupPath[];
  starts: readonly StartArea[];
  sites: readonly Site[];
  /** Goals of groups, u; parameters of the groups hold them, not the layout. */
  goals: readonly GroupGoal[];
  /** Start poses of units, by the key of their group. */
  poses: ReadonlyMap<string, readonly PoseObject[]>;
  tiles: TileGrid | undefined;
  /** Keys, in links, of the parts of the layout that differ from the scene's, such as "wa" for walls. */
  editedParts: ReadonlySet<string>;
  /** Key of the main group; keys of its parameters have no prefix. */
  mainGroup: string;
}

/** Layout item that can be selected. Tiles can only be painted. */
export type SketchItem =
  | { kind: "obstacle"; index: number }
  | { kind: "wall"; index: number }
  | { kind: "site"; index: number }
  | { kind: "node"; group: string; index: number }
  | { kind: "start"; group: string }
  | { kind: "goal"; group: string };

/** Part of an item that can be dragged: the body moves the item, all others resize it or move an end. */
export type ItemHandle = "body" | "rim" | "corner" | "from" | "to";

const MAX_COLUMNS = 4096;

export function tileKey(column: number, row: number): number {
  return row * MAX_COLUMNS + column;
}

function tileFromKey(key: number): { column: number; row: number } {
  return { column: key % MAX_COLUMNS, row: Math.floor(key / MAX_COLUMNS) };
}

/** Rounds to 0.1 u, the precision of links. */
export function roundToGrid(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

export function sameItem(a: SketchItem | undefined, b: SketchItem | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Reads the layout of the core; `edited` has only the parts that differ from the scene's. */
export function readSketch(
  scenery: Scenery,
  layout: LayoutInfo,
  edited: LayoutObject,
  goals: readonly (Point & { group: string })[],
): LayoutSketch {
  const labels = new Map(layout.starts.map(({ group, label }) => [group, label]));
  const { tiles } = scenery;
  const main = layout.starts[0]?.group ?? "";
  const blocked = new Set<number>();
  for (let at = 0; tiles && at + 1 < tiles.blocked.length; at += 2) {
    blocked.add(tileKey(tiles.blocked[at] ?? 0, tiles.blocked[at + 1] ?? 0));
  }
  return {
    width: scenery.width,
    height: scenery.height,
    obstacles: scenery.obstacles,
    walls: scenery.walls,
    paths: scenery.paths.map(({ group, role, nodes }) => ({
      group,
      label: labels.get(group) ?? group,
      role,
      nodes,
    })),
    starts: layout.starts,
    sites: edited.sites,
    goals: goals.map(({ group, x, y }) => ({ group, label: labels.get(group) ?? group, x, y })),
    poses: new Map(edited.groups.flatMap(({ group, poses }) => (poses.length > 0 ? [[group, poses]] : []))),
    tiles: tiles && { size: tiles.size, columns: tiles.columns, rows: tiles.rows, blocked },
    editedParts: keysIn(edited, main),
    mainGroup: main,
  };
}

/** Returns the edited parts of a layout in the format of the core. */
export function editedLayout(sketch: LayoutSketch): LayoutObject {
  const { editedParts, obstacles, walls, tiles, sites, paths, starts, poses } = sketch;
  const isEdited = (name: "path" | "start", group: string) => editedParts.has(partKey(sketch, name, group));
  const groups = starts.map(({ group, label: _, role: __, ...area }) => ({
    group,
    path: isEdited("path", group) ? [...(paths.find((path) => path.group === group)?.nodes ?? [])] : [],
    ...(isEdited("start", group) && { start: area }),
    // A start area that was drawn replaces the poses of its group.
    poses: isEdited("start", group) ? [] : [...(poses.get(group) ?? [])],
  }));
  const blocked = [...(tiles?.blocked ?? [])].sort((a, b) => a - b).map(tileFromKey);
  return {
    ...(editedParts.has("ob") && { obstacles: [...obstacles] }),
    ...(editedParts.has("wa") && { walls: [...walls] }),
    ...(editedParts.has("tiles") && tiles && { tiles: blocked.flatMap(({ column, row }) => [column, row]) }),
    sites: editedParts.has("sites") ? [...sites] : [],
    groups: groups.filter(({ path, start, poses }) => path.length + poses.length > 0 || start),
  };
}

function keysIn({ obstacles, walls, tiles, sites, groups }: LayoutObject, main: string): Set<string> {
  const parts = groups.flatMap(({ group, path, start, poses }) => [
    path.length > 0 && partKey({ mainGroup: main }, "path", group),
    start && partKey({ mainGroup: main }, "start", group),
    poses.length > 0 && partKey({ mainGroup: main }, "poses", group),
  ]);
  const keys = [obstacles && "ob", walls && "wa", tiles && "tiles", sites.length > 0 && "sites", ...parts];
  return new Set(keys.filter((key) => typeof key === "string"));
}

/** Key in links of a group's path, start area, poses or goal; the main group's has no prefix. */
export function partKey(
  { mainGroup }: Pick<LayoutSketch, "mainGroup">,
  name: "path" | "start" | "poses" | "goal",
  group: string,
): string {
  return group === mainGroup ? name : `${group}.${name}`;
}

/** All items that can be selected, in the order of the Tab key. */
export function itemsOf(sketch: LayoutSketch): SketchItem[] {
  return [
    ...sketch.obstacles.map((_, index): SketchItem => ({ kind: "obstacle", index })),
    ...sketch.walls.map((_, index): SketchItem => ({ kind: "wall", index })),
    ...sketch.paths.flatMap(({ group, nodes }) =>
      nodes.map((_, index): SketchItem => ({ kind: "node", group, index })),
    ),
    ...sketch.sites.map((_, index): SketchItem => ({ kind: "site", index })),
    ...sketch.goals.map(({ group }): SketchItem => ({ kind: "goal", group })),
    ...sketch.starts.filter(hasArea).map(({ group }): SketchItem => ({ kind: "start", group })),
  ];
}

/** Whether a group starts in an area instead of along the world's edges. */
export function hasArea(start: StartArea): boolean {
  return start.radius !== undefined || start.width !== undefined;
}

/** Key in links of the part of the layout that contains an item, such as "wa" for a wall. */
export function partOfItem(sketch: LayoutSketch, item: SketchItem): string {
  if (item.kind === "obstacle") return "ob";
  if (item.kind === "wall") return "wa";
  if (item.kind === "site") return "sites";
  return partKey(sketch, item.kind === "node" ? "path" : item.kind, item.group);
}

export function itemExists(sketch: LayoutSketch, item: SketchItem): boolean {
  return itemsOf(sketch).some((other) => sameItem(item, other));
}

/** Position of an item, u (of a wall its middle); undefined if the item does not exist. */
export function itemPosition(sketch: LayoutSketch, item: SketchItem): Point | undefined {
  if (item.kind === "obstacle") return sketch.obstacles[item.index];
  if (item.kind === "site") return sketch.sites[item.index];
  if (item.kind === "node") return pathOf(sketch, item.group)?.nodes[item.index];
  if (item.kind === "start") return startOf(sketch, item.group);
  if (item.kind === "goal") return goalOf(sketch, item.group);
  const wall = sketch.walls[item.index];
  return wall && { x: (wall.from.x + wall.to.x) / 2, y: (wall.from.y + wall.to.y) / 2 };
}

export function pathOf(sketch: LayoutSketch, group: string): GroupPath | undefined {
  return sketch.paths.find((path) => path.group === group);
}

export function startOf(sketch: LayoutSketch, group: string): StartArea | undefined {
  return sketch.starts.find((start) => start.group === group);
}

export function goalOf(sketch: LayoutSketch, group: string): GroupGoal | undefined {
  return sketch.goals.find((goal) => goal.group === group);
}

/** First of the names "Site 1", "Site 2" ... that is not taken. */
export function freeSiteName({ sites }: Pick<LayoutSketch, "sites">): string {
  const takenNames = new Set(sites.map(({ name }) => name.toLowerCase()));
  for (let count = 1; ; count++) if (!takenNames.has(`site ${count}`)) return `Site ${count}`;
}

const roundedText = (value: number) => String(Math.round(value));

/** Sentence on number, place and size of an item, for the line under the tools. */
export function describeItem(sketch: LayoutSketch, item: SketchItem): string {
  if (item.kind === "obstacle") {
    const { x, y, radius } = sketch.obstacles[item.index] ?? { x: 0, y: 0, radius: 0 };
    const rockName = `Rock ${item.index + 1} of ${sketch.obstacles.length}`;
    return `${rockName}, at ${roundedText(x)}, ${roundedText(y)}, radius ${roundedText(radius)}`;
  }
  if (item.kind === "wall") {
    const wall = sketch.walls[item.index];
    if (!wall) return "";
    const { from, to } = wall;
    const endsText = `from ${roundedText(from.x)}, ${roundedText(from.y)} to ${roundedText(to.x)}, ${roundedText(to.y)}`;
    return `Wall ${item.index + 1} of ${sketch.walls.length}, ${endsText}`;
  }
  if (item.kind === "site") {
    const site = sketch.sites[item.index];
    return site ? `Site ${site.name}, at ${roundedText(site.x)}, ${roundedText(site.y)}` : "";
  }
  if (item.kind === "node") {
    const path = pathOf(sketch, item.group);
    const { x, y } = path?.nodes[item.index] ?? { x: 0, y: 0 };
    const nodeName = `Node ${item.index + 1} of ${path?.nodes.length ?? 0}`;
    return `${nodeName} on the path of ${path?.label ?? ""}, at ${roundedText(x)}, ${roundedText(y)}`;
  }
  if (item.kind === "goal") {
    const goal = goalOf(sketch, item.group);
    return goal ? `Goal of ${goal.label}, at ${roundedText(goal.x)}, ${roundedText(goal.y)}` : "";
  }
  const start = startOf(sketch, item.group);
  if (!start) return "";
  const { x, y, radius, width = 0, height = 0 } = start;
  const size =
    radius !== undefined
      ? `radius ${roundedText(radius)}`
      : `${roundedText(width)} wide, ${roundedText(height)} high`;
  return `Start of ${start.label}, at ${roundedText(x)}, ${roundedText(y)}, ${size}`;
}

/** Short name of an item, for lists and for labels of undo. */
export function itemName(sketch: LayoutSketch, item: SketchItem): string {
  if (item.kind === "obstacle") return `Rock ${item.index + 1}`;
  if (item.kind === "wall") return `Wall ${item.index + 1}`;
  if (item.kind === "site") return `Site ${sketch.sites[item.index]?.name ?? ""}`;
  if (item.kind === "node") return `${pathOf(sketch, item.group)?.label ?? ""}: node ${item.index + 1}`;
  if (item.kind === "goal") return `${goalOf(sketch, item.group)?.label ?? ""}: goal`;
  return `${startOf(sketch, item.group)?.label ?? ""}: start`;
}
