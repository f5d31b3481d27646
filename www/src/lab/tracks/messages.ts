/** Messages between the page and its worker for tracks. */
import type {
  SampleTable,
  TrackBand,
  TrackFilesInfo,
  TrackInfo,
  TrackMeasured,
  TrackPreview,
} from "../../core/work";

/** Tracks that the worker keeps: the recording that is open, or the run. */
export type TrackSource = "recording" | "run";

/** Answers of the dialog; 0 and "" for nothing. */
export interface TrackOptions {
  fps: number;
  scale: number;
  unit: string;
  length: number;
  /** Whether y grows upward in the files. */
  yUp: boolean;
  /** Place that stands for an animal that was not seen, as in "0,0". */
  missing: string;
  /** Width and height of a world with periodic edges, in lengths of the files; empty without. */
  wrap: readonly number[];
}

export const NO_ANSWERS: TrackOptions = {
  fps: 0,
  scale: 0,
  unit: "",
  length: 0,
  yUp: false,
  missing: "",
  wrap: [],
};

/** Declarations of files, and the places in their first frame: x and y in turn. */
export interface FoundTracks extends TrackFilesInfo {
  firstPositions: Float64Array;
}

/** Tracks with positions in u, as the page draws them. */
export interface PlacedTracks {
  info: TrackInfo;
  /** Time of each frame since the first, s, and index of its first row in `rowIds` and `motion`. */
  frameTimes: Float64Array;
  frameStarts: Uint32Array;
  /** By row. */
  rowIds: Uint32Array;
  /** All x, then all y, vx, vy and headings. */
  motion: Float32Array;
}

export interface MeasuredTracks {
  /** Time of each measured frame, s since the first. */
  frameTimes: Float64Array;
  sampleTable: SampleTable;
  summary: TrackMeasured[];
  bands: TrackBand[];
}

/** Value of a measure in a measured frame; NaN where the tracks do not have it. */
export const valueAt = ({ keys, values }: SampleTable, frame: number, measure: string): number => {
  const column = keys.indexOf(measure);
  return column < 0 ? Number.NaN : (values[frame * keys.length + column] ?? Number.NaN);
};

/** Requests and answers. */
export interface TrackTasks {
  /** `columns`: roles of the columns, as in "frame=1,id=2,x=3,y=4"; empty for declared formats. */
  readFiles: { input: { names: string[]; files: Uint8Array[]; columns: string }; output: FoundTracks };
  /** First lines, for a person who chooses the columns; undefined where the first file is no table. */
  previewColumns: { input: { names: string[]; files: Uint8Array[] }; output: TrackPreview | undefined };
  openTracks: { input: TrackOptions; output: TrackInfo };
  placeTracks: { input: { factor: number }; output: PlacedTracks };
  posesAtFrame: { input: { frame: number }; output: string };
  recordRun: { input: { link: string; from: number; to: number; every: number }; output: TrackInfo };
  measureTracks: { input: { of: TrackSource; every: number }; output: MeasuredTracks };
  exportTracks: { input: { of: TrackSource; as: "csv" | "npz" }; output: Uint8Array<ArrayBuffer> };
}
