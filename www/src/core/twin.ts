/** Copy of the open run with one value changed, which runs in step with it ("Two skies"). */
import type { Simulation } from "../../pkg/flockwright.js";
import { CallMakers, NO_FLOATS, NO_SCENERY, NO_TARGET } from "./calls";
import { emptyViews, shotsOf, type UnitViews, ViewCache } from "./views";

const NO_SAMPLE = new Float64Array(0);

/** Reads the copy of the run in "Two skies". Without a copy, and after a trap in it, each call returns its default. */
export class Twin extends CallMakers {
  readonly failed = false;
  readonly destinations = this.asks("destinations", []);
  readonly get = this.asks("get", 0);
  readonly groups = this.asks("groups", []);
  readonly hash = this.asks("hash", "");
  readonly nearest = this.asks("nearest", -1);
  readonly routes = this.asks("routes", []);
  readonly sample = this.asks("sample", NO_SAMPLE);
  readonly scenery = this.asks("scenery", NO_SCENERY);
  readonly splitAt = this.asks("splitAt", 0);
  readonly target = this.asks("target", NO_TARGET);
  readonly ticks = this.asks("ticks", 0);
  readonly #cache = new ViewCache();

  /** Passes the copy, not the open run, to `call`. */
  protected override read<T>(otherwise: T, call: (run: Simulation) => T): T {
    return this.run.askTwin(otherwise, (twin) => call(twin));
  }

  get isOpen(): boolean {
    return this.run.hasTwin;
  }

  /** Changes with every change of the open run, and when a replay changed the copy's parameters. */
  get revision(): number {
    return this.run.revision + this.read(0, (twin) => twin.changes());
  }

  views(): UnitViews {
    return this.read(emptyViews, (twin) => this.#cache.read(this.run.memory, twin));
  }

  shots(): Float32Array {
    return this.read(NO_FLOATS, (twin) => shotsOf(this.run.memory, twin));
  }

  /** Unit whose positions in the runs are farthest apart: ids in open run and copy; empty if no unit is in both. */
  farthestUnits(): Uint32Array {
    return this.run.askTwin(new Uint32Array(0), (twin, main) => twin.farthest(main));
  }

  /** Id in the copy of a unit of the open run; -1 if the copy does not have this unit. */
  idOf(unit: number): number {
    return this.run.askTwin(-1, (twin, main) => twin.idOf(main, unit));
  }

  /** Id in the open run of a unit of the copy; -1 if the open run does not have this unit. */
  idInRun(unit: number): number {
    return this.run.askTwin(-1, (twin, main) => (unit < 0 ? -1 : main.idOf(twin, unit)));
  }

  /** Drops the array views, which are invalid once the run was replaced. */
  clear(): void {
    this.#cache.clear();
  }
}
