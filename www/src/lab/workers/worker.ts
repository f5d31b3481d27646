/** A worker: evaluates runs in an instance of the core of its own, one after the other. */
import { beginWith, Evaluator, type StudyJob } from "../../core/work";
import type { Answer, Order } from "./messages";

/** Between two signs of life, ms. */
const SLICE = 250;

const page = self as unknown as {
  postMessage(answer: Answer): void;
  onmessage: (event: MessageEvent<Order>) => void;
};

page.onmessage = ({ data }) => {
  if ("module" in data) {
    beginWith(data.module);
    page.postMessage({ ready: true });
  } else page.postMessage(evaluated(data.id, data.job));
};

function evaluated(id: number, job: StudyJob): Answer {
  try {
    const evaluator = new Evaluator(job);
    while (!evaluator.part(SLICE)) page.postMessage({ alive: true });
    const outcome = evaluator.outcome();
    evaluator.free();
    return { id, outcome };
  } catch (error) {
    return typeof error === "string" ? { id, refused: error } : { id, broken: String(error) };
  }
}
