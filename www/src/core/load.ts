/** Fetches the core and puts it behind the glue of its WebAssembly package; after a trap, a fresh instance of it. */

import * as glue from "../../pkg/flockwright.js";
import { moduleOf } from "./module";

/** The smallest module with a SIMD instruction: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** The core's file; the page's head has asked for it already. */
const file = new URL("../../pkg/flockwright_bg.wasm", import.meta.url).href;

/** How a file is loaded: what fails may be asked for again. */
export type Come = <T>(load: () => Promise<T>) => Promise<T>;

function notStarted(cause: unknown): Error {
  const text =
    "The simulation core could not be started. Reload the page; if that fails, update the browser.";
  return new Error(text, { cause });
}

/** Fetches and instantiates the core, and gives its memory. Rejects with an Error whose message names the fix. */
export async function instantiate(come: Come): Promise<WebAssembly.Memory> {
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
    // Again: past what the browser has kept of it.
    const response = fetch(file, again ? { cache: "reload" } : {});
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
 * Puts a fresh instance behind the glue. `__wbg_reset_state` exists when the package was generated with
 * `reset_state_function`; without it the old instance goes on, which loses the memory of the failed run but no more.
 */
export function renewInstance(): WebAssembly.Memory {
  const { __wbg_reset_state: reset } = glue as { __wbg_reset_state?: () => void };
  reset?.();
  // Once instantiated, initSync ignores its argument.
  return glue.initSync({ module: simdProbe }).memory;
}
