/** A search for a wished flock: the core chooses candidates, workers run them, and the best ones are reported. */

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

/** Length of a run, ticks; runs per candidate; candidates compared at the end; and runs of the final test. */
const TICKS_PER_RUN = 1200;
const SEEDS_PER_CANDIDATE = 3;
const MAX_FINALISTS = 3;
const UNSEEN_SEEDS = 20;
/** The search ends early once the best candidate's loss, which the core computes, is at most this; 0 is best. */
const ENOUGH_MISS = 0.1;
/** Size of a search in ticks times units, and its smallest and largest number of runs. */
const UNIT_TICKS = 4e8;
const RUN_LIMITS = [90, 2400] as const;
/** Number of candidates that are shown, the best ones. */
const MAX_CANDIDATES = 6;
/** Upper limit for distances of values from a band, in multiples of the missed end of the band. */
const MAX_MISS = 10;

/** A candidate of the search, with the results of its runs. */
export interface FoundFlock {
  link: string;
  /** Number of the candidate's runs whose measures lie in all wished ranges (bands), and number of all its runs. */
  satisfiedRuns: number;
  runCount: number;
  /** Mean over the candidate's runs of the sum of the distances from all bands, see `distanceFromBand`. */
  meanMiss: number;
}

export interface SearchProgress {
  phase: StudyProgress["phase"];
  /** Share of the search's work that is done, 0 to 1, assuming that the search needs all its runs. */
  share: number;
  /** Number of candidates that were run so far. */
  triedCount: number;
  /** Best candidates so far, best first. */
  bestFlocks: readonly FoundFlock[];
}

/** Search task for the core; the same wish, run and number of units give the same task. `baseLink`: link of the run. */
export function studyTaskFor(
  baseLink: string,
  wish: Wish,
  units: number,
  ticks = TICKS_PER_RUN,
): Partial<StudyTask> {
  const wantedRuns = Math.round(UNIT_TICKS / (ticks * Math.max(1, units)));
  return {
    base: baseLink,
    vary: wish.variedAxes,
    goals: wish.bands.map(goalNotation),
    runs: Math.min(RUN_LIMITS[1], Math.max(RUN_LIMITS[0], wantedRuns)),
    seed: wish.seed,
    tries: SEEDS_PER_CANDIDATE,
    ticks,
    finalists: MAX_FINALISTS,
    unseen: UNSEEN_SEEDS,
    enough: ENOUGH_MISS,
  };
}

/** Replaces the seed in a link by that of another link, so that a candidate starts like the run. */
export function withSeedOf(link: string, other: string): string {
  const seed = readValue(other, "seed");
  const otherPairs = withoutKeys(link, "seed").split("&");
  const insertAt = otherPairs.findIndex((pair) => pair.startsWith("scene=")) + 1;
  if (seed) otherPairs.splice(insertAt, 0, `seed=${seed}`);
  return otherPairs.join("&");
}

/** Distance of a value from a band in multiples of the missed end; 0 inside, at most `MAX_MISS`, also for NaN. */
export function distanceFromBand(band: MeasureBand, value: number): number {
  if (bandContains(band, value)) return 0;
  if (!Number.isFinite(value)) return MAX_MISS;
  const missedEnd = value < (band.low ?? Number.NEGATIVE_INFINITY) ? band.low : band.high;
  return Math.min(MAX_MISS, Math.abs(value - (missedEnd ?? 0)) / Math.max(Math.abs(missedEnd ?? 0), 0.05));
}

export class FlockSearch {
  private readonly pool = new EvaluationPool();
  private ticks = 0;
  private triedCount = 0;
  private isCancelled = false;
  private bestFlocks: FoundFlock[] = [];

  constructor(
    private readonly task: Partial<StudyTask>,
    private readonly bands: readonly MeasureBand[],
    /** Index of a measure, by key, in `windows` of a `StudyOutcome`, which has the measures' means. */
    private readonly indexOf: (measure: string) => number,
    private readonly onProgress: (standing: SearchProgress) => void,
  ) {}

  /** Runs search and final test; `undefined` if stopped. Rejects, with a message for people, if the task is invalid. */
  async run(): Promise<StudyReport | undefined> {
    const study = startedStudy(this.task);
    try {
      for (let jobs = study.jobs(); jobs.length > 0 && !this.isCancelled; jobs = study.jobs()) {
        const progress = study.progress();
        const runs = jobs.map((): StudyOutcome | undefined => undefined);
        const outcomes = await this.pool.evaluate(jobs, (at, outcome) => {
          this.ticks += outcome.ticks;
          runs[at] = outcome;
          const firstIndex = at - (at % SEEDS_PER_CANDIDATE);
          if (progress.phase === "search")
            this.addCandidate(
              jobs[firstIndex]?.link ?? "",
              runs.slice(firstIndex, firstIndex + SEEDS_PER_CANDIDATE),
            );
          this.reportProgress(progress);
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

  /** Stops the search at once; the best candidates so far stay shown, but are not tested. */
  stop(): void {
    this.isCancelled = true;
    this.pool.stop();
  }

  /** Adds a candidate to the best ones if all of its runs are done. */
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
    const flock = {
      link: withSeedOf(link, this.task.base ?? ""),
      satisfiedRuns,
      runCount: SEEDS_PER_CANDIDATE,
      meanMiss,
    };
    this.bestFlocks = [...this.bestFlocks.filter((one) => one.link !== flock.link), flock]
      .sort((a, b) => b.satisfiedRuns - a.satisfiedRuns || a.meanMiss - b.meanMiss)
      .slice(0, MAX_CANDIDATES);
  }

  private reportProgress({ phase, ticks: spent }: StudyProgress): void {
    const { ticks = TICKS_PER_RUN, runs = 0 } = this.task;
    const playoffTicks = (MAX_FINALISTS + 1) * Math.ceil(UNSEEN_SEEDS / 2) * 2 * ticks;
    const testTicks = playoffTicks + 3 * UNSEEN_SEEDS * ticks;
    const totalTicks = (phase === "search" ? runs * ticks : spent) + testTicks;
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
