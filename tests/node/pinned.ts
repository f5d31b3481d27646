import { readFileSync } from "node:fs";

/** The state hash of every scene after 600 ticks, in each version that it has had (`duel`, `duel&v=2`). */
export const pinnedHashes: Record<string, string> = JSON.parse(
  readFileSync(new URL("../hashes.json", import.meta.url), "utf8"),
);

export const sceneKeys = Object.keys(pinnedHashes).filter((key) => !key.includes("&"));

/** The hash of a scene as the gallery opens it: in its last version, which stands last. */
export const newestHash = (key: string) =>
  pinnedHashes[Object.keys(pinnedHashes).findLast((each) => each.split("&")[0] === key) ?? key];

/** Large and dense crowds, by link: the state hash after some ticks. */
export const crowds: { link: string; ticks: number; hash: string }[] = JSON.parse(
  readFileSync(new URL("../crowds.json", import.meta.url), "utf8"),
);
