/**
 * Evaluates many runs in several workers. A pool serves one job, such as a search, and its workers end with the pool.
 * Outcomes have the order of the runs, so that the number of workers changes no result.
 */
import type { StudyJob, StudyOutcome, workModule } from "../work";
import { StoppedError, WorkerClient, type WorkerLike } from "./client";
import type { EvaluationTasks } from "./worker";
import workerScript from "./worker.ts?worker&url";

/** Largest number of workers on touch devices, which saves battery and leaves time for drawing the flock. */
const MAX_ON_PHONES = 3;

/** Number of workers: one per processor core except one for the page. `isCoarse`: on a touch device. */
export function workersFor(cores: number | undefined, isCoarse: boolean): number {
  const freeCores = Math.max(1, (cores ?? 2) - 1);
  return isCoarse ? Math.min(freeCores, MAX_ON_PHONES) : freeCores;
}

interface PoolParts {
  count: number;
  /** Starts a worker; throws where the browser has no workers. */
  spawn: () => WorkerLike;
  module?: typeof workModule;
}

export class EvaluationPool {
  private readonly clients: WorkerClient<EvaluationTasks>[] = [];
  private isOver = false;

  constructor(private readonly parts: PoolParts = browserParts()) {}

  /** Evaluates all jobs; `each` is called when one is done. Rejects if one cannot be evaluated. */
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

  /** Ends all workers; jobs that are not done are rejected with `StoppedError`. */
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
