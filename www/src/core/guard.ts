/**
 * Guards the open run against traps. After a trap inside the core, `failed` is true and all calls return their default,
 * until another run is opened in a fresh instance of the module. A trap in an observer does not stop the run, see
 * `observe`.
 */
import type { Simulation } from "../../pkg/flockwright.js";
import { renewInstance } from "./load";

/**
 * Memory size up to which an instance of the module is used for the next run, bytes. WebAssembly memory never shrinks,
 * so above this size the next run gets a fresh instance.
 */
const MAX_MEMORY_BYTES = 48 * 2 ** 20;

type RunCall<T> = (run: Simulation) => T;

/** Parts of the core that only read the run, by the names that messages use; "twin" is a second run beside it. */
export type Observer = "diagnosis" | "measures" | "overlay" | "inspection" | "routes" | "twin";

function stoppedError(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The simulation core stopped: ${reason}`, { cause });
}

export class GuardedRun {
  /** Called at a trap that stops the run. */
  onFailure: (error: Error) => void = () => {};
  /** Called when an observer has trapped; the run continues without the observer. */
  onSwitchedOff: (observer: Observer, error: Error) => void = () => {};
  /** Called before a person's edit of the run. */
  onEdit: () => void = () => {};
  /** Called before the run goes to another tick. */
  onSeek: () => void = () => {};
  /** Called when the recorded inputs after `tick` were dropped. `startsAnew`: earlier ones are in the run's start. */
  onReplaced: (tick: number, startsAnew: boolean) => void = () => {};
  /** Called when the run is released or has trapped; references into its memory are invalid. */
  onGone: () => void = () => {};

  #run: Simulation | undefined;
  /** The second run of "Two skies": a copy of the run with one value changed, which runs in step with it. */
  #twin: Simulation | undefined;
  #memory: WebAssembly.Memory;
  #failed = false;
  /** Number of other runs in this instance of the module; while there are any, no fresh instance replaces it. */
  dependentRuns = 0;

  /** Observers that have trapped since the run was opened. */
  readonly #trappedObservers = new Set<Observer>();
  /** Whether the measures have yet to read the state after the last tick. */
  #awaitsMeasuring = false;

  #revision = 0;
  #instances = 1;
  /** Last value of the run's `changes()`, and number of times that it changed, over all runs. */
  #seenChanges = 0;
  #replayCount = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Incremented with a fresh instance of the module, and when a copy replaced the run; older objects are invalid. */
  get instances(): number {
    return this.#instances;
  }

  get revision(): number {
    return this.#revision;
  }

  get replayed(): number {
    return this.#replayCount;
  }

  get memory(): WebAssembly.Memory {
    return this.#memory;
  }

  /** Replaces the run. The former one is released before the next one is made, so that memory holds only one. */
  replace(make: () => Simulation): void {
    try {
      this.#replaceTrapped();
      this.#releaseRun();
      if (this.#isBloated) this.#renewInstance();
      this.#run = make();
    } catch (error) {
      this.#reportTrap(error);
    }
    this.#revision++;
  }

  /** Makes the next run, then releases the former one. Returns why the core refuses, and then keeps the former one. */
  replaceUnlessRefused(make: () => Simulation): string | undefined {
    const wasBroken = this.#failed;
    try {
      this.#replaceTrapped();
      let made = make();
      this.#releaseRun();
      if (this.#isBloated) {
        made.free();
        this.#renewInstance();
        made = make();
      }
      this.#run = made;
    } catch (error) {
      if (typeof error === "string") {
        // After a trap, the fresh instance has no run if the core refuses the new one, so the state stays failed.
        this.#failed = wasBroken;
        return error;
      }
      this.#reportTrap(error);
    }
    this.#revision++;
    return undefined;
  }

  /** Calls a method that does not change the run; returns `otherwise` while no run is open and after a trap. */
  ask<T>(otherwise: T, call: RunCall<T>): T {
    if (!this.#run || this.#failed) return otherwise;
    try {
      return call(this.#run);
    } catch (error) {
      this.#reportTrap(error);
      return otherwise;
    }
  }

  /** Calls a method that changes the run. */
  change<T>(otherwise: T, call: RunCall<T>): T {
    this.#revision++;
    return this.input(otherwise, call);
  }

  /** Calls a method by which a person edits the run. */
  edit<T>(otherwise: T, call: RunCall<T>): T {
    this.onEdit();
    return this.change(otherwise, call);
  }

  /** Calls a method that passes a momentary input, such as pointer and keys; reports if it dropped recorded inputs. */
  input<T>(otherwise: T, call: RunCall<T>): T {
    const ticksAndEnd = () => this.ask([0, 0] as const, (run) => [run.ticks(), run.end()] as const);
    const [tick, end] = ticksAndEnd();
    const result = this.ask(otherwise, call);
    const [now, known] = ticksAndEnd();
    if (known < end && !this.#failed) this.onReplaced(tick, now < tick);
    return result;
  }

  /**
   * Makes a read-only call of an observer. If it traps, the observer is switched off, and `otherwise` is returned from
   * then on. Since wasm-bindgen then counts the run as borrowed and allows no changes, a copy of the run takes its
   * place.
   */
  observe<T>(observer: Observer, otherwise: T, call: RunCall<T>): T {
    const run = this.#run;
    if (!run || this.#failed || this.#trappedObservers.has(observer)) return otherwise;
    try {
      return call(run);
    } catch (error) {
      this.#trappedObservers.add(observer);
      // The second run is dropped but not freed, since wasm-bindgen counts a trapped run as borrowed.
      if (observer === "twin") this.#twin = undefined;
      this.onGone();
      this.#instances++;
      this.#revision++;
      this.#run = this.ask(undefined, () => run.fork());
      if (this.#run) this.onSwitchedOff(observer, stoppedError(error));
      return otherwise;
    }
  }

  /** Makes the second run of "Two skies" from this one, in place of an earlier second run. */
  split(make: RunCall<Simulation>): void {
    this.endSplit();
    this.#trappedObservers.delete("twin");
    this.#twin = this.observe("twin", undefined, make);
  }

  /** Releases the second run of "Two skies", if there is one. */
  endSplit(): void {
    this.#twin?.free();
    this.#twin = undefined;
  }

  get hasTwin(): boolean {
    return this.#twin !== undefined;
  }

  /**
   * Calls a method of the second run ("Two skies") with this run for comparison; returns `otherwise` if there is none.
   */
  askTwin<T>(otherwise: T, call: (twin: Simulation, run: Simulation) => T): T {
    const twin = this.#twin;
    return twin ? this.observe("twin", otherwise, (run) => call(twin, run)) : otherwise;
  }

  /** Runs the second run ("Two skies") for about `budget` ms; returns true at this run's tick, and if there is none. */
  follow(budget: number): boolean {
    return this.askTwin(true, (twin, run) => twin.follow(run, budget));
  }

  /** Replaces this run by the second run of "Two skies". */
  takeTwin(): void {
    const twin = this.#twin;
    if (!twin || this.#failed) return;
    this.#twin = undefined;
    this.#releaseRun();
    twin.stopFollowing();
    this.#run = twin;
    this.#revision++;
  }

  get #isInStep(): boolean {
    return this.askTwin(true, (twin, run) => twin.ticks() === run.ticks());
  }

  /** Runs whole ticks; observers read the state after each of them. */
  tick(count: number): void {
    for (let tick = 0; tick < count; tick++) {
      this.ask(undefined, (run) => this.trackChanges(run, () => run.tick(1)));
      this.#observeTick();
      this.#measure(Number.POSITIVE_INFINITY);
      this.follow(Number.POSITIVE_INFINITY);
    }
  }

  /** Continues the current tick for about `budget` ms; returns true when all of it is done, and after a trap. */
  tickPart(budget: number): boolean {
    const deadline = performance.now() + budget;
    if (!this.#awaitsMeasuring && this.#isInStep) {
      if (!this.runPart((run) => run.tickPart(budget))) return false;
      this.#observeTick();
    }
    if (this.#awaitsMeasuring && !this.#measure(deadline - performance.now())) return false;
    return this.follow(deadline - performance.now());
  }

  /** Lets the diagnosis read the state after a tick, and marks the measures as still to be taken. */
  #observeTick(): void {
    this.observe("diagnosis", undefined, (run) => run.diagnoseTick());
    this.#awaitsMeasuring = true;
  }

  #measure(budget: number): boolean {
    this.#awaitsMeasuring = !this.observe("measures", true, (run) => run.measureTick(budget));
    return !this.#awaitsMeasuring;
  }

  /** Runs one slice of a long task such as a tick; returns true when the task is done and after a trap. */
  runPart(call: RunCall<boolean>): boolean {
    return this.ask(true, (run) => this.trackChanges(run, call));
  }

  /** Makes a call that runs ticks; increments `revision` if parameters (by a replay) or numbers of units changed. */
  trackChanges<T>(run: Simulation, call: RunCall<T>): T {
    const sizes = run.groupSizes();
    const result = call(run);
    if (run.groupSizes() !== sizes) this.#revision++;
    const changes = run.changes();
    if (changes === this.#seenChanges) return result;
    this.#seenChanges = changes;
    this.#replayCount++;
    this.#revision++;
    return result;
  }

  get #isBloated(): boolean {
    return this.dependentRuns === 0 && this.#memory.buffer.byteLength > MAX_MEMORY_BYTES;
  }

  #renewInstance(): void {
    this.#memory = renewInstance();
    this.#instances++;
  }

  /** Starts a fresh instance of the module after a trap. The trapped run must not be touched, not even freed. */
  #replaceTrapped(): void {
    if (!this.#failed) return;
    this.#renewInstance();
    this.#run = this.#twin = undefined;
    this.#failed = false;
  }

  /** Releases the run, its second run, and all state about them. */
  #releaseRun(): void {
    const run = this.#run;
    this.endSplit();
    this.#run = undefined;
    this.#seenChanges = 0;
    this.#awaitsMeasuring = false;
    this.#trappedObservers.clear();
    this.onGone();
    run?.free();
  }

  #reportTrap(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.onGone();
    this.onFailure(stoppedError(cause));
  }
}
