/** Positions (u) of recorded animals at any time, interpolated between frames. */
import { nearestOffset } from "../../stage/camera";
import type { PlacedTracks } from "./messages";

/** Longest time between two frames over which an animal's position is interpolated, s. */
const MAX_FRAME_GAP = 1;

export class RecordedTracks {
  constructor(
    readonly tracks: PlacedTracks,
    /** World position of the upper left corner of the recording's extent, u. */
    readonly worldCorner: { x: number; y: number },
  ) {}

  get durationSeconds(): number {
    return this.tracks.frameTimes.at(-1) ?? 0;
  }

  /** Index of the last frame at or before a time (s since the first frame); 0 for earlier times. */
  frameAt(time: number): number {
    const { frameTimes } = this.tracks;
    let [low, high] = [0, frameTimes.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((frameTimes[middle] ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Calls `tell` for each animal seen at `time` (s): id, world position (u), and heading (rad, NaN if unknown). */
  forEachUnit(time: number, tell: (id: number, x: number, y: number, heading: number) => void): void {
    const { frameStarts, rowIds, frameTimes, motion } = this.tracks;
    if (time < 0 || time > this.durationSeconds) return;
    const frame = this.frameAt(time);
    const [from = 0, to = 0] = [frameTimes[frame], frameTimes[frame + 1]];
    const shareToNext = to > from && to - from <= MAX_FRAME_GAP ? (time - from) / (to - from) : 0;
    const [end = 0, last = 0] = [frameStarts[frame + 1], frameStarts[frame + 2]];
    const { worldCorner } = this;
    const rows = rowIds.length;
    const { left, top, wraps, width, height } = this.tracks.info;
    const size = wraps ? [width, height] : [];
    // The rows of both frames are in ascending order of ids, so one pass over both finds the pairs.
    let next = end;
    for (let row = frameStarts[frame] ?? 0; row < end; row++) {
      const id = rowIds[row] ?? 0;
      while (next < last && (rowIds[next] ?? 0) < id) next++;
      const nextRow = shareToNext > 0 && next < last && rowIds[next] === id ? next : row;
      const interpolate = (part: number) => {
        const value = motion[part * rows + row] ?? 0;
        const change = (motion[part * rows + nextRow] ?? 0) - value;
        const worldSide = size[part];
        if (worldSide === undefined) return value + shareToNext * change;
        // In a world that wraps, the animal takes the shorter way across the edge.
        const unwrapped = value + shareToNext * nearestOffset(change, worldSide);
        return unwrapped - worldSide * Math.floor(unwrapped / worldSide);
      };
      const heading = motion[4 * rows + row] ?? Number.NaN;
      tell(id, interpolate(0) - left + worldCorner.x, interpolate(1) - top + worldCorner.y, heading);
    }
  }
}
