/**
 * Frames as a WebM file (a subset of Matroska: RFC 9559): with its duration, and with an index of its key frames, so
 * that players can seek in it.
 */
import { bytesOf, frameTime, joined, letters, type Movie } from "./movie";

/** An element: its id, the length of what is in it, and that. */
function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = joined(content);
  const name = bytesOf(id, Math.ceil((32 - Math.clz32(id)) / 8));
  // Always in four bytes: 256 MB are more than a minute of video.
  const length = bytesOf(body.length + 0x1000_0000, 4);
  return joined([name, length, body]);
}

const number = (id: number, value: number, length = 4) => element(id, bytesOf(value, length));
const text = (id: number, value: string) => element(id, letters(value));

function real(id: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return element(id, new Uint8Array(view.buffer));
}

const HEAD = element(
  0x1a45dfa3,
  number(0x4286, 1, 1),
  number(0x42f7, 1, 1),
  number(0x42f2, 4, 1),
  number(0x42f3, 8, 1),
  text(0x4282, "webm"),
  number(0x4287, 4, 1),
  number(0x4285, 2, 1),
);

/** Frames from one key frame to the next, at times relative to the first. */
function clusters({ frames, fps }: Movie): { time: number; body: Uint8Array }[] {
  const starts = frames.flatMap(({ key }, index) => (key ? [index] : []));
  return starts.map((start, at) => {
    const time = frameTime(start, fps);
    const blocks = frames.slice(start, starts[at + 1]).map(({ data, key }, index) => {
      const off = frameTime(start + index, fps) - time;
      return element(0xa3, Uint8Array.of(0x81), bytesOf(off, 2), Uint8Array.of(key ? 0x80 : 0), data);
    });
    return { time, body: element(0x1f43b675, number(0xe7, time), ...blocks) };
  });
}

/** Where each cluster begins. Its length does not depend on `from`, the place of the first. */
function index(parts: readonly { time: number; body: Uint8Array }[], from: number): Uint8Array {
  let at = from;
  const points = parts.map(({ time, body }) => {
    const place = element(0xb7, number(0xf7, 1, 1), number(0xf1, at));
    at += body.length;
    return element(0xbb, number(0xb3, time), place);
  });
  return element(0x1c53bb6b, ...points);
}

export function webm(movie: Movie, codec: "V_VP8" | "V_VP9"): Blob {
  const { width, height, fps, frames } = movie;
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    real(0x4489, frameTime(frames.length, fps)),
    text(0x4d80, "Flockwright"),
    text(0x5741, "Flockwright"),
  );
  const video = element(0xe0, number(0xb0, width, 2), number(0xba, height, 2));
  const length = number(0x23e383, Math.round(1e9 / fps));
  const track = element(
    0xae,
    number(0xd7, 1, 1),
    number(0x73c5, 1, 1),
    number(0x83, 1, 1),
    text(0x86, codec),
    length,
    video,
  );
  const tracks = element(0x1654ae6b, track);
  const parts = clusters(movie);
  const before = info.length + tracks.length;
  const cues = index(parts, before + index(parts, 0).length);
  const segment = element(0x18538067, info, tracks, cues, ...parts.map(({ body }) => body));
  return new Blob([joined([HEAD, segment])], { type: "video/webm" });
}
