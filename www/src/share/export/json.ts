/** The run's parameters as JSON, for tools and games, and back again. */
import { TICKS_PER_SECOND } from "../../core/declared";
import { withoutTime } from "../../core/link/timed";
import { f32Text } from "../../core/link/value";
import { plainText } from "../../ui/plain";
import { type Fields, FileError, isFields, LONGEST_LINK } from "../files/json-file";
import type { GameExport, Geometry } from "./model";

export const PARAMETERS_FORMAT = "flockwright-parameters";
const PARAMETERS_VERSION = 1;

/** Numbers as the shortest decimals that give the same 32-bit floats. */
const short = (value: number | boolean | string) =>
  typeof value === "number" ? Number(f32Text(value)) : value;

/** Places as the shortest decimals; read back are those that say they were edited. */
function rounded({ obstacles, walls, groups }: Geometry): Geometry {
  const row = (numbers: readonly number[]) => numbers.map((number) => Number(f32Text(number)));
  return {
    obstacles: { ...obstacles, places: obstacles.places.map(row) },
    walls: { ...walls, places: walls.places.map(row) },
    groups: groups.map(({ key, path, start }) => ({
      key,
      path: { ...path, places: path.places.map(row) },
      start: { ...start, place: row(start.place) },
    })),
  };
}

/** Puts the edited parts of a file's geometry into a link. */
function readGeometry(geometry: unknown, pairs: Map<string, string>): void {
  if (!isFields(geometry)) return;
  const records = (key: string, part: unknown, places: unknown) => {
    if (!isFields(part) || part.edited !== true) return;
    const rows = Array.isArray(places) ? places : [];
    const fits = rows.every(
      (row) =>
        Array.isArray(row) && row.every((one) => typeof one === "number" && Number.isFinite(one) && one >= 0),
    );
    if (!fits)
      throw new FileError(
        `The parameter file cannot be used. Its \u201c${key}\u201d is not made of numbers from 0 on.`,
      );
    const text = rows.map((row) => row.map((one: number) => f32Text(one)).join("-")).join("_");
    pairs.set(key, text === "" ? "none" : text);
  };
  const { obstacles, walls, groups } = geometry;
  if (isFields(obstacles)) records("ob", obstacles, obstacles.places);
  if (isFields(walls)) records("wa", walls, walls.places);
  for (const [at, group] of (Array.isArray(groups) ? groups : []).entries()) {
    if (!isFields(group) || typeof group.key !== "string") continue;
    const prefix = at === 0 ? "" : `${group.key}.`;
    if (isFields(group.path)) records(`${prefix}path`, group.path, group.path.places);
    if (isFields(group.start)) records(`${prefix}start`, group.start, [group.start.place]);
  }
}

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
    motion: group.motion,
    parameters: Object.fromEntries(
      group.values.map((value) => {
        const { key, label, unit, doc, source, symbol, formula } = value;
        const limits = "min" in value ? { min: short(value.min), max: short(value.max) } : {};
        const options = value.kind === "text" && value.options.length > 0 ? { options: value.options } : {};
        return [
          key,
          { value: short(value.value), unit, label, ...limits, ...options, doc, source, symbol, formula },
        ];
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
    secondsPerTick: 1 / TICKS_PER_SECOND,
    groups,
    symbols: Object.fromEntries(run.symbols),
    geometry: rounded(run.geometry),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The link of a parameter file, whose values may have been edited. Throws a FileError that says what is wrong. */
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
  const pairs = new Map(new URLSearchParams(typeof file.link === "string" ? withoutTime(file.link) : ""));
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
  readGeometry(file.geometry, pairs);
  const link = new URLSearchParams([...pairs]).toString();
  if (link.length > LONGEST_LINK) throw refuse("It has more parameters than a link can carry.");
  return link;
}
