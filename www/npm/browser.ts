/** The entry for browsers and their bundlers. */
import init, { type InitInput } from "../pkg/flockwright.js";
import { start } from "./flock.js";

export type * from "../pkg/keys.js";
export * from "./flock.js";

let loading: Promise<void> | undefined;

/**
 * Fetches the core, once, however often it is called; wait for it. Bundlers that know `new URL(..., import.meta.url)` (Vite, webpack,
 * Rollup with a plugin) find the file by themselves; others need the address of `flockwright/core.wasm`.
 */
export function load(
  from: InitInput = new URL("../pkg/flockwright_bg.wasm", import.meta.url),
): Promise<void> {
  loading ??= init({ module_or_path: from }).then(start);
  return loading;
}
