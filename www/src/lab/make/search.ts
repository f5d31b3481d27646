/** A running search: gets jobs from the core, has workers evaluate them, and reports the best candidates. */

import { readValue, withoutKeys } from "../../core/link/query";
import {
  Study,
  type StudyOutcome,
  type StudyProgress,
  type StudyReport,
  type StudyTask,
} from "../../core/work";
import { StoppedError } from "../../core/workers/client";
import { EvaluationPool } from "../../core/workers/pool";
import { bandContains, goalNotation, type MeasureBand, type Wish } from "./wish";

/** Length of a run (ticks), seeds per candidate, candidates in the playoff, and seeds of the final test. */
const TICKS_PER_RUN = 1200;
const SEEDS_PER_CANDIDATE = 3;
const MAX_FINALISTS = 3;
const UNSEEN_SEEDS = 20;
/** Largest miss at which a candidate counts as well within all bands. */
const ENOUGH_MISS = 0.1;
/** Limits of a search: ticks times units, and the smallest and largest number of runs. */
const UNIT_TICKS = 4e8;
const RUN_LIMITS = [90, 2400] as const;
/** Number of shown candidates. */
const MAX_CANDIDATES = 6;
/** Largest miss that counts, in multiples of the band's edge. */
const MAX_MISS = 10;

/** An evaluated candidate. */
export interface FoundFlock {
  link: string;
  /** Runs that meet the wish, of all its runs. */
  satisfiedRuns: number;
  runCount: number;
  /** Mean miss of its runs, as a share of the missed edges. */
  meanMiss: number;
}

export interface SearchProgress {
  phase: StudyProgress["phase"];
  /** Share of the largest possible amount of work that is done. */
  share: number;
  /** Number of evaluated candidates. */
  triedCount: number;
  /** Best candidates first. */
  bestFlocks: readonly FoundFlock[];
}

/** Task for the core; the same for the same wish, run and seed. */
export function studyTaskFor(
  base: string,
  wish: Wish,
  units: number,
  ticks = TICKS_PER_RUN,
): Partial<StudyTask> {
  const runs = Math.round(UNIT_TICKS / (ticks * Math.max(1, units)));
  return {
    base,
    vary: wish.variedAxes,
    goals: wish.bands.map(goalNotation),
    runs: Math.min(RUN_LIMITS[1], Math.max(RUN_LIMITS[0], runs)),
    seed: wish.seed,
    tries: SEEDS_PER_CANDIDATE,
    ticks,
    finalists: MAX_FINALISTS,
    unseen: UNSEEN_SEEDS,
    enough: ENOUGH_MISS,
  };
}

/** A link with the seed of another one, so that a candidate starts like the run. */
export function withSeedOf(link: string, other: string): string {
  const seed = readValue(other, "seed");
  const otherPairs = withoutKeys(link, "seed").split("&");
  const insertAt = otherPairs.findIndex((pair) => pair.startsWith("scene=")) + 1;
  if (seed) otherPairs.splice(insertAt, 0, `seed=${seed}`);
  return otherPairs.join("&");
}

/** Distance of a value from a band, as a share of the missed edge; 0 inside. */
export function distanceFromBand(band: MeasureBand, value: number): number {
  if (bandContains(band, value)) return 0;
  if (!Number.isFinite(value)) return MAX_MISS;
  const edge = value < (band.low ?? Number.NEGATIVE_INFINITY) ? band.low : band.high;
  return Math.min(MAX_MISS, Math.abs(value - (edge ?? 0)) / Math.max(Math.abs(edge ?? 0), 0.05));
}

export class FlockSearch {
  private ticks = 0;
  private triedCount = 0;
  private isCancelled = false;
  private bestFlocks: FoundFlock[] = [];

  constructor(
    private readonly task: Partial<StudyTask>,
    private readonly bands: readonly MeasureBand[],
    /** Index of a measure in an outcome. */
    private readonly indexOf: (measure: string) => number,
    private readonly onProgress: (standing: SearchProgress) => void,
    private readonly pool = new EvaluationPool(),
  ) {}

  /**
   * Runs the search; resolves with `undefined` if it was stopped. If the task is invalid, rejects with an error whose
   * message can be shown.
   */
  async run(): Promise<StudyReport | undefined> {
    const study = startedStudy(this.task);
    try {
      for (let jobs = study.jobs(); jobs.length > 0 && !this.isCancelled; jobs = study.jobs()) {
        const before = study.progress();
        const runs = jobs.map((): StudyOutcome | undefined => undefined);
        const outcomes = await this.pool.evaluate(jobs, (at, outcome) => {
          this.ticks += outcome.ticks;
          runs[at] = outcome;
          const first = at - (at % SEEDS_PER_CANDIDATE);
          if (before.phase === "search")
            this.addCandidate(jobs[first]?.link ?? "", runs.slice(first, first + SEEDS_PER_CANDIDATE));
          this.reportProgress(before);
        });
        study.report(outcomes);
        this.reportProgress(study.progress());
      }
      return study.result();
    } catch (error) {
      if (error instanceof StoppedError) return undefined;
      throw error;
    } finally {
      this.pool.stop();
      study.free();
    }
  }

  /** Stops the search at once. The best candidates stay, without the final test. */
  stop(): void {
    this.isCancelled = true;
    this.pool.stop();
  }

  /** Reports a candidate when all of its runs are done. */
  private addCandidate(link: string, runs: readonly (StudyOutcome | undefined)[]): void {
    const finishedRuns = runs.filter((run) => run !== undefined);
    if (finishedRuns.length < SEEDS_PER_CANDIDATE) return;
    this.triedCount++;
    const misses = finishedRuns.map((run) =>
      this.bands.reduce(
        (sum, band) =>
          sum + distanceFromBand(band, run.windows[this.indexOf(band.measure)]?.mean ?? Number.NaN),
        0,
      ),
    );
    const satisfiedRuns = misses.filter((miss) => miss === 0).length;
    const meanMiss = misses.reduce((sum, one) => sum + one, 0) / misses.length;
    const found = {
      link: withSeedOf(link, this.task.base ?? ""),
      satisfiedRuns,
      runCount: SEEDS_PER_CANDIDATE,
      meanMiss,
    };
    this.bestFlocks = [...this.bestFlocks.filter((one) => one.link !== found.link), found]
      .sort((a, b) => b.satisfiedRuns - a.satisfiedRuns || a.meanMiss - b.meanMiss)
      .slice(0, MAX_CANDIDATES);
  }

  private reportProgress({ phase, ticks: spent }: StudyProgress): void {
    const { ticks = TICKS_PER_RUN, runs = 0 } = this.task;
    const playoff = (MAX_FINALISTS + 1) * Math.ceil(UNSEEN_SEEDS / 2) * 2 * ticks;
    const tests = playoff + 3 * UNSEEN_SEEDS * ticks;
    const totalTicks = (phase === "search" ? runs * ticks : spent) + tests;
    this.onProgress({
      phase,
      share: Math.min(1, this.ticks / totalTicks),
      triedCount: this.triedCount,
      bestFlocks: this.bestFlocks,
    });
  }
}

function startedStudy(task: Partial<StudyTask>): Study {
  try {
    return new Study(task);
  } catch (error) {
    throw typeof error === "string" ? new Error(error) : error;
  }
}
