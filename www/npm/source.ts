/** Where a core comes from. */

/** A compiled core: `WebAssembly.Module`, which TypeScript knows only with the DOM library. */
export interface CompiledCore {
  readonly [Symbol.toStringTag]?: string;
}

/** An address, a `URL`, bytes, a response of `fetch`, or a compiled core. */
export type CoreSource =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | CompiledCore;

/**
 * Makes a `load`: the first argument decides, the same argument again waits for the same core, and another one is rejected.
 * A load that failed can be tried again.
 */
export function once(
  isStarted: () => boolean,
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
