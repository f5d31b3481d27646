/**
 * Guards the open run against traps. A trap inside the core becomes a state that the page can show and leave: all calls
 * then return their default until another run is opened in a fresh instance of the module. A trap in an observer never
 * stops the run, see `observe`.
 */
import type { Simulation } from "../../pkg/flockwright.js";
import { renewInstance } from "./load";

/**
 * Memory size up to which an instance is used again, bytes. WebAssembly memory never shrinks, so above it the next run
 * gets a fresh instance.
 */
const MAX_MEMORY_BYTES = 48 * 2 ** 20;

type RunCall<T> = (run: Simulation) => T;

/** Observers of the run, by the names that messages use. The twin is a second run beside it. */
export type Observer = "diagnosis" | "measures" | "overlay" | "inspection" | "routes" | "twin";

function stoppedError(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The simulation core stopped: ${reason}`, { cause });
}

export class GuardedRun {
  /** Called once per trap. */
  onFailure: (error: Error) => void = () => {};
  /** Called once for each observer that has trapped; the run continues without it. */
  onSwitchedOff: (observer: Observer, error: Error) => void = () => {};
  /** Called before a person's edit of the run. */
  onEdit: () => void = () => {};
  /** Called before the run goes to another tick. */
  onSeek: () => void = () => {};
  /** Called when everything after `tick` was replaced. `anew`: the inputs before it became part of the run's start. */
  onReplaced: (tick: number, anew: boolean) => void = () => {};
  /** Called when the run is released or has trapped; references into its memory are invalid. */
  onGone: () => void = () => {};

  #run: Simulation | undefined;
  /** A copy of the run with one value changed, which follows it. */
  #twin: Simulation | undefined;
  #memory: WebAssembly.Memory;
  #failed = false;
  /** Number of other runs that have to continue in this instance. */
  dependentRuns = 0;

  /** Observers that have trapped, until another run is opened. */
  readonly #trappedObservers = new Set<Observer>();
  /** Whether the last tick is still to be measured. */
  #awaitsMeasuring = false;

  #revision = 0;
  #instances = 1;
  /** Number of changes by replays and jumps of this run, and of all runs so far. */
  #seenChanges = 0;
  #replayCount = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Incremented with each fresh instance of the module and each copy of the run; older objects are invalid. */
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

  /** Releases the run before the next one is made, so that only one is in memory. */
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

  /** Makes the next run and then releases this one. Returns why the core refuses, and then changes nothing. */
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
        // A failed replacement leaves no sound run in the fresh instance.
        this.#failed = wasBroken;
        return error;
      }
      this.#reportTrap(error);
    }
    this.#revision++;
    return undefined;
  }

  /** Calls the core; returns `otherwise` while no run is open and after a trap. */
  ask<T>(otherwise: T, call: RunCall<T>): T {
    if (!this.#run || this.#failed) return otherwise;
    try {
      return call(this.#run);
    } catch (error) {
      this.#reportTrap(error);
      return otherwise;
    }
  }

  /** A call that changes the run. */
  change<T>(otherwise: T, call: RunCall<T>): T {
    this.#revision++;
    return this.input(otherwise, call);
  }

  /** A call that edits the run. */
  edit<T>(otherwise: T, call: RunCall<T>): T {
    this.onEdit();
    return this.change(otherwise, call);
  }

  /** A momentary input, such as the pointer and keys. */
  input<T>(otherwise: T, call: RunCall<T>): T {
    const ticksAndEnd = () => this.ask([0, 0] as const, (run) => [run.ticks(), run.end()] as const);
    const [tick, end] = ticksAndEnd();
    const result = this.ask(otherwise, call);
    const [now, known] = ticksAndEnd();
    if (known < end && !this.#failed) this.onReplaced(tick, now < tick);
    return result;
  }

  /**
   * A read-only call of an observer. If it traps, the observer is switched off and `otherwise` is returned from then
   * on. The core counts the run as borrowed after that, so nothing could change it; a copy without observers takes its
   * place.
   */
  observe<T>(observer: Observer, otherwise: T, call: RunCall<T>): T {
    const run = this.#run;
    if (!run || this.#failed || this.#trappedObservers.has(observer)) return otherwise;
    try {
      return call(run);
    } catch (error) {
      this.#trappedObservers.add(observer);
      // A trapped run cannot be freed.
      if (observer === "twin") this.#twin = undefined;
      this.onGone();
      this.#instances++;
      this.#revision++;
      this.#run = this.ask(undefined, () => run.fork());
      if (this.#run) this.onSwitchedOff(observer, stoppedError(error));
      return otherwise;
    }
  }

  /** Opens a second run beside this one, in place of an earlier one. */
  split(make: RunCall<Simulation>): void {
    this.endSplit();
    this.#trappedObservers.delete("twin");
    this.#twin = this.observe("twin", undefined, make);
  }

  /** Releases the second run. */
  endSplit(): void {
    this.#twin?.free();
    this.#twin = undefined;
  }

  get hasTwin(): boolean {
    return this.#twin !== undefined;
  }

  /** Calls the second run, with this run to compare; returns `otherwise` without one. */
  askTwin<T>(otherwise: T, call: (twin: Simulation, run: Simulation) => T): T {
    const twin = this.#twin;
    return twin ? this.observe("twin", otherwise, (run) => call(twin, run)) : otherwise;
  }

  /** Brings the second run in step for about `budget` ms; returns true when it is, or without one. */
  follow(budget: number): boolean {
    return this.askTwin(true, (twin, run) => twin.follow(run, budget));
  }

  /** Continues with the second run in place of this one. */
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

  /** Runs whole ticks; observers see each of them. */
  tick(count: number): void {
    for (let tick = 0; tick < count; tick++) {
      this.ask(undefined, (run) => this.trackChanges(run, () => run.tick(1)));
      this.#observeTick();
      this.#measure(Number.POSITIVE_INFINITY);
      this.follow(Number.POSITIVE_INFINITY);
    }
  }

  /** Continues the current tick for about `budget` ms; returns true when it is done and after a trap. */
  tickPart(budget: number): boolean {
    const deadline = performance.now() + budget;
    if (!this.#awaitsMeasuring && this.#isInStep) {
      if (!this.runPart((run) => run.tickPart(budget))) return false;
      this.#observeTick();
    }
    if (this.#awaitsMeasuring && !this.#measure(deadline - performance.now())) return false;
    return this.follow(deadline - performance.now());
  }

  /** Lets the observers read the state after a tick. */
  #observeTick(): void {
    this.observe("diagnosis", undefined, (run) => run.diagnoseTick());
    this.#awaitsMeasuring = true;
  }

  #measure(budget: number): boolean {
    this.#awaitsMeasuring = !this.observe("measures", true, (run) => run.measureTick(budget));
    return !this.#awaitsMeasuring;
  }

  /** Runs a part of some work; returns true when it is done and after a trap. */
  runPart(call: RunCall<boolean>): boolean {
    return this.ask(true, (run) => this.trackChanges(run, call));
  }

  /** For calls that go through time: a replay may change parameters on its way, and a catch may remove units. */
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

  /** Creates a fresh instance of the module. */
  #renewInstance(): void {
    this.#memory = renewInstance();
    this.#instances++;
  }

  /** Starts a fresh instance after a trap. The broken run is not touched. */
  #replaceTrapped(): void {
    if (!this.#failed) return;
    this.#renewInstance();
    this.#run = this.#twin = undefined;
    this.#failed = false;
  }

  /** Releases the run and everything derived from it. */
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
