/** The worker's side: does the orders one after the other, in an instance of the core of its own. */
import { beginWith } from "../work";
import type { Answer, Order, Orders, Work } from "./messages";

const page = self as unknown as {
  postMessage(answer: Answer): void;
  onmessage: (event: MessageEvent<Order>) => void;
};

export function serve<All extends Orders<All>>(work: Work<All>): void {
  page.onmessage = ({ data }) => {
    if ("module" in data) {
      beginWith(data.module);
      return;
    }
    const { id, name, ask } = data;
    try {
      const answer = work[name as keyof All](ask, (share) => page.postMessage({ id, share }));
      page.postMessage({ id, answer });
    } catch (error) {
      // The core has trapped: the page hears of it by the worker's own error.
      if (typeof error !== "string") throw error;
      page.postMessage({ id, refused: error });
    }
  };
}
