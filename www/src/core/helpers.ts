/**
 * The helpers of a core with shared memory: workers that take part in its ticks and sleep in between. They are started when
 * ticks take long enough to be shared, all at once, and end with the instance that they belong to. The run never waits for
 * one to come, and goes on without those that fail.
 */

/** Of the shared artifact's glue. */
export interface Crew {
  gatherHelpers(places: number): void;
  helpersPresent(): number;
  giveUp(number: number): void;
}

/** What a helper needs to begin. */
export interface Beginning {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  number: number;
}

/** What is needed of a worker. */
export type HelperLike = Pick<Worker, "terminate"> & {
  postMessage(beginning: Beginning): void;
  onerror: ((event: ErrorEvent) => unknown) | null;
  onmessageerror: ((event: MessageEvent) => unknown) | null;
};

export interface HelperParts {
  /** How many there may be. */
  most: number;
  crew: Crew;
  module: WebAssembly.Module;
  /** Throws where there can be none. */
  spawn: () => HelperLike;
}

/** Shortest tick that is worth sharing, ms. */
const MIN_TICK = 0.5;
/** Consecutive ticks of that length before helpers start: one alone may be chance. */
const CONSECUTIVE = 4;
/** Traps with helpers at hand after which the page goes on without any. */
const MOST_TRAPS = 2;

export class Helpers {
  private hands: HelperLike[] = [];
  private started = false;
  private slow = 0;
  private traps = 0;

  constructor(
    private readonly parts: HelperParts,
    private memory: WebAssembly.Memory,
  ) {
    parts.crew.gatherHelpers(parts.most);
  }

  /** How many may come. */
  get most(): number {
    return this.traps < MOST_TRAPS ? this.parts.most : 0;
  }

  /** How many are there. Throws, as any call does, where the core has trapped. */
  get present(): number {
    return this.started ? this.parts.crew.helpersPresent() : 0;
  }

  /** A tick, or a part of one, has taken this long. */
  note(ms: number): void {
    if (this.started) return;
    this.slow = ms >= MIN_TICK ? this.slow + 1 : 0;
    if (this.slow >= CONSECUTIVE) this.start();
  }

  /** Starts them, unless they have been. */
  start(): void {
    if (this.started) return;
    this.started = true;
    for (let number = 0; number < this.most; number++) if (!this.hire(number)) return;
  }

  /** The core has trapped: the helpers of its instance may be part of it. */
  trapped(): void {
    if (this.hands.length > 0) this.traps++;
    this.end();
  }

  /** The core goes on in another instance, with a memory of its own. */
  renew(memory: WebAssembly.Memory): void {
    this.end();
    this.memory = memory;
    this.started = false;
    this.slow = 0;
    if (this.most > 0) this.parts.crew.gatherHelpers(this.most);
  }

  private hire(number: number): boolean {
    try {
      const hand = this.parts.spawn();
      hand.onerror = hand.onmessageerror = () => this.lose(hand, number);
      this.hands.push(hand);
      hand.postMessage({ module: this.parts.module, memory: this.memory, number });
      return true;
    } catch {
      return false;
    }
  }

  /** One has failed, or never came up: the rest go on without it. */
  private lose(hand: HelperLike, number: number): void {
    this.dismiss(hand);
    this.hands = this.hands.filter((other) => other !== hand);
    try {
      this.parts.crew.giveUp(number);
    } catch {
      // The core has trapped, and says so itself.
    }
  }

  private end(): void {
    for (const hand of this.hands) this.dismiss(hand);
    this.hands = [];
  }

  private dismiss(hand: HelperLike): void {
    hand.onerror = hand.onmessageerror = null;
    hand.terminate();
  }
}
