import type { Simulation } from "../../pkg/flockwright.js";
import { NO_FLOATS } from "./calls";
import { SHOT_FLOATS } from "./declared";

/** The core's arrays as views of its WebAssembly memory; element i of each belongs to unit i, of `count` units. */
export interface UnitViews {
  count: number;
  /** World positions of the units, u. */
  x: Float32Array;
  y: Float32Array;
  /** Headings of the units as unit vectors; x points right and y down on screen. */
  hx: Float32Array;
  hy: Float32Array;
  /** Velocities of the units, u/s. */
  vx: Float32Array;
  vy: Float32Array;
  /** Body lengths of the units, u. */
  length: Float32Array;
  /** Roles of the units, as indices into `ROLES` (regular, prey and so on). */
  role: Uint8Array;
  /** Bit flags of the units, see `LEADER_FLAG`. */
  flags: Uint8Array;
}

/** Methods of the wasm `Simulation` from which views are made: number of units, and addresses of the arrays. */
export interface ViewPointers {
  count(): number;
  xPtr(): number;
  yPtr(): number;
  headingXPtr(): number;
  headingYPtr(): number;
  velocityXPtr(): number;
  velocityYPtr(): number;
  lengthPtr(): number;
  rolePtr(): number;
  flagsPtr(): number;
}

/** Arrays of `count` units, filled with zeros. */
export function makeViews(count: number): UnitViews {
  const newFloats = () => new Float32Array(count);
  return {
    ...{
      count,
      x: newFloats(),
      y: newFloats(),
      hx: newFloats(),
      hy: newFloats(),
      vx: newFloats(),
      vy: newFloats(),
    },
    ...{ length: newFloats(), role: new Uint8Array(count), flags: new Uint8Array(count) },
  };
}

export const emptyViews = makeViews(0);

const VIEW_ARRAYS = ["x", "y", "hx", "hy", "vx", "vy", "length", "role", "flags"] as const;

/** Copies the arrays of every `step`-th unit; unlike views, copies stay valid when the core's memory grows. */
export function everyNthUnit(views: UnitViews, step: number): UnitViews {
  const everyNthView = makeViews(Math.ceil(views.count / step));
  for (const name of VIEW_ARRAYS)
    for (let at = 0; at < everyNthView.count; at++) everyNthView[name][at] = views[name][at * step] ?? 0;
  return everyNthView;
}

/**
 * Makes the views of a run's arrays, and reuses them while they are valid. `memory.grow` detaches the buffer, which
 * leaves older views with length 0 and no error, and a new count moves the arrays. Each call compares the buffer, the
 * count and all addresses, and makes new views only if one of them differs. The comparison allocates nothing.
 */
export class ViewCache {
  #views: UnitViews = emptyViews;
  #buffer: ArrayBufferLike | undefined;
  readonly #pointers = new Uint32Array(9);

  read(memory: WebAssembly.Memory, from: ViewPointers): UnitViews {
    const buffer = memory.buffer;
    const count = from.count();
    let same = buffer === this.#buffer && count === this.#views.count;
    same = this.#updatePointer(0, from.xPtr()) && same;
    same = this.#updatePointer(1, from.yPtr()) && same;
    same = this.#updatePointer(2, from.headingXPtr()) && same;
    same = this.#updatePointer(3, from.headingYPtr()) && same;
    same = this.#updatePointer(4, from.velocityXPtr()) && same;
    same = this.#updatePointer(5, from.velocityYPtr()) && same;
    same = this.#updatePointer(6, from.lengthPtr()) && same;
    same = this.#updatePointer(7, from.rolePtr()) && same;
    same = this.#updatePointer(8, from.flagsPtr()) && same;
    if (!same) {
      this.#buffer = buffer;
      this.#views = this.#makeViews(buffer, count);
    }
    return this.#views;
  }

  /** Drops the views, so that they do not keep the memory of a replaced instance. */
  clear(): void {
    this.#buffer = undefined;
    this.#views = emptyViews;
  }

  #updatePointer(slot: number, pointer: number): boolean {
    const address = pointer >>> 0;
    if (this.#pointers[slot] === address) return true;
    this.#pointers[slot] = address;
    return false;
  }

  #makeViews(buffer: ArrayBufferLike, count: number): UnitViews {
    const floatsAt = (slot: number) => new Float32Array(buffer, this.#pointers[slot], count);
    const bytesAt = (slot: number) => new Uint8Array(buffer, this.#pointers[slot], count);
    return {
      count,
      x: floatsAt(0),
      y: floatsAt(1),
      hx: floatsAt(2),
      hy: floatsAt(3),
      vx: floatsAt(4),
      vy: floatsAt(5),
      length: floatsAt(6),
      role: bytesAt(7),
      flags: bytesAt(8),
    };
  }
}

/** Shots in flight of a run, as {@link SHOT_FLOATS} numbers each. The array is valid until the next call. */
export function shotsOf(
  memory: WebAssembly.Memory,
  run: Pick<Simulation, "bulletCount" | "bulletPtr">,
): Float32Array {
  const floats = run.bulletCount() * SHOT_FLOATS;
  return floats === 0 ? NO_FLOATS : new Float32Array(memory.buffer, run.bulletPtr() >>> 0, floats);
}
