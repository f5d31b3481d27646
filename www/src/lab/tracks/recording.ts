/** Recorded animals over time: where each is between two frames. Lengths in u. */
import type { Placed } from "./messages";

/** Longest time between two frames over which an animal's place is interpolated, s. */
const LONGEST_GAP = 1;

export class Recorded {
  constructor(
    readonly placed: Placed,
    /** Where the least place is in the world. */
    readonly corner: { x: number; y: number },
  ) {}

  get seconds(): number {
    return this.placed.times.at(-1) ?? 0;
  }

  /** The last frame at or before a time. */
  frameAt(time: number): number {
    const { times } = this.placed;
    let [low, high] = [0, times.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((times[middle] ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Who is in a frame, in the order of its rows. */
  idsIn(frame: number): Uint32Array {
    const { starts, ids } = this.placed;
    return ids.slice(starts[frame], starts[frame + 1]);
  }

  /** Calls back with each animal that is there at a time: id, place in the world, and heading (radians). */
  each(time: number, tell: (id: number, x: number, y: number, heading: number) => void): void {
    const { starts, ids, times, motion } = this.placed;
    if (time < 0 || time > this.seconds) return;
    const frame = this.frameAt(time);
    const [from = 0, to = 0] = [times[frame], times[frame + 1]];
    const between = to > from && to - from <= LONGEST_GAP ? (time - from) / (to - from) : 0;
    const [end = 0, last = 0] = [starts[frame + 1], starts[frame + 2]];
    const { corner } = this;
    const rows = ids.length;
    const { left, top } = this.placed.info;
    // Both frames are in the order of the ids.
    let next = end;
    for (let row = starts[frame] ?? 0; row < end; row++) {
      const id = ids[row] ?? 0;
      while (next < last && (ids[next] ?? 0) < id) next++;
      const other = between > 0 && next < last && ids[next] === id ? next : row;
      const mix = (part: number) => {
        const value = motion[part * rows + row] ?? 0;
        return value + between * ((motion[part * rows + other] ?? 0) - value);
      };
      const heading = motion[4 * rows + row] ?? Number.NaN;
      tell(id, mix(0) - left + corner.x, mix(1) - top + corner.y, heading);
    }
  }
}
