/** The page's side of a worker, which is started by the first request. */
import { workModule } from "../work";
import type { AnswerMessage, TaskMessage, WorkerTasks } from "./messages";

/** The part of the browser's `Worker` that a client uses; tests replace it. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<AnswerMessage>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
};

interface PendingAnswer {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  onProgress: (share: number) => void;
}

/** Error with which requests reject that were stopped on purpose. */
export class StoppedError extends Error {
  override readonly message = "The work was stopped.";
}

export class WorkerClient<All extends WorkerTasks<All>> {
  private worker: WorkerLike | undefined;
  /** Resolves when the compiled WebAssembly module was sent to the worker. */
  private ready: Promise<void> = Promise.resolve();
  private readonly pendingAnswers = new Map<number, PendingAnswer>();
  private nextId = 0;

  /** `failureText`: message for people if the worker stops by itself. */
  constructor(
    private readonly spawnWorker: () => WorkerLike,
    private readonly failureText: string,
    private readonly module = workModule,
  ) {}

  /** Lets the worker do a task; rejects with a message if `input` is invalid. `share` gets the progress, 0 to 1. */
  async request<Name extends keyof All>(
    name: Name,
    input: All[Name]["input"],
    share: (share: number) => void = () => {},
  ): Promise<All[Name]["output"]> {
    const worker = this.startedWorker();
    const id = this.nextId++;
    const answer = new Promise<unknown>((done, failed) =>
      this.pendingAnswers.set(id, { resolve: done, reject: failed, onProgress: share }),
    );
    this.ready.then(() => worker.postMessage({ id, name, input } satisfies TaskMessage));
    return answer;
  }

  /** Terminates the worker, the only way to interrupt a task; pending requests reject with `why`. */
  stop(why: Error = new StoppedError()): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.pendingAnswers.values()) reject(why);
    this.pendingAnswers.clear();
  }

  private startedWorker(): WorkerLike {
    if (this.worker) return this.worker;
    const worker = this.listeningWorker();
    this.worker = worker;
    worker.onmessage = ({ data }) => this.receiveAnswer(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.stop(new Error(this.failureText));
    };
    this.ready = this.module().then(
      (module) => worker.postMessage({ module } satisfies TaskMessage),
      (error: Error) => this.stop(error),
    );
    return worker;
  }

  private listeningWorker(): WorkerLike {
    try {
      return this.spawnWorker();
    } catch (cause) {
      throw new Error("This needs workers beside the page, and this browser starts none.", { cause });
    }
  }

  private receiveAnswer(answer: AnswerMessage): void {
    const pendingAnswer = this.pendingAnswers.get(answer.id);
    if (!pendingAnswer) return;
    if ("share" in answer) {
      pendingAnswer.onProgress(answer.share);
      return;
    }
    this.pendingAnswers.delete(answer.id);
    if ("refused" in answer) pendingAnswer.reject(new Error(answer.refused));
    else pendingAnswer.resolve(answer.output);
  }
}
