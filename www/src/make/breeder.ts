/** Nine candidates to choose from, and the next nine. */
import { type Breeding, newBreeding, type StudyBreedingPlan, type StudyCandidate } from "../core/study";
import type { Pool } from "../workers/pool";
import { goalText, type Wish } from "./wish";

const SHOWN = 9;
const SIZE = 36;
const TICKS = 900;

/** What is bred: the same for the same run, wish and founders. */
export function planOf(base: string, wish: Wish, founders: string[]): Partial<StudyBreedingPlan> {
  const goals = wish.bands.map(goalText);
  return {
    base,
    vary: wish.vary,
    goals,
    founders,
    seed: wish.seed,
    shown: SHOWN,
    size: SIZE,
    ticks: TICKS,
  };
}

export class Breeder {
  private readonly breeding: Breeding;

  constructor(
    private readonly pool: Pool,
    plan: Partial<StudyBreedingPlan>,
  ) {
    this.breeding = newBreeding(plan);
  }

  /** Evaluates those that are to be tried, and gives those that are to be shown. */
  async next(tried: (count: number, of: number) => void): Promise<StudyCandidate[]> {
    const jobs = this.breeding.jobs();
    let count = 0;
    this.breeding.report(await this.pool.evaluate(jobs, () => tried(++count, jobs.length)));
    return this.breeding.candidates();
  }

  /** The next are children of these of the last, by number; of none: of all. */
  breed(parents: readonly number[]): void {
    this.breeding.breed(Uint32Array.from(parents));
  }

  /** The next come from everywhere. */
  surprise(): void {
    this.breeding.surprise();
  }

  free(): void {
    this.breeding.free();
  }
}
