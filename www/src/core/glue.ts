/**
 * The JavaScript side of the core that runs on this thread: that of the usual artifact, or of the one with shared memory,
 * which comes with it. It is replaced, if at all, before the first call.
 */
import * as usual from "../../pkg/flockwright.js";

export type Glue = typeof usual;

export let glue: Glue = usual;

export function useGlue(other: Glue): void {
  glue = other;
}
