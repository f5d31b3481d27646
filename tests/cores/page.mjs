/** The core with shared memory on a page's main thread, which may not sleep. */
import { begin, gain, hashAfter, links, present } from "./crew.mjs";

const file = await fetch("../../www/pkg-cores/flockwright_bg.wasm");
const { module, memory } = begin(await WebAssembly.compile(await file.arrayBuffer()), 4);
const workers = [];

window.crew = {
  links,
  gain,
  hashAfter,
  async come(helpers) {
    while (workers.length < helpers) {
      const worker = new Worker("../../www/pkg-cores/helper.js", { type: "module" });
      worker.postMessage({ module, memory, number: workers.length });
      workers.push(worker);
    }
    return present(helpers);
  },
};
