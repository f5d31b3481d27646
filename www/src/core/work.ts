/**
 * The core of workers: it evaluates and searches many runs, measures tracks and prints rules. It is a file of its own, which
 * a page needs for nothing else. The page's own thread has an instance of it, too, which keeps a search.
 */
import { build, initSync } from "../../pkg-work/work.js";
import { moduleOf } from "./module";

const file = new URL("../../pkg-work/work_bg.wasm", import.meta.url);

let fetched: Promise<WebAssembly.Module> | undefined;

/** Its file, fetched and compiled once. */
export function workModule(): Promise<WebAssembly.Module> {
  fetched ??= fetch(file).then((response) => moduleOf(response, build));
  // Asked for again, it is fetched again.
  fetched.catch(() => {
    fetched = undefined;
  });
  return fetched;
}

/** Makes this thread's own instance. */
export function beginWith(module: WebAssembly.Module): void {
  initSync({ module });
}

export {
  Curve,
  Evaluator,
  forceLanguages,
  printForce,
  Study,
  type StudyChange,
  type StudyCurvePoint,
  type StudyExam,
  type StudyJob,
  type StudyOutcome,
  type StudyProgress,
  type StudyReport,
  type StudyTask,
  type TrackBand,
  type TrackCorrelation,
  TrackFiles,
  type TrackFilesInfo,
  type TrackForceMap,
  type TrackInfo,
  type TrackMeasured,
  TrackNoting,
  type TrackPreview,
  type TrackSet,
  type TrackShape,
} from "../../pkg-work/work.js";
