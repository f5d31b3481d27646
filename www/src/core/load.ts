/** Fetches the core and instantiates its WebAssembly package; after a trap, creates a fresh instance. */

import * as glue from "../../pkg/flockwright.js";
import { moduleOf } from "./module";

/** Smallest module with a SIMD instruction: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** URL of the core; the page's head preloads it. */
const CORE_FILE_URL = new URL("../../pkg/flockwright_bg.wasm", import.meta.url).href;

/** Loads a file; a failed one may be requested again. */
export type LoadWithRetries = <T>(load: () => Promise<T>) => Promise<T>;

function notStarted(cause: unknown): Error {
  const text =
    "The simulation core could not be started. Reload the page; if that fails, update the browser.";
  return new Error(text, { cause });
}

/** Fetches and instantiates the core and returns its memory. Rejects with an Error whose message names the fix. */
export async function instantiate(come: LoadWithRetries): Promise<WebAssembly.Memory> {
  if (typeof WebAssembly === "undefined") {
    throw new Error(
      "WebAssembly is turned off or missing. Turn it on, or use a current Chrome, Edge, Firefox or Safari.",
    );
  }
  if (!WebAssembly.validate(simdProbe)) {
    throw new Error(
      "This browser has no WebAssembly SIMD. Update it: Chrome 91, Firefox 89, Safari 16.4 or newer.",
    );
  }
  let again = false;
  const module = await come(async () => {
    // A second attempt bypasses the browser's cache.
    const response = fetch(CORE_FILE_URL, again ? { cache: "reload" } : {});
    again = true;
    return moduleOf(await response, glue.build);
  });
  try {
    const { memory } = await glue.default({ module_or_path: module });
    return memory;
  } catch (cause) {
    throw notStarted(cause);
  }
}

/**
 * Creates a fresh instance of the module. `__wbg_reset_state` exists if the package was generated with
 * `reset_state_function`; without it the old instance continues, which only loses the memory of the failed run.
 */
export function renewInstance(): WebAssembly.Memory {
  const { __wbg_reset_state: reset } = glue as { __wbg_reset_state?: () => void };
  reset?.();
  // An instantiated module ignores the argument of initSync.
  return glue.initSync({ module: simdProbe }).memory;
}
