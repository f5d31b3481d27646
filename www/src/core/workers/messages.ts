/** Messages between the page and its workers. */

/** Requests and answers by name. */
export type WorkerTasks<All> = { [Name in keyof All]: { ask: unknown; answer: unknown } };

/** Handlers of requests; a string that a handler throws is its refusal. */
export type TaskHandlers<All extends WorkerTasks<All>> = {
  [Name in keyof All]: (ask: All[Name]["ask"], share: (share: number) => void) => All[Name]["answer"];
};

/** The first order brings the compiled core. */
export type TaskMessage = { module: WebAssembly.Module } | { id: number; name: PropertyKey; ask: unknown };

export type AnswerMessage =
  /** Progress, 0 to 1. */
  | { id: number; share: number }
  | { id: number; answer: unknown }
  /** Message about an invalid request; the worker stays usable. */
  | { id: number; refused: string };
