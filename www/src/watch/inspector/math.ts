/** What an inspection's forces amount to. The forces come from the core; here they are only compared. */
import type { Inspection } from "../../core";

export interface Share {
  label: string;
  weight: number;
  /** Size of the force before the weight, and as it enters the sum. */
  raw: number;
  size: number;
  /** Its part in the net force, along that force's direction and after the limit: all of them add up to the net. */
  along: number;
  /** Direction against the heading, radians; positive to starboard. */
  bearing: number;
  /** What room a budget left to it, 0 to 1: less than 1 where behaviors before it took the force. */
  room: number;
}

export interface Balance {
  shares: Share[];
  net: number;
  netBearing: number;
  /** The largest of all parts and the net: the length of a whole bar. */
  largest: number;
  /** Share of all forces that others cancel, 0 to 1. */
  canceled: number;
  /** What the body's limit left of the sum, 0 to 1. */
  kept: number;
}

/** Where an offset points, seen from a heading, radians; positive to starboard. */
export function bearingOf(x: number, y: number, hx: number, hy: number): number {
  return x === 0 && y === 0 ? 0 : Math.atan2(y * hx - x * hy, x * hx + y * hy);
}

/** Compares an inspection's forces, for a unit with this heading. */
export function balanceOf(
  inspection: Pick<Inspection, "forces" | "sumX" | "sumY" | "fx" | "fy">,
  hx: number,
  hy: number,
): Balance {
  const { forces, sumX, sumY, fx, fy } = inspection;
  const bearing = (x: number, y: number) => bearingOf(x, y, hx, hy);
  const sizes = forces.map((force) => Math.hypot(force.fx, force.fy));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const net = Math.hypot(fx, fy);
  const sum = Math.hypot(sumX, sumY);
  const kept = sum > 0 ? Math.min(1, net / sum) : 1;
  // Where all cancel out there is no net direction: the largest force lends its own.
  const strongest = forces[sizes.indexOf(Math.max(...sizes))];
  const clear = sum > 1e-4 * total;
  const [ax, ay] = clear ? [sumX, sumY] : [strongest?.fx ?? 0, strongest?.fy ?? 0];
  const length = Math.hypot(ax, ay) || 1;
  const shares = forces.map(({ label, weight, rawX, rawY, fx: x, fy: y }, index) => {
    const size = sizes[index] ?? 0;
    const raw = Math.hypot(rawX, rawY);
    const wanted = raw * Math.abs(weight);
    const room = wanted > 0 ? Math.min(1, size / wanted) : 1;
    const along = ((x * ax + y * ay) / length) * kept;
    return { label, weight, raw, size, along, bearing: bearing(x, y), room };
  });
  return {
    shares,
    net,
    netBearing: bearing(fx, fy),
    largest: Math.max(net, ...shares.map(({ along }) => Math.abs(along))),
    canceled: total > 0 ? Math.max(0, 1 - sum / total) : 0,
    kept,
  };
}

/** The unit after (or before) this one, around the ends; from none, the first choice. */
export function neighborId(id: number, step: 1 | -1, count: number, first: number): number {
  if (count <= 0) return -1;
  if (id < 0 || id >= count) return Math.min(count - 1, Math.max(0, first));
  return (id + step + count) % count;
}

/** A sentence speaks of the last half second: forces change faster than one reads. */
const MEMORY = 500;

/** The forces and the turn of a unit, averaged over the last half second. */
export class Calm {
  private last: Inspection | undefined;
  private at = 0;

  /** The same inspection with its numbers averaged; another unit or pipeline begins anew. */
  of(inspection: Inspection, now: number): Inspection {
    const { last } = this;
    const keys = ({ id, forces }: Inspection) => [id, ...forces.map(({ key }) => key)].join();
    const part = last && keys(last) === keys(inspection) ? 1 - Math.exp(-(now - this.at) / MEMORY) : 1;
    this.at = now;
    if (!last || part === 1) {
      this.last = inspection;
      return inspection;
    }
    const mix = (a: number, b: number) => a + (b - a) * part;
    const forces = inspection.forces.map((force, index) => {
      const before = last.forces[index] ?? force;
      return {
        ...force,
        rawX: mix(before.rawX, force.rawX),
        rawY: mix(before.rawY, force.rawY),
        fx: mix(before.fx, force.fx),
        fy: mix(before.fy, force.fy),
      };
    });
    const { sumX, sumY, fx, fy, turn } = inspection;
    this.last = {
      ...inspection,
      forces,
      sumX: mix(last.sumX, sumX),
      sumY: mix(last.sumY, sumY),
      fx: mix(last.fx, fx),
      fy: mix(last.fy, fy),
      turn: mix(last.turn, turn),
    };
    return this.last;
  }
}
