/**
 * The first seconds of the opening, recorded from the core (`tests/node/opening.test.ts`): they play until the core has
 * come and has gone the same way, a dozen times the bytes. From there on it is the core's run, as if it had begun it.
 */

import type { Core, GroupInfo, Scenery } from "../core";
import { Clock } from "../core/clock";
import { pause } from "../ui/idle";
import type { Store } from "../ui/store";
import { EmptyGround, Flight } from "./flight";
import { Replay } from "./recorded";

/** Before the end of the recording, time slows down over this many ticks: the flock never stops. */
const EASE = 90;
/** What the core may take of the page's time at once while it catches up, ms. */
const PART = 24;

type Made = typeof import("./opening.json");
type Known = Pick<GroupInfo, "role" | "length" | "count">;

/** Read as data: it is fetched only where it is played. */
const file = new URL("./opening.json", import.meta.url);

function replayOf(made: Made): Replay {
  const groups: readonly Known[] = made.groups;
  const each = (of: (group: Known) => number) =>
    groups.flatMap((group) => new Array<number>(group.count).fill(of(group)));
  const [lengths, roles] = [each(({ length }) => length), each(({ role }) => role)];
  return new Replay(made, made.scenery, Float32Array.from(lengths), Uint8Array.from(roles));
}

/** The recorded run, for the stage. */
class Recording extends EmptyGround {
  readonly replay: Replay;
  readonly #made: Made;
  #ticks = 0;

  constructor(made: Made) {
    super();
    this.#made = made;
    this.replay = replayOf(made);
  }

  override ticks(): number {
    return this.#ticks;
  }

  /** Goes on by a tick, as long as there is one. */
  tick(): void {
    this.#ticks = Math.min(this.#ticks + 1, this.replay.end);
    this.replay.showTick(this.#ticks);
  }

  override views() {
    return this.replay.views;
  }

  override scenery() {
    return this.#made.scenery as Scenery;
  }

  override groups() {
    return this.#made.groups as GroupInfo[];
  }
}

export class Opening {
  readonly flight: Flight;
  readonly #run: Recording;

  static async load(store: Store): Promise<Opening> {
    const response = await fetch(file);
    return new Opening(await response.json(), store);
  }

  private constructor(made: Made, store: Store) {
    this.#run = new Recording(made);
    this.flight = new Flight(store, this.#run);
    const clock = new Clock(() => {
      this.#run.tick();
      this.flight.stage.noteTick();
      clock.speed = Math.min(1, (this.#run.replay.end - this.#run.ticks()) / EASE);
    });
    this.flight.fly(clock);
  }

  /** Lets the core run to the tick that is seen, in parts. */
  async meet(core: Core): Promise<void> {
    const behind = () => !core.failed && core.ticks() < this.#run.ticks();
    while (behind()) {
      const end = performance.now() + PART;
      while (behind() && performance.now() < end) core.tickPart(PART);
      await pause();
    }
  }
}
