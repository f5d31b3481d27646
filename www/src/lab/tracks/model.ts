/** Links of runs in the world of a recorded group of animals: without units, or with a flock that starts like them. */
import { readValue, withoutKeys } from "../../core/link/query";

export interface RunGround {
  width: number;
  height: number;
  /** Number of units of the main group. */
  count: number;
  /** Position, heading and speed of each unit at tick 0, as in links; by default the start of the scene. */
  poses?: string | undefined;
  /** Keys of the groups that get no units. */
  otherGroups: readonly string[];
  /** Edges of the world; `undefined` keeps those of the base link. */
  edges?: "contain" | "wrap" | undefined;
}

/** Keys of a link that `modelLink` replaces or removes. */
const REPLACED_KEYS = ["width", "height", "count", "poses", "start", "at", "ev", "ob", "wa", "look"];

/** Returns `baseLink` with the world, the number of units and the start poses of a recording. */
export function modelLink(
  baseLink: string,
  { width, height, count, otherGroups, poses, edges }: RunGround,
): string {
  const countKeys = otherGroups.map((group) => `${group}.count`);
  const removedKeys = edges
    ? [...REPLACED_KEYS, "edges", "toroidal", ...countKeys]
    : [...REPLACED_KEYS, ...countKeys];
  const pairs = [
    `count=${count}`,
    `width=${width}`,
    `height=${height}`,
    ...countKeys.map((key) => `${key}=0`),
  ];
  if (edges) pairs.push(`edges=${edges}`);
  if (edges === "wrap") pairs.push("toroidal=on");
  if (poses) pairs.push(`poses=${poses}`);
  return [withoutKeys(baseLink, ...removedKeys), ...pairs].join("&");
}

/** Start poses of single units (key `poses`) in a link; "" if it has none. */
export const posesOf = (link: string) => readValue(link, "poses");
