declare global {
  interface Window {
    /** The next tick gets an address outside of the core's memory. */
    trapNextTick?: boolean;
    /** So does the next call of this export, which only looks on. */
    trapNextLook?: string;
  }
}

/** Slips a real trap under the page: the ticks of its instances, and the looks of the first, can be sent out of bounds. */
export function sabotage(): void {
  const original = WebAssembly.instantiate as (
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>;
  const withTraps = (instance: WebAssembly.Instance): Record<string, unknown> => {
    const exports: Record<string, unknown> = { ...instance.exports };
    for (const name of ["simulation_tick", "simulation_tickPart"]) {
      const tick = exports[name] as (pointer: number, count: number) => number;
      exports[name] = (pointer: number, count: number) =>
        tick(window.trapNextTick ? 0xffff_fff0 : pointer, count);
    }
    return exports;
  };
  const Plain = WebAssembly.Instance;
  WebAssembly.Instance = function again(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    return { exports: withTraps(new Plain(module, imports)) };
  } as unknown as typeof WebAssembly.Instance;
  const sabotaged = async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const instance = await original.call(WebAssembly, module, imports);
    const exports = withTraps(instance);
    for (const name of ["simulation_findingCount", "simulation_inspect", "overlays_fill"]) {
      const look = exports[name] as (pointer: number, ...more: number[]) => unknown;
      exports[name] = (pointer: number, ...more: number[]) =>
        look(window.trapNextLook === name ? 0xffff_fff0 : pointer, ...more);
    }
    return { module, instance: { exports } as unknown as WebAssembly.Instance };
  };
  WebAssembly.instantiate = sabotaged as unknown as typeof WebAssembly.instantiate;
}
