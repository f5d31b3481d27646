/**
 * Evaluates runs beside the page: by workers, each with an instance of the core of its own. A pool serves one job, a search
 * say, and its workers end with that. Outcomes come in the order of the runs, so that nothing depends on how many workers
 * there are.
 */
import { type StudyJob, type StudyOutcome, workModule } from "../work";
import type { Answer, Order } from "./messages";
import workerScript from "./worker.ts?worker&url";

/** What the pool needs of a worker. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<Answer>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

/** Fingers mean a battery, and less room for a flock. */
const MOST_ON_PHONES = 3;

/** How many workers there should be: one per core less one, which is the page's. */
export function workersFor(cores: number | undefined, coarse: boolean): number {
  const free = Math.max(1, (cores ?? 2) - 1);
  return coarse ? Math.min(free, MOST_ON_PHONES) : free;
}

export interface PoolParts {
  count: number;
  /** Throws where there can be no workers. */
  spawn: () => WorkerLike;
  module: () => Promise<WebAssembly.Module>;
}

/** The work was stopped. */
export class Stopped extends Error {}

/** One worker, which does one run at a time. */
class Hand {
  private answered: { done(outcome: StudyOutcome): void; failed(error: Error): void } | undefined;

  constructor(
    private readonly worker: WorkerLike,
    module: WebAssembly.Module,
  ) {
    worker.onmessage = ({ data }) => {
      if ("outcome" in data) this.answered?.done(data.outcome);
      else this.answered?.failed(new Error(data.refused));
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.answered?.failed(new Error("A worker beside the page stopped. Try again, or reload the page."));
    };
    this.worker.postMessage({ module } satisfies Order);
  }

  evaluate(job: StudyJob): Promise<StudyOutcome> {
    return new Promise((done, failed) => {
      this.answered = { done, failed };
      this.worker.postMessage({ job } satisfies Order);
    });
  }

  /** Nothing else interrupts a run. */
  end(why: Error): void {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.answered?.failed(why);
  }
}

export class Pool {
  private readonly hands: Hand[] = [];
  private isOver = false;

  constructor(private readonly parts: PoolParts = browserParts()) {}

  /** Evaluates all of these; `each` hears of every run as it ends. Rejects where one of them cannot be evaluated. */
  async evaluate(
    jobs: readonly StudyJob[],
    each: (index: number, outcome: StudyOutcome) => void = () => {},
  ): Promise<StudyOutcome[]> {
    const module = await this.parts.module();
    if (this.isOver) throw new Stopped();
    while (this.hands.length < Math.min(this.parts.count, jobs.length)) this.hire(module);
    const outcomes: StudyOutcome[] = [];
    let next = 0;
    const work = async (hand: Hand) => {
      for (let at = next++; at < jobs.length; at = next++) {
        const outcome = await hand.evaluate(jobs[at] as StudyJob);
        outcomes[at] = outcome;
        each(at, outcome);
      }
    };
    await Promise.all(this.hands.map(work));
    return outcomes;
  }

  /** Ends all workers; what they are at is rejected with `Stopped`. */
  end(): void {
    this.isOver = true;
    for (const hand of this.hands.splice(0)) hand.end(new Stopped());
  }

  private hire(module: WebAssembly.Module): void {
    try {
      this.hands.push(new Hand(this.parts.spawn(), module));
    } catch (cause) {
      const text = "This needs workers beside the page, and this browser starts none.";
      throw new Error(text, { cause });
    }
  }
}

function browserParts(): PoolParts {
  const coarse = matchMedia("(pointer: coarse)").matches;
  return {
    count: workersFor(navigator.hardwareConcurrency, coarse),
    spawn: () => new Worker(workerScript, { type: "module", name: "flockwright" }),
    module: workModule,
  };
}
