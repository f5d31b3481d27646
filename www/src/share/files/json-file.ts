/** Common part of all JSON files of the page. Files come from anywhere, so every field is checked. */

/** Size above which a file is not read, bytes. */
export const LARGEST_FILE = 32 << 20;

/** Longest link that the core reads, in characters. */
export const LONGEST_LINK = 65_536;

/** Error whose message can be shown to people. */
export class FileError extends Error {}

export interface JsonObject {
  [key: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a JSON file of this page. Throws a FileError if it is no JSON or from elsewhere. */
export function readJson(text: string): JsonObject {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new FileError("The file is not JSON, or is incomplete.");
  }
  if (!isJsonObject(file) || typeof file.format !== "string" || !file.format.startsWith("flockwright-")) {
    throw new FileError("The file is JSON, but not one that this page wrote.");
  }
  return file;
}
