/** Messages between the page and its workers. */

/** Input and output of each task, by its name. */
export type WorkerTasks<All> = { [Name in keyof All]: { input: unknown; output: unknown } };

/** Functions that carry out the tasks; a string that one throws is shown to the person. */
export type TaskHandlers<All extends WorkerTasks<All>> = {
  [Name in keyof All]: (input: All[Name]["input"], share: (share: number) => void) => All[Name]["output"];
};

/** A task to do; the first message has the compiled core instead. */
export type TaskMessage = { module: WebAssembly.Module } | { id: number; name: PropertyKey; input: unknown };

export type AnswerMessage =
  /** Progress, 0 to 1. */
  | { id: number; share: number }
  | { id: number; output: unknown }
  /** Message about an invalid request; the worker stays usable. */
  | { id: number; refused: string };
