/** Fetches the core where there is a network. */
import init, { type InitInput } from "../pkg-npm/npm.js";
import { start } from "./flock.js";

let loading: Promise<void> | undefined;

/**
 * Fetches the core, once, however often it is called; wait for it. Bundlers that know `new URL(..., import.meta.url)` (Vite, webpack,
 * Rollup with a plugin) find the file by themselves; others need the address of `flockwright/core.wasm`.
 */
export function load(from: InitInput = new URL("../pkg-npm/npm_bg.wasm", import.meta.url)): Promise<void> {
  loading ??= init({ module_or_path: from }).then(start);
  return loading;
}
