/** A worker that reads and measures tracks. */
import { TrackFiles, TrackNoting, type TrackSet } from "../../core/work";
import { serve } from "../../core/workers/serve";
import type { Orders, Which } from "./messages";

/** Time between two messages about the progress, ms. */
const SLICE = 200;

let files: TrackFiles | undefined;
/** Recording in its own unit of length. */
let filmed: TrackSet | undefined;
const sets: Partial<Record<Which, TrackSet>> = {};

function set(of: Which): TrackSet {
  const found = sets[of];
  if (!found) throw "There are no tracks of that yet.";
  return found;
}

function keep(of: Which, made: TrackSet): TrackSet {
  sets[of]?.free();
  sets[of] = made;
  return made;
}

serve<Orders>({
  read({ names, files: bytes, columns }) {
    files?.free();
    files = undefined;
    files = new TrackFiles(names, bytes, columns);
    return { ...files.info(), first: files.firstFrame() };
  },
  preview: ({ names, files: bytes }) => TrackFiles.preview(names, bytes),
  open({ fps, scale, unit, length, yUp, missing, wrap }) {
    if (!files) throw "No file has been read yet.";
    const opened = files.tracks(fps, scale, unit, length, yUp, missing, Float64Array.from(wrap));
    files.free();
    files = undefined;
    filmed?.free();
    filmed = opened;
    return filmed.info();
  },
  place({ factor }) {
    if (!filmed) throw "No recording is open.";
    const placed = keep("recording", filmed.scaled(factor));
    const [info, times, starts] = [placed.info(), placed.times(), placed.starts()];
    return { info, times, starts, ids: placed.ids(), motion: placed.motion() };
  },
  poses: ({ frame }) => set("recording").poses(frame),
  note({ link, from, to, every }, share) {
    const noting = new TrackNoting(link, from, to, every);
    while (!noting.part(SLICE)) share(noting.share());
    return keep("run", noting.finish()).info();
  },
  measure({ of, every }) {
    const measured = set(of);
    const table = measured.measure(every);
    const times = measured.times().filter((_, frame) => frame % every === 0);
    return { times, table, summary: measured.summary(), bands: measured.bands() };
  },
  save({ of, as }) {
    const tracks = set(of);
    const bytes = as === "npz" ? tracks.npz() : new TextEncoder().encode(tracks.csv());
    return bytes as Uint8Array<ArrayBuffer>;
  },
});
