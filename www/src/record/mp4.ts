/** Frames as an MP4 file (ISO/IEC 14496-12, H.264 after 14496-15): its index first, then the frames in one piece. */
import { bytesOf, joined, letters, type Movie } from "./movie";

/** A box: its length, its name, and what is in it. */
function box(name: string, ...content: Uint8Array[]): Uint8Array {
  const body = joined(content);
  return joined([bytesOf(body.length + 8, 4), letters(name), body]);
}

/** A box with a version and flags. */
const full = (name: string, flags: number, ...content: Uint8Array[]) =>
  box(name, bytesOf(flags, 4), ...content);

const words = (...values: number[]) => joined(values.map((value) => bytesOf(value, 4)));
const halves = (...values: number[]) => joined(values.map((value) => bytesOf(value, 2)));

/** Neither turned nor moved, in fixed point. */
const PLAIN = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** Ticks of the file's clock per frame: their number per second is `fps` times as large. */
const STEP = 1000;

function sampleTable({ width, height, frames, setup }: Movie, offset: number): Uint8Array {
  const entry = box(
    "avc1",
    new Uint8Array(6),
    halves(1),
    new Uint8Array(16),
    halves(width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    new Uint8Array(32),
    halves(24, 0xffff),
    box("avcC", setup ?? new Uint8Array()),
  );
  const keys = frames.flatMap(({ key }, index) => (key ? [index + 1] : []));
  return box(
    "stbl",
    full("stsd", 0, words(1), entry),
    full("stts", 0, words(1, frames.length, STEP)),
    full("stss", 0, words(keys.length, ...keys)),
    // All frames are one chunk, and that is here:
    full("stsc", 0, words(1, 1, frames.length, 1)),
    full("stsz", 0, words(0, frames.length, ...frames.map(({ data }) => data.length))),
    full("stco", 0, words(1, offset)),
  );
}

function index(movie: Movie, offset: number): Uint8Array {
  const { width, height, fps, frames } = movie;
  const clock = fps * STEP;
  const length = frames.length * STEP;
  const media = box(
    "mdia",
    full("mdhd", 0, words(0, 0, clock, length), halves(0x55c4, 0)),
    full("hdlr", 0, words(0), letters("vide"), new Uint8Array(12), letters("Video\0")),
    box(
      "minf",
      full("vmhd", 1, new Uint8Array(8)),
      box("dinf", full("dref", 0, words(1), full("url ", 1))),
      sampleTable(movie, offset),
    ),
  );
  const track = box(
    "trak",
    // Enabled, and part of the presentation.
    full("tkhd", 3, words(0, 0, 1, 0, length, 0, 0, 0, 0), PLAIN, words(width * 0x10000, height * 0x10000)),
    media,
  );
  const head = full(
    "mvhd",
    0,
    words(0, 0, clock, length, 0x10000),
    halves(0x100, 0),
    words(0, 0),
    PLAIN,
    new Uint8Array(24),
    words(2),
  );
  return box("moov", head, track);
}

export function mp4(movie: Movie): Blob {
  const kind = box("ftyp", letters("isom"), words(0x200), letters("isomiso2avc1mp41"));
  // The index has the same length wherever the frames are.
  const offset = kind.length + index(movie, 0).length + 8;
  const frames = box("mdat", ...movie.frames.map(({ data }) => data));
  return new Blob([joined([kind, index(movie, offset), frames])], { type: "video/mp4" });
}
