/**
 * Fetches the core and puts it behind the glue of its WebAssembly package, with helpers where its memory can be shared;
 * after a trap, a fresh instance of it.
 */

import { type Choice, chosen, fetchArtifact, helpersFor } from "./artifact";
import { type Glue, glue, useGlue } from "./glue";
import { type Crew, type HelperLike, Helpers } from "./helpers";
import { expectSoon, patiently, want } from "./late";
import { moduleOf } from "./module";

/** The smallest module with a SIMD instruction: `(func (result v128) i32.const 0 i8x16.splat)`. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** What runs on this page. */
export interface Instance {
  memory: WebAssembly.Memory;
  /** Only where the memory can be shared. */
  helpers?: Helpers;
  /** Why it cannot be. */
  alone?: string;
}

/** What a person waits for while the core has not come. */
const NAME = "the simulation";

function notStarted(cause: unknown): Error {
  const text =
    "The simulation core could not be started. Reload the page; if that fails, update the browser.";
  return new Error(text, { cause });
}

/** Fetches and instantiates the core. Rejects with an Error whose message names the fix. */
export async function instantiate(): Promise<Instance> {
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
  want(NAME);
  const choice = chosen();
  if (!choice.shared) return instantiateUsual(choice.why);
  const hasCome = expectSoon(NAME);
  try {
    return await instantiateShared(choice, choice.shared).finally(hasCome);
  } catch (error) {
    return instantiateUsual(`shared memory failed (${error instanceof Error ? error.message : error})`);
  }
}

async function instantiateUsual(alone: string | undefined): Promise<Instance> {
  const module = await patiently(NAME, async (again) => moduleOf(await fetchArtifact({}, again), glue.build));
  try {
    const { memory } = await glue.default({ module_or_path: module });
    return { memory, ...(alone && { alone }) };
  } catch (cause) {
    throw notStarted(cause);
  }
}

/** With the glue that lies beside it. */
async function instantiateShared(choice: Choice, folder: string): Promise<Instance> {
  const file = (name: string) => new URL(name, folder).href;
  const shared: Glue & Crew = await import(/* @vite-ignore */ file("flockwright.js"));
  const module = await moduleOf(await fetchArtifact(choice), shared.build);
  const { memory } = await shared.default({ module_or_path: module });
  // Helpers may be wanted first when there is no connection any more.
  fetch(file("helper.js"), { priority: "low" }).catch(() => {});
  const spawn = () =>
    new Worker(file("helper.js"), { type: "module", name: "flockwright helper" }) as HelperLike;
  const most = helpersFor(navigator.hardwareConcurrency);
  const helpers = new Helpers({ most, crew: shared, module, spawn }, memory);
  useGlue(shared);
  return { memory, helpers };
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
