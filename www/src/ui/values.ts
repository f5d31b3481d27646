/** Arithmetic and texts of a parameter's control: slider positions, values with units, typed entries, search words. */
import type { ParamInfo } from "../core";

export type SliderRange = Pick<ParamInfo, "kind" | "min" | "max" | "step" | "log">;

/** Largest position of a logarithmic slider; the smallest is 0. */
export const LOG_POSITIONS = 1000;

/** Number of decimals that a step needs, at most 6; for example, 0.05 needs 2. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 6; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled)) return decimals;
  }
  return 6;
}

/** Offset that moves a logarithmic range with a minimum of 0 or below to start at one step; otherwise 0. */
function logShift(range: SliderRange): number {
  return range.min > 0 ? 0 : (range.step || 1) - range.min;
}

const roundedInfos = new WeakMap<ParamInfo, ParamInfo>();

/** Parameter with its range rounded to the author's numbers: f32 turns 0.05 into 0.05000000074505806. */
export function withRoundedRange(info: ParamInfo): ParamInfo {
  const toSevenDigits = (value: number) => Number(value.toPrecision(7));
  const { min, max, step } = info;
  const rounded = roundedInfos.get(info) ?? {
    ...info,
    min: toSevenDigits(min),
    max: toSevenDigits(max),
    step: toSevenDigits(step),
  };
  roundedInfos.set(info, rounded);
  return rounded;
}

/** Slider position of a value: 0 to `LOG_POSITIONS` for a logarithmic range, otherwise the value itself. */
export function toPosition(range: SliderRange, value: number): number {
  if (!range.log) return value;
  const low = range.min + logShift(range);
  const logSpan = Math.log((range.max + logShift(range)) / low);
  const logShare = Math.log(Math.max(low, value + logShift(range)) / low) / logSpan;
  return Math.round(LOG_POSITIONS * Math.min(1, Math.max(0, logShare)));
}

/** Value at a slider position. On a logarithmic range it is rounded to steps, and exact at both ends. */
export function fromPosition(range: SliderRange, position: number): number {
  if (!range.log) return position;
  if (position <= 0) return range.min;
  if (position >= LOG_POSITIONS) return range.max;
  const low = range.min + logShift(range);
  const raw = low * ((range.max + logShift(range)) / low) ** (position / LOG_POSITIONS) - logShift(range);
  return snapToStep(range, raw);
}

/** Nearest value within the range that is a whole number of steps from the range's start. */
export function snapToStep(range: SliderRange, value: number): number {
  const step = range.step || (range.kind === "int" ? 1 : 0);
  const stepped = step > 0 ? range.min + Math.round((value - range.min) / step) * step : value;
  return Math.min(range.max, Math.max(range.min, Number(stepped.toPrecision(12))));
}

/**
 * Value after a key press on a logarithmic slider: farther by `share` of the slider's length, but by at least one step,
 * or, without steps, by 10 * `share` octaves.
 */
export function nudgedValue(range: SliderRange, value: number, direction: 1 | -1, share = 0.01): number {
  const position = toPosition(range, value) + direction * share * LOG_POSITIONS;
  const movedValue = fromPosition(range, Math.min(LOG_POSITIONS, Math.max(0, position)));
  const step = range.step || (range.kind === "int" ? 1 : 0);
  const snappedValue = snapToStep(
    range,
    step > 0 ? value + direction * step : value * 2 ** (10 * direction * share),
  );
  return direction > 0 ? Math.max(movedValue, snappedValue) : Math.min(movedValue, snappedValue);
}

/** Formats a value with at least the decimals of `step`, and more if the value has more. */
export function formatValue(value: number, step: number): string {
  const rounded = Math.abs(value) < 1e-7 ? 0 : Number(value.toPrecision(6));
  const decimals = decimalsOf(step || 1e-3);
  const fixed = rounded.toFixed(decimals);
  const text = Number(fixed) === rounded ? fixed : String(rounded);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}

/** Units in parameter declarations that mean body lengths: "L" and "× L". */
const LENGTH_UNIT_PATTERN = /^(\u00d7 )?L$/;

/**
 * Appends a unit: degrees and percent directly, body lengths as "bodies", others after a thin space. A weight ("×")
 * remains a plain number.
 */
export function withUnit(text: string, unit: string): string {
  if (!unit || unit === "\u00d7") return text;
  if (LENGTH_UNIT_PATTERN.test(unit)) return text === "1" ? "1 body" : `${text} bodies`;
  const unitText = text === "1" ? unit.replace(/(?<=[a-z]{2})s$/, "") : unit;
  return unit === "\u00b0" || unit === "%" ? text + unit : `${text}\u202f${unitText}`;
}

/** Text of a value as the page shows it: on or off, the label of a choice, or a number with the parameter's unit. */
export function shownValue(
  { kind, choices, step, unit }: Pick<ParamInfo, "kind" | "choices" | "step" | "unit">,
  value: number,
): string {
  if (kind === "bool") return value === 0 ? "off" : "on";
  if (kind === "choice") return choices[value]?.label ?? String(value);
  return withUnit(kind === "int" ? value.toLocaleString("en-US") : formatValue(value, step), unit);
}

/** Text of a value like `shownValue`, but with a capital letter for a switch: On, Off. */
export function valueLabel(info: Parameters<typeof shownValue>[0], value: number): string {
  if (info.kind === "bool") return value === 0 ? "Off" : "On";
  return shownValue(info, value);
}

/** Name of a parameter: the everyday name if it has one, after the name of its group unless that is the main one. */
export function fullParamName({ key, plain, label, scopeLabel }: ParamInfo): string {
  const name = plain?.label ?? label;
  return key.includes(".") ? `${scopeLabel}: ${midSentence(name)}` : name;
}

/** Everyday name with the technical name in brackets: "Agility (steering force S)". */
export const labelWithPlain = ({ plain, label }: Pick<ParamInfo, "plain" | "label">) =>
  plain && !label.toLowerCase().includes(plain.label.toLowerCase())
    ? `${plain.label} (${midSentence(label)})`
    : label;

/** Text of a change, such as "Thrust 500 → 620". */
export function changeText(info: ParamInfo, from: number, to: number): string {
  return `${fullParamName(info)} ${shownValue(info, from)} \u2192 ${shownValue(info, to)}`;
}

/** Splits identifiers such as maxSpeed, MAX_SPEED and max-speed into lower-case words. */
function splitWords(text: string): string {
  return text
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
}

/**
 * Words that people search for, and words of the page that such a search finds. An entry with `less` asks for less of
 * something, so it finds nothing among things that can be added.
 */
const WISH_WORDS: readonly (readonly [wish: RegExp, names: readonly string[], less?: "less"])[] = [
  [/fast|quick|hurr/, ["speed", "thrust"]],
  [/slow|calm|gentle/, ["speed", "thrust", "noise", "unrest", "wander"], "less"],
  [/spread|apart|loose|room/, ["separation", "personal space", "keep their distance"]],
  [/collid|collis|bump|crash|touch/, ["separation", "avoidance", "contact", "rock"]],
  [/stone|block|obstacle/, ["rock", "avoidance"]],
  [/\bwalls?\b|fence|border/, ["wall", "avoidance", "edges"]],
  [/shark|wolf|falcon|hawk|enem|predator|hunter/, ["hunter", "fright", "flee", "predator"]],
  [/together|tight|closer/, ["cohesion"]],
];

/**
 * Whether a text has all words of a search, or one that `WISH_WORDS` lists for the search. `isOffer`: the text
 * describes something that can be added.
 */
export function matchesWords(text: string, search: string, isOffer = false): boolean {
  const lowerText = splitWords(text);
  const searchText = splitWords(search);
  const fittingWishes = WISH_WORDS.filter(([wish, , less]) => wish.test(searchText) && !(less && isOffer));
  const names = fittingWishes.flatMap(([, names]) => names);
  return (
    searchText.split(/\s+/).every((word) => lowerText.includes(word)) ||
    names.some((name) => lowerText.includes(name))
  );
}

type ParsedEntry = { value: number; note: string } | { error: string };

/** Removes commas: 1,200 is read as 1200 if that is at most `most`, otherwise as 1.2. */
function withoutCommas(text: string, most: number): string {
  const withoutSeparators = text.replaceAll(",", "");
  const isGrouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text);
  return isGrouped && Number(withoutSeparators) <= most ? withoutSeparators : text.replace(",", ".");
}

/** Parses a typed number, with or without commas (see `withoutCommas`); `undefined` if it is none. */
export function typedNumber(text: string, most: number): number | undefined {
  const plainText = withoutCommas(text.trim().replace("\u2212", "-"), most);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plainText) ? Number(plainText) : undefined;
}

/** Parses a typed value, with or without the unit. A value out of range is clamped, with a note about the range. */
export function parseEntry(text: string, info: SliderRange & Pick<ParamInfo, "unit">): ParsedEntry {
  const bounds = `${formatValue(info.min, info.step)} to ${formatValue(info.max, info.step)}`;
  const numberText = text
    .trim()
    .replace(info.unit, "")
    .replace(/\s*bod(y|ies)$/i, "");
  // The dots may be thousands separators, as in some countries, or a decimal point.
  if (info.kind === "int" && /^\d{1,3}(\.\d{3})+$/.test(numberText.trim()))
    return { error: `Type ${Number.parseInt(numberText, 10)} or ${numberText.trim().replaceAll(".", "")}` };
  const typed = typedNumber(numberText, info.max);
  if (typed === undefined) return { error: `Type a number from ${bounds}` };
  const rounded = info.kind === "int" ? Math.round(typed) : typed;
  const value = Math.min(info.max, Math.max(info.min, rounded));
  return { value, note: value === rounded ? "" : `The range is ${bounds}` };
}

/** Whether two values of a parameter differ by more than rounding to f32. */
export function differsNoticeably(a: number, b: number): boolean {
  return Math.abs(a - b) > 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Name for use within a sentence: words are lower-cased, except abbreviations such as "RTS". */
export const midSentence = (name: string) =>
  name.replace(/\S+/g, (word) => (/\p{Ll}/u.test(word) ? word.toLowerCase() : word));

/** Text with a lower-case first letter, for use after a colon. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Largest number of significant digits of a mean over runs; a few runs determine no more, however well they agree. */
const MAX_DIGITS = 4;

/** Text of a mean and its standard error, which is rounded up at the mean's last digit: "0.956 ± 0.002". */
export function withStandardError(mean: number, error: number, unit = ""): string {
  if (!Number.isFinite(mean)) return "\u2013";
  const unitText = unit ? `\u202f${unit}` : "";
  if (!(error > 0)) return `${Number(mean.toPrecision(MAX_DIGITS))}${unitText}`;
  const size = Math.floor(Math.log10(Math.max(Math.abs(mean), error)));
  const digits = Math.max(0, Math.min(-Math.floor(Math.log10(error)), MAX_DIGITS - 1 - size));
  const rounded = Math.ceil(Number((error * 10 ** digits).toPrecision(6))) / 10 ** digits;
  return `${mean.toFixed(digits)} \u00b1 ${rounded.toFixed(digits)}${unitText}`;
}
