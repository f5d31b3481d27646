/** Plain controls: the few sliders above the list, with everyday names such as Thrust and Cohesion. */
import type { Core, ParamInfo } from "../core";
import { fullParamName, type SliderRange } from "../ui/values";
import type { RowAppearance } from "./row";

/** Largest number of plain controls. */
const MAX_PLAIN_CONTROLS = 3;

/** Ratio between the scene's value and each end of a plain slider's range. */
const RANGE_FACTOR = 4;
/** Ratio between the scene's value and each end of a count's plain slider; counts vary more widely. */
const COUNT_RANGE_FACTOR = 8;

/**
 * Returns the parameters of the plain controls: those that the scene names, then those of the main group that have a
 * plain name; only parameters that matter now.
 */
export function plainParams(
  params: readonly ParamInfo[],
  matters: (info: ParamInfo) => boolean,
  named: readonly string[] = [],
): ParamInfo[] {
  const shownParams = params.filter(matters);
  const namedParams = named
    .map((key) => shownParams.find((info) => info.key === key))
    .filter((info) => info !== undefined);
  const usualParams = shownParams
    .filter(({ plain, scope }) => plain && scope === params[0]?.scope)
    .sort((a, b) => (a.plain?.place ?? 0) - (b.plain?.place ?? 0));
  const places = new Set(namedParams.map(({ plain }) => plain?.place));
  const otherParams = usualParams.filter(
    ({ plain }) => !places.has(plain?.place) && places.add(plain?.place),
  );
  return [...namedParams, ...otherParams].slice(0, MAX_PLAIN_CONTROLS);
}

/** Logarithmic slider range around the scene's value; the whole range if narrower, or if the value is not above 0. */
function plainRange(info: ParamInfo): SliderRange {
  if (!(info.default > 0)) return info;
  const rangeFactor = info.kind === "int" ? COUNT_RANGE_FACTOR : RANGE_FACTOR;
  const reach = info.plain?.root ? rangeFactor * rangeFactor : rangeFactor;
  const [low, high] = [info.default / reach, info.default * reach];
  if (low < info.min && high > info.max) return info;
  // The scene's value is exactly in the middle; the core clamps values beyond the parameter's own range.
  return { ...info, kind: "float", step: 0, min: low, max: high, log: true };
}

/** Appearance of a plain control: a plain label, and a range around the scene's value. */
export const PLAIN_APPEARANCE: RowAppearance = {
  label: fullParamName,
  range: plainRange,
};

/** Note below a Thrust slider with the mean speed of its group now; "" for other parameters or without units. */
export function speedNote(core: Pick<Core, "groups" | "views">, { plain, scope }: ParamInfo): string {
  if (!plain?.root) return "";
  const groups = core.groups();
  const group = groups.find(({ key }) => key === scope) ?? groups[0];
  if (!group?.count) return "";
  const { vx, vy } = core.views();
  let sum = 0;
  for (let i = group.start; i < group.start + group.count; i++) sum += Math.hypot(vx[i] ?? 0, vy[i] ?? 0);
  const name = group.count > 1 ? "Mean speed" : "Speed";
  return `${name} ${Math.round(sum / group.count)}\u202fu/s; 4\u00d7 thrust doubles it`;
}
