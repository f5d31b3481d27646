/**
 * The first seconds of the opening scene, recorded from the core (`tests/node/opening.test.ts`). They play until the
 * core, which is over 20 times larger, has loaded and run to the tick that is shown, from which its run goes on.
 */

import type { Core, GroupInfo, Scenery } from "../core";
import { Clock } from "../core/clock";
import { nextTask } from "../ui/idle";
import type { Store } from "../ui/store";
import { EMPTY_GROUND, OpeningFlight } from "./flight";
import { OpeningReplay } from "./recorded";

/** Number of ticks at the end of the recording over which time slows to a standstill, lest it end abruptly. */
const EASE_TICKS = 90;
/** Time per slice in which the core runs towards the shown tick, ms. */
const TICK_BUDGET = 24;

type OpeningFile = typeof import("./opening.json");
type RecordedGroup = Pick<GroupInfo, "role" | "length" | "count">;

/** URL of the recording, which is fetched only when it is played, not bundled with the code. */
const OPENING_FILE = new URL("./opening.json", import.meta.url);

function openingReplay(made: OpeningFile): OpeningReplay {
  const groups: readonly RecordedGroup[] = made.groups;
  const perUnit = (of: (group: RecordedGroup) => number) =>
    groups.flatMap((group) => new Array<number>(group.count).fill(of(group)));
  const [lengths, roles] = [perUnit(({ length }) => length), perUnit(({ role }) => role)];
  return new OpeningReplay(made, made.scenery, Float32Array.from(lengths), Uint8Array.from(roles));
}

export class Opening {
  readonly flight: OpeningFlight;
  /** Tick of the recording that the stage shows. */
  #tick = 0;

  static async load(store: Store): Promise<Opening> {
    const response = await fetch(OPENING_FILE);
    return new Opening(await response.json(), store);
  }

  private constructor(file: OpeningFile, store: Store) {
    const replay = openingReplay(file);
    this.flight = new OpeningFlight(store, {
      ...EMPTY_GROUND,
      ticks: () => this.#tick,
      views: () => replay.views,
      scenery: () => file.scenery as Scenery,
      groups: () => file.groups as GroupInfo[],
    });
    const clock = new Clock(() => {
      this.#tick = Math.min(this.#tick + 1, replay.endTick);
      replay.showTick(this.#tick);
      this.flight.stage.recordTick();
      clock.speed = Math.min(1, (replay.endTick - this.#tick) / EASE_TICKS);
    });
    this.flight.startFrames(clock);
  }

  /** Runs the core to the tick that the recording shows, in slices between which frames are drawn. */
  async catchUp(core: Core): Promise<void> {
    const isBehind = () => !core.failed && core.ticks() < this.#tick;
    while (isBehind()) {
      const deadline = performance.now() + TICK_BUDGET;
      while (isBehind() && performance.now() < deadline) core.tickPart(TICK_BUDGET);
      await nextTask();
    }
  }
}
