/** A worker of Node or of a page: helps in the core's memory until it is ended. */
import { giveUp, help, initSync } from "../../www/pkg-cores/flockwright.js";

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
