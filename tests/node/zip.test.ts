import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "../../www/src/keep/files/zip";

/** What a reader makes of it: from the end to the list of files, from there to each. */
function unzipped(zip: Uint8Array): Map<string, string> {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const text = (from: number, length: number) => new TextDecoder().decode(zip.subarray(from, from + length));
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [size, name, local] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ];
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const data = local + 30 + view.getUint16(local + 26, true);
    expect(view.getUint32(at + 16, true)).toBe(crc32(zip.subarray(data, data + size)));
    expect(text(local + 30, name)).toBe(text(at + 46, name));
    files.set(text(at + 46, name), text(data, size));
    at += 46 + name;
  }
  expect(at).toBe(end);
  return files;
}

test("files come out of a zip as they went in", () => {
  const files = new Map([
    ["package.json", "{}\n"],
    ["Runtime/Flöck.cs", "// Schwärme × 2\n".repeat(500)],
    ["empty", ""],
  ]);
  expect(unzipped(zipOf(files))).toEqual(files);
  expect(unzipped(zipOf(new Map()))).toEqual(new Map());
});
