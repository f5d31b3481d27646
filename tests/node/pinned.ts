import { readFileSync } from "node:fs";

/** The state hash of every scene after 600 ticks, pinned for all targets. */
export const pinnedHashes: Record<string, string> = JSON.parse(
  readFileSync(new URL("../hashes.json", import.meta.url), "utf8"),
);

export const sceneKeys = Object.keys(pinnedHashes);
