/** The worker's side of a `WorkerClient`: does the tasks that the page sends, one after the other. */
import { setWorkModule } from "../work";
import type { AnswerMessage, TaskHandlers, TaskMessage, WorkerTasks } from "./messages";

const workerScope = self as unknown as {
  postMessage(answer: AnswerMessage): void;
  onmessage: (event: MessageEvent<TaskMessage>) => void;
};

export function serveTasks<All extends WorkerTasks<All>>(work: TaskHandlers<All>): void {
  workerScope.onmessage = ({ data }) => {
    if ("module" in data) {
      setWorkModule(data.module);
      return;
    }
    const { id, name, input } = data;
    try {
      const output = work[name as keyof All](input, (share) => workerScope.postMessage({ id, share }));
      workerScope.postMessage({ id, output });
    } catch (error) {
      // An error that is no string is a trap: the worker's `error` event tells the page.
      if (typeof error !== "string") throw error;
      workerScope.postMessage({ id, refused: error });
    }
  };
}
