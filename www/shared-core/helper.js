/** A worker of a page, or of Node: helps in the core's memory until it is ended. It lies beside the core with shared memory. */
import { giveUp, help, initSync } from "./flockwright.js";

function begin({ module, memory, number }) {
  initSync({ module, memory });
  try {
    help(number);
  } catch (error) {
    giveUp(number);
    throw error;
  }
}

if (typeof self === "undefined") {
  const { workerData } = await import("node:worker_threads");
  begin(workerData);
} else {
  self.onmessage = ({ data }) => begin(data);
}
