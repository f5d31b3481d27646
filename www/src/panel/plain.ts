/** The few plain controls above all parameters: Speed, Agility, Cohesion ... Each is a view of one parameter. */
import type { ParamInfo } from "../core";
import { isMultiple, nameOf, parseEntry, plainValue, type Range, typedNumber } from "../ui/values";
import type { Face } from "./row";

/** The sliders that are always in sight. */
const MAX_SHOWN = 3;

/** A plain slider goes from the scene's value over this to that times this, as one sees it. */
const SPAN_FACTOR = 4;
/** One that counts goes farther: a few become hundreds. */
const SPAN_OF_COUNTS = 8;

/**
 * The parameters that stand behind plain controls: those that the scene names, as far as they matter now, and in the
 * place of others those of the main group that have a plain name.
 */
export function plainOf(
  params: readonly ParamInfo[],
  matters: (info: ParamInfo) => boolean,
  named: readonly string[] = [],
): ParamInfo[] {
  const shown = params.filter(matters);
  const chosen = named
    .map((key) => shown.find((info) => info.key === key))
    .filter((info) => info !== undefined);
  const usual = shown
    .filter(({ plain, scope }) => plain && scope === params[0]?.scope)
    .sort((a, b) => (a.plain?.place ?? 0) - (b.plain?.place ?? 0));
  const places = new Set(chosen.map(({ plain }) => plain?.place));
  const others = usual.filter(({ plain }) => !places.has(plain?.place) && places.add(plain?.place));
  return [...chosen, ...others].slice(0, MAX_SHOWN);
}

/** A typed value, as it is shown: "2x" is twice what the scene has. */
function plainEntry(text: string, info: ParamInfo) {
  if (!isMultiple(info)) return parseEntry(text, info);
  const felt = typedNumber(text.trim().replace(/\s*[x\u00d7]$/i, ""), Number.MAX_VALUE);
  if (felt === undefined || felt < 0) return { error: "Type how many times the scene\u2019s own, such as 2" };
  const wanted = info.default * (info.plain?.root ? felt * felt : felt);
  const value = Math.min(info.max, Math.max(info.min, wanted));
  return { value, note: value === wanted ? "" : `No more than ${plainValue(info, value)}` };
}

/** As far below the scene's value as above it, in ratios: that is in the middle. */
function plainRange(info: ParamInfo): Range {
  if (!(info.default > 0)) return info;
  const felt = info.kind === "int" ? SPAN_OF_COUNTS : SPAN_FACTOR;
  const reach = info.plain?.root ? felt * felt : felt;
  const [low, high] = [info.default / reach, info.default * reach];
  if (low < info.min && high > info.max) return info;
  // The scene's value is in the middle to the pixel; what lies beyond the parameter's range is clamped.
  return { ...info, kind: "float", step: 0, min: low, max: high, log: true };
}

/** The face of a parameter among the plain controls: plain words, a range around the scene's value. */
export const plainFace: Face = {
  label: nameOf,
  range: plainRange,
  text: plainValue,
  entry: plainEntry,
};
