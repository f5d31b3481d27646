/** Worker that reads and measures tracks, and records those of a run. */
import { TrackFiles, TrackNoting, type TrackSet } from "../../core/work";
import { serveTasks } from "../../core/workers/serve";
import type { TrackTasks } from "./messages";

/** Time between two messages about the progress of a task, ms. */
const SLICE_MS = 200;

let files: TrackFiles | undefined;
/** The open recording with the file's own lengths, before it is scaled to u. */
let recordedTracks: TrackSet | undefined;
/** The open recording with all lengths in u. */
let scaledTracks: TrackSet | undefined;

function placedTracks(): TrackSet {
  if (!scaledTracks) throw "No recording is open.";
  return scaledTracks;
}

serveTasks<TrackTasks>({
  readFiles({ names, files: bytes, columns }) {
    files?.free();
    files = undefined;
    files = new TrackFiles(names, bytes, columns);
    return { ...files.info(), firstPositions: files.firstFrame() };
  },
  previewColumns: ({ names, files: bytes }) => TrackFiles.preview(names, bytes),
  openTracks({ fps, scale, unit, length, yUp, missing, wrap }) {
    if (!files) throw "No file has been read yet.";
    const opened = files.tracks(fps, scale, unit, length, yUp, missing, Float64Array.from(wrap));
    files.free();
    files = undefined;
    recordedTracks?.free();
    recordedTracks = opened;
    return recordedTracks.info();
  },
  placeTracks({ factor }) {
    if (!recordedTracks) throw "No recording is open.";
    const placed = recordedTracks.scaled(factor);
    scaledTracks?.free();
    scaledTracks = placed;
    return {
      info: placed.info(),
      frameTimes: placed.times(),
      frameStarts: placed.starts(),
      rowIds: placed.ids(),
      motion: placed.motion(),
    };
  },
  posesAtFrame: ({ frame }) => placedTracks().poses(frame),
  measureTracks({ every }) {
    const tracks = placedTracks();
    const sampleTable = tracks.measure(every);
    const frameTimes = tracks.times().filter((_, frame) => frame % every === 0);
    return { frameTimes, sampleTable, summary: tracks.summary(), bands: tracks.bands() };
  },
  exportRun({ link, to, every, as }, share) {
    const noting = new TrackNoting(link, 0, to, every);
    while (!noting.part(SLICE_MS)) share(noting.share());
    const tracks = noting.finish();
    const bytes = as === "npz" ? tracks.npz() : new TextEncoder().encode(tracks.csv());
    return bytes as Uint8Array<ArrayBuffer>;
  },
});
