/** A search under way: asks the core what to evaluate, has it evaluated, and says how far it is. */
import { newStudy, type Study, type StudyProgress, type StudyReport, type StudyTask } from "../core/study";
import { type Pool, Stopped } from "../workers/pool";
import { goalText, type Wish } from "./wish";

/** How long each run is, on how many seeds a candidate is tried, how many go to the playoff, the seeds of the exam. */
const TICKS = 1200;
export const TRIES = 3;
const FINALISTS = 3;
const UNSEEN = 20;
/** Off by no more than this, a candidate is well within all bands. */
const ENOUGH = 0.1;
/** What a search may cost: so many ticks of a unit, in at least and at most so many runs. */
const UNIT_TICKS = 4e8;
const RUNS = [90, 2400] as const;

export interface Standing extends StudyProgress {
  /** Of all that may be to do. */
  share: number;
  /** Undefined as long as nobody knows. */
  secondsLeft: number | undefined;
}

/** The task that the core is given: the same for the same wish, run and seed. */
export function taskOf(base: string, wish: Wish, units: number, ticks = TICKS): Partial<StudyTask> {
  const runs = Math.round(UNIT_TICKS / (ticks * Math.max(1, units)));
  return {
    base,
    vary: wish.vary,
    goals: wish.bands.map(goalText),
    runs: Math.min(RUNS[1], Math.max(RUNS[0], runs)),
    seed: wish.seed,
    tries: TRIES,
    ticks,
    finalists: FINALISTS,
    unseen: UNSEEN,
    enough: ENOUGH,
  };
}

/** The random search that costs as much as a search did. */
export function randomTask(task: Partial<StudyTask>, report: StudyReport): Partial<StudyTask> {
  return { ...task, method: "random", enough: 0, runs: Math.ceil(report.ticks / (task.ticks ?? TICKS)) };
}

export class Search {
  private readonly began = performance.now();
  private ticks = 0;
  private stopping = false;
  private cancelled = false;

  constructor(
    private readonly pool: Pool,
    private readonly task: Partial<StudyTask>,
    private readonly heard: (standing: Standing) => void,
  ) {}

  /** Undefined where it was canceled. Rejects with a sentence where the task makes no sense. */
  async run(): Promise<StudyReport | undefined> {
    const study = begun(this.task);
    try {
      for (let jobs = study.jobs(); jobs.length > 0; jobs = study.jobs()) {
        const before = study.progress();
        try {
          const outcomes = await this.pool.evaluate(jobs, (_, outcome) => {
            this.ticks += outcome.ticks;
            this.tell(before);
          });
          study.report(outcomes);
        } catch (error) {
          if (!(error instanceof Stopped)) throw error;
          if (this.cancelled) return undefined;
        }
        if (this.stopping) study.stopSearching();
        this.tell(study.progress());
      }
      return study.result();
    } finally {
      study.free();
    }
  }

  /** Ends the search: the best so far go on to the tests. */
  stop(): void {
    this.stopping = true;
    // Before the first generation is through, there is nothing to keep.
    if (this.best) this.pool.stop();
  }

  /** Drops everything. */
  cancel(): void {
    this.cancelled = true;
    this.pool.stop();
  }

  private best = false;

  private tell(progress: StudyProgress): void {
    this.best = progress.loss !== undefined && progress.phase === "search";
    const { ticks = TICKS, runs = 0 } = this.task;
    const playoff = (FINALISTS + 1) * Math.ceil(UNSEEN / 2) * 2 * ticks;
    const tests = playoff + 3 * UNSEEN * ticks;
    const searching = progress.phase === "search";
    const all = (searching ? runs * ticks : progress.ticks) + tests;
    const share = Math.min(1, this.ticks / all);
    const seconds = (performance.now() - this.began) / 1000;
    const secondsLeft = share > 0.02 ? (seconds / share) * (1 - share) : undefined;
    this.heard({ ...progress, share, secondsLeft });
  }
}

function begun(task: Partial<StudyTask>): Study {
  try {
    return newStudy(task);
  } catch (error) {
    throw typeof error === "string" ? new Error(error) : error;
  }
}
