/**
 * The open run behind a guard. A trap inside the core becomes a state that the page can show and leave: from then on
 * every call returns its last safe value, until another run is opened in a fresh instance of the module. A trap of an
 * observer dismisses that observer only: the run is made again from its link and inputs, and goes back to its tick.
 */
import type { Simulation } from "../../pkg/flockwright.js";
import * as glue from "../../pkg/flockwright.js";
import { renewInstance } from "./load";

/** Bytes of memory with which one goes on: it never shrinks, so with more the next run has a fresh instance. */
const roomy = 48 * 2 ** 20;

type Call<T> = (run: Simulation) => T;

/** The observers of the run, by the names that messages use. */
export type Observer = "diagnosis" | "measures" | "overlay" | "inspection" | "diagram" | "routes";

/** What a run is made anew from. */
interface Kept {
  link: string;
  events: string;
  end: number;
  /** Where it stands, or is on the way to. */
  at: number;
  /** What it knew of when this was kept. */
  known: string;
}

export class GuardedRun {
  /** Called once per trap. */
  onFailure: (error: Error) => void = () => {};
  /** Called once for each that looked on and has trapped: the run is made anew, and goes on without them. */
  onDismissed: (observers: readonly Observer[], error: Error) => void = () => {};
  /** Called when what came after this tick has been replaced; `anew`: what was done until then is how the run begins now. */
  onReplaced: (tick: number, anew: boolean) => void = () => {};
  /** Called when the run is let go, or has trapped: what was derived from its memory is to be forgotten. */
  onGone: () => void = () => {};

  #run: Simulation | undefined;
  #memory: WebAssembly.Memory;
  #failed = false;
  /** How many other runs have to go on in this instance. */
  held = 0;

  /** Who looks on in every tick; who is not let look any more. */
  readonly #everyTick = new Set<Observer>();
  readonly #dismissed = new Set<Observer>();
  #kept: Kept | undefined;
  #inputs = 0;

  #revision = 0;
  #instances = 1;
  /** What the replays and jumps of this run have changed, and those of all runs until now. */
  #changes = 0;
  #replayed = 0;
  readonly #last = new Map<string, unknown>();

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Grows with every fresh instance of the module: what was made in the one before is gone. */
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

  /** Calls the core. After a trap: the value that this call last returned, or `otherwise`. */
  callOrLast<T>(name: string, otherwise: T, call: Call<T>): T {
    if (this.#run && !this.#failed) {
      try {
        const value = call(this.#run);
        if (value !== undefined) this.#last.set(name, value);
        return value;
      } catch (error) {
        this.#fail(error);
      }
    }
    const last = this.#last.get(name);
    return last === undefined ? otherwise : (last as T);
  }

  /** The same, but after a trap always `otherwise`. */
  peek<T>(otherwise: T, call: Call<T>): T {
    if (!this.#run || this.#failed) return otherwise;
    try {
      return call(this.#run);
    } catch (error) {
      this.#fail(error);
      return otherwise;
    }
  }

  /** A call that changes the run. */
  change<T>(name: string, otherwise: T, call: Call<T>): T {
    this.#revision++;
    return this.#replacing(() => this.callOrLast(name, otherwise, call));
  }

  /** What comes in for a moment, as the pointer and the keys do. */
  input(name: string, call: Call<void>): void {
    this.#inputs++;
    this.#replacing(() => this.callOrLast(name, undefined, call));
  }

  #replacing<T>(act: () => T): T {
    const time = () => this.peek([0, 0] as const, (run) => [run.ticks(), run.end()] as const);
    const [tick, end] = time();
    const result = act();
    const [now, known] = time();
    if (known < end && !this.#failed) this.onReplaced(tick, now < tick);
    return result;
  }

  /** A call of an observer. After a trap, and from then on: `otherwise`. */
  observe<T>(observer: Observer, otherwise: T, call: Call<T>): T {
    if (!this.#run || this.#failed || this.#dismissed.has(observer)) return otherwise;
    try {
      this.#keep(this.#run);
      return call(this.#run);
    } catch (error) {
      this.#dismiss([observer], error);
      return otherwise;
    }
  }

  /** The same for an observer that begins to read every tick, or ends. */
  observeTicks(observer: Observer, on: boolean, call: Call<void>): void {
    if (on && !this.#dismissed.has(observer)) this.#everyTick.add(observer);
    else this.#everyTick.delete(observer);
    this.observe(observer, undefined, call);
  }

  /** A call that runs ticks. If it traps, observers that read every tick are dismissed first. */
  go<T>(name: string, otherwise: T, call: Call<T>): T {
    if (!this.#run || this.#failed || this.#everyTick.size === 0)
      return this.callOrLast(name, otherwise, call);
    try {
      this.#keep(this.#run);
      return call(this.#run);
    } catch (error) {
      this.#dismiss([...this.#everyTick], error);
      return otherwise;
    }
  }

  /** A part of some work; true when it is done, and after a trap. */
  part(name: string, call: Call<boolean>): boolean {
    // Where the run is made anew, the rest is still to be done.
    const done = this.go(name, false, (run) => this.noting(run, call(run)));
    return done || this.#failed;
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
    this.#forget();
    this.#everyTick.clear();
    this.#dismissed.clear();
    run?.free();
  }

  #forget(): void {
    this.#changes = 0;
    this.#last.clear();
    this.#kept = undefined;
    this.onGone();
  }

  /** Takes note of what the run can be made anew from. */
  #keep(run: Simulation): void {
    const known = `${this.#revision} ${this.#inputs} ${run.recorded()}`;
    const at = run.seekGoal() ?? run.ticks();
    const end = run.end();
    if (this.#kept?.known === known) Object.assign(this.#kept, { at, end });
    else this.#kept = { link: run.recordedLink(), events: run.recordedEvents(), end, at, known };
  }

  /** Makes the run anew, in a fresh instance: it is then on its way to its tick, without those who looked on. */
  #dismiss(observers: readonly Observer[], cause: unknown): void {
    const kept = this.#kept;
    if (!kept) {
      this.#fail(cause);
      return;
    }
    try {
      this.#run = undefined;
      this.#forget();
      for (const observer of observers) {
        this.#everyTick.delete(observer);
        this.#dismissed.add(observer);
      }
      this.#renew();
      const run = glue.Simulation.openRecording(kept.link, kept.events, Math.max(kept.end, kept.at));
      run.seek(kept.at);
      this.#run = run;
    } catch {
      this.#fail(cause);
      return;
    }
    this.#revision++;
    this.#replayed++;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.onDismissed(observers, new Error(`The simulation core stopped: ${reason}`, { cause }));
  }

  #fail(cause: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.onGone();
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.onFailure(new Error(`The simulation core stopped: ${reason}`, { cause }));
  }
}
