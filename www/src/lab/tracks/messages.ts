/** Messages between the page and the worker for tracks, which are positions of animals or units over time. */
import type {
  SampleTable,
  TrackBand,
  TrackFilesInfo,
  TrackInfo,
  TrackMeasured,
  TrackPreview,
} from "../../core/work";

/** Answers of the dialog about a recording; 0 and "" mean that there is no answer. */
export interface TrackOptions {
  fps: number;
  scale: number;
  unit: string;
  length: number;
  /** Whether y grows upward in the file; on screen it grows downward. */
  yUp: boolean;
  /** Position, such as "0,0", that means "animal not seen" in the file. */
  missing: string;
  /** Width and height of the file's world if it wraps, in the file's lengths; empty if it does not. */
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

/** Declarations found in the files, and the positions in the first frame: x and y alternate, in the file's lengths. */
export interface FoundTracks extends TrackFilesInfo {
  firstPositions: Float64Array;
}

/** Tracks with all lengths in u, as the page draws them; a row is one animal in one frame. */
export interface PlacedTracks {
  info: TrackInfo;
  /** Time of each frame since the first one, s, and index of each frame's first row in `rowIds`. */
  frameTimes: Float64Array;
  frameStarts: Uint32Array;
  /** Id of the animal of each row, which is one animal in one frame. */
  rowIds: Uint32Array;
  /** Five blocks with a number per row (one animal in one frame): x, y (u), vx, vy (u/s) and heading (rad). */
  motion: Float32Array;
}

export interface MeasuredTracks {
  /** Time of each measured frame since the first one, s. */
  frameTimes: Float64Array;
  sampleTable: SampleTable;
  summary: TrackMeasured[];
  bands: TrackBand[];
}

/** Value of a measure (by key) in a measured frame; NaN if the table does not have the measure. */
export const valueAt = ({ keys, values }: SampleTable, frame: number, measure: string): number => {
  const column = keys.indexOf(measure);
  return column < 0 ? Number.NaN : (values[frame * keys.length + column] ?? Number.NaN);
};

/** Tasks of the tracks worker, with the types of their inputs and outputs. */
export interface TrackTasks {
  /** Reads files. `columns`: kind of each column, as in "frame=1,id=2,x=3,y=4"; "" if the files have a known format. */
  readFiles: { input: { names: string[]; files: Uint8Array[]; columns: string }; output: FoundTracks };
  /** Returns the first lines, for a dialog about the columns; `undefined` if the first file is no table. */
  previewColumns: { input: { names: string[]; files: Uint8Array[] }; output: TrackPreview | undefined };
  openTracks: { input: TrackOptions; output: TrackInfo };
  placeTracks: { input: { factor: number }; output: PlacedTracks };
  posesAtFrame: { input: { frame: number }; output: string };
  measureTracks: { input: { every: number }; output: MeasuredTracks };
  /** Simulates a run up to tick `to` and returns the file of its tracks, with a frame at each `every`-th tick. */
  exportRun: {
    input: { link: string; to: number; every: number; as: "csv" | "npz" };
    output: Uint8Array<ArrayBuffer>;
  };
}
