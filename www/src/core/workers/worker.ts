/** A worker: evaluates runs in an instance of the core of its own, one after the other. */
import { beginWith, Evaluator, type StudyJob } from "../work";
import type { Answer, Order } from "./messages";

const page = self as unknown as {
  postMessage(answer: Answer): void;
  onmessage: (event: MessageEvent<Order>) => void;
};

page.onmessage = ({ data }) => {
  if ("module" in data) beginWith(data.module);
  else page.postMessage(evaluated(data.job));
};

function evaluated(job: StudyJob): Answer {
  try {
    const evaluator = new Evaluator(job);
    while (!evaluator.part(Number.POSITIVE_INFINITY));
    const outcome = evaluator.outcome();
    evaluator.free();
    return { outcome };
  } catch (error) {
    if (typeof error === "string") return { refused: error };
    // The core has trapped: the page hears of it by the worker's own error.
    throw error;
  }
}
