/** Sources from which the core can be loaded. */
import { isStarted } from "./flock.js";

/** A compiled core: `WebAssembly.Module`, which TypeScript knows only with the DOM library. */
export interface CompiledCore {
  readonly [Symbol.toStringTag]?: string;
}

/** Source of a core: a URL (or in Node a path), bytes, a response of `fetch`, or a compiled core. */
export type CoreSource =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | CompiledCore;

/**
 * Makes a `load` function that loads only once: a later call with the same source, or none, waits for the first; one
 * with another source is rejected. A failed load can be repeated.
 */
export function loadOnce(
  loads: (from: CoreSource | Promise<CoreSource> | undefined) => Promise<void>,
): (from?: CoreSource | Promise<CoreSource>) => Promise<void> {
  let loading: Promise<void> | undefined;
  let loaded: unknown;
  return async (from) => {
    if (from === null) throw new TypeError("from is to be an address or bytes of a core, not null.");
    if (from !== undefined && (loading ? from !== loaded : isStarted()))
      throw new Error("Another core runs already: call load(from) before anything else, and with one core.");
    if (!loading) {
      loaded = from;
      loading = loads(from);
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
}
