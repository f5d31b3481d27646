import { describe, expect, test } from "vitest";
import { frameTime, type Movie } from "../../www/src/record/movie";
import { mp4 } from "../../www/src/record/mp4";
import { webm } from "../../www/src/record/webm";

/** 90 frames of a byte more than the one before, a key frame every second. */
const movie: Movie = {
  width: 320,
  height: 200,
  fps: 30,
  frames: Array.from({ length: 90 }, (_, k) => ({
    data: new Uint8Array(k + 1).fill(k),
    key: k % 30 === 0,
  })),
  setup: Uint8Array.of(1, 100, 0, 42),
};

const read = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

test("frames are shown at the nearest millisecond, and never drift", () => {
  expect([0, 1, 2, 3].map((k) => frameTime(k, 30))).toEqual([0, 33, 67, 100]);
  expect(frameTime(3600, 60)).toBe(60_000);
});

describe("a WebM file", () => {
  interface Element {
    id: number;
    at: number;
    body: Buffer;
  }
  const list = (file: Buffer, base = 0): Element[] => {
    const found: Element[] = [];
    for (let at = 0; at < file.length; ) {
      const start = at;
      const idLength = Math.clz32(file[at] ?? 0) - 23;
      const id = file.readUIntBE(at, idLength);
      at += idLength;
      expect(file[at] ?? 0, "lengths in four bytes").toBeGreaterThanOrEqual(0x10);
      const length = file.readUInt32BE(at) - 0x1000_0000;
      at += 4;
      found.push({ id, at: base + start, body: file.subarray(at, at + length) });
      at += length;
      expect(at).toBeLessThanOrEqual(file.length);
    }
    return found;
  };
  const only = (all: Element[], id: number) => {
    const [one, ...more] = all.filter((element) => element.id === id);
    expect(more).toEqual([]);
    return one?.body ?? Buffer.alloc(0);
  };

  test("has its duration, its size, all frames at their times, and an index that points at the key frames", async () => {
    const file = list(await read(webm(movie, "V_VP9")));
    expect(file.map(({ id }) => id)).toEqual([0x1a45dfa3, 0x18538067]);
    const segment = list(only(file, 0x18538067));
    const info = list(only(segment, 0x1549a966));
    expect(only(info, 0x4489).readDoubleBE()).toBe(3000);
    const track = list(only(list(only(segment, 0x1654ae6b)), 0xae));
    expect(only(track, 0x86).toString()).toBe("V_VP9");
    const video = list(only(track, 0xe0));
    expect([only(video, 0xb0).readUInt16BE(), only(video, 0xba).readUInt16BE()]).toEqual([320, 200]);

    const clusters = segment.filter(({ id }) => id === 0x1f43b675);
    const shown = clusters.flatMap(({ body }) => {
      const parts = list(body);
      const from = only(parts, 0xe7).readUInt32BE();
      const blocks = parts.filter(({ id }) => id === 0xa3);
      return blocks.map(({ body: block }) => ({
        time: from + block.readInt16BE(1),
        key: block[3] === 0x80,
        data: block.subarray(4),
      }));
    });
    expect(shown.map(({ time }) => time)).toEqual(movie.frames.map((_, k) => frameTime(k, 30)));
    expect(shown.map(({ key }) => key)).toEqual(movie.frames.map(({ key }) => key));
    expect(shown.every(({ data }, k) => data.equals(Buffer.alloc(k + 1, k)))).toBe(true);

    const cues = list(only(segment, 0x1c53bb6b)).map(({ body }) => {
      const point = list(body);
      const place = list(only(point, 0xb7));
      return { time: only(point, 0xb3).readUInt32BE(), at: only(place, 0xf1).readUInt32BE() };
    });
    expect(cues).toEqual(clusters.map(({ at }, k) => ({ time: 1000 * k, at })));
  });
});

describe("an MP4 file", () => {
  type Boxes = Map<string, Buffer>;
  const list = (file: Buffer): Boxes => {
    const found: Boxes = new Map();
    for (let at = 0; at < file.length; ) {
      const length = file.readUInt32BE(at);
      expect(length).toBeGreaterThanOrEqual(8);
      found.set(file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + length));
      at += length;
      expect(at).toBeLessThanOrEqual(file.length);
    }
    return found;
  };
  const inside = (file: Buffer, ...path: string[]) =>
    path.reduce((body, name) => list(body).get(name) ?? Buffer.alloc(0), file);

  test("has its duration, its size, all frames of one length, and says where they are", async () => {
    const file = await read(mp4(movie));
    expect([...list(file).keys()]).toEqual(["ftyp", "moov", "mdat"]);
    const head = inside(file, "moov", "mvhd");
    expect(head.readUInt32BE(16) / head.readUInt32BE(12)).toBe(3);
    const track = inside(file, "moov", "trak", "tkhd");
    expect(track).toHaveLength(84);
    expect([track.readUInt32BE(76) / 65536, track.readUInt32BE(80) / 65536]).toEqual([320, 200]);
    const media = inside(file, "moov", "trak", "mdia", "mdhd");
    expect(media.readUInt32BE(16) / media.readUInt32BE(12)).toBe(3);
    const table = list(inside(file, "moov", "trak", "mdia", "minf", "stbl"));
    const words = (name: string) => {
      const body = table.get(name) ?? Buffer.alloc(0);
      return Array.from({ length: body.length / 4 - 1 }, (_, k) => body.readUInt32BE(4 + 4 * k));
    };
    const [kinds, frames, step] = words("stts");
    expect([kinds, frames, (step ?? 0) / media.readUInt32BE(12)]).toEqual([1, 90, 1 / 30]);
    expect(words("stss")).toEqual([3, 1, 31, 61]);
    expect(words("stsz")).toEqual([0, 90, ...movie.frames.map(({ data }) => data.length)]);
    const [, offset = 0] = words("stco");
    const all = Buffer.concat(movie.frames.map(({ data }) => data));
    expect(file.subarray(offset, offset + all.length).equals(all)).toBe(true);
    const entry = (table.get("stsd") ?? Buffer.alloc(0)).subarray(16);
    expect(list(entry.subarray(78)).get("avcC")).toEqual(Buffer.from(movie.setup ?? []));
  });
});
