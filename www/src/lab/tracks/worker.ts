/** A worker that reads and measures tracks. */
import { TrackFiles, TrackNoting, type TrackSet } from "../../core/work";
import { serve } from "../../core/workers/serve";
import { type Density, type Orders, QUANTITIES, type Which } from "./messages";

/** Between two signs of how far it is, ms. */
const SLICE = 200;
const BINS = 40;
/** Bins of a force map, along half a side. */
const MAP_BINS = 8;
const NEIGHBORS = 8;
/** Share of the values beyond the end of a distribution. */
const REST = 0.005;

let files: TrackFiles | undefined;
/** As they were filmed, in their own unit. */
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

function densityOf(values: Float64Array, wanted: number | undefined): Density {
  const sorted = wanted === undefined ? values.slice().sort() : values;
  const reach = wanted ?? (sorted[Math.floor((1 - REST) * (sorted.length - 1))] || 1);
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) {
    const bin = Math.floor((value / reach) * BINS);
    if (bin >= 0 && bin < BINS) counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { reach, values: counts.map((count) => (count * BINS) / reach / Math.max(1, values.length)) };
}

serve<Orders>({
  read({ names, files: bytes, columns }) {
    files?.free();
    files = undefined;
    files = new TrackFiles(names, bytes, columns);
    return { ...files.info(), first: files.firstFrame() };
  },
  preview: ({ names, files: bytes }) => TrackFiles.preview(names, bytes),
  open({ fps, scale, unit, length, yUp, missing }) {
    if (!files) throw "No file has been read yet.";
    const opened = files.tracks(fps, scale, unit, length, yUp, missing);
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
    const values = measured.measure(every);
    const times = measured.times().filter((_, frame) => frame % every === 0);
    return { times, values, summary: measured.summary(), bands: measured.bands() };
  },
  structure({ of, reach, reaches }, share) {
    const tracks = set(of);
    const pairs = [...tracks.pairCorrelation(BINS, reach)];
    share(0.3);
    const correlation = tracks.velocityCorrelation(BINS, reach);
    share(0.5);
    const densities = QUANTITIES.map((name, at) =>
      densityOf(tracks.values(name), name === "bearing" ? Math.PI : reaches?.[at]),
    );
    share(0.8);
    const map = tracks.forceMap(MAP_BINS, 0.5 * reach);
    return { reach, pairs, correlation, densities, map, shape: tracks.shape(NEIGHBORS) };
  },
  save({ of, as }) {
    const tracks = set(of);
    const bytes = as === "npz" ? tracks.npz() : new TextEncoder().encode(tracks.csv());
    return bytes as Uint8Array<ArrayBuffer>;
  },
});
