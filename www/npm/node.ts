/** The entry for Node: the core is read from disk at once. */
import { readFileSync } from "node:fs";
import { initSync } from "../pkg-npm/npm.js";
import { start } from "./flock.js";

export type * from "../pkg-npm/keys.js";
export * from "./flock.js";

start(initSync({ module: readFileSync(new URL("../pkg-npm/npm_bg.wasm", import.meta.url)) }));

/** The same as in browsers; here the core is there already. */
export async function load(): Promise<void> {}
