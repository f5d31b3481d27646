/** The run in which a flock takes over from recorded animals. */
import { readValue, without } from "../../core/link/query";

export interface Ground {
  width: number;
  height: number;
  /** How many units the main group has. */
  count: number;
  /** How they start, one by one, as the core writes it; without it, as the scene has it. */
  poses?: string | undefined;
  /** Keys of the other groups: none of their units are there. */
  others: readonly string[];
  /** Walls are where the animals' were; a run that wraps goes on doing so. */
  walls: boolean;
}

/** What is another in the run of a recording; all else stays as the run has it. */
const OTHERS = ["width", "height", "count", "poses", "start", "at", "ev", "ob", "wa", "look"];

/** A run's link with the ground of a recording. */
export function modelLink(base: string, { width, height, count, others, poses, walls }: Ground): string {
  const gone = others.map((group) => `${group}.count`);
  const left = walls ? [...OTHERS, "edges", ...gone] : [...OTHERS, ...gone];
  const pairs = [`count=${count}`, `width=${width}`, `height=${height}`, ...gone.map((key) => `${key}=0`)];
  if (walls) pairs.push("edges=contain");
  if (poses) pairs.push(`poses=${poses}`);
  return [without(base, ...left), ...pairs].join("&");
}

/** How units start in a link, as far as it says so one by one. */
export const posesOf = (link: string) => readValue(link, "poses");
