/** How the stage draws units (trails, colors, glow and size); the simulation does not depend on it. */
import type { GroupInfo, Scenery } from "../core";
import { playerRole, regularRole } from "./darts";

export const COLORINGS = ["role", "heading", "speed", "group", "neighbors"] as const;
export type Coloring = (typeof COLORINGS)[number];
export interface Appearance {
  /** Length of the trails: 0 none, 1 short, 2 long. */
  trails: 0 | 1 | 2;
  color: Coloring;
  /** Whether each unit has a soft light around it (on a light background, ink); overlaps show where it is dense. */
  glow: boolean;
  /** Drawn size of units: 0 small, 1 usual, 2 large (see `SIZE_FACTORS`). */
  size: 0 | 1 | 2;
}

export const PLAIN_APPEARANCE: Appearance = { trails: 0, color: "role", glow: false, size: 1 };

/** Factor of the drawn length of units for each value of `Appearance.size`. */
export const SIZE_FACTORS = [0.7, 1, 1.6] as const;

/** Above this number of units, trails are off by default, since they would merge into one area. */
const MAX_TRAIL_UNITS = 3000;
/** From this number of units on, glow is on by default, to show dense places. */
const MIN_GLOW_UNITS = 2000;
/** Smallest size of a group that is colored by heading by default; smaller groups are colored by role. */
const MIN_FLOCK_UNITS = 40;

/** Returns the appearance that suits a scene, used until a person chooses another. */
export function usualAppearance(groups: readonly GroupInfo[], scenery: Scenery): Appearance {
  const unitCount = groups.reduce((sum, { count }) => sum + count, 0);
  const largest = groups.reduce((most, group) => (group.count > most.count ? group : most), {
    count: 0,
    role: 0,
  });
  const largeGroups = new Set(
    groups.filter(({ count, role }) => role !== playerRole && count > 8).map(({ key }) => key),
  );
  const omitsTrails = scenery.trails || scenery.tiles !== undefined;
  return {
    trails: omitsTrails || unitCount > MAX_TRAIL_UNITS ? 0 : 2,
    color:
      largest.count >= MIN_FLOCK_UNITS && largeGroups.size === 1 && largest.role === regularRole
        ? "heading"
        : "role",
    glow: unitCount >= MIN_GLOW_UNITS,
    size: 1,
  };
}

export function sameAppearance(a: Appearance, b: Appearance): boolean {
  return a.trails === b.trails && a.color === b.color && a.glow === b.glow && a.size === b.size;
}
