/** The entry for browsers and their bundlers. */
import init, { type InitInput } from "../pkg/flockwright.js";
import { start } from "./flock.js";

export type { BodyKey, GroupInfo, ParamInfo, Role } from "../pkg/flockwright.js";
export * from "./flock.js";

/**
 * Fetches the core; call it once, and wait for it. Bundlers that know `new URL(..., import.meta.url)` (Vite, webpack,
 * Rollup with a plugin) find the file by themselves; others are told where `flockwright/core.wasm` lies.
 */
export async function load(
  from: InitInput = new URL("../pkg/flockwright_bg.wasm", import.meta.url),
): Promise<void> {
  start(await init({ module_or_path: from }));
}
