/** Center of a flock in a world that wraps. */
import type { UnitViews } from "../core/views";
import type { Point } from "./camera";

/** Largest number of units per run whose positions are averaged. */
const MAX_SAMPLES = 200;

interface FlockMiddle extends Point {
  /** Concentration of the units per axis: 1 if all are at one place, 0 if they are evenly spread. */
  strength: Point;
}

/** Circular mean of all units' positions (u) in the given runs, per axis (Mardia & Jupp, Directional Statistics). */
export function middleOf(
  runs: readonly Pick<UnitViews, "count" | "x" | "y">[],
  width: number,
  height: number,
): FlockMiddle {
  const meanAlong = (axis: "x" | "y", size: number) => {
    let [sine, cosine, count] = [0, 0, 0];
    for (const views of runs) {
      const step = Math.max(1, Math.ceil(views.count / MAX_SAMPLES));
      for (let unit = 0; unit < views.count; unit += step) {
        const turn = ((views[axis][unit] ?? 0) / size) * 2 * Math.PI;
        sine += Math.sin(turn);
        cosine += Math.cos(turn);
        count++;
      }
    }
    const place = (Math.atan2(sine, cosine) / (2 * Math.PI)) * size;
    return { place, strength: count > 0 ? Math.hypot(sine, cosine) / count : 0 };
  };
  const [across, down] = [meanAlong("x", width), meanAlong("y", height)];
  return { x: across.place, y: down.place, strength: { x: across.strength, y: down.strength } };
}

/** Positions of all units, u. */
export function pointsOf({ x, y, count }: UnitViews): Point[] {
  return Array.from({ length: count }, (_, unit) => ({ x: x[unit] ?? 0, y: y[unit] ?? 0 }));
}
