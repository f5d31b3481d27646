/**
 * The first seconds of the opening, recorded from the core (`tests/node/opening.test.ts`): they play until the core has
 * come and has gone the same way, a dozen times the bytes. From there on it is the core's run, as if it had begun it.
 */

import type { Core, GroupInfo, Scenery } from "../core";
import { Clock } from "../core/clock";
import { pause } from "../ui/idle";
import type { Store } from "../ui/store";
import { emptyGround, Flight } from "./flight";
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

export class Opening {
  readonly flight: Flight;
  /** The tick that is seen. */
  #tick = 0;

  static async load(store: Store): Promise<Opening> {
    const response = await fetch(file);
    return new Opening(await response.json(), store);
  }

  private constructor(made: Made, store: Store) {
    const replay = replayOf(made);
    this.flight = new Flight(store, {
      ...emptyGround,
      ticks: () => this.#tick,
      views: () => replay.views,
      scenery: () => made.scenery as Scenery,
      groups: () => made.groups as GroupInfo[],
    });
    const clock = new Clock(() => {
      this.#tick = Math.min(this.#tick + 1, replay.end);
      replay.showTick(this.#tick);
      this.flight.stage.recordTick();
      clock.speed = Math.min(1, (replay.end - this.#tick) / EASE);
    });
    this.flight.fly(clock);
  }

  /** Lets the core run to the tick that is seen, in parts. */
  async meet(core: Core): Promise<void> {
    const behind = () => !core.failed && core.ticks() < this.#tick;
    while (behind()) {
      const end = performance.now() + PART;
      while (behind() && performance.now() < end) core.tickPart(PART);
      await pause();
    }
  }
}
