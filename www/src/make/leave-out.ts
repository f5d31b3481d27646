/** Which behavior does what: the same runs without one of a group's behaviors after the other, over several seeds. */
import type { StudyJob, StudyOutcome } from "../core/study";
import { withoutPairs } from "../link/query";
import { meanAndError } from "./map";

/** A behavior that can be left out: by the key of its weight in links. */
export interface Part {
  label: string;
  weight: string;
}

/** What a measure is with a behavior and without it, over all seeds. */
export interface Effect {
  /** Its place among the measures. */
  measure: number;
  before: number;
  after: number;
  /** The standard error of the difference; the seeds are the same in both. */
  error: number;
  /** The difference as a share of the larger of both, 0 to 1. */
  share: number;
}

/** As many starts. */
export const SEEDS = 5;
/** What chance alone makes of so many measures is seldom farther off, in standard errors. */
const SURE = 3;
/** Less than this share of a value is no difference that a person sees. */
const LEAST = 0.02;

const SPAN = { ticks: 720, burnIn: 240, every: 20, goals: [] as string[] };

const having = (link: string, key: string, value: number) =>
  `${withoutPairs(link, (pair) => pair.startsWith(`${key}=`))}&${key}=${value}`;

/** The runs: for each seed one with all, then one without each part. */
export function leaveOneOut(link: string, parts: readonly Part[], first: number): StudyJob[] {
  const seeds = Array.from({ length: SEEDS }, (_, at) => having(link, "seed", first + at));
  return seeds.flatMap((run) =>
    [run, ...parts.map(({ weight }) => having(run, weight, 0))].map((one) => ({ link: one, ...SPAN })),
  );
}

/** What each part does, the largest effect first, as far as chance does not explain it. Outcomes are those of the jobs. */
export function effectsOf(outcomes: readonly Pick<StudyOutcome, "windows">[], parts: number): Effect[][] {
  const runs = parts + 1;
  const mean = (seed: number, run: number, measure: number) =>
    outcomes[seed * runs + run]?.windows[measure]?.mean ?? Number.NaN;
  const measures = outcomes[0]?.windows.length ?? 0;
  return Array.from({ length: parts }, (_, part) =>
    Array.from({ length: measures }, (_, measure) => {
      const pairs = Array.from({ length: outcomes.length / runs }, (_, seed): [number, number] => [
        mean(seed, 0, measure),
        mean(seed, part + 1, measure),
      ]);
      return effectOf(measure, pairs);
    })
      .filter(({ before, after, error, share }) => Math.abs(after - before) > SURE * error && share > LEAST)
      .sort((a, b) => b.share - a.share),
  );
}

function effectOf(measure: number, all: readonly [number, number][]): Effect {
  const pairs = all.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
  const [before] = meanAndError(pairs.map(([a]) => a));
  const [after] = meanAndError(pairs.map(([, b]) => b));
  const [, error] = meanAndError(pairs.map(([a, b]) => b - a));
  const share = Math.abs(after - before) / Math.max(Math.abs(before), Math.abs(after));
  return { measure, before, after, error, share };
}
