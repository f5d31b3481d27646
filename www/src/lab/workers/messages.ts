/** What the page and its workers say to each other. */
import type { StudyJob, StudyOutcome } from "../../core/work";

export type Order = { module: WebAssembly.Module } | { id: number; job: StudyJob };

export type Answer =
  /** The core is there. */
  | { ready: true }
  /** At work. */
  | { alive: true }
  | { id: number; outcome: StudyOutcome }
  /** The job makes no sense; the worker is sound. */
  | { id: number; refused: string }
  /** The core has trapped: the worker is to be replaced. */
  | { id: number; broken: string };
