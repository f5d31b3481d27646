/** The worker's side: handles orders one after the other, in its own instance of the core. */
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
      // After a trap, the page is notified by the worker's error event.
      if (typeof error !== "string") throw error;
      page.postMessage({ id, refused: error });
    }
  };
}
