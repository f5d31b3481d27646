/** Chooses the values to try for a parameter and the measure that tells their futures apart. Pure. */
import type { ParamInfo } from "../core";
import { upperFirst } from "../core/nouns";
import type { MeasureInfo } from "../core/watch";
import {
  differsNoticeably,
  fromPosition,
  LOG_POSITIONS,
  type SliderRange,
  snapToStep,
  toPosition,
  withUnit,
} from "../ui/values";

/** A value within this share of the slider's range from an end counts as that end. */
const END_SHARE = 0.04;
/** Largest number of futures for a parameter with options: one for each option around the present one. */
const MAX_OPTIONS = 6;

/**
 * Returns the values whose futures are shown, in ascending order: the ends of the slider's range, the present value and
 * one halfway to each end, on the slider's scale; for a present value near an end, five evenly spaced ones. A switch
 * has both values, a choice its options near the present one. `isShort`: three values at most.
 */
export function futureValues(info: ParamInfo, range: SliderRange, isShort = false): number[] {
  if (info.kind === "bool") return [0, 1];
  if (info.kind === "choice") return nearbyOptions(info, isShort ? 3 : MAX_OPTIONS);
  const [low, high] = range.log ? [0, LOG_POSITIONS] : [range.min, range.max];
  const share = (value: number) => (toPosition(range, value) - low) / (high - low || 1);
  const shareNow = Math.min(1, Math.max(0, share(info.value)));
  let shares = [0, shareNow / 2, shareNow, (shareNow + 1) / 2, 1];
  if (shareNow < END_SHARE) shares = [shareNow, 0.25, 0.5, 0.75, 1];
  else if (shareNow > 1 - END_SHARE) shares = [0, 0.25, 0.5, 0.75, shareNow];
  if (isShort)
    shares =
      shareNow < END_SHARE
        ? [shareNow, 0.5, 1]
        : shareNow > 1 - END_SHARE
          ? [0, 0.5, shareNow]
          : [0, shareNow, 1];
  const valueAtPart = (part: number) =>
    part === shareNow ? info.value : snapToStep(info, fromPosition(range, low + part * (high - low)));
  const values = shares
    .map(valueAtPart)
    .map((value) => (differsNoticeably(value, info.value) ? value : info.value));
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Returns all options of a choice, or the `most` around the present one. */
function nearbyOptions({ choices, value }: ParamInfo, most: number): number[] {
  const firstShown = Math.max(0, Math.min(value - Math.floor(most / 2), choices.length - most));
  return choices.map((_, option) => option).slice(firstShown, firstShown + most);
}

/** Smallest difference of futures that counts: of shares, of other measures relative to their size, of counts. */
const MIN_SHARE_DIFFERENCE = 0.1;
const MIN_DIFFERENCE = 0.2;
const MIN_COUNT_DIFFERENCE = 3;
/** Factor that reduces differences of counts, such as overlaps: they say less about a flock's form, and jump. */
const COUNT_WEIGHT = 0.3;
/** `differenceText` mentions a peak or dip if it exceeds this share of the change from the first to the last future. */
const MIN_PEAK = 0.25;

/**
 * Index of the plotted measure that differs most among the futures, relative to its variation within each; undefined
 * if none does. `histories`: values of all measures, by future, then by time.
 */
export function mostTellingMeasure(
  measures: readonly Pick<MeasureInfo, "span" | "plotted">[],
  histories: readonly (readonly ArrayLike<number>[])[],
): number | undefined {
  let best: { at: number; score: number } | undefined;
  for (const [at, { span, plotted }] of measures.entries()) {
    if (!plotted) continue;
    const series = histories.map((times) => times.map((values) => values[at] ?? Number.NaN));
    if (series.some((values) => values.length === 0 || !values.every(Number.isFinite))) continue;
    // Compares the last third, because all futures begin alike.
    const lateValues = series.map((values) => values.slice(-Math.ceil(values.length / 3)));
    const means = lateValues.map(mean);
    const meanRange = Math.max(...means) - Math.min(...means);
    const isShare = span === "share";
    const size = isShare ? 1 : Math.max(...means.map(Math.abs));
    if (span === "count" && meanRange < MIN_COUNT_DIFFERENCE) continue;
    if (!(meanRange > (isShare ? MIN_SHARE_DIFFERENCE : MIN_DIFFERENCE) * size)) continue;
    const spread = mean(lateValues.map(standardDeviation)) + (span === "count" ? 1 : 0);
    // Prefers a measure that rises or falls steadily: it tells what more of the parameter does.
    const trend = Math.abs((means.at(-1) ?? 0) - (means[0] ?? 0));
    const score =
      ((meanRange + trend) / (spread + MIN_SHARE_DIFFERENCE * size)) * (span === "count" ? COUNT_WEIGHT : 1);
    if (score > (best?.score ?? 0)) best = { at, score };
  }
  return best?.at;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function standardDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Measured value with its unit; "" for NaN. */
export function measuredText({ span, unit }: Pick<MeasureInfo, "span" | "unit">, number: number): string {
  if (!Number.isFinite(number)) return "";
  const isWhole = span === "count" || Math.abs(number) >= 10;
  return withUnit(isWhole ? String(Math.round(number)) : number.toFixed(2), unit);
}

/** Points of an SVG polyline through equidistant values, fitted to a box; equal values lie at half its height. */
export function polylinePoints(numbers: readonly number[], width: number, height: number): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const y = (number: number) => (high > low ? height * (1 - (number - low) / (high - low)) : height / 2);
  const x = (at: number) => (width * (at + 0.5)) / numbers.length;
  return numbers.map((number, at) => `${x(at).toFixed(1)},${y(number).toFixed(1)}`).join(" ");
}

/** Returns `count` values (fewer if some coincide), evenly spaced on the slider's scale, with at most six digits. */
export function evenlySpaced(
  info: ParamInfo,
  range: SliderRange,
  from: number,
  to: number,
  count: number,
): number[] {
  const [low, high] = [toPosition(range, from), toPosition(range, to)];
  const innerValues = Array.from({ length: count - 2 }, (_, at) =>
    snapToStep(info, fromPosition(range, low + ((at + 1) / (count - 1)) * (high - low))),
  );
  const rounded = [from, ...innerValues, to].map((value) => Number(value.toPrecision(6)));
  return [...new Set(rounded)];
}

/** Formats a value of a parameter as links and plan files write it. */
export function linkTextOf({ kind, choices }: ParamInfo, value: number): string {
  if (kind === "bool") return value === 0 ? "off" : "on";
  return choices[value]?.key ?? String(value);
}

/** Future of one value of the parameter: the value as text, and its measure as number and as text. */
interface MeasuredFuture {
  value: string;
  number: number;
  text: string;
}

/**
 * Sentence on how a measure changes with a parameter. `name`, `measure`: labels as they stand within a sentence;
 * `isRanked`: whether the parameter's values are amounts, not options.
 */
export function differenceText(
  name: string,
  measure: string,
  futures: readonly MeasuredFuture[],
  isRanked: boolean,
): string {
  const [first, last] = [futures[0], futures.at(-1)];
  if (!first || !last) return "";
  const numbers = futures.map(({ number }) => number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const endNumbers = [first.number, last.number];
  /** Height of the largest number above those of the first and last future; depth of the smallest number below them. */
  const [peakHeight, dipDepth] = [high - Math.max(...endNumbers), Math.min(...endNumbers) - low];
  const change = Math.abs(last.number - first.number);
  if (!isRanked) return upperFirst(`${first.value}: ${measure} ${first.text}; ${last.value}: ${last.text}.`);
  if (Math.max(peakHeight, dipDepth) > MIN_PEAK * change) {
    const [extreme, word] = peakHeight > dipDepth ? [high, "most"] : [low, "least"];
    const { value = "", text = "" } = futures.find(({ number }) => number === extreme) ?? {};
    return upperFirst(
      `${measure}: ${word} near ${value} (${text}); less ${name}: ${first.text}; more: ${last.text}.`,
    );
  }
  const verb = last.number > first.number ? "raises" : "lowers";
  return upperFirst(`more ${name} ${verb} ${measure} from ${first.text} to ${last.text}.`);
}
