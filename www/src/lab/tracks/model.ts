/** Link of the run in which a flock takes over from recorded animals. */
import { readValue, withoutKeys } from "../../core/link/query";

export interface RunGround {
  width: number;
  height: number;
  /** Units of the main group. */
  count: number;
  /** Start of each unit, as the core writes it; without it, as the scene has it. */
  poses?: string | undefined;
  /** Keys of the groups whose units are removed. */
  otherGroups: readonly string[];
  /** Edges of the world of a recording; undefined keeps the edges of the base link. */
  edges?: "contain" | "wrap" | undefined;
}

/** Keys of the run that a recording replaces. */
const REPLACED_KEYS = ["width", "height", "count", "poses", "start", "at", "ev", "ob", "wa", "look"];

/** Run's link with the ground of a recording. */
export function modelLink(
  base: string,
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
  return [withoutKeys(base, ...removedKeys), ...pairs].join("&");
}

/** Starts of single units in a link; empty without. */
export const posesOf = (link: string) => readValue(link, "poses");
