/** What an inspection's forces amount to. The forces come from the core; here they are only compared. */
import type { Inspection } from "./core";

export interface Share {
  key: string;
  label: string;
  weight: number;
  /** Size of the weighted force. */
  size: number;
  /** Of the largest force that is shown, 0 to 1. */
  part: number;
  /** Direction against the heading, radians; positive to starboard. */
  bearing: number;
}

export interface Balance {
  shares: Share[];
  net: number;
  /** Of the largest force, 0 to 1. */
  netPart: number;
  netBearing: number;
  /** Share of all forces that others cancel, 0 to 1. */
  canceled: number;
  /** What the body's limit left of the sum, 0 to 1. */
  kept: number;
}

/** Compares an inspection's forces, for a unit with this heading. */
export function balanceOf(
  inspection: Pick<Inspection, "forces" | "fx" | "fy">,
  hx: number,
  hy: number,
): Balance {
  const { forces, fx, fy } = inspection;
  const bearing = (x: number, y: number) =>
    x === 0 && y === 0 ? 0 : Math.atan2(y * hx - x * hy, x * hx + y * hy);
  const sizes = forces.map((force) => Math.hypot(force.fx, force.fy));
  const net = Math.hypot(fx, fy);
  const largest = Math.max(net, ...sizes);
  const part = (size: number) => (largest > 0 ? size / largest : 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const sum = Math.hypot(
    forces.reduce((x, force) => x + force.fx, 0),
    forces.reduce((y, force) => y + force.fy, 0),
  );
  return {
    shares: forces.map(({ key, label, weight, fx: x, fy: y }, index) => {
      const size = sizes[index] ?? 0;
      return { key, label, weight, size, part: part(size), bearing: bearing(x, y) };
    }),
    net,
    netPart: part(net),
    netBearing: bearing(fx, fy),
    canceled: total > 0 ? Math.max(0, 1 - sum / total) : 0,
    kept: sum > 0 ? Math.min(1, net / sum) : 1,
  };
}

export function forceText(size: number): string {
  if (size === 0) return "0";
  return size >= 99.5 ? Math.round(size).toLocaleString("en-US") : size.toPrecision(2);
}

/** Where a force points, in words: ahead, astern, port or starboard. */
export function bearingText(bearing: number): string {
  const degrees = Math.round((bearing * 180) / Math.PI);
  if (Math.abs(degrees) < 10) return "ahead";
  if (Math.abs(degrees) > 170) return "astern";
  return `${Math.abs(degrees)}\u00b0 to ${degrees > 0 ? "starboard" : "port"}`;
}

/** What the forces come to, as a sentence. */
export function balanceText({ canceled, kept, net }: Balance): string {
  const parts: string[] = [];
  if (canceled >= 0.05) parts.push(`${Math.round(canceled * 100)} % cancel out`);
  if (kept < 0.95) parts.push(`the limit cuts ${Math.round((1 - kept) * 100)} %`);
  if (parts.length > 0) return `${parts.join("; ")}.`;
  return net > 0 ? "All forces add up." : "Nothing steers it now.";
}

/** The unit after (or before) this one, around the ends; from none, the first choice. */
export function neighborId(id: number, step: 1 | -1, count: number, first: number): number {
  if (count <= 0) return -1;
  if (id < 0 || id >= count) return Math.min(count - 1, Math.max(0, first));
  return (id + step + count) % count;
}
