/** How units look besides their roles: trails, colors, glow and size. The run does not depend on any of it. */
import type { GroupInfo, Scenery } from "../core";
import { playerRole, regularRole } from "./darts";

export const COLORINGS = ["role", "heading", "speed", "group", "neighbors"] as const;
export type Coloring = (typeof COLORINGS)[number];
/** What colors tell on the stage; `parting` beside a recording. */
export type Telling = Coloring | "parting";

export interface Appearance {
  /** Length of the trails: 0 none, 1 short, 2 long. */
  trails: 0 | 1 | 2;
  color: Coloring;
  /** Light (on paper, a wash) around each unit, which adds up to the density of a crowd. */
  glow: boolean;
  /** Size of the darts: 0 small, 1 as usual, 2 large. */
  size: 0 | 1 | 2;
}

export const plainAppearance: Appearance = { trails: 0, color: "role", glow: false, size: 1 };

/** How much larger than usual darts are drawn, by `size`. */
export const sizeFactors = [0.7, 1, 1.6] as const;

/** With more units than this, trails would be a solid sheet, and density says more. */
const mostTrails = 3000;
/** With at least this many, one wants to see where it is crowded. */
const leastGlow = 2000;
/** A flock has at least this many units: fewer are colored by role. */
const leastFlock = 40;

/** What shows a scene well, until a person chooses otherwise. */
export function usualAppearance(groups: readonly GroupInfo[], scenery: Scenery): Appearance {
  const many = groups.reduce((sum, { count }) => sum + count, 0);
  const largest = groups.reduce((most, group) => (group.count > most.count ? group : most), {
    count: 0,
    role: 0,
  });
  const kinds = new Set(
    groups.filter(({ count, role }) => role !== playerRole && count > 8).map(({ key }) => key),
  );
  const tracked = scenery.trails || scenery.tiles !== undefined;
  return {
    trails: tracked || many > mostTrails ? 0 : 2,
    color:
      largest.count >= leastFlock && kinds.size === 1 && largest.role === regularRole ? "heading" : "role",
    glow: many >= leastGlow,
    size: 1,
  };
}

export function sameAppearance(a: Appearance, b: Appearance): boolean {
  return a.trails === b.trails && a.color === b.color && a.glow === b.glow && a.size === b.size;
}
