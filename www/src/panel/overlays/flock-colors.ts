/** Colors for flocks that stay while flocks move, part and join. Pure. */
import { flockTints } from "../../stage/palette";

/** Index of the color for units on their own. */
export const loneTint = flockTints + 1;

/**
 * Gives each flock a color: the one that most of its units had before, unless a flock that took over more units has
 * it; a new flock gets the color that the fewest units wear.
 */
export class FlockColors {
  private before = new Uint8Array(0);

  /** `labels`: per unit the number of its flock, -1 for none. Returns per unit the index of a tint, 0 for none. */
  next(labels: Float32Array, count: number): Uint8Array {
    const tints = new Uint8Array(count);
    const votes = this.vote(labels, count);
    const taken = new Set<string>();
    const color = new Map<number, number>();
    const used = new Array<number>(flockTints + 2).fill(0);
    const sizes = new Map<number, number>();
    for (const { flock, size } of votes) sizes.set(flock, size);
    // The largest claims first: a color goes to the flock that took over most of its units.
    const claims = votes.flatMap(({ flock, of }) => of.map(({ tint, units }) => ({ flock, tint, units })));
    claims.sort((a, b) => b.units - a.units || a.flock - b.flock);
    for (const { flock, tint } of claims) {
      if (color.has(flock) || taken.has(String(tint))) continue;
      color.set(flock, tint);
      taken.add(String(tint));
      used[tint] = (used[tint] ?? 0) + (sizes.get(flock) ?? 0);
    }
    for (const { flock, size } of votes) {
      if (color.has(flock)) continue;
      let best = 1;
      for (let tint = 2; tint <= flockTints; tint++) if ((used[tint] ?? 0) < (used[best] ?? 0)) best = tint;
      color.set(flock, best);
      used[best] = (used[best] ?? 0) + size;
    }
    for (let unit = 0; unit < count; unit++) {
      const flock = labels[unit] ?? -1;
      if (flock >= 0) tints[unit] = color.get(flock) ?? loneTint;
    }
    this.before = tints;
    return tints;
  }

  /** The flocks of at least two, the largest first, with the colors that their units had. */
  private vote(labels: Float32Array, count: number) {
    const flocks = new Map<number, number[]>();
    for (let unit = 0; unit < count; unit++) {
      const flock = labels[unit] ?? -1;
      if (flock < 0) continue;
      const tally = flocks.get(flock) ?? new Array<number>(flockTints + 2).fill(0);
      flocks.set(flock, tally);
      const tint = this.before[unit] ?? 0;
      const slot = tint <= flockTints ? tint : 0;
      tally[slot] = (tally[slot] ?? 0) + 1;
    }
    const found = [...flocks].map(([flock, tally]) => ({
      flock,
      size: tally.reduce((sum, units) => sum + units, 0),
      of: tally.map((units, tint) => ({ tint, units })).filter(({ tint, units }) => tint > 0 && units > 0),
    }));
    return found.filter(({ size }) => size > 1).sort((a, b) => b.size - a.size || a.flock - b.flock);
  }
}
