/** The page's side of the worker that reads and measures tracks: it starts with the first order. */
import { workModule } from "../../core/work";
import type { Answer, Order, Orders } from "./messages";
import workerScript from "./worker.ts?worker&url";

interface Waiting {
  done: (answer: unknown) => void;
  failed: (error: Error) => void;
  share: (share: number) => void;
}

export class Reader {
  private worker: Worker | undefined;
  /** When the worker has its core. */
  private ready: Promise<void> = Promise.resolve();
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;

  /** Rejects with a sentence where the order makes no sense. `share` hears how far it is. */
  async ask<Name extends keyof Orders>(
    name: Name,
    ask: Orders[Name]["ask"],
    share: (share: number) => void = () => {},
  ): Promise<Orders[Name]["answer"]> {
    const worker = this.begun();
    const id = this.ids++;
    const answer = new Promise<unknown>((done, failed) => this.waiting.set(id, { done, failed, share }));
    this.ready.then(() => worker.postMessage({ id, name, ask } as Order));
    return answer as Promise<Orders[Name]["answer"]>;
  }

  /** Drops all that it knows. */
  end(why = "The work was stopped."): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { failed } of this.waiting.values()) failed(new Error(why));
    this.waiting.clear();
  }

  private begun(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(workerScript, { type: "module", name: "flockwright tracks" });
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.end("The part of the page that reads tracks has stopped. Try again.");
    };
    this.ready = workModule().then(
      (module) => worker.postMessage({ module }),
      (error: Error) => this.end(error.message),
    );
    return worker;
  }

  private hear(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if ("share" in answer) {
      waiting.share(answer.share);
      return;
    }
    this.waiting.delete(answer.id);
    if ("answer" in answer) waiting.done(answer.answer);
    else if ("refused" in answer) waiting.failed(new Error(answer.refused));
    else {
      waiting.failed(new Error("The tracks could not be worked on."));
      this.end(answer.broken);
    }
  }
}

let shared: Reader | undefined;

/** The one that the page keeps. */
export function reader(): Reader {
  shared ??= new Reader();
  return shared;
}
