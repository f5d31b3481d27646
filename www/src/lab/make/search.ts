/** A running search: gets jobs from the core, has workers evaluate them, and reports the best candidates. */

import { readValue, without } from "../../core/link/query";
import {
  Study,
  type StudyOutcome,
  type StudyProgress,
  type StudyReport,
  type StudyTask,
} from "../../core/work";
import { Stopped } from "../../core/workers/client";
import { Pool } from "../../core/workers/pool";
import { type Band, goalNotation, holds, type Wish } from "./wish";

/** Length of a run (ticks), seeds per candidate, candidates in the playoff, and seeds of the final test. */
const TICKS = 1200;
const TRIES = 3;
const FINALISTS = 3;
const UNSEEN = 20;
/** Largest miss at which a candidate counts as well within all bands. */
const ENOUGH = 0.1;
/** Limits of a search: ticks times units, and the smallest and largest number of runs. */
const UNIT_TICKS = 4e8;
const RUNS = [90, 2400] as const;
/** Number of shown candidates. */
const MAX_CANDIDATES = 6;
/** Largest miss that counts, in multiples of the band's edge. */
const MAX_MISS = 10;

/** An evaluated candidate. */
export interface FoundFlock {
  link: string;
  /** Runs that meet the wish, of all its runs. */
  met: number;
  of: number;
  /** Mean miss of its runs, as a share of the missed edges. */
  miss: number;
}

export interface Standing {
  phase: StudyProgress["phase"];
  /** Share of the largest possible amount of work that is done. */
  share: number;
  /** Number of evaluated candidates. */
  tried: number;
  /** Best candidates first. */
  best: readonly FoundFlock[];
}

/** Task for the core; the same for the same wish, run and seed. */
export function taskOf(base: string, wish: Wish, units: number, ticks = TICKS): Partial<StudyTask> {
  const runs = Math.round(UNIT_TICKS / (ticks * Math.max(1, units)));
  return {
    base,
    vary: wish.vary,
    goals: wish.bands.map(goalNotation),
    runs: Math.min(RUNS[1], Math.max(RUNS[0], runs)),
    seed: wish.seed,
    tries: TRIES,
    ticks,
    finalists: FINALISTS,
    unseen: UNSEEN,
    enough: ENOUGH,
  };
}

/** A link with the seed of another one, so that a candidate starts like the run. */
export function withSeedOf(link: string, other: string): string {
  const seed = readValue(other, "seed");
  const left = without(link, "seed").split("&");
  const at = left.findIndex((pair) => pair.startsWith("scene=")) + 1;
  if (seed) left.splice(at, 0, `seed=${seed}`);
  return left.join("&");
}

/** Distance of a value from a band, as a share of the missed edge; 0 inside. */
export function missOf(band: Band, value: number): number {
  if (holds(band, value)) return 0;
  if (!Number.isFinite(value)) return MAX_MISS;
  const edge = value < (band.low ?? Number.NEGATIVE_INFINITY) ? band.low : band.high;
  return Math.min(MAX_MISS, Math.abs(value - (edge ?? 0)) / Math.max(Math.abs(edge ?? 0), 0.05));
}

export class Search {
  private ticks = 0;
  private tried = 0;
  private isCancelled = false;
  private best: FoundFlock[] = [];

  constructor(
    private readonly task: Partial<StudyTask>,
    private readonly bands: readonly Band[],
    /** Index of a measure in an outcome. */
    private readonly indexOf: (measure: string) => number,
    private readonly heard: (standing: Standing) => void,
    private readonly pool = new Pool(),
  ) {}

  /** Runs the search; resolves with `undefined` if it was stopped. Rejects with a sentence if the task is invalid. */
  async run(): Promise<StudyReport | undefined> {
    const study = begun(this.task);
    try {
      for (let jobs = study.jobs(); jobs.length > 0 && !this.isCancelled; jobs = study.jobs()) {
        const before = study.progress();
        const runs = jobs.map((): StudyOutcome | undefined => undefined);
        const outcomes = await this.pool.evaluate(jobs, (at, outcome) => {
          this.ticks += outcome.ticks;
          runs[at] = outcome;
          const first = at - (at % TRIES);
          if (before.phase === "search") this.note(jobs[first]?.link ?? "", runs.slice(first, first + TRIES));
          this.tell(before);
        });
        study.report(outcomes);
        this.tell(study.progress());
      }
      return study.result();
    } catch (error) {
      if (error instanceof Stopped) return undefined;
      throw error;
    } finally {
      this.pool.end();
      study.free();
    }
  }

  /** Stops the search at once. The best candidates stay, without the final test. */
  stop(): void {
    this.isCancelled = true;
    this.pool.end();
  }

  /** Reports a candidate when all of its runs are done. */
  private note(link: string, runs: readonly (StudyOutcome | undefined)[]): void {
    const known = runs.filter((run) => run !== undefined);
    if (known.length < TRIES) return;
    this.tried++;
    const misses = known.map((run) =>
      this.bands.reduce(
        (sum, band) => sum + missOf(band, run.windows[this.indexOf(band.measure)]?.mean ?? Number.NaN),
        0,
      ),
    );
    const met = misses.filter((miss) => miss === 0).length;
    const miss = misses.reduce((sum, one) => sum + one, 0) / misses.length;
    const found = { link: withSeedOf(link, this.task.base ?? ""), met, of: TRIES, miss };
    this.best = [...this.best.filter((one) => one.link !== found.link), found]
      .sort((a, b) => b.met - a.met || a.miss - b.miss)
      .slice(0, MAX_CANDIDATES);
  }

  private tell({ phase, ticks: spent }: StudyProgress): void {
    const { ticks = TICKS, runs = 0 } = this.task;
    const playoff = (FINALISTS + 1) * Math.ceil(UNSEEN / 2) * 2 * ticks;
    const tests = playoff + 3 * UNSEEN * ticks;
    const all = (phase === "search" ? runs * ticks : spent) + tests;
    this.heard({ phase, share: Math.min(1, this.ticks / all), tried: this.tried, best: this.best });
  }
}

function begun(task: Partial<StudyTask>): Study {
  try {
    return new Study(task);
  } catch (error) {
    throw typeof error === "string" ? new Error(error) : error;
  }
}
