/** Fetches the core's WebAssembly module and makes instances of it, also after a trap. */

import * as glue from "../../pkg/flockwright.js";
import { moduleOf } from "./module";

/** Smallest module with a SIMD instruction, to test the browser: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** URL of the core's WebAssembly file; the page's HTML preloads it. */
const CORE_FILE_URL = new URL("../../pkg/flockwright_bg.wasm", import.meta.url).href;

/** Runs `load`, and may run it again after a failure, so that a lost connection does not end the start of the page. */
export type LoadWithRetries = <T>(load: () => Promise<T>) => Promise<T>;

function notStarted(cause: unknown): Error {
  const text =
    "The simulation core could not be started. Reload the page; if that fails, update the browser.";
  return new Error(text, { cause });
}

/** Fetches the core, makes its first instance and returns its memory. Rejects with an Error that names the remedy. */
export async function instantiate(withRetries: LoadWithRetries): Promise<WebAssembly.Memory> {
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
  let isRetry = false;
  const module = await withRetries(async () => {
    // A further attempt bypasses the browser's cache, which may hold a broken file.
    const response = fetch(CORE_FILE_URL, isRetry ? { cache: "reload" } : {});
    isRetry = true;
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
 * Makes a fresh instance of the module and returns its memory. `__wbg_reset_state` exists if the package was generated
 * with `reset_state_function`; without it the same instance goes on, and the memory of the trapped run is lost.
 */
export function renewInstance(): WebAssembly.Memory {
  const { __wbg_reset_state: reset } = glue as { __wbg_reset_state?: () => void };
  reset?.();
  // `initSync` needs a module, but ignores it and returns the instance that exists.
  return glue.initSync({ module: simdProbe }).memory;
}
