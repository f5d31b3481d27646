/** What is measured: the one list from which plots, table and file derive. */
import { ticksPerSecond } from "../../core/clock";
import type { Measures } from "../../core/watch";

export interface Quantity {
  key: Exclude<keyof Measures, "tick" | "flockRadius">;
  /** Its place in a sample of the core. */
  at: number;
  label: string;
  unit: string;
  /** What it means, for people who meet it for the first time. */
  doc: string;
  /** Its name in the file. */
  column: string;
  /** Always between 0 and 1. */
  share: boolean;
  whole: boolean;
}

function quantity(
  key: Quantity["key"],
  at: number,
  label: string,
  unit: string,
  doc: string,
  kind: "share" | "whole" | "real" = "real",
): Quantity {
  const named = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const suffix = unit ? `_${unit.replace("/", "_per_")}` : "";
  const column = `${named}${suffix}`;
  return { key, at, label, unit, doc, column, share: kind === "share", whole: kind === "whole" };
}

/** Numbers in a sample of the core: the tick first. */
export const sampleLength = 11;

/** Crowds above this are drawn from, where distances between neighbors are measured. */
export const mostPaired = 2048;

/** The distance at which units are of one flock: part of every sample, and no measure of the crowd. */
export const flockRadius: Pick<Quantity, "at" | "column"> = { at: 7, column: "flock_radius_u" };

export const quantities: readonly Quantity[] = [
  quantity(
    "polarization",
    1,
    "Polarization",
    "",
    "1: all move the same way. Near 0: each goes its own way.",
    "share",
  ),
  quantity(
    "milling",
    2,
    "Milling",
    "",
    "1: all circle the center of the crowd in the same direction.",
    "share",
  ),
  quantity(
    "nearestNeighbor",
    3,
    "Nearest neighbor",
    "u",
    "Mean distance from a unit to the one nearest to it.",
  ),
  quantity("overlaps", 4, "Overlaps", "pairs", "Pairs of units closer than one body length.", "whole"),
  quantity("flocks", 5, "Flocks", "", "Groups of units that are connected by sight.", "whole"),
  quantity(
    "largestFlock",
    6,
    "Largest flock",
    "",
    "Share of all units that are in the largest flock.",
    "share",
  ),
  quantity("leaders", 8, "Leaders", "", "Units with nobody ahead of them.", "whole"),
  quantity("meanSpeed", 9, "Mean speed", "u/s", "How fast units move on average."),
  quantity("closestHunter", 10, "Closest hunter", "u", "Distance from the target to the unit nearest to it."),
];

/** A value as one reads it; a dash where there is none. */
export function valueText({ unit, share, whole }: Quantity, value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "\u2013";
  const digits = share ? 2 : whole || value >= 1000 ? 0 : value >= 100 ? 1 : 2;
  const text = value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit && unit !== "pairs" ? `${text}\u202f${unit}` : text;
}

/** A tick as one reads it, with its time. */
export function tickText(tick: number): string {
  return `tick ${tick.toLocaleString("en-US")}, ${(tick / ticksPerSecond).toFixed(1)}\u202fs`;
}
