/** Answers the calls of `RemoteFlock` in a worker, of a page or of Node. */

import { build, type Flock, type FlockEvent, open } from "./flock.js";

/** A call that the worker has to do. */
export interface Request {
  id: number;
  /** "open", "build", "step", "free", or the name of a method or property of `Flock`. */
  call: string;
  args: unknown[];
}

/** Result of the call with this id, or the message of the error that it threw. */
export type Answer = { id: number; value: unknown } | { id: number; error: string };

/** A flock after a step: ticks since its start, units (copies of the arrays of `Flock.shown`), handles and events. */
export interface Frame {
  ticks: number;
  count: number;
  x: Float32Array;
  y: Float32Array;
  hx: Float32Array;
  hy: Float32Array;
  handles: Uint32Array;
  events: FlockEvent[];
}

let flock: Flock | undefined;

function result(call: string, args: unknown[]): unknown {
  if (call === "open" || call === "build") {
    flock?.free();
    flock =
      call === "open"
        ? open(...(args as Parameters<typeof open>))
        : build(...(args as Parameters<typeof build>));
    return undefined;
  }
  if (!flock) throw new Error("This flock was freed: nothing can be done with it any more.");
  if (call === "step") {
    flock.step(...(args as [number]));
    const { x, y, hx, hy } = flock.shown();
    const [ticks, count, handles, events] = [flock.ticks, flock.count, flock.handles.slice(), flock.events()];
    return { ticks, count, x: x.slice(), y: y.slice(), hx: hx.slice(), hy: hy.slice(), handles, events };
  }
  if (!(call in flock)) throw new Error(`A flock has no “${call}”.`);
  const member: unknown = Reflect.get(flock, call, flock);
  if (typeof member === "function") return member.apply(flock, args);
  if (args.length > 0 && !Reflect.set(flock, call, args[0], flock))
    throw new Error(`“${call}” of a flock cannot be set.`);
  return args.length > 0 ? undefined : member;
}

/** Does a call and returns its answer; never throws. */
export function answer({ id, call, args }: Request): Answer {
  try {
    const value = result(call, args);
    // A view of the core's memory would be sent with all of that memory, so it is copied.
    return { id, value: ArrayBuffer.isView(value) ? (value as Float32Array).slice() : value };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
