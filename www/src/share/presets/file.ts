/** Reads and writes presets (named runs) as a file. Files come from anywhere, so every field is checked. */

import { readValue, withoutKeys } from "../../core/link/query";
import { cleanName, MAX_NAME_LENGTH } from "../../ui/plain";
import { FileError, isJsonObject, type JsonObject, LONGEST_LINK } from "../files/json-file";

export const PRESETS_FORMAT = "flockwright-presets";
const PRESETS_VERSION = 1;

/** A run that a person saved under a name. */
export interface Preset {
  /** Name of the preset, unique among a person's presets. */
  name: string;
  /** Link of the run: the query without "?". */
  link: string;
}

export const MAX_PRESETS = 500;
/** Returns the name, with a number appended if it is among the taken ones. */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const next = `${[...name].slice(0, MAX_NAME_LENGTH - 6).join("")} (${number})`;
    if (!taken.has(next)) return next;
  }
}

export function presetsJson(presets: readonly Preset[]): string {
  const entries = presets.map(({ name, link }) => ({ name, link }));
  return `${JSON.stringify({ format: PRESETS_FORMAT, version: PRESETS_VERSION, presets: entries }, null, 2)}\n`;
}

/** Returns all presets of a file. Throws a FileError if any of them is invalid. */
export function readPresets(file: JsonObject): Preset[] {
  if (file.version !== PRESETS_VERSION) {
    const version = typeof file.version === "number" ? `has version ${file.version}` : "has no version";
    throw new FileError(`The presets file ${version}; this page reads version ${PRESETS_VERSION}.`);
  }
  if (!Array.isArray(file.presets) || file.presets.length === 0) {
    throw new FileError("The presets file holds no presets.");
  }
  if (file.presets.length > MAX_PRESETS) {
    throw new FileError(`The presets file holds more than ${MAX_PRESETS} presets.`);
  }
  return file.presets.map((entry: unknown, index) => {
    const preset = readPreset(entry);
    if (typeof preset !== "string") return preset;
    throw new FileError(`Preset ${index + 1} of the file ${preset}`);
  });
}

/** Returns a preset, its link without tick and inputs; if it is invalid, the end of a sentence that says why. */
export function readPreset(entry: unknown): Preset | string {
  const { name, link } = isJsonObject(entry) ? entry : {};
  const cleanedName = typeof name === "string" ? cleanName(name) : "";
  if (!cleanedName) return "has no name.";
  const nameText = `is called \u201c${cleanedName}\u201d and`;
  if (typeof link !== "string" || !/(^|[?&])scene=/.test(link)) return `${nameText} has no link to a scene.`;
  if (link.length > LONGEST_LINK) return `${nameText} has a link that is too long.`;
  return { name: cleanedName, link: withoutKeys(link.replace(/^\?+/, ""), "embed", "at", "ev") };
}

/** Key of the scene that a link opens. */
export function sceneOf(link: string): string {
  return readValue(link, "scene");
}
