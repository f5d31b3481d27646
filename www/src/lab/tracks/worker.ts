/** Worker that reads and measures tracks. */
import { TrackFiles, TrackNoting, type TrackSet } from "../../core/work";
import { serveTasks } from "../../core/workers/serve";
import type { TrackSource, TrackTasks } from "./messages";

/** Time between two messages about the progress of a task, ms. */
const SLICE_MS = 200;

let files: TrackFiles | undefined;
/** The open recording with the file's own lengths, before it is scaled to u. */
let recordedTracks: TrackSet | undefined;
const trackSets: Partial<Record<TrackSource, TrackSet>> = {};

function trackSet(of: TrackSource): TrackSet {
  const tracks = trackSets[of];
  if (!tracks) throw "There are no tracks of that yet.";
  return tracks;
}

function keepTrackSet(of: TrackSource, made: TrackSet): TrackSet {
  trackSets[of]?.free();
  trackSets[of] = made;
  return made;
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
    const placed = keepTrackSet("recording", recordedTracks.scaled(factor));
    const [info, times, starts] = [placed.info(), placed.times(), placed.starts()];
    return { info, frameTimes: times, frameStarts: starts, rowIds: placed.ids(), motion: placed.motion() };
  },
  posesAtFrame: ({ frame }) => trackSet("recording").poses(frame),
  recordRun({ link, from, to, every }, share) {
    const noting = new TrackNoting(link, from, to, every);
    while (!noting.part(SLICE_MS)) share(noting.share());
    return keepTrackSet("run", noting.finish()).info();
  },
  measureTracks({ of, every }) {
    const tracks = trackSet(of);
    const table = tracks.measure(every);
    const times = tracks.times().filter((_, frame) => frame % every === 0);
    return { frameTimes: times, sampleTable: table, summary: tracks.summary(), bands: tracks.bands() };
  },
  exportTracks({ of, as }) {
    const tracks = trackSet(of);
    const bytes = as === "npz" ? tracks.npz() : new TextEncoder().encode(tracks.csv());
    return bytes as Uint8Array<ArrayBuffer>;
  },
});
