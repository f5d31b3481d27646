/** Several files as one. */
import { strToU8, Zip, ZipPassThrough } from "fflate";

/** Texts by their paths as a zip, in which nothing is compressed: the same texts are the same zip. */
export function zipOf(files: ReadonlyMap<string, string>): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [path, text] of files) {
    const file = new ZipPassThrough(path);
    file.mtime = new Date(1980, 0, 1);
    zip.add(file);
    file.push(strToU8(text), true);
  }
  zip.end();
  return new Blob(parts, { type: "application/zip" });
}
