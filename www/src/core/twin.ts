/** The second run of two skies: a copy of the open run with one value changed, which follows it. */
import type { Simulation } from "../../pkg/flockwright.js";
import { CallMakers, NO_FLOATS, NO_SCENERY, NO_TARGET } from "./calls";
import { emptyViews, shotsOf, type UnitViews, ViewCache } from "./views";

const NO_SAMPLE = new Float64Array(0);

/** Reads the second run. While there is none, and after a trap in it, each call returns its default. */
export class Twin extends CallMakers {
  readonly failed = false;
  readonly destinations = this.asks("destinations", []);
  readonly get = this.asks("get", 0);
  readonly groups = this.asks("groups", []);
  readonly hash = this.asks("hash", "");
  readonly link = this.asks("link", "");
  readonly nearest = this.asks("nearest", -1);
  readonly routes = this.asks("routes", []);
  readonly sample = this.asks("sample", NO_SAMPLE);
  readonly scenery = this.asks("scenery", NO_SCENERY);
  readonly splitAt = this.asks("splitAt", 0);
  readonly target = this.asks("target", NO_TARGET);
  readonly ticks = this.asks("ticks", 0);
  readonly #cache = new ViewCache();

  /** Calls the second run instead of the open one. */
  protected override read<T>(otherwise: T, call: (run: Simulation) => T): T {
    return this.run.askTwin(otherwise, (twin) => call(twin));
  }

  get isOpen(): boolean {
    return this.run.hasTwin;
  }

  /** Changes with every input of the open run, and when the second run was corrected. */
  get revision(): number {
    return this.run.revision + this.read(0, (twin) => twin.changes());
  }

  views(): UnitViews {
    return this.read(emptyViews, (twin) => this.#cache.read(this.run.memory, twin));
  }

  shots(): Float32Array {
    return this.read(NO_FLOATS, (twin) => shotsOf(this.run.memory, twin));
  }

  /** Ids of the unit whose places in both runs are farthest apart: in the open run, and in the second one. */
  farthest(): Uint32Array {
    return this.run.askTwin(new Uint32Array(0), (twin, main) => twin.farthest(main));
  }

  /** Id in the second run of a unit of the open run; -1 if it is not there. */
  idOf(unit: number): number {
    return this.run.askTwin(-1, (twin, main) => twin.idOf(main, unit));
  }

  /** Id in the open run of a unit of the second one; -1 if it is not there. */
  idInRun(unit: number): number {
    return this.run.askTwin(-1, (twin, main) => (unit < 0 ? -1 : main.idOf(twin, unit)));
  }

  /** For a run that was replaced: its arrays are gone. */
  clear(): void {
    this.#cache.clear();
  }
}
