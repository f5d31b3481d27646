/** The run's parameters as JSON, for tools and games, and back again. */
import { ticksPerSecond } from "../../core/clock";
import { withoutTime } from "../../link/timed";
import { f32Text } from "../../link/value";
import { plainText } from "../../ui/plain";
import { type Fields, FileError, isFields, LONGEST_LINK } from "../files/json-file";
import type { GameExport } from "./model";

export const PARAMETERS_FORMAT = "flockwright-parameters";
const PARAMETERS_VERSION = 1;

/** Numbers as the shortest decimals that give the same 32-bit floats. */
const short = (value: number | boolean | string) =>
  typeof value === "number" ? Number(f32Text(value)) : value;

/** `page`: the address at which the run opens again. */
export function parametersJson(run: GameExport, page: string): string {
  const groups = run.groups.map((group) => ({
    key: group.key,
    label: group.label,
    body: group.body,
    behaviors: group.behaviors.map(({ key, label, weight, formula }) => ({
      key,
      label,
      weight: short(weight),
      formula,
    })),
    combination: group.combination,
    parameters: Object.fromEntries(
      group.values.map((value) => {
        const { key, label, unit, doc, source } = value;
        const limits = "min" in value ? { min: short(value.min), max: short(value.max) } : {};
        const options = value.kind === "text" && value.options.length > 0 ? { options: value.options } : {};
        return [key, { value: short(value.value), unit, label, ...limits, ...options, doc, source }];
      }),
    ),
  }));
  const file = {
    format: PARAMETERS_FORMAT,
    version: PARAMETERS_VERSION,
    scene: run.scene.key,
    seed: run.seed,
    link: run.link,
    page,
    secondsPerTick: 1 / ticksPerSecond,
    groups,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * The link of a parameter file: what its own link says, under the values that stand in the groups (someone may have
 * edited them). Throws a FileError that says what is wrong with it.
 */
export function linkOfParameters(file: Fields): string {
  const refuse = (why: string) => new FileError(`The parameter file cannot be used. ${why}`);
  if (file.version !== PARAMETERS_VERSION) {
    const version = typeof file.version === "number" ? `has version ${file.version}` : "has no version";
    throw refuse(`It ${version}; this page reads version ${PARAMETERS_VERSION}.`);
  }
  if (typeof file.scene !== "string" || !Array.isArray(file.groups)) {
    throw refuse("Its scene or its groups are missing.");
  }
  // A map, because setting a pair of a query looks through all of them.
  const pairs = new Map(new URLSearchParams(typeof file.link === "string" ? withoutTime(file.link) : "v=1"));
  pairs.set("scene", file.scene);
  if (typeof file.seed === "number") pairs.set("seed", String(file.seed));
  let first = true;
  for (const group of file.groups) {
    if (!isFields(group) || typeof group.key !== "string" || !isFields(group.parameters)) {
      throw refuse("One of its groups has no key or no parameters.");
    }
    // Keys of the main group and of the world stand bare in links.
    const prefix = first || group.key === "world" ? "" : `${group.key}.`;
    first = false;
    for (const [key, parameter] of Object.entries(group.parameters)) {
      const value = isFields(parameter) ? parameter.value : parameter;
      const called = () => `Its parameter \u201c${plainText(key.slice(0, 40))}\u201d`;
      if (typeof value === "number" && !Number.isFinite(value))
        throw refuse(`${called()} is not a finite number.`);
      if (typeof value === "boolean") pairs.set(prefix + key, value ? "on" : "off");
      else if (typeof value === "number" || typeof value === "string") pairs.set(prefix + key, String(value));
      else throw refuse(`${called()} has no value.`);
    }
  }
  const link = new URLSearchParams([...pairs]).toString();
  if (link.length > LONGEST_LINK) throw refuse("It has more parameters than a link can carry.");
  return link;
}
