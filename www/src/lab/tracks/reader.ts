/** The page's client of the worker that reads and measures tracks. */
import { WorkerClient } from "../../core/workers/client";
import type { TrackTasks } from "./messages";
import workerScript from "./worker.ts?worker&url";

export class TrackReader extends WorkerClient<TrackTasks> {
  constructor() {
    super(
      () => new Worker(workerScript, { type: "module", name: "flockwright tracks" }),
      "The part of the page that reads tracks has stopped. Try again.",
    );
  }
}

let sharedReader: TrackReader | undefined;

/** The client that all parts of the page share; its worker keeps the open recording. */
export function trackReader(): TrackReader {
  sharedReader ??= new TrackReader();
  return sharedReader;
}
