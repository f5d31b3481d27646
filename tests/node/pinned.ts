import { readFileSync } from "node:fs";

/** The state hash of every scene after 600 ticks. */
export const pinnedHashes: Record<string, string> = JSON.parse(
  readFileSync(new URL("../hashes.json", import.meta.url), "utf8"),
);

export const sceneKeys = Object.keys(pinnedHashes);

/** Large and dense crowds, by link: the state hash after some ticks. */
export const crowds: { link: string; ticks: number; hash: string }[] = JSON.parse(
  readFileSync(new URL("../crowds.json", import.meta.url), "utf8"),
);
