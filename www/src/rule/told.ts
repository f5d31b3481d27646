/** What a line of a rule comes to, as a person reads it. */

/** A value: one number or two, and what it is. */
export interface Worth {
  value: readonly number[];
  ty: "number" | "vector" | "condition";
}

const short = (value: number) => {
  if (!Number.isFinite(value)) return "\u2013";
  const size = Math.abs(value);
  const text = size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
};

/** Where a world-space direction lies, seen along a heading: "40° right". */
export function bearingText(x: number, y: number, hx: number, hy: number): string {
  const angle = Math.round((Math.atan2(hx * y - hy * x, hx * x + hy * y) * 180) / Math.PI);
  if (Math.abs(angle) <= 2) return "ahead";
  if (Math.abs(angle) >= 178) return "behind";
  return `${Math.abs(angle)}\u00b0 ${angle > 0 ? "right" : "left"}`;
}

/** A value in words; of a vector its length and where it points, seen along the unit's heading. */
export function worthText({ value, ty }: Worth, hx: number, hy: number): string {
  const [x = 0, y = 0] = value;
  if (ty === "condition") return x === 0 ? "no" : "yes";
  if (ty === "number") return short(x);
  const length = Math.hypot(x, y);
  if (!(length > 1e-6)) return "0";
  return `${short(length)}, ${bearingText(x, y, hx, hy)}`;
}

/** A number that pushes sideways: "0.50 right". */
export function pushText(value: number): string {
  if (Math.abs(value) < 0.005) return "0";
  return `${short(Math.abs(value))} ${value > 0 ? "right" : "left"}`;
}
