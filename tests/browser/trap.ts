declare global {
  interface Window {
    /** The next tick gets an address outside of the core's memory. */
    trapNextTick?: boolean;
  }
}

/** Slips a real trap under the page: the first instance's tick can be sent out of bounds. */
export function sabotage(): void {
  const original = WebAssembly.instantiate as (
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>;
  const sabotaged = async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const instance = await original.call(WebAssembly, module, imports);
    const exports: Record<string, unknown> = { ...instance.exports };
    for (const name of ["simulation_tick", "simulation_tickPart"]) {
      const tick = exports[name] as (pointer: number, count: number) => number;
      exports[name] = (pointer: number, count: number) =>
        tick(window.trapNextTick ? 0xffff_fff0 : pointer, count);
    }
    return { module, instance: { exports } as unknown as WebAssembly.Instance };
  };
  WebAssembly.instantiate = sabotaged as unknown as typeof WebAssembly.instantiate;
}
