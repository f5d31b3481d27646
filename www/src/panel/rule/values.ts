/** Formats the values of a rule's lines as text. */

/** Value of a line: one number (for a condition 0 or 1), or the two components of a vector. */
interface LineValue {
  value: readonly number[];
  ty: "number" | "vector" | "condition";
}

/** Formats a number with at most two decimals; a dash if it is not finite. */
export const shortNumberText = (value: number): string => {
  if (!Number.isFinite(value)) return "\u2013";
  const size = Math.abs(value);
  const text = size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
};

/** Direction of the vector (x, y) relative to the unit vector (hx, hy), such as "ahead" or "40° right". */
export function bearingText(x: number, y: number, hx: number, hy: number): string {
  const angle = Math.round((Math.atan2(hx * y - hy * x, hx * x + hy * y) * 180) / Math.PI);
  if (Math.abs(angle) <= 2) return "ahead";
  if (Math.abs(angle) >= 178) return "behind";
  return `${Math.abs(angle)}\u00b0 ${angle > 0 ? "right" : "left"}`;
}

/** Formats a value; a vector as its length and its direction relative to the heading (hx, hy). */
export function valueInWords({ value, ty }: LineValue, hx: number, hy: number): string {
  const [x = 0, y = 0] = value;
  if (ty === "condition") return x === 0 ? "no" : "yes";
  if (ty === "number") return shortNumberText(x);
  const length = Math.hypot(x, y);
  if (!(length > 1e-6)) return "0";
  return `${shortNumberText(length)}, ${bearingText(x, y, hx, hy)}`;
}

/** Arrows for eight directions, clockwise from ahead, which is up. */
const ARROWS = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196";

/** Formats a line's value for a narrow column: a sideways force or a vector as size and arrow, with ahead up. */
export function shortValueText(
  line: LineValue & { kind: string },
  isActive: boolean,
  heading: [number, number],
): string {
  const [x = 0, y = 0] = line.value;
  if (line.kind === "steer" && line.ty === "number" && isActive)
    return sidewaysText(x).replace("right", "\u2192").replace("left", "\u2190");
  if (line.ty !== "vector" || !(Math.hypot(x, y) > 1e-6) || (line.kind === "steer" && !isActive))
    return lineText(line, isActive, heading);
  const [hx, hy] = heading;
  const eighthTurn = Math.round((Math.atan2(hx * y - hy * x, hx * x + hy * y) * 4) / Math.PI);
  return `${shortNumberText(Math.hypot(x, y))} ${ARROWS[(eighthTurn + 8) % 8]}`;
}

/** Formats a sideways force, positive to the right, such as "0.50 right". */
export function sidewaysText(value: number): string {
  if (Math.abs(value) < 0.005) return "0";
  return `${shortNumberText(Math.abs(value))} ${value > 0 ? "right" : "left"}`;
}

/** Members of a set with their values, and how these are combined (`fold`), such as "sum" or "least". */
interface MemberValues {
  fold: string;
  members: readonly { id: number; value: readonly number[] }[];
}

/**
 * Shares of members in the combined value, most important first, and the total; of vectors, components along the total.
 */
export function memberShares({ fold, members }: MemberValues): {
  parts: { id: number; part: number }[];
  total: number;
} {
  const divisor = fold === "mean" ? members.length : 1;
  const sum = [0, 1].map((at) => members.reduce((all, { value }) => all + (value[at] ?? 0), 0) / divisor);
  const isVector = members.some(({ value }) => (value[1] ?? 0) !== 0);
  const isAdditive = fold === "sum" || fold === "mean";
  const size = Math.hypot(sum[0] ?? 0, sum[1] ?? 0) || 1;
  const partOf = ([x = 0, y = 0]: readonly number[]) => {
    if (!isVector) return x / divisor;
    return isAdditive ? (x * (sum[0] ?? 0) + y * (sum[1] ?? 0)) / size / divisor : Math.hypot(x, y);
  };
  const parts = members.map(({ id, value }) => ({ id, part: partOf(value) }));
  const direction = fold === "least" ? 1 : -1;
  const sizeOf = ({ part }: { part: number }) => (isAdditive ? Math.abs(part) : part);
  parts.sort((a, b) => direction * (sizeOf(a) - sizeOf(b)));
  const partSum = parts.reduce((total, { part }) => total + part, 0);
  return { parts, total: isAdditive ? partSum : fold === "count" ? members.length : (parts[0]?.part ?? 0) };
}

/** Formats a line's value. `isActive`: false if the unit lacks what the rule requires, so its force is "nothing". */
export function lineText(
  line: LineValue & { kind: string },
  isActive: boolean,
  heading: [number, number],
): string {
  if (line.kind === "steer" && !isActive) return "nothing";
  if (line.kind === "steer" && line.ty === "number") return sidewaysText(line.value[0] ?? 0);
  return valueInWords(line, ...heading);
}

/**
 * Step by which a number of this size is changed: the power of ten between a hundredth and a tenth of the size (at
 * least 0.01).
 */
export const noticeableStep = (size: number): number =>
  10 ** (Math.floor(Math.log10(Math.max(0.01, size))) - 1);

/** Number after this many noticeable steps; with a range, steps of 1/200 to 1/20 of the range, and clamped to it. */
export function steppedBy(value: number, steps: number, range?: { low: number; high: number }): number {
  const step = range ? noticeableStep((range.high - range.low) / 2) : noticeableStep(Math.abs(value) || 1);
  const moved = Number((value + steps * step).toPrecision(6));
  return range ? Math.min(range.high, Math.max(range.low, moved)) : moved;
}
