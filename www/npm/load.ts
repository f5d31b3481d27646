/** `load` for browsers: fetches the core. */
import init, { type InitInput } from "../pkg-npm/npm.js";
import { start } from "./flock.js";
import { type CoreSource, loadOnce } from "./source.js";

/**
 * Fetches and starts the core, once for any number of calls; has to be awaited before the first use. Bundlers that know
 * `new URL(..., import.meta.url)` (Vite, webpack, Rollup with a plugin) find the file; others need `from`: the URL of
 * `flockwright/core.wasm`, its bytes, or a response of `fetch`.
 */
export const load: (from?: CoreSource | Promise<CoreSource>) => Promise<void> = loadOnce(async (from) => {
  const source = from ?? new URL("../pkg-npm/npm_bg.wasm", import.meta.url);
  start(await init({ module_or_path: source as InitInput | Promise<InitInput> }));
});
