declare global {
  interface Window {
    /** The next tick gets an address outside of the core's memory. */
    trapNextTick?: boolean;
    /** The next call of this export, which only looks on, does not come to its end. */
    trapNextLook?: string;
  }
}

/**
 * Slips real traps under the page: ticks can be sent out of bounds. A look is broken off where it first calls out of the
 * core, or else is sent out of bounds, too: the core takes its run for borrowed from then on.
 */
export function sabotage(): void {
  const original = WebAssembly.instantiate as (
    module: WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>;
  const looks = ["simulation_diagnoseTick", "simulation_measureTick", "simulation_inspect", "overlays_fill"];
  let looking = "";
  const broken = () => {
    if (!looking || window.trapNextLook !== looking) return;
    window.trapNextLook = "";
    throw new WebAssembly.RuntimeError("unreachable");
  };
  const withTraps = (instance: WebAssembly.Instance): Record<string, unknown> => {
    const exports: Record<string, unknown> = { ...instance.exports };
    for (const name of ["simulation_tick", "simulation_tickPart"]) {
      const tick = exports[name] as (pointer: number, count: number) => number;
      exports[name] = (pointer: number, count: number) =>
        tick(window.trapNextTick ? 0xffff_fff0 : pointer, count);
    }
    for (const name of looks) {
      const look = exports[name] as (pointer: number, ...more: number[]) => unknown;
      exports[name] = (...given: [number, ...number[]]) => {
        looking = name;
        try {
          const seen = look(...given);
          // It has called nothing.
          if (window.trapNextLook === name) look(0xffff_fff0, ...given.slice(1));
          return seen;
        } finally {
          if (window.trapNextLook === name) window.trapNextLook = "";
          looking = "";
        }
      };
    }
    return exports;
  };
  const watched = (imports: WebAssembly.Imports = {}): WebAssembly.Imports =>
    Object.fromEntries(
      Object.entries(imports).map(([space, all]) => [
        space,
        Object.fromEntries(
          Object.entries(all).map(([name, one]) => [
            name,
            typeof one === "function"
              ? (...given: unknown[]) => {
                  broken();
                  return (one as (...given: unknown[]) => unknown)(...given);
                }
              : one,
          ]),
        ),
      ]),
    );
  const Plain = WebAssembly.Instance;
  WebAssembly.Instance = function again(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
    return { exports: withTraps(new Plain(module, watched(imports))) };
  } as unknown as typeof WebAssembly.Instance;
  const sabotaged = async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const instance = await original.call(WebAssembly, module, watched(imports));
    return { module, instance: { exports: withTraps(instance) } as unknown as WebAssembly.Instance };
  };
  WebAssembly.instantiate = sabotaged as unknown as typeof WebAssembly.instantiate;
}
