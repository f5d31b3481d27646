/** JSON files of this page: what all of their formats share. Nothing in a file is trusted. */

/** Larger files hold something else. */
export const LARGEST_FILE = 32 << 20;

/** The core reads links up to here. */
export const LONGEST_LINK = 65_536;

/** What a thrown reason says is meant for the person. */
export class FileError extends Error {}

export interface Fields {
  [key: string]: unknown;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON file of ours: throws a FileError that says what else it is. */
export function readJson(text: string): Fields {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new FileError("The file is not JSON, or is incomplete.");
  }
  if (!isFields(file) || typeof file.format !== "string" || !file.format.startsWith("flockwright-")) {
    throw new FileError("The file is JSON, but not one that this page wrote.");
  }
  return file;
}
