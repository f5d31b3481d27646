/** Checks that all JSON files of this page have in common. Nothing in a file is trusted. */

/** Size above which a file is refused, bytes. */
export const LARGEST_FILE = 32 << 20;

/** Longest link that the core reads, in characters. */
export const LONGEST_LINK = 65_536;

/** Error whose message is meant for the person. */
export class FileError extends Error {}

export interface JsonObject {
  [key: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a JSON file of this page. Throws a FileError that says what else it is. */
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
