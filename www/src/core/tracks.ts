/** Tracks of recorded animals and of runs: what the page's worker for them calls of the core. */
import type { TrackFiles, TrackNoting, TrackPreview } from "../../pkg/flockwright.js";
import { glue } from "./glue";

export type {
  TrackBand,
  TrackCorrelation,
  TrackFiles,
  TrackFilesInfo,
  TrackForceMap,
  TrackInfo,
  TrackMeasured,
  TrackNoting,
  TrackPreview,
  TrackSet,
  TrackShape,
} from "../../pkg/flockwright.js";
export { beginWith } from "./study";

export const newTrackFiles = (names: string[], files: Uint8Array[], columns: string): TrackFiles =>
  new glue.TrackFiles(names, files, columns);
export const previewOf = (names: string[], files: Uint8Array[]): TrackPreview | undefined =>
  glue.TrackFiles.preview(names, files);
export const newTrackNoting = (
  ...parts: [link: string, from: number, to: number, every: number]
): TrackNoting => new glue.TrackNoting(...parts);
