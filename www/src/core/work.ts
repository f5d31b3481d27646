/**
 * The second WebAssembly package, for workers: evaluates and searches runs, measures tracks and prints rules. It is
 * separate from the core, since the page needs none of that to show a run. The main thread has an instance as well,
 * which keeps the state of a search.
 */
import { build, initSync } from "../../pkg-work/work.js";
import { moduleOf } from "./module";

const WORK_FILE_URL = new URL("../../pkg-work/work_bg.wasm", import.meta.url);

let fetchedModule: Promise<WebAssembly.Module> | undefined;

/** Compiled module of the package for workers, fetched once. Rejects with an error whose message can be shown. */
export function workModule(): Promise<WebAssembly.Module> {
  fetchedModule ??= fetch(WORK_FILE_URL)
    .then((response) => moduleOf(response, build))
    .catch((error: Error) => {
      console.info(`The core of workers could not be loaded: ${error.message}`);
      throw new Error("A part of the page could not be loaded. Check the connection, then try again.");
    });
  // After a failure, the next call fetches the module again.
  fetchedModule.catch(() => {
    fetchedModule = undefined;
  });
  return fetchedModule;
}

/** Instantiates the package for workers in this thread. */
export function setWorkModule(module: WebAssembly.Module): void {
  initSync({ module });
}

export {
  Curve,
  Evaluator,
  forceLanguages,
  printForce,
  type SampleTable,
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
  TrackFiles,
  type TrackFilesInfo,
  type TrackInfo,
  type TrackMeasured,
  TrackNoting,
  type TrackPreview,
  type TrackSet,
} from "../../pkg-work/work.js";
