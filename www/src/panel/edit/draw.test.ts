import { expect, test } from "vitest";
import { Camera } from "../../stage/camera";
import { palettes } from "../../stage/palette";
import { drawEditor } from "./draw";
import type { LayoutSketch, StartArea } from "./sketch";

/** Says what is drawn, in order. */
function recorder(): { context: CanvasRenderingContext2D; drawn: string[] } {
  const drawn: string[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (first: unknown) => {
      drawn.push(name === "fillText" ? String(first) : String(name));
      return { width: 80 };
    },
    set: () => true,
  });
  return { context, drawn };
}

test("the names of all starts lie over the handle of the selected one", () => {
  const start = (group: string, x: number): StartArea => ({
    group,
    label: group,
    role: 0,
    x,
    y: 100,
    radius: 30,
  });
  const sketch: LayoutSketch = {
    width: 600,
    height: 400,
    mainGroup: "walkers",
    obstacles: [],
    walls: [],
    paths: [],
    starts: [start("walkers", 100), start("patrol", 130)],
    sites: [],
    goals: [],
    poses: new Map(),
    tiles: undefined,
    editedParts: new Set(),
  };
  const { context, drawn } = recorder();
  drawEditor({
    context,
    camera: new Camera(),
    palette: palettes.dark,
    sketch,
    selected: { kind: "start", group: "walkers" },
    ghost: undefined,
    cursor: undefined,
    fillsStartAreas: true,
    showsTileGrid: false,
    uncoveredRange: { left: 0, right: 800 },
    hasLargeHandles: true,
  });
  const names = ["walkers: start", "patrol: start"].map((name) => drawn.indexOf(name));
  expect(Math.min(...names)).toBeGreaterThan(drawn.lastIndexOf("arc"));
});
