/** Several files as one: a zip, in which nothing is compressed. */

const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let bits = at;
  for (let k = 0; k < 8; k++) bits = bits & 1 ? (bits >>> 1) ^ 0xedb88320 : bits >>> 1;
  return bits;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0);
  return ~sum >>> 0;
}

/** Numbers in a row, of so many bytes each, the low one first. */
function row(...numbers: [value: number, bytes: number][]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, k) => (value >>> (8 * k)) & 255)),
  );
}

/** That the names are UTF-8. */
const NAMES = 1 << 11;

/** 1980-01-01, the first day that the format knows: the same files are the same zip. */
const DAY = 33;

/** Texts by their paths as a zip. */
export function zipOf(files: ReadonlyMap<string, string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const [path, text] of files) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    const common = row(
      [20, 2],
      [NAMES, 2],
      [0, 2],
      [0, 2],
      [DAY, 2],
      [checksum(data), 4],
      [data.length, 4],
      [data.length, 4],
      [name.length, 2],
      [0, 2],
    );
    entries.push(row([0x02014b50, 4], [20, 2]), common, row([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    const local = [row([0x04034b50, 4]), common, name, data];
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const many = files.size;
  const end = row([0x06054b50, 4], [0, 2], [0, 2], [many, 2], [many, 2], [size, 4], [at, 4], [0, 2]);
  const all = [...parts, ...entries, end];
  const zip = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const part of all) {
    zip.set(part, to);
    to += part.length;
  }
  return zip;
}
