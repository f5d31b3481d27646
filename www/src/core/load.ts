/** Fetches the core and puts it behind the glue of the WebAssembly package; after a trap, a fresh instance of it. */
import init, * as glue from "../../pkg/flockwright.js";

/** The smallest module with a SIMD instruction: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

let compiled: WebAssembly.Module | undefined;

/** The core as it was compiled once, for instances in workers. */
export function coreModule(): WebAssembly.Module | undefined {
  return compiled;
}

/** Compiles while the file arrives, where the host says what it is. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  const type = response.headers.get("Content-Type")?.split(";")[0];
  if (type === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Fetches and instantiates the core. Rejects with an Error whose message names the fix. */
export async function instantiate(): Promise<WebAssembly.Memory> {
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
  const url = new URL("../../pkg/flockwright_bg.wasm", import.meta.url);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new Error("The simulation core could not be fetched. Check the connection and reload the page.", {
      cause,
    });
  }
  if (!response.ok) {
    throw new Error(
      `The simulation core is not where the page expects it (HTTP ${response.status}). Build it: ./build.sh build`,
    );
  }
  try {
    compiled = await compile(response);
    return (await init({ module_or_path: compiled })).memory;
  } catch (cause) {
    const text =
      "The simulation core could not be started. Reload the page; if that fails, update the browser.";
    throw new Error(text, { cause });
  }
}

/**
 * Puts a fresh instance behind the glue. `__wbg_reset_state` exists when the package was generated with
 * `reset_state_function`; without it the old instance goes on, which loses the memory of the failed run but no more.
 */
export function renewInstance(): WebAssembly.Memory {
  const { __wbg_reset_state: reset } = glue as { __wbg_reset_state?: () => void };
  reset?.();
  // Once instantiated, initSync ignores its argument and returns the exports of the current instance.
  return glue.initSync({ module: simdProbe }).memory;
}
