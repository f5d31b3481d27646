/** Lets costly actions through no more often than the page can bear: the last one asked for always runs. */
interface GateHost {
  now(): number;
  later(run: () => void, ms: number): number;
  cancel(handle: number): void;
}

/** After an action the page rests this many times as long as the action took. */
const rest = 3;
/** Actions shorter than this (ms) need no rest. */
const cheap = 8;

const browserGate: GateHost = {
  now: () => performance.now(),
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (handle) => window.clearTimeout(handle),
};

export class Gate {
  private waiting: (() => void) | undefined;
  private timer: number | undefined;
  private open = Number.NEGATIVE_INFINITY;

  constructor(private readonly host: GateHost = browserGate) {}

  /** Runs the action now, or when the page has rested; a later one takes its place. */
  submit(action: () => void): void {
    const wait = this.open - this.host.now();
    this.waiting = action;
    if (wait <= 0) this.flush();
    else this.timer ??= this.host.later(() => this.flush(), wait);
  }

  /** Runs at once what is waiting. */
  flush(): void {
    if (this.timer !== undefined) this.host.cancel(this.timer);
    this.timer = undefined;
    const action = this.waiting;
    this.waiting = undefined;
    if (!action) return;
    const start = this.host.now();
    action();
    const took = this.host.now() - start;
    this.open = took < cheap ? Number.NEGATIVE_INFINITY : this.host.now() + rest * took;
  }

  /** Forgets what is waiting. */
  drop(): void {
    this.waiting = undefined;
    this.flush();
  }
}
