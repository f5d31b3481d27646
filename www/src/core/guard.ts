/**
 * The open run behind a guard. A trap inside the core becomes a state that the page can show and leave: from then on every
 * call returns what stands in for it, until another run is opened in a fresh instance of the module. Who only watches never
 * stops a run: see `observe`.
 */
import type { Simulation } from "../../pkg/flockwright.js";
import { renewInstance } from "./load";

/** Bytes of memory with which one goes on: it never shrinks, so with more the next run has a fresh instance. */
const roomy = 48 * 2 ** 20;

type Call<T> = (run: Simulation) => T;

/** The observers of the run, by the names that messages use. */
export type Observer = "diagnosis" | "measures" | "overlay" | "inspection" | "routes";

function stopped(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The simulation core stopped: ${reason}`, { cause });
}

export class GuardedRun {
  /** Called once per trap. */
  onFailure: (error: Error) => void = () => {};
  /** Called once for each observer that has trapped: the run goes on without it. */
  onSwitchedOff: (observer: Observer, error: Error) => void = () => {};
  /** Called before a person's change of what the run says. */
  onEdit: () => void = () => {};
  /** Called when what came after this tick has been replaced; `anew`: what was done until then is how the run begins now. */
  onReplaced: (tick: number, anew: boolean) => void = () => {};
  /** Called when the run is let go, or has trapped: what was derived from its memory is to be forgotten. */
  onGone: () => void = () => {};

  #run: Simulation | undefined;
  #memory: WebAssembly.Memory;
  #failed = false;
  /** How many other runs have to go on in this instance. */
  held = 0;

  /** Observers that have trapped, until another run is opened. */
  readonly #off = new Set<Observer>();
  /** The last tick is still to be measured. */
  #measures = false;

  #revision = 0;
  #instances = 1;
  /** What the replays and jumps of this run have changed, and those of all runs until now. */
  #changes = 0;
  #replayed = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Grows with every fresh instance of the module, and where a copy of the run goes on: what was made before is gone. */
  get instances(): number {
    return this.#instances;
  }

  get revision(): number {
    return this.#revision;
  }

  get replayed(): number {
    return this.#replayed;
  }

  get memory(): WebAssembly.Memory {
    return this.#memory;
  }

  /** Lets the run go, then makes the next one: of two crowds only one is in memory. */
  replace(make: () => Simulation): void {
    try {
      this.#leaveBroken();
      this.#letGo();
      if (this.#isBloated) this.#renew();
      this.#run = make();
    } catch (error) {
      this.#fail(error);
    }
    this.#revision++;
  }

  /** Makes the next run, then lets this one go. What the core refuses changes nothing: the answer says why. */
  replaceUnlessRefused(make: () => Simulation): string | undefined {
    const broken = this.#failed;
    try {
      this.#leaveBroken();
      let made = make();
      this.#letGo();
      if (this.#isBloated) {
        made.free();
        this.#renew();
        made = make();
      }
      this.#run = made;
    } catch (error) {
      if (typeof error === "string") {
        // The fresh instance runs nothing: the page still waits for a run that is sound.
        this.#failed = broken;
        return error;
      }
      this.#fail(error);
    }
    this.#revision++;
    return undefined;
  }

  /** Calls the core; `otherwise` where no run is open, and after a trap. */
  ask<T>(otherwise: T, call: Call<T>): T {
    if (!this.#run || this.#failed) return otherwise;
    try {
      return call(this.#run);
    } catch (error) {
      this.#fail(error);
      return otherwise;
    }
  }

  /** A call that changes the run. */
  change<T>(otherwise: T, call: Call<T>): T {
    this.#revision++;
    return this.input(otherwise, call);
  }

  /** A change of what the run says. */
  edit<T>(otherwise: T, call: Call<T>): T {
    this.onEdit();
    return this.change(otherwise, call);
  }

  /** What comes in for a moment, as the pointer and the keys do. */
  input<T>(otherwise: T, call: Call<T>): T {
    const time = () => this.ask([0, 0] as const, (run) => [run.ticks(), run.end()] as const);
    const [tick, end] = time();
    const result = this.ask(otherwise, call);
    const [now, known] = time();
    if (known < end && !this.#failed) this.onReplaced(tick, now < tick);
    return result;
  }

  /**
   * A call of an observer, which only reads. If it traps, it is switched off, and from then on `otherwise` stands in. The
   * core counts the run as borrowed by it for ever, so that nothing could change it: a copy, which has all but observers,
   * goes on in its place.
   */
  observe<T>(observer: Observer, otherwise: T, call: Call<T>): T {
    const run = this.#run;
    if (!run || this.#failed || this.#off.has(observer)) return otherwise;
    try {
      return call(run);
    } catch (error) {
      this.#off.add(observer);
      this.onGone();
      this.#instances++;
      this.#revision++;
      this.#run = this.ask(undefined, () => run.fork());
      if (this.#run) this.onSwitchedOff(observer, stopped(error));
      return otherwise;
    }
  }

  /** Whole ticks, each of which its observers see. */
  tick(count: number): void {
    for (let tick = 0; tick < count; tick++) {
      this.ask(undefined, (run) => this.noting(run, run.tick(1)));
      this.#ticked();
      this.#measure(Number.POSITIVE_INFINITY);
    }
  }

  /** Goes on with the coming tick for about `budget` ms; true when it is done, and after a trap. */
  tickPart(budget: number): boolean {
    const end = performance.now() + budget;
    if (!this.#measures) {
      if (!this.part((run) => run.tickPart(budget))) return false;
      this.#ticked();
    }
    return this.#measure(end - performance.now());
  }

  /** Those who watch every tick look at what the last one has left. */
  #ticked(): void {
    this.observe("diagnosis", undefined, (run) => run.diagnoseTick());
    this.#measures = true;
  }

  #measure(budget: number): boolean {
    this.#measures = !this.observe("measures", true, (run) => run.measureTick(budget));
    return !this.#measures;
  }

  /** A part of some work; true when it is done, and after a trap. */
  part(call: Call<boolean>): boolean {
    return this.ask(true, (run) => this.noting(run, call(run)));
  }

  /** For calls that go through time: a replay may have changed parameters on the way. */
  noting<T>(run: Simulation, result: T): T {
    const changes = run.changes();
    if (changes === this.#changes) return result;
    this.#changes = changes;
    this.#replayed++;
    this.#revision++;
    return result;
  }

  get #isBloated(): boolean {
    return this.held === 0 && this.#memory.buffer.byteLength > roomy;
  }

  /** A fresh instance of the module, in which nothing runs yet. */
  #renew(): void {
    this.#memory = renewInstance();
    this.#instances++;
  }

  /** After a trap, the same. The broken run is not touched. */
  #leaveBroken(): void {
    if (!this.#failed) return;
    this.#renew();
    this.#run = undefined;
    this.#failed = false;
  }

  /** Lets the run go, and all that is known of it. */
  #letGo(): void {
    const run = this.#run;
    this.#run = undefined;
    this.#changes = 0;
    this.#measures = false;
    this.#off.clear();
    this.onGone();
    run?.free();
  }

  #fail(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.onGone();
    this.onFailure(stopped(cause));
  }
}
