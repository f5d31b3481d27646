/** Several files as one. */
import { strToU8, zipSync } from "fflate";

/** Texts by their paths as a zip: the same texts are the same zip. */
export function zipOf(files: ReadonlyMap<string, string>): Uint8Array<ArrayBuffer> {
  const parts = [...files].map(([path, text]) => [path, strToU8(text)]);
  return zipSync(Object.fromEntries(parts), { mtime: new Date(1980, 0, 1) });
}
