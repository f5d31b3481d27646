/** What the core says of all units, as plain numbers. */
import { type Simulation, wasmMemory } from "./core";

export interface State {
  x: Float32Array;
  y: Float32Array;
  hx: Float32Array;
  hy: Float32Array;
}

export function stateOf(run: Simulation): State {
  const floats = (at: number) => new Float32Array(wasmMemory.buffer, at >>> 0, run.count()).slice();
  return {
    x: floats(run.xPtr()),
    y: floats(run.yPtr()),
    hx: floats(run.headingXPtr()),
    hy: floats(run.headingYPtr()),
  };
}
