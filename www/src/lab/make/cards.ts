/** The wishes that "Make it" offers, each with ranges of measures (bands) and the runs for which it makes sense. */
import type { ParamInfo } from "../../core";
import { plainParams } from "../../panel/plain";
import { isRuleParam, paramName } from "../../panel/rule/written";
import type { MeasureBand } from "./wish";

/** Facts about the open run on which the offered wishes depend. */
export interface RunFacts {
  /** Number of units of all groups. */
  unitCount: number;
  /** Length of the units of the first group that has any, u. */
  bodyLength: number;
  /** Whether units steer by each other, so that a flock can form. */
  hasFlocking: boolean;
  obstacles: boolean;
  /** Means of all measures over the second half of a test run, by key; empty or NaN where not measured. */
  measuredValues: Readonly<Record<string, number>>;
}

export interface WishCard {
  key: string;
  title: string;
  description: string;
  /** SVG path data of a small figure in a box of 48 x 32. */
  figurePath: string;
  /** Returns the wished ranges of measures (bands), or `undefined` if the wish makes no sense for this run. */
  bands: (facts: RunFacts) => MeasureBand[] | undefined;
}

export const roundToTwo = (value: number) => Number(value.toPrecision(2));
const measuredNow = (facts: RunFacts, key: string) => {
  const value = facts.measuredValues[key];
  return value !== undefined && Number.isFinite(value) ? value : undefined;
};
const noOverlap: MeasureBand = { measure: "overlapping", high: 0.03 };

/** Path of a dart (the shape of a unit) at (x, y), pointing in `angle` (degrees, 0 right, 90 down). */
function dartPath(x: number, y: number, angle: number, size = 5): string {
  const radians = (angle * Math.PI) / 180;
  const pointText = (along: number, aside: number) => {
    const px = x + size * (along * Math.cos(radians) - aside * Math.sin(radians));
    const py = y + size * (along * Math.sin(radians) + aside * Math.cos(radians));
    return `${px.toFixed(1)} ${py.toFixed(1)}`;
  };
  return `M${pointText(1, 0)}L${pointText(-0.8, 0.55)}L${pointText(-0.4, 0)}L${pointText(-0.8, -0.55)}Z`;
}

/** Paths of several darts, given as "x y angle" separated by commas. */
const dartPaths = (all: string, size?: number) =>
  all
    .split(",")
    .map((one) => {
      const [x = 0, y = 0, angle = 0] = one.trim().split(" ").map(Number);
      return dartPath(x, y, angle, size);
    })
    .join("");
const discPath = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const WISH_CARDS: readonly WishCard[] = [
  {
    key: "calm",
    title: "A calm school",
    description: "Slow, side by side, without bumping.",
    figurePath: dartPaths("10 9 0, 24 7 4, 38 10 0, 14 18 -3, 29 17 0, 10 26 2, 25 27 0, 39 24 -2"),
    bands: (facts) => {
      const speed = measuredNow(facts, "mean_speed");
      if (!facts.hasFlocking || !speed) return undefined;
      return [
        { measure: "polarization", low: 0.85 },
        { measure: "mean_speed", low: roundToTwo(0.3 * speed), high: roundToTwo(0.6 * speed) },
        noOverlap,
      ];
    },
  },
  {
    key: "ball",
    title: "A tight ball",
    description: "One flock, close together, without touching.",
    figurePath: dartPaths(
      "24 8 15, 17 12 20, 31 12 10, 13 18 15, 24 16 12, 35 18 18, 18 22 12, 30 23 15, 24 26 15",
      4.2,
    ),
    bands: ({ hasFlocking }) =>
      hasFlocking
        ? [
            { measure: "spacing", low: 1.5, high: 2.5 },
            { measure: "largest_flock_fixed", low: 0.95 },
            { measure: "overlapping", high: 0.01 },
          ]
        : undefined,
  },
  {
    key: "stream",
    title: "A fast stream",
    description: "All one way, at speed.",
    figurePath: `${dartPaths("12 8 0, 36 8 0, 24 16 0, 42 16 0, 14 24 0, 34 25 0")}M2 8h4v.8H2ZM22 8h7v.8h-7ZM8 16h9v.8H8ZM3 24h5v.8H3ZM22 25h6v.8h-6Z`,
    bands: (facts) => {
      const speed = measuredNow(facts, "mean_speed");
      if (!facts.hasFlocking || !speed) return undefined;
      return [
        { measure: "polarization", low: 0.9 },
        { measure: "mean_speed", low: roundToTwo(1.3 * speed) },
        { measure: "overlapping", high: 0.05 },
      ];
    },
  },
  {
    key: "swirl",
    title: "A swirl",
    description: "Round and round one place.",
    figurePath: dartPaths("24 5 0, 34 9 50, 37 17 95, 32 25 140, 23 28 182, 14 24 225, 11 16 272, 15 8 318"),
    bands: ({ hasFlocking }) =>
      hasFlocking
        ? [
            { measure: "milling", low: 0.6 },
            { measure: "largest_flock_fixed", low: 0.8 },
          ]
        : undefined,
  },
  {
    key: "groups",
    title: "Many small groups",
    description: "Little flocks, each for itself.",
    figurePath: dartPaths(
      "8 7 -30, 14 10 -30, 36 6 60, 40 11 60, 34 13 60, 10 24 200, 15 27 200, 36 25 120, 41 22 120",
      4,
    ),
    bands: ({ hasFlocking, unitCount }) =>
      hasFlocking && unitCount >= 40
        ? [
            { measure: "flocks_fixed", low: Math.max(4, roundToTwo(unitCount / 20)) },
            { measure: "largest_flock_fixed", high: 0.4 },
            { measure: "spacing", high: 5 },
          ]
        : undefined,
  },
  {
    key: "rejoin",
    title: "Split and rejoin",
    description: "Around rocks, and one flock again.",
    figurePath: `${dartPaths("8 12 -12, 8 20 12, 19 6 -18, 19 26 18, 31 5 14, 31 27 -14, 42 13 6, 42 20 -6", 4)}${discPath(25, 16, 5)}`,
    bands: ({ hasFlocking, obstacles }) =>
      hasFlocking && obstacles
        ? [
            { measure: "in_obstacles", high: 0.005 },
            { measure: "largest_flock_fixed", low: 0.8 },
            { measure: "polarization", low: 0.7 },
          ]
        : undefined,
  },
  {
    key: "distance",
    title: "Keep a distance",
    description: "Near what they go for, never at it.",
    figurePath: `${dartPaths("8 6 30, 6 17 0, 9 27 -30, 40 6 150, 42 17 180, 38 27 210", 4.4)}${discPath(24, 16, 3)}`,
    bands: (facts) =>
      measuredNow(facts, "closest_hunter") === undefined
        ? undefined
        : [
            {
              measure: "closest_hunter",
              low: roundToTwo(10 * facts.bodyLength),
              high: roundToTwo(30 * facts.bodyLength),
            },
          ],
  },
  {
    key: "follow",
    title: "Follow the leader",
    description: "Close behind, without crowding.",
    figurePath: `${dartPaths("25 9 20, 22 18 0, 12 7 20, 10 16 0, 13 25 -20, 25 27 -20", 3.6)}${dartPath(40, 17, 0, 6)}`,
    bands: (facts) => {
      const distance = measuredNow(facts, "leader_distance");
      return distance === undefined
        ? undefined
        : [
            { measure: "leader_distance", high: roundToTwo(0.75 * distance) },
            { measure: "overlapping", high: 0.02 },
            { measure: "spacing", low: 1.5 },
          ];
    },
  },
  {
    key: "room",
    title: "Room for everyone",
    description: "No one crowds anyone.",
    figurePath: dartPaths("8 7 20, 25 5 -15, 41 9 60, 9 24 -50, 25 20 10, 40 26 30", 4),
    bands: (facts) => {
      const spacing = measuredNow(facts, "spacing");
      if (spacing === undefined || facts.unitCount < 4) return undefined;
      return [
        { measure: "spacing", low: roundToTwo(Math.max(1.5, 1.3 * spacing)) },
        { measure: "overlapping", high: 0.01 },
      ];
    },
  },
  {
    key: "now",
    title: "As now, but \u2026",
    description: "Begin with what it does, and change one thing.",
    figurePath: dartPaths("10 16 0, 24 9 0, 24 23 0, 38 16 0"),
    bands: (facts) => {
      const bandAround = (measure: string, extent: number): MeasureBand[] => {
        const value = measuredNow(facts, measure);
        if (value === undefined) return [];
        return [{ measure, low: roundToTwo(Math.max(0, value - extent)), high: roundToTwo(value + extent) }];
      };
      const shareBand = (measure: string) =>
        bandAround(measure, 0.12).map((band) => ({ ...band, high: Math.min(1, band.high ?? 1) }));
      const spacing = measuredNow(facts, "spacing") ?? 0;
      const speed = measuredNow(facts, "mean_speed") ?? 0;
      const bands = [
        ...shareBand("polarization"),
        ...(spacing > 0 ? bandAround("spacing", 0.2 * spacing) : []),
        ...(speed > 0 ? bandAround("mean_speed", 0.15 * speed) : []),
        ...shareBand("largest_flock_fixed"),
      ];
      return facts.unitCount >= 2 && bands.length > 1 ? bands : undefined;
    },
  },
];

/** Numeric parameters of the main group that matter in a run, except number of units, world and start. */
export function variableParams(
  params: readonly ParamInfo[],
  matters: (info: ParamInfo) => boolean,
): ParamInfo[] {
  const scope = params[0]?.scope;
  const isExcluded = (info: ParamInfo) =>
    info.scope !== scope ||
    info.kind !== "float" ||
    ["Number and start", "Space", "Goal"].includes(info.section);
  return params
    .filter((info) => !isExcluded(info) && matters(info))
    .map((info) => ({ ...info, label: paramName(info) }));
}

/**
 * Parameters that a search changes unless a person chooses others: those with everyday names above the list of
 * parameters, those that shape a flock, and those of written rules. The speed is one of them only if a band is about
 * speed.
 */
export function usualAxes(
  params: readonly ParamInfo[],
  hasObstacles: boolean,
  bands?: readonly Pick<MeasureBand, "measure">[],
): ParamInfo[] {
  const freesSpeed = !bands || bands.some(({ measure }) => measure === "mean_speed");
  const isSpeed = ({ key, plain }: ParamInfo) => key === "speed" || plain?.label === "Speed" || plain?.root;
  const plainControls = plainParams(params, () => true);
  // Noise is varied only in runs that have noise.
  const isShape = ({ key, value, shapes: where }: ParamInfo) =>
    where !== "" && (hasObstacles || where === "anywhere") && (key !== "noise" || value > 0);
  const canVary = (info: ParamInfo) => plainControls.includes(info) || isShape(info) || isRuleParam(info);
  return params.filter((info) => canVary(info) && (freesSpeed || !isSpeed(info)));
}

/**
 * Range in which a search varies a parameter, in the core's notation. Sizes (parameters with a logarithmic slider,
 * except weights) vary by a factor of 5 up and down, logarithmically; others linearly in their whole range.
 */
export function axisOf(info: ParamInfo): string {
  const { key, value, min } = info;
  // Weights can be set higher than a search needs to try.
  const max = info.unit === "\u00d7" ? Math.min(info.max, Math.max(10, value)) : info.max;
  const axisText = (low: number, high: number, spread: "log" | "linear") => {
    const [from, to] = [Math.max(low, min), Math.min(high, max)].map((end) => Number(end.toPrecision(4)));
    return `${key}=${from}..${to}:${spread}`;
  };
  const isWeight = info.unit === "\u00d7";
  const isSize = info.log && value > 0 && !isWeight && (min > 0 || max > 10);
  return isSize ? axisText(value / 5, value * 5, "log") : axisText(min, max, "linear");
}
