/** What the core is taken to say where no run is open, or one that trapped before it was ever asked. */
import type { LayoutInfo, Scenery, TargetInfo } from "../../pkg/flockwright.js";

export const nowhere: Scenery = {
  width: 1,
  height: 1,
  edges: "contain",
  toroidal: false,
  obstacles: [],
  walls: [],
  paths: [],
  trails: false,
};

export const noLayout: LayoutInfo = {
  minded: false,
  starts: [],
  limits: { obstacles: 0, walls: 0, nodes: 0, tiles: 0 },
  radii: { obstacle: [1, 1], wall: [1, 1] },
};

export const noTarget: TargetInfo = { kind: "none", x: 0, y: 0, vx: 0, vy: 0, unit: -1 };
export const noFloats = new Float32Array(0);
export const noMarks = new Uint32Array(0);
