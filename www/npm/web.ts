/** `inWorker` for pages, which runs a flock in a Web Worker. */
import type { Options, WorldPlan } from "./flock.js";
import { openThrough, type RemoteFlock } from "./remote.js";

/** Opens a link, or builds a world, in a Web Worker. */
export function inWorker(from: string | WorldPlan, options: Options = {}): Promise<RemoteFlock> {
  const channel = () => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    return {
      post: (request: unknown) => worker.postMessage(request),
      listen: (answered: (answer: never) => void, failed: (why: string) => void) => {
        worker.addEventListener("message", ({ data }) => answered(data as never));
        worker.addEventListener("error", ({ message }) => failed(message ?? "its file did not come."));
      },
      end: () => worker.terminate(),
    };
  };
  return openThrough(channel, from, options);
}
