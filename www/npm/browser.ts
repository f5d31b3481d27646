/** Entry of the package for browsers and bundlers. */
export type * from "../pkg-npm/keys.js";
export * from "./flock.js";
export { load } from "./load.js";
export type { Frame, RemoteFlock } from "./remote.js";
export type { CoreSource } from "./source.js";
export { inWorker } from "./web.js";
