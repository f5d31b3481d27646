/** The entry for browsers and their bundlers. */
export type * from "../pkg-npm/keys.js";
export * from "./flock.js";
export { load } from "./load.js";
export { type Frame, inWorker, type RemoteFlock } from "./remote.js";
