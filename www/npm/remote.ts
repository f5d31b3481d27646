/** A flock that runs in a worker, so that a slow tick holds up no frame. */
import type { Options, WorldPlan } from "./flock.js";
import type { Answer, Frame, Request } from "./worker.js";

export type { Frame } from "./worker.js";

/** Calls wait for their turn: each is done after those before it. */
export class RemoteFlock {
  readonly #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  #calls = 0;

  /** Use `inWorker`. */
  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting?.failed(new Error(data.error));
      else waiting?.done(data.value);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(message));
      this.#waiting.clear();
    });
  }

  /** Calls a method of `Flock` by its name, or reads a property; one with an argument sets it. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    const id = this.#calls++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#worker.postMessage({ id, call: name, args } satisfies Request);
    });
  }

  /** Goes on by some seconds, and gives the units as they are to be shown then. */
  step(seconds: number): Promise<Frame> {
    return this.call("step", seconds) as Promise<Frame>;
  }

  /** Ends the worker. */
  free(): void {
    this.#worker.terminate();
  }
}

/** Opens a link, or builds a world, in a worker. */
export async function inWorker(from: string | WorldPlan, options: Options = {}): Promise<RemoteFlock> {
  const flock = new RemoteFlock();
  await flock.call(typeof from === "string" ? "open" : "build", from, options);
  return flock;
}
