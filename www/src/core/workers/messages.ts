/** What the page and its workers say to each other. */
import type { StudyJob, StudyOutcome } from "../work";

export type Order = { module: WebAssembly.Module } | { job: StudyJob };

export type Answer =
  | { outcome: StudyOutcome }
  /** The run cannot be evaluated, for this reason. */
  | { refused: string };
