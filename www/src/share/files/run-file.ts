/** Reads and writes a recorded run as a file. Files come from anywhere, so every field is checked. */
import type { Recording } from "../../core";
import { FileError, type JsonObject } from "./json-file";

export const RUN_FORMAT = "flockwright-run";
const RUN_VERSION = 1;

/** Longest accepted link or list of inputs, in characters; what the core records is far shorter. */
const MAX_FILE_SIZE = 4 << 20;

export function runJson({ link, events, ticks, hash }: Recording): string {
  return `${JSON.stringify({ format: RUN_FORMAT, version: RUN_VERSION, link, ticks, hash, events }, null, 2)}\n`;
}

/** Returns the recorded run of a file. Throws a FileError if a field is missing or invalid. */
export function readRunFile(file: JsonObject): Recording {
  if (file.version !== RUN_VERSION) {
    const version = typeof file.version === "number" ? `has version ${file.version}` : "has no version";
    throw new FileError(`The recording ${version}; this page reads version ${RUN_VERSION}.`);
  }
  const { link, events, ticks, hash } = file;
  if (typeof link !== "string" || link.length > MAX_FILE_SIZE || !/(^|[?&])scene=/.test(link)) {
    throw new FileError("The recording names no scene.");
  }
  if (typeof events !== "string" || events.length > MAX_FILE_SIZE) {
    throw new FileError("The recording does not say what was done.");
  }
  if (typeof ticks !== "number" || !Number.isSafeInteger(ticks) || ticks < 0) {
    throw new FileError("The recording does not say how long it is.");
  }
  if (hash !== undefined && !(typeof hash === "string" && /^[0-9a-f]{16}$/.test(hash))) {
    throw new FileError("The hash of the recording is not valid.");
  }
  return { link, events, ticks, hash };
}
