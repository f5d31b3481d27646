/** Types of the messages between the page and its workers. */

/** A worker's tasks: for each task name, the types of its input and output. */
export type WorkerTasks<All> = { [Name in keyof All]: { input: unknown; output: unknown } };

/** Functions that do a worker's tasks and report progress (0 to 1); a string that one throws is shown to people. */
export type TaskHandlers<All extends WorkerTasks<All>> = {
  [Name in keyof All]: (input: All[Name]["input"], share: (share: number) => void) => All[Name]["output"];
};

/** Message to a worker: first the compiled WebAssembly module, then tasks, each with an id for its answer. */
export type TaskMessage = { module: WebAssembly.Module } | { id: number; name: PropertyKey; input: unknown };

export type AnswerMessage =
  /** Progress of the task, 0 to 1. */
  | { id: number; share: number }
  | { id: number; output: unknown }
  /** Reason why the input is invalid; the worker can do further tasks. */
  | { id: number; refused: string };
