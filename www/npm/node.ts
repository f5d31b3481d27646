/** Entry of the package for Node, which reads the core from disk at its first use. */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { coreModule, packageFile, startNode } from "./core-file.js";
import type { Options, WorldPlan } from "./flock.js";
import { openThrough, type RemoteFlock } from "./remote.js";
import { type CoreSource, loadOnce } from "./source.js";

export type * from "../pkg-npm/keys.js";
export * from "./flock.js";
export type { Frame, RemoteFlock } from "./remote.js";
export type { CoreSource } from "./source.js";

startNode();

/**
 * Starts the core. Without `from`, it is read from disk at its first use, so this call is not needed. `from`: path or
 * URL of another core's file, its bytes, a response of `fetch`, or a `WebAssembly.Module`. Rejects if that is no core,
 * or if another core was started.
 */
export const load: (from?: CoreSource | Promise<CoreSource>) => Promise<void> = loadOnce(async (from) => {
  if (from === undefined) return;
  const source = await from;
  if (source instanceof WebAssembly.Module) return startNode(source);
  startNode(await WebAssembly.compile(await bytesOf(source)));
});

/** The bytes of a core that is not yet compiled. */
async function bytesOf(source: CoreSource): Promise<BufferSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source as BufferSource;
  if (typeof source === "object" && "arrayBuffer" in source) return source.arrayBuffer();
  const address = typeof source === "object" && "href" in source ? source.href : source;
  if (typeof address !== "string")
    throw new TypeError("from is to be an address, bytes, a response or a WebAssembly.Module.");
  // One letter before a colon is no protocol but a drive of Windows.
  if (!/^[a-z]{2,}:/i.test(address)) return readFile(address);
  const url = new URL(address);
  if (url.protocol === "file:") return readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${address} did not come: ${response.status} ${response.statusText}.`);
  return response.arrayBuffer();
}

/** Opens a link, or builds a world, in a worker of Node. Only pending calls keep the process from ending. */
export function inWorker(from: string | WorldPlan, options: Options = {}): Promise<RemoteFlock> {
  const channel = () => {
    const file = packageFile("./node-worker.js", "flockwright/worker");
    const worker = new Worker(file, { workerData: coreModule() });
    let waiting = 0;
    return {
      post: (request: unknown) => {
        worker.postMessage(request);
        if (waiting++ === 0) worker.ref();
      },
      listen: (answered: (answer: never) => void, failed: (why: string) => void) => {
        worker.on("message", (data) => {
          if (--waiting === 0) worker.unref();
          answered(data as never);
        });
        worker.on("error", (error) => failed(error instanceof Error ? error.message : String(error)));
        worker.on("exit", () => failed("it has ended."));
      },
      end: () => void worker.terminate(),
    };
  };
  return openThrough(channel, from, options);
}
