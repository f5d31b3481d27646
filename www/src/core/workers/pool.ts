/**
 * Evaluates runs in workers. A pool serves one job, such as a search, and its workers end with it. Outcomes are
 * returned in the order of the runs, so nothing depends on the number of workers.
 */
import type { StudyJob, StudyOutcome, workModule } from "../work";
import { StoppedError, WorkerClient, type WorkerLike } from "./client";
import type { EvaluationTasks } from "./worker";
import workerScript from "./worker.ts?worker&url";

/** Largest number of workers on touch devices, to save battery and leave time for the flock. */
const MAX_ON_PHONES = 3;

/** Number of workers: one per core except the page's own. */
export function workersFor(cores: number | undefined, coarse: boolean): number {
  const freeCores = Math.max(1, (cores ?? 2) - 1);
  return coarse ? Math.min(freeCores, MAX_ON_PHONES) : freeCores;
}

export interface PoolParts {
  count: number;
  /** Creates a worker; throws where workers are not available. */
  spawn: () => WorkerLike;
  module?: typeof workModule;
}

export class EvaluationPool {
  private readonly clients: WorkerClient<EvaluationTasks>[] = [];
  private isOver = false;

  constructor(private readonly parts: PoolParts = browserParts()) {}

  /** Evaluates all jobs; `each` is called when a run ends. Rejects if one of them cannot be evaluated. */
  async evaluate(
    jobs: readonly StudyJob[],
    each: (index: number, outcome: StudyOutcome) => void = () => {},
  ): Promise<StudyOutcome[]> {
    if (this.isOver) throw new StoppedError();
    const { count, spawn, module } = this.parts;
    while (this.clients.length < Math.min(count, jobs.length)) {
      this.clients.push(
        new WorkerClient(spawn, "A worker beside the page stopped. Try again, or reload the page.", module),
      );
    }
    const outcomes: StudyOutcome[] = [];
    let next = 0;
    const evaluateJobs = async (client: WorkerClient<EvaluationTasks>) => {
      for (let at = next++; at < jobs.length; at = next++) {
        if (this.isOver) throw new StoppedError();
        const outcome = await client.request("evaluate", jobs[at] as StudyJob);
        outcomes[at] = outcome;
        each(at, outcome);
      }
    };
    await Promise.all(this.clients.map(evaluateJobs));
    return outcomes;
  }

  /** Ends all workers; unfinished jobs are rejected with `StoppedError`. */
  stop(): void {
    this.isOver = true;
    for (const client of this.clients.splice(0)) client.stop();
  }
}

function browserParts(): PoolParts {
  const hasCoarsePointer = matchMedia("(pointer: coarse)").matches;
  return {
    count: workersFor(navigator.hardwareConcurrency, hasCoarsePointer),
    spawn: () => new Worker(workerScript, { type: "module", name: "flockwright" }),
  };
}
