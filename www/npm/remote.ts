/** A flock that runs in a worker, so that slow ticks delay no frame of the caller. */
import { checkObject, checkText } from "./check.js";
import type { Options, WorldPlan } from "./flock.js";
import type { Answer, Frame, Request } from "./serve.js";

export type { Frame } from "./serve.js";

/** Connection to a worker: a Web Worker in pages, `worker_threads` in Node. */
export interface Channel {
  post(request: Request): void;
  /** Called once: `answered` has to be called with each answer, `failed` with the reason if the worker fails. */
  listen(answered: (answer: Answer) => void, failed: (why: string) => void): void;
  end(): void;
}

/** A flock in a worker. Calls are done in their order, and each result is a promise. */
export class RemoteFlock {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  #calls = 0;
  #ended: string | undefined;

  /** Use `inWorker` instead. */
  constructor(channel: Channel) {
    this.#channel = channel;
    channel.listen(
      (answer) => {
        const waiting = this.#waiting.get(answer.id);
        this.#waiting.delete(answer.id);
        if ("error" in answer) waiting?.failed(new Error(answer.error));
        else waiting?.done(answer.value);
      },
      (why) => this.#end(`The worker of this flock has failed: ${why}`),
    );
  }

  /** Calls a method of `Flock` by name, or reads a property; a property with an argument is set. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    return new Promise((done, failed) => {
      if (this.#ended !== undefined) throw new Error(this.#ended);
      const id = this.#calls++;
      this.#channel.post({ id, call: checkText("name", name), args });
      this.#waiting.set(id, { done, failed });
    });
  }

  /** Runs `Flock.step` with these arguments, and returns the units as they are to be drawn then. */
  step(seconds: number, most?: number): Promise<Frame> {
    return this.call("step", seconds, most) as Promise<Frame>;
  }

  /** Ends the worker; pending and later calls are rejected. */
  free(): void {
    this.#channel.end();
    this.#end("This flock was freed: nothing can be done with it any more.");
  }

  #end(why: string): void {
    this.#ended ??= why;
    for (const { failed } of this.#waiting.values()) failed(new Error(this.#ended));
    this.#waiting.clear();
  }
}

/** Opens a link, or builds a world, in the worker of a channel; ends the worker if that fails. */
export async function openThrough(
  channel: () => Channel,
  from: string | WorldPlan,
  options: Options = {},
): Promise<RemoteFlock> {
  if (typeof from !== "string") checkObject("from", from);
  const flock = new RemoteFlock(channel());
  try {
    await flock.call(typeof from === "string" ? "open" : "build", from, options);
    return flock;
  } catch (why) {
    flock.free();
    throw why;
  }
}
