/** Nine candidates to choose from, and the next nine. */
import { type Litter, newLitter, type StudyCandidate, type StudyKennel } from "../core/study";
import type { Pool } from "../workers/pool";
import { goalText, type Wish } from "./wish";

const SHOWN = 9;
const LITTER = 36;
const TICKS = 900;

/** What is bred: the same for the same run, wish and founders. */
export function kennelOf(base: string, wish: Wish, founders: string[]): Partial<StudyKennel> {
  const goals = wish.bands.map(goalText);
  return {
    base,
    vary: wish.vary,
    goals,
    founders,
    seed: wish.seed,
    shown: SHOWN,
    litter: LITTER,
    ticks: TICKS,
  };
}

export class Breeder {
  private readonly litter: Litter;

  constructor(
    private readonly pool: Pool,
    kennel: Partial<StudyKennel>,
  ) {
    this.litter = newLitter(kennel);
  }

  /** Evaluates those that are to be tried, and gives those that are to be shown. */
  async next(tried: (count: number, of: number) => void): Promise<StudyCandidate[]> {
    const jobs = this.litter.jobs();
    let count = 0;
    this.litter.report(await this.pool.evaluate(jobs, () => tried(++count, jobs.length)));
    return this.litter.candidates();
  }

  /** The next are children of these of the last, by number; of none: of all. */
  breed(parents: readonly number[]): void {
    this.litter.breed(Uint32Array.from(parents));
  }

  /** The next come from everywhere. */
  surprise(): void {
    this.litter.surprise();
  }

  free(): void {
    this.litter.free();
  }
}
