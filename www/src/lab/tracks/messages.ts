/** What the page and its worker for tracks say to each other. */
import type {
  TrackBand,
  TrackCorrelation,
  TrackFilesInfo,
  TrackForceMap,
  TrackInfo,
  TrackMeasured,
  TrackPreview,
  TrackShape,
} from "../../core/work";

/** Recorded animals as they were filmed, or the run. */
export type Which = "recording" | "run";

/** What a person adds to the files; 0 and "" for nothing. */
export interface Given {
  fps: number;
  scale: number;
  unit: string;
  length: number;
  /** Whether y grows upward in the files. */
  yUp: boolean;
  /** The place that stands for an animal that was not seen, as in "0,0". */
  missing: string;
}

/** What files say of themselves, and the places in their first frame: x and y in turn. */
export interface FoundTracks extends TrackFilesInfo {
  first: Float64Array;
}

/** Tracks in u, as the page draws them. */
export interface Placed {
  info: TrackInfo;
  /** By frame: s since the first, and where its rows begin. */
  times: Float64Array;
  starts: Uint32Array;
  /** By row. */
  ids: Uint32Array;
  /** All x, then all y, vx, vy and headings. */
  motion: Float32Array;
}

export interface Measured {
  /** By measured frame: s since the first, and all measures in turn. */
  times: Float64Array;
  values: Float64Array;
  summary: TrackMeasured[];
  bands: TrackBand[];
}

/** Bins of equal width from 0 to `reach`. */
export interface Density {
  reach: number;
  values: number[];
}

export interface Structure {
  reach: number;
  pairs: number[];
  correlation: TrackCorrelation;
  /** In the order of `QUANTITIES`. */
  densities: Density[];
  map: TrackForceMap;
  shape: TrackShape;
}

/** Distributions, by the core's names. */
export const QUANTITIES = ["speed", "turning", "acceleration", "nearest", "bearing"] as const;

/** What can be asked for, and what is answered. */
export interface Orders {
  /** `columns`: which is which, as in "id=ant,x=px"; empty where their names say it. */
  read: { ask: { names: string[]; files: Uint8Array[]; columns: string }; answer: FoundTracks };
  /** The first lines, for who chooses the columns; undefined of files that are no table. */
  preview: { ask: { names: string[]; files: Uint8Array[] }; answer: TrackPreview | undefined };
  open: { ask: Given; answer: TrackInfo };
  place: { ask: { factor: number }; answer: Placed };
  poses: { ask: { frame: number }; answer: string };
  note: { ask: { link: string; from: number; to: number; every: number }; answer: TrackInfo };
  measure: { ask: { of: Which; every: number }; answer: Measured };
  /** `reaches`: those of the distributions, where they are to be as others are. */
  structure: { ask: { of: Which; reach: number; reaches?: number[] }; answer: Structure };
  save: { ask: { of: Which; as: "csv" | "npz" }; answer: Uint8Array<ArrayBuffer> };
}
