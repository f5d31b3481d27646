/**
 * Evaluates runs beside the page: by workers, each with an instance of the core of its own. They are started on demand
 * and ended when idle; one that dies is replaced, and its work done again. Outcomes come in the order of the jobs, so
 * that nothing depends on how many workers there are. Where there can be none, runs are evaluated in slices on the
 * main thread.
 */
import { Evaluator, type StudyJob, type StudyOutcome, workModule } from "../../core/work";
import type { Answer, Order } from "./messages";
import workerScript from "./worker.ts?worker&url";

/** What the pool needs of a worker. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<Answer>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

/** Jobs that a worker has at a time: it goes on with the second while the page is busy with a frame. */
const AHEAD = 2;
/** How often a job may be given to a worker that then dies. */
const MOST_TRIES = 3;
/** Workers without a job end after this time, ms. */
const IDLE = 15_000;
/** Between two looks after the workers, ms, and at how many of them in turn a busy one may have been silent. */
const CHECK_INTERVAL = 5_000;
const MOST_SILENT = 4;
/** Work on the main thread per slice, ms, and the pause for the page in between. */
const SLICE = 6;
/** Fingers mean a battery, and less room for a flock. */
const MOST_ON_PHONES = 3;

/** How many workers there should be: one per core less one, which is the page's. */
export function workersFor(cores: number | undefined, coarse: boolean): number {
  const free = Math.max(1, (cores ?? 2) - 1);
  return coarse ? Math.min(free, MOST_ON_PHONES) : free;
}

export interface PoolParts {
  count: number;
  /** Undefined, or throws, where there can be no workers. */
  spawn: () => WorkerLike | undefined;
  module: () => Promise<WebAssembly.Module>;
  /** Evaluates on this thread, without holding it for long. */
  here: (job: StudyJob, stopped: () => boolean) => Promise<StudyOutcome>;
}

/** The work was stopped. */
export class Stopped extends Error {}

interface Task {
  job: StudyJob;
  tries: number;
  done: (outcome: StudyOutcome) => void;
  failed: (error: Error) => void;
}

interface Hand {
  worker: WorkerLike;
  ready: boolean;
  tasks: Map<number, Task>;
  silent: number;
}

export class Pool {
  private readonly hands: Hand[] = [];
  private waiting: Task[] = [];
  private ids = 0;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private looks: ReturnType<typeof setInterval> | undefined;
  /** No worker has ever come up: all is done on this thread. */
  private alone = false;
  private working = false;
  private round = 0;

  constructor(private readonly parts: PoolParts = browserParts()) {}

  /** Workers that are there now. */
  get workers(): number {
    return this.hands.length;
  }

  /** Whether all is done on this thread. */
  get onThisThread(): boolean {
    return this.alone;
  }

  /** Evaluates all of these; `each` hears of every run as it ends. */
  async evaluate(
    jobs: readonly StudyJob[],
    each: (index: number, outcome: StudyOutcome) => void = () => {},
  ): Promise<StudyOutcome[]> {
    const all = jobs.map(
      (job, index) =>
        new Promise<StudyOutcome>((resolve, reject) => {
          const done = (outcome: StudyOutcome) => {
            each(index, outcome);
            resolve(outcome);
          };
          this.waiting.push({ job, tries: 0, done, failed: reject });
        }),
    );
    this.go();
    return Promise.all(all);
  }

  /** Drops all work; promises of it are rejected with `Stopped`. */
  stop(): void {
    const busy = this.hands.filter(({ tasks }) => tasks.size > 0);
    const all = [...busy.flatMap(({ tasks }) => [...tasks.values()]), ...this.waiting];
    this.waiting = [];
    this.round++;
    // Nothing else interrupts a run.
    for (const hand of busy) this.remove(hand);
    for (const task of all) task.failed(new Stopped("The work was stopped."));
  }

  /** Ends all workers. */
  end(): void {
    this.stop();
    for (const hand of [...this.hands]) this.remove(hand);
  }

  /** Looks after the workers: one that has been silent for long is taken for dead. */
  look(): void {
    for (const hand of [...this.hands]) {
      if (hand.tasks.size === 0 && hand.ready) continue;
      hand.silent++;
      if (hand.silent > MOST_SILENT) this.bury(hand);
    }
  }

  private go(): void {
    clearTimeout(this.idle);
    if (this.alone) {
      void this.goHere();
      return;
    }
    const busy = this.hands.filter(({ tasks }) => tasks.size > 0).length;
    const wanted = Math.min(this.parts.count, busy + this.waiting.length);
    while (this.hands.length < wanted && this.hire());
    if (this.alone) {
      void this.goHere();
      return;
    }
    for (let room = 1; room <= AHEAD; room++) {
      for (const hand of this.hands) if (hand.ready && hand.tasks.size < room) this.give(hand);
    }
    if (this.hands.every(({ tasks }) => tasks.size === 0)) this.idle = setTimeout(() => this.end(), IDLE);
  }

  private give(hand: Hand): void {
    const task = this.waiting.shift();
    if (!task) return;
    const id = this.ids++;
    hand.tasks.set(id, task);
    hand.silent = 0;
    hand.worker.postMessage({ id, job: task.job } satisfies Order);
  }

  /** Another worker; false where there can be none. */
  private hire(): boolean {
    let worker: WorkerLike | undefined;
    try {
      worker = this.parts.spawn();
    } catch {
      worker = undefined;
    }
    if (!worker) {
      this.alone = this.hands.length === 0;
      return false;
    }
    const hand: Hand = { worker, ready: false, tasks: new Map(), silent: 0 };
    worker.onmessage = ({ data }) => this.hear(hand, data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.bury(hand);
    };
    this.hands.push(hand);
    this.parts.module().then(
      (module) => hand.worker.postMessage({ module } as Order),
      () => this.hands.includes(hand) && this.bury(hand),
    );
    this.looks ??= setInterval(() => this.look(), CHECK_INTERVAL);
    return true;
  }

  private hear(hand: Hand, answer: Answer): void {
    if (!this.hands.includes(hand)) return;
    hand.silent = 0;
    if ("ready" in answer) hand.ready = true;
    else if ("id" in answer) {
      if ("broken" in answer) {
        this.bury(hand);
        return;
      }
      const task = hand.tasks.get(answer.id);
      hand.tasks.delete(answer.id);
      if ("outcome" in answer) task?.done(answer.outcome);
      else task?.failed(new Error(answer.refused));
    } else return;
    this.go();
  }

  /** A worker is dead: its work is done again, before all other. */
  private bury(hand: Hand): void {
    const orphans = [...hand.tasks.values()];
    const wasReady = hand.ready;
    this.remove(hand);
    // One that never came up says that none will.
    if (!wasReady && this.hands.every(({ ready }) => !ready)) {
      for (const other of [...this.hands]) this.remove(other);
      this.alone = true;
    }
    // The run that it was at may be what has killed it.
    const [first] = orphans;
    if (first) first.tries++;
    if (first && first.tries >= MOST_TRIES) {
      orphans.shift();
      first.failed(new Error("A run stopped the workers that evaluated it."));
    }
    this.waiting.unshift(...orphans);
    this.go();
  }

  private remove(hand: Hand): void {
    const at = this.hands.indexOf(hand);
    if (at >= 0) this.hands.splice(at, 1);
    hand.worker.onmessage = hand.worker.onerror = null;
    hand.worker.terminate();
    if (this.hands.length > 0) return;
    clearInterval(this.looks);
    this.looks = undefined;
  }

  private async goHere(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let task = this.waiting.shift(); task; task = this.waiting.shift()) {
      const round = this.round;
      const stopped = () => this.round !== round;
      try {
        const outcome = await this.parts.here(task.job, stopped);
        if (stopped()) task.failed(new Stopped("The work was stopped."));
        else task.done(outcome);
      } catch (error) {
        task.failed(error instanceof Error ? error : new Error(String(error)));
      }
    }
    this.working = false;
  }
}

function browserParts(): PoolParts {
  const coarse = matchMedia("(pointer: coarse)").matches;
  return {
    count: workersFor(navigator.hardwareConcurrency, coarse),
    spawn: () => new Worker(workerScript, { type: "module", name: "flockwright" }),
    module: workModule,
    here: inSlices,
  };
}

async function inSlices(job: StudyJob, stopped: () => boolean): Promise<StudyOutcome> {
  const evaluator = new Evaluator(job);
  try {
    while (!stopped() && !evaluator.part(SLICE)) await pause();
    return evaluator.outcome();
  } finally {
    evaluator.free();
  }
}

/** The page has a frame in between, where it is seen. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0);
    else requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
