/** The page's side of a worker, which starts with the first order. */
import { workModule } from "../work";
import type { Answer, Order, Orders } from "./messages";

/** The part of `Worker` that is used. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<Answer>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

interface Waiting {
  done: (answer: unknown) => void;
  failed: (error: Error) => void;
  share: (share: number) => void;
}

/** Rejection of work that was stopped. */
export class Stopped extends Error {
  override readonly message = "The work was stopped.";
}

export class WorkerClient<All extends Orders<All>> {
  private worker: WorkerLike | undefined;
  /** Resolves when the worker has its core. */
  private ready: Promise<void> = Promise.resolve();
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;

  /** `died`: message when the worker stops by itself. */
  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly died: string,
    private readonly module = workModule,
  ) {}

  /** Sends an order; rejects with a message if it is invalid. `share` is called with the progress, 0 to 1. */
  async ask<Name extends keyof All>(
    name: Name,
    ask: All[Name]["ask"],
    share: (share: number) => void = () => {},
  ): Promise<All[Name]["answer"]> {
    const worker = this.begun();
    const id = this.ids++;
    const answer = new Promise<unknown>((done, failed) => this.waiting.set(id, { done, failed, share }));
    this.ready.then(() => worker.postMessage({ id, name, ask } satisfies Order));
    return answer;
  }

  /** Terminates the worker; running work cannot be interrupted otherwise. */
  end(why: Error = new Stopped()): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { failed } of this.waiting.values()) failed(why);
    this.waiting.clear();
  }

  private begun(): WorkerLike {
    if (this.worker) return this.worker;
    const worker = this.spawned();
    this.worker = worker;
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.end(new Error(this.died));
    };
    this.ready = this.module().then(
      (module) => worker.postMessage({ module } satisfies Order),
      (error: Error) => this.end(error),
    );
    return worker;
  }

  private spawned(): WorkerLike {
    try {
      return this.spawn();
    } catch (cause) {
      throw new Error("This needs workers beside the page, and this browser starts none.", { cause });
    }
  }

  private hear(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if ("share" in answer) {
      waiting.share(answer.share);
      return;
    }
    this.waiting.delete(answer.id);
    if ("refused" in answer) waiting.failed(new Error(answer.refused));
    else waiting.done(answer.answer);
  }
}
