/** Script of a worker in Node that `inWorker` starts: runs a flock for it. */
import { parentPort, workerData } from "node:worker_threads";
import { startNode } from "./core-file.js";
import { answer, type Request } from "./serve.js";

startNode(workerData as WebAssembly.Module | undefined);
parentPort?.on("message", (request: Request) => parentPort?.postMessage(answer(request)));
