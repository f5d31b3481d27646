/** A flock that runs in a worker, so that a slow tick holds up no frame. */
import { checkObject, checkText } from "./check.js";
import type { Options, WorldPlan } from "./flock.js";
import type { Answer, Frame, Request } from "./serve.js";

export type { Frame } from "./serve.js";

/** A worker of the platform: Web Workers in pages, `worker_threads` in Node. */
export interface Channel {
  post(request: Request): void;
  /** Called once: where answers go, and what a worker that fails says. */
  listen(answered: (answer: Answer) => void, failed: (why: string) => void): void;
  end(): void;
}

/** Calls wait for their turn: each is done after those before it. */
export class RemoteFlock {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (error: Error) => void }>();
  #calls = 0;
  #ended: string | undefined;

  /** Use `inWorker`. */
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

  /** Calls a method of `Flock` by its name, or reads a property; one with an argument sets it. */
  call(name: string, ...args: unknown[]): Promise<unknown> {
    return new Promise((done, failed) => {
      if (this.#ended !== undefined) throw new Error(this.#ended);
      const id = this.#calls++;
      this.#channel.post({ id, call: checkText("name", name), args });
      this.#waiting.set(id, { done, failed });
    });
  }

  /** Goes on by some seconds, and gives the units as they are to be shown then. Arguments as those of `Flock.step`. */
  step(seconds: number, most?: number): Promise<Frame> {
    return this.call("step", seconds, most) as Promise<Frame>;
  }

  /** Ends the worker; calls that still wait, and later ones, are rejected. */
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

/** Opens a link, or builds a world, in the worker behind a channel; ends that worker where this fails. */
export async function through(
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
