import { expect, describe as group, test } from "vitest";
import { undoKey } from "./bar";
import { startNames } from "./draw";
import {
  addNode,
  addObstacle,
  addWall,
  dragHandle,
  freeAll,
  moveTo,
  paint,
  remove,
  resize,
  setStart,
  tileLine,
} from "./edits";
import { hit, insertAt, type View } from "./hit";
import { neighborOf } from "./keys";
import { describe, type Item, itemsOf, readSketch, type Sketch, tileKey, writeSketch } from "./sketch";
import { hintOf, toolsOf } from "./tools";

const radii = { obstacle: [1, 2000], wall: [0.5, 200] } as const;

const sketch = (edited = ""): Sketch =>
  readSketch(
    {
      width: 600,
      height: 400,
      edges: "bounce",
      toroidal: false,
      trails: false,
      obstacles: [
        { x: 100, y: 100, radius: 20 },
        { x: 300.04, y: 200, radius: 20 },
      ],
      walls: [{ from: { x: 400, y: 50 }, to: { x: 400, y: 150 }, radius: 3 }],
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
      minded: true,
      starts: [
        { group: "boids", label: "Boids", role: 0, edited: false, x: 300, y: 200, width: 600, height: 400 },
        { group: "walkers", label: "Walkers", role: 1, edited: false, x: 500, y: 300, radius: 40 },
        { group: "rim", label: "Rim", role: 2, edited: false, x: 300, y: 200 },
      ],
      limits: { obstacles: 10, walls: 10, nodes: 10, tiles: 10 },
      radii: { obstacle: [1, 2000], wall: [0.5, 200] },
    },
    edited,
  );

const view: View = { scale: 1, toScreen: (x, y) => ({ x, y }) };
const first: Item = { kind: "obstacle", index: 0 };

group("edits", () => {
  test("nothing edited is written as nothing; an edit writes its own part, all of it, on the grid", () => {
    expect(writeSketch(sketch())).toBe("");
    expect(writeSketch(moveTo(sketch(), first, { x: 120.26, y: 80 }))).toBe("ob=120.3-80-20_300-200-20");
    expect(writeSketch(sketch("ob=1&walkers.path=2"))).toBe(
      "ob=100-100-20_300-200-20&walkers.path=50-300_250-300",
    );
  });

  test("everything stays in the world and in its range", () => {
    const far = moveTo(sketch(), first, { x: -50, y: 9999 });
    expect(far.obstacles[0]).toMatchObject({ x: 0, y: 400 });
    expect(resize(sketch(), first, -500, radii).obstacles[0]?.radius).toBe(1);
    const wall = moveTo(sketch(), { kind: "wall", index: 0 }, { x: 700, y: 0 }).walls[0];
    expect(wall).toEqual({ from: { x: 600, y: 0 }, to: { x: 600, y: 100 }, radius: 3 });
  });

  test("things are added, resized by their handles, and taken away", () => {
    const [more, item] = addObstacle(sketch(), { x: 10, y: 20, radius: 5 }, radii);
    expect(describe(more, item)).toBe("Obstacle 3 of 3, at 10, 20, radius 5");
    expect(dragHandle(more, item, "rim", { x: 10, y: 60 }, radii).obstacles[2]?.radius).toBe(40);
    expect(writeSketch(remove(remove(remove(more, item), first), first))).toBe("ob=none");
    const [walled, wall] = addWall(sketch(), { from: { x: 1, y: 2 }, to: { x: 30, y: 40 }, radius: 3 });
    expect(dragHandle(walled, wall, "to", { x: 50, y: 60 }, radii).walls[1]?.to).toEqual({ x: 50, y: 60 });
    expect(describe(walled, wall)).toBe("Wall 2 of 2, from 1, 2 to 30, 40");
  });

  test("nodes go between others or begin anew, and the last one taken away gives the scene's path back", () => {
    const [between] = addNode(sketch(), "walkers", 1, { x: 150, y: 350 });
    expect(writeSketch(between)).toBe("walkers.path=50-300_150-350_250-300");
    const [fresh, node] = addNode(sketch(), "walkers", 9, { x: 5, y: 6 }, true);
    expect(writeSketch(fresh)).toBe("walkers.path=5-6");
    expect(writeSketch(remove(fresh, node))).toBe("");
  });

  test("a start is a disk or a rectangle; the main group's key stands bare", () => {
    expect(writeSketch(setStart(sketch(), "boids", { x: 1, y: 2, radius: 30 })[0])).toBe("start=1-2-30");
    const [box, item] = setStart(sketch(), "walkers", { x: 100, y: 100, width: 60, height: 20 });
    expect(writeSketch(box)).toBe("walkers.start=100-100-60-20");
    expect(dragHandle(box, item, "corner", { x: 110, y: 140 }, radii).starts[1]).toMatchObject({
      width: 20,
      height: 80,
    });
    expect(writeSketch(remove(box, item))).toBe("");
  });

  test("tiles are painted along lines, inside the world alone", () => {
    const tiled = {
      ...sketch(),
      tiles: { size: 16, columns: 5, rows: 5, blocked: new Set([tileKey(4, 4)]) },
    };
    const line = tileLine({ x: 1, y: 1 }, { x: 4, y: 2 });
    expect(line).toHaveLength(4);
    const painted = paint(tiled, [...line, { x: 9, y: 1 }], true);
    expect(writeSketch(painted)).toBe("tiles=1-1-1_2-1-1_3-2-1_4-2-1_4-4-1");
    expect(writeSketch(paint(painted, [...line, { x: 4, y: 4 }], false))).toBe("tiles=none");
    expect(writeSketch(freeAll(painted))).toBe("tiles=none");
  });
});

group("what lies under the pointer", () => {
  const at = (x: number, y: number, selected?: Item, coarse = false, areas = false) =>
    hit(sketch(), view, { x, y }, selected, coarse, areas);

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

  test("a tap on a leg puts a node between, elsewhere at the end", () => {
    expect(insertAt(sketch(), "walkers", view, { x: 150, y: 303 }, false)).toBe(1);
    expect(insertAt(sketch(), "walkers", view, { x: 400, y: 350 }, false)).toBe(2);
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
  expect(hintOf(info, false)).toBe("Drag. Enter does, too.");
  expect(hintOf(info, true)).toBe("Drag.");
  expect(hintOf({ ...info, keys: "" }, false)).toBe("Drag.");
});

test("tools that mean nothing in a scene are not offered", () => {
  expect(toolsOf({ tiles: true, paths: false }).map(({ tool }) => tool)).toEqual([
    "select",
    "start",
    "tiles",
  ]);
  expect(toolsOf({ tiles: false, paths: true }).map(({ tool }) => tool)).toContain("path");
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
