/** The shipped WebAssembly package, loaded as the page loads it, from disk. */
import { readFileSync } from "node:fs";
import { initSync } from "../../www/pkg/flockwright.js";

export * from "../../www/pkg/flockwright.js";

export const wasmBytes = readFileSync(new URL("../../www/pkg/flockwright_bg.wasm", import.meta.url));
const core = initSync({ module: wasmBytes });
/** In which the arrays of a simulation lie. */
export const { memory: wasmMemory } = core;
