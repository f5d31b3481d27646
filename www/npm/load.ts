/** Fetches the core where there is a network. */
import init, { type InitInput } from "../pkg-npm/npm.js";
import { isStarted, start } from "./flock.js";
import { type CoreSource, once } from "./source.js";

/**
 * Fetches the core, once, however often it is called; wait for it. Bundlers that know `new URL(..., import.meta.url)` (Vite, webpack,
 * Rollup with a plugin) find the file by themselves; others need the address of `flockwright/core.wasm`, its bytes, or a response.
 */
export const load: (from?: CoreSource | Promise<CoreSource>) => Promise<void> = once(
  isStarted,
  async (from) => {
    const source = from ?? new URL("../pkg-npm/npm_bg.wasm", import.meta.url);
    start(await init({ module_or_path: source as InitInput | Promise<InitInput> }));
  },
);
