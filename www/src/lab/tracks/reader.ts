/** The worker that reads and measures tracks. */
import { WorkerClient } from "../../core/workers/client";
import type { Orders } from "./messages";
import workerScript from "./worker.ts?worker&url";

export class Reader extends WorkerClient<Orders> {
  constructor() {
    super(
      () => new Worker(workerScript, { type: "module", name: "flockwright tracks" }),
      "The part of the page that reads tracks has stopped. Try again.",
    );
  }
}

let shared: Reader | undefined;

/** The shared reader of the page. */
export function reader(): Reader {
  shared ??= new Reader();
  return shared;
}
