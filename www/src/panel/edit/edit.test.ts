import { expect, describe as group, test } from "vitest";
import type { LayoutObject } from "../../core";
import { undoKey } from "./bar";
import { startNames } from "./draw";
import {
  addNode,
  addObstacle,
  addWall,
  dragHandle,
  freeAll,
  moveItem,
  paintTiles,
  removeItem,
  resizeItem,
  setStart,
  tileLine,
} from "./edits";
import { hitItem, insertionIndex, type SketchView } from "./hit";
import { neighborOf } from "./keys";
import {
  describeItem,
  editedLayout,
  itemsOf,
  type LayoutSketch,
  readSketch,
  type SketchItem,
  tileKey,
} from "./sketch";
import { toolHint, toolsOf } from "./tools";

const radii = { obstacle: [1, 2000], wall: [0.5, 200] } as const;

const sketch = (edited: LayoutObject = { sites: [], groups: [] }): LayoutSketch =>
  readSketch(
    {
      width: 600,
      height: 400,
      edges: "bounce",
      toroidal: false,
      trails: false,
      potential: false,
      heeds: false,
      obstacles: [
        { x: 100, y: 100, radius: 20 },
        { x: 300.04, y: 200, radius: 20 },
      ],
      walls: [{ from: { x: 400, y: 50 }, to: { x: 400, y: 150 }, radius: 3 }],
      sites: [],
      paths: [
        {
          group: "walkers",
          role: 0,
          radius: 10,
          end: "loop",
          nodes: [
            { x: 50, y: 300 },
            { x: 250, y: 300 },
          ],
        },
      ],
    },
    {
      starts: [
        { group: "boids", label: "Boids", role: 0, edited: false, x: 300, y: 200, width: 600, height: 400 },
        { group: "walkers", label: "Walkers", role: 1, edited: false, x: 500, y: 300, radius: 40 },
        { group: "rim", label: "Rim", role: 2, edited: false, x: 300, y: 200 },
      ],
      limits: { obstacles: 10, walls: 10, nodes: 10, tiles: 10, sites: 10, poses: 10 },
      radii: { obstacle: [1, 2000], wall: [0.5, 200] },
    },
    edited,
    [],
  );

const view: SketchView = { scale: 1, toScreen: (x, y) => ({ x, y }) };
const first: SketchItem = { kind: "obstacle", index: 0 };
const none: LayoutObject = { sites: [], groups: [] };
const walkers = (more: object) => ({ group: "walkers", path: [], poses: [], ...more });
const pathIn = (sketch: LayoutSketch) => editedLayout(sketch).groups[0]?.path.map(({ x, y }) => [x, y]);

group("edits", () => {
  test("nothing edited is written as nothing; an edit writes its own part, all of it, on the grid", () => {
    expect(editedLayout(sketch())).toEqual(none);
    const moved = editedLayout(moveItem(sketch(), first, { x: 120.26, y: 80 }));
    expect(moved).toEqual({ obstacles: [{ x: 120.3, y: 80, radius: 20 }, sketch().obstacles[1]], ...none });
    const edited = {
      obstacles: [...sketch().obstacles],
      sites: [],
      groups: [walkers({ path: [{ x: 2, y: 2 }] })],
    };
    expect(editedLayout(sketch(edited))).toEqual({
      obstacles: edited.obstacles,
      sites: [],
      groups: [walkers({ path: [...(sketch().paths[0]?.nodes ?? [])] })],
    });
  });

  test("everything stays in the world and in its range", () => {
    const far = moveItem(sketch(), first, { x: -50, y: 9999 });
    expect(far.obstacles[0]).toMatchObject({ x: 0, y: 400 });
    expect(resizeItem(sketch(), first, -500, radii).obstacles[0]?.radius).toBe(1);
    const wall = moveItem(sketch(), { kind: "wall", index: 0 }, { x: 700, y: 0 }).walls[0];
    expect(wall).toEqual({ from: { x: 600, y: 0 }, to: { x: 600, y: 100 }, radius: 3 });
  });

  test("what is moved keeps its shape, and all others their place", () => {
    const wall = { from: { x: 10, y: 20 }, to: { x: 50, y: 40 }, radius: 3 };
    const walled = { ...sketch(), walls: [...sketch().walls, wall] };
    expect(editedLayout(moveItem(walled, { kind: "wall", index: 1 }, { x: 100, y: 100 })).walls).toEqual([
      walled.walls[0],
      { from: { x: 80, y: 90 }, to: { x: 120, y: 110 }, radius: 3 },
    ]);
    const [path] = sketch().paths;
    const paths = path ? [path, { ...path, group: "boids" }] : [];
    const node: SketchItem = { kind: "node", group: "walkers", index: 1 };
    const bent = moveItem({ ...sketch(), paths }, node, { x: 70, y: 80 });
    expect(bent.paths.map(({ nodes }) => nodes[1])).toEqual([
      { x: 70, y: 80 },
      { x: 250, y: 300 },
    ]);
    const { starts } = moveItem(sketch(), { kind: "start", group: "walkers" }, { x: 90, y: 60 });
    expect(starts[1]).toMatchObject({ x: 90, y: 60, radius: 40 });
    expect(starts[0]).toEqual(sketch().starts[0]);
  });

  test("each end of a wall and the rim of a start are dragged alone; one node of two can go", () => {
    const wall: SketchItem = { kind: "wall", index: 0 };
    const start: SketchItem = { kind: "start", group: "walkers" };
    const [bent] = dragHandle(sketch(), wall, "from", { x: 1, y: 2 }, radii).walls;
    expect(bent).toEqual({ from: { x: 1, y: 2 }, to: { x: 400, y: 150 }, radius: 3 });
    expect(dragHandle(sketch(), start, "rim", { x: 530, y: 340 }, radii).starts[1]?.radius).toBe(50);
    expect(resizeItem(sketch(), start, 5, radii).starts[1]?.radius).toBe(45);
    expect(editedLayout(removeItem(sketch(), wall))).toEqual({ walls: [], ...none });
    const node: SketchItem = { kind: "node", group: "walkers", index: 0 };
    expect(pathIn(removeItem(sketch(), node))).toEqual([[250, 300]]);
  });

  test("things are added, resized by their handles, and taken away", () => {
    const [more, item] = addObstacle(sketch(), { x: 10, y: 20, radius: 5 }, radii);
    expect(describeItem(more, item)).toBe("Rock 3 of 3, at 10, 20, radius 5");
    expect(dragHandle(more, item, "rim", { x: 10, y: 60 }, radii).obstacles[2]?.radius).toBe(40);
    expect(editedLayout(removeItem(removeItem(removeItem(more, item), first), first)).obstacles).toEqual([]);
    const [walled, wall] = addWall(sketch(), { from: { x: 1, y: 2 }, to: { x: 30, y: 40 }, radius: 3 });
    expect(dragHandle(walled, wall, "to", { x: 50, y: 60 }, radii).walls[1]?.to).toEqual({ x: 50, y: 60 });
    expect(describeItem(walled, wall)).toBe("Wall 2 of 2, from 1, 2 to 30, 40");
  });

  test("nodes go between others or begin anew, and the last one taken away gives the scene's path back", () => {
    const [between] = addNode(sketch(), "walkers", 1, { x: 150, y: 350 }, false);
    expect(pathIn(between)).toEqual([
      [50, 300],
      [150, 350],
      [250, 300],
    ]);
    const [fresh, node] = addNode(sketch(), "walkers", 9, { x: 5, y: 6 }, true);
    expect(pathIn(fresh)).toEqual([[5, 6]]);
    expect(editedLayout(removeItem(fresh, node))).toEqual(none);
  });

  test("a start is a disk or a rectangle", () => {
    const [disk] = setStart(sketch(), "boids", { x: 1, y: 2, radius: 30 });
    expect(editedLayout(disk).groups).toMatchObject([{ group: "boids", start: { x: 1, y: 2, radius: 30 } }]);
    const [box, item] = setStart(sketch(), "walkers", { x: 100, y: 100, width: 60, height: 20 });
    expect(editedLayout(box).groups).toMatchObject([
      { group: "walkers", start: { x: 100, y: 100, width: 60, height: 20 } },
    ]);
    expect(dragHandle(box, item, "corner", { x: 110, y: 140 }, radii).starts[1]).toMatchObject({
      width: 20,
      height: 80,
    });
    expect(editedLayout(removeItem(box, item))).toEqual(none);
  });

  test("tiles are painted along lines, inside the world alone", () => {
    const tiled = {
      ...sketch(),
      tiles: { size: 16, columns: 5, rows: 5, blocked: new Set([tileKey(4, 4)]) },
    };
    const line = tileLine({ x: 1, y: 1 }, { x: 4, y: 2 });
    expect(line).toHaveLength(4);
    const outside = [
      { x: 5, y: 1 },
      { x: 1, y: 5 },
      { x: -1, y: 2 },
      { x: 2, y: -1 },
    ];
    const painted = paintTiles(tiled, [...line, ...outside], true);
    const blocked = (sketch: LayoutSketch) => editedLayout(sketch).tiles?.join(" ");
    expect(blocked(painted)).toBe("1 1 2 1 3 2 4 2 4 4");
    expect(blocked(paintTiles(painted, [...line, { x: 4, y: 4 }], false))).toBe("");
    expect(blocked(freeAll(painted))).toBe("");
    expect(blocked(paintTiles(tiled, [{ x: 0, y: 0 }], true))).toBe("0 0 4 4");
    const steep = tileLine({ x: 4, y: 6 }, { x: 2, y: 1 });
    expect(steep.map(({ y }) => y)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(steep.map(({ x }) => x).join()).toBe("4,4,3,3,2,2");
  });
});

group("what lies under the pointer", () => {
  const at = (x: number, y: number, selected?: SketchItem, coarse = false, areas = false) =>
    hitItem(sketch(), view, { x, y }, selected, coarse, areas);

  test("a body moves; the handle of the selected thing resizes", () => {
    expect(at(110, 95)).toEqual({ item: first, handle: "body" });
    expect(at(121, 100)?.handle).toBe("body");
    expect(at(121, 100, first)?.handle).toBe("rim");
    expect(at(400, 52, { kind: "wall", index: 0 })?.handle).toBe("from");
    expect(at(200, 20)).toBeUndefined();
  });

  test("a finger has 44 px around small things", () => {
    expect(at(50, 319)).toBeUndefined();
    expect(at(50, 319, undefined, true)?.item).toEqual({ kind: "node", group: "walkers", index: 0 });
    expect(at(418, 100, undefined, true)?.item.kind).toBe("wall");
  });

  test("areas are taken hold of at their border, or anywhere while starts are edited", () => {
    expect(at(500, 310)).toBeUndefined();
    expect(at(538, 300)?.item).toEqual({ kind: "start", group: "walkers" });
    expect(at(500, 310, undefined, false, true)?.item.kind).toBe("start");
  });

  test("walls are as thick as they are drawn, and long ones have ends", () => {
    const wall: SketchItem = { kind: "wall", index: 0 };
    expect(at(412, 100)).toEqual({ item: wall, handle: "body" });
    expect(at(413, 100)).toBeUndefined();
    expect(at(402, 52)).toEqual({ item: wall, handle: "from" });
    expect(at(402, 148)).toEqual({ item: wall, handle: "to" });
    const short = { ...sketch(), walls: [{ from: { x: 400, y: 50 }, to: { x: 420, y: 50 }, radius: 3 }] };
    expect(hitItem(short, view, { x: 401, y: 50 }, undefined, false, false)?.handle).toBe("body");
    expect(hitItem(short, view, { x: 419, y: 51 }, wall, false, false)?.handle).toBe("to");
    const point = { ...sketch(), walls: [{ from: { x: 400, y: 50 }, to: { x: 400, y: 50 }, radius: 3 }] };
    expect(hitItem(point, view, { x: 405, y: 50 }, undefined, false, false)?.item).toEqual(wall);
  });

  test("a node on a disc is the node, and of two discs the one whose middle is nearer", () => {
    const discs = [
      { x: 50, y: 300, radius: 30 },
      { x: 80, y: 300, radius: 30 },
    ];
    const on = (x: number) =>
      hitItem({ ...sketch(), obstacles: discs }, view, { x, y: 300 }, undefined, false, false);
    expect(on(53)?.item.kind).toBe("node");
    expect(on(63)?.item).toEqual({ kind: "obstacle", index: 0 });
    expect(on(67)?.item).toEqual({ kind: "obstacle", index: 1 });
  });

  test("the middle of a small thing still means the thing itself, and not its handle", () => {
    const small = { ...sketch(), obstacles: [{ x: 100, y: 100, radius: 5 }] };
    const on = (x: number) => hitItem(small, view, { x, y: 100 }, first, false, false)?.handle;
    expect([on(102), on(104), on(113)]).toEqual(["body", "rim", "rim"]);
  });

  test("a rectangle is its border, round its corners", () => {
    const box = {
      group: "walkers",
      label: "",
      role: 1,
      x: 500,
      y: 300,
      width: 60,
      height: 20,
    };
    const on = (x: number, y: number, areas = false, selected?: SketchItem) =>
      hitItem({ ...sketch(), starts: [box] }, view, { x, y }, selected, false, areas);
    expect([on(532, 300), on(500, 307), on(533, 313)].map((found) => found?.item.kind)).toEqual([
      "start",
      "start",
      "start",
    ]);
    expect([on(500, 300), on(545, 300), on(534, 314), on(500, 315)]).toEqual(Array(4).fill(undefined));
    expect([on(500, 300, true)?.handle, on(545, 300, true)]).toEqual(["body", undefined]);
    expect(on(530, 310, true, { kind: "start", group: "walkers" })?.handle).toBe("corner");
  });

  test("a nearer view needs a nearer press", () => {
    const near: SketchView = { scale: 2, toScreen: (x, y) => ({ x: 2 * x + 10, y: 2 * y - 30 }) };
    const on = (x: number, y: number, selected?: SketchItem) =>
      hitItem(sketch(), near, near.toScreen(x, y), selected, false, false);
    expect([on(121, 100)?.item, on(122, 100)]).toEqual([first, undefined]);
    expect([on(407, 100)?.item.kind, on(408, 100)]).toEqual(["wall", undefined]);
    expect([on(542, 300)?.item.kind, on(543, 300)]).toEqual(["start", undefined]);
    expect(on(118, 101, first)?.handle).toBe("rim");
  });

  test("a tap on a leg puts a node between, elsewhere at the end", () => {
    expect(insertionIndex(sketch(), "walkers", view, { x: 150, y: 303 }, false)).toBe(1);
    expect(insertionIndex(sketch(), "walkers", view, { x: 400, y: 350 }, false)).toBe(2);
  });
});

test("Tab goes through all things and then on", () => {
  const items = itemsOf(sketch());
  expect(items).toHaveLength(7);
  expect(neighborOf(items, -1, 1)).toEqual(first);
  expect(neighborOf(items, 6, 1)).toBeUndefined();
  expect(neighborOf(items, -1, -1)).toEqual({ kind: "start", group: "walkers" });
});

test("a tool says what to do, with the keys where there are any", () => {
  const info = { hint: "Drag.", keys: "Enter does, too." };
  expect(toolHint(info, false)).toBe("Drag. Enter does, too.");
  expect(toolHint(info, true)).toBe("Drag.");
  expect(toolHint({ ...info, keys: "" }, false)).toBe("Drag.");
});

test("tools that mean nothing in a scene are not offered", () => {
  const tiles = { size: 1, columns: 1, rows: 1, blocked: new Set<number>() };
  const path = { group: "walkers", label: "Walkers", role: 0, nodes: [] };
  expect(toolsOf({ tiles, paths: [] }).map(({ tool }) => tool)).toEqual(["select", "start", "tiles"]);
  expect(toolsOf({ tiles: undefined, paths: [path] }).map(({ tool }) => tool)).toContain("path");
});

test("the keys of undo and redo are those of every platform", () => {
  const key = (name: string, ...held: string[]) =>
    undoKey({
      key: name,
      code: name === "\u044f" ? "KeyZ" : "",
      ctrlKey: held.includes("ctrl"),
      metaKey: held.includes("meta"),
      shiftKey: held.includes("shift"),
      altKey: held.includes("alt"),
    });
  expect([key("z", "ctrl"), key("z", "meta"), key("Z", "ctrl", "shift"), key("y", "ctrl")]).toEqual([
    "undo",
    "undo",
    "redo",
    "redo",
  ]);
  expect(key("\u044f", "ctrl")).toBe("undo");
  expect([key("z"), key("z", "ctrl", "alt"), key("y", "meta")]).toEqual([undefined, undefined, undefined]);
});

test("places to start that lie on each other have their names in one line", () => {
  const start = (label: string, more: object) => ({ group: label, label, role: 0, x: 300, y: 200, ...more });
  const lines = startNames([
    start("Hunters", { width: 600, height: 400 }),
    start("Leader", { radius: 20 }),
    start("Boids", { width: 600, height: 400 }),
  ]);
  expect(lines).toEqual([
    { text: "Hunters, Boids: start", x: 300, top: 0, role: 0 },
    { text: "Leader: start", x: 300, top: 180, role: 0 },
  ]);
});
