/**
 * The first seconds of the opening, recorded from the core (`tests/node/opening.test.ts`): they play until the core has
 * come and has gone the same way, a dozen times the bytes. From there on it is the core's run, as if it had begun it.
 */
import type { Insets } from "../canvas/camera";
import type { Theme } from "../canvas/palette";
import { Stage, type Staged } from "../canvas/stage";
import type { Core, GroupInfo, Scenery } from "../core";
import { Clock } from "../core/clock";
import { byId } from "../ui/dom";
import { Panels } from "../ui/panels";
import type { Store } from "../ui/store";
import made from "./opening.json";
import { Replay } from "./recorded";

/** Before the end of what is recorded, time slows down over so many ticks: the flock never stops. */
const EASE = 90;
/** The mark in the browser's timeline of the first tick that was drawn. */
const FLIES = "flock";
/** After the core takes over, so long the page is still coming, and so long the flock takes to make way for it, ms. */
const COMING = 2000;
const GLIDE = 700;
/** What the core may take of the page's time at once while it catches up, ms. */
const PART = 24;

type Known = Pick<GroupInfo, "role" | "length" | "count">;

function replayOf(groups: readonly Known[]): Replay {
  const each = (of: (group: Known) => number) =>
    groups.flatMap((group) => new Array<number>(group.count).fill(of(group)));
  const [lengths, roles] = [each(({ length }) => length), each(({ role }) => role)];
  return new Replay(made, made.scenery, Float32Array.from(lengths), Uint8Array.from(roles));
}

/** What the stage is told of the recorded run. */
class Recording implements Staged {
  readonly failed = false;
  readonly revision = 0;
  readonly replay = replayOf(made.groups);
  #ticks = 0;

  ticks(): number {
    return this.#ticks;
  }

  /** Goes on by a tick, as long as there is one. */
  tick(): void {
    this.#ticks = Math.min(this.#ticks + 1, this.replay.end);
    this.replay.show(this.#ticks);
  }

  views() {
    return this.replay.views;
  }

  scenery() {
    return made.scenery as Scenery;
  }

  groups() {
    return made.groups as GroupInfo[];
  }

  target(): ReturnType<Staged["target"]> {
    return { kind: "none", x: 0, y: 0, vx: 0, vy: 0, unit: -1 };
  }

  nearest(): number {
    return -1;
  }

  destinations() {
    return [];
  }

  routes() {
    return [];
  }

  shots() {
    return new Float32Array(0);
  }
}

export class Opening {
  readonly stage: Stage;
  readonly panels: Panels;
  readonly #run = new Recording();
  #request = 0;
  #handedOver = Number.POSITIVE_INFINITY;
  #glide = 0;

  constructor(store: Store, theme: Theme) {
    this.stage = new Stage(byId("stage"), this.#run);
    this.stage.setTheme(theme);
    // Laid out, though nothing in it would answer yet: the flock flies where it is free of it.
    const chrome = byId("chrome");
    chrome.hidden = false;
    chrome.dataset.waits = "";
    this.panels = new Panels(store, (insets) => this.#cover(insets));
    this.panels.measure();
    const clock = new Clock(() => {
      this.#run.tick();
      this.stage.noteTick();
    });
    const frame = (now: number) => {
      this.#request = requestAnimationFrame(frame);
      clock.speed = Math.min(1, (this.#run.replay.end - this.#run.ticks()) / EASE);
      clock.frame(now);
      this.stage.draw(clock.fraction);
      this.#mark();
    };
    this.#request = requestAnimationFrame(frame);
  }

  /** So much is covered: as the page comes, the flock makes way for its words smoothly, afterwards at once. */
  #cover(to: Insets): void {
    const now = performance.now();
    const from = { ...this.stage.camera.insets };
    cancelAnimationFrame(this.#glide);
    if (!(now >= this.#handedOver && now < this.#handedOver + COMING)) {
      this.stage.setInsets(to);
      return;
    }
    const move = () => {
      const share = Math.min(1, (performance.now() - now) / GLIDE);
      const eased = share * share * (3 - 2 * share);
      const between = (side: keyof Insets) => from[side] + (to[side] - from[side]) * eased;
      const [top, right, bottom, left] = [
        between("top"),
        between("right"),
        between("bottom"),
        between("left"),
      ];
      this.stage.setInsets({ top, right, bottom, left });
      if (share < 1) this.#glide = requestAnimationFrame(move);
    };
    move();
  }

  /** For who measures when the flock flies. */
  #mark(): void {
    if (this.#run.ticks() > 0 && performance.getEntriesByName(FLIES).length === 0) performance.mark(FLIES);
  }

  /** Lets the core run to the tick that is seen, in parts. */
  async meet(core: Core): Promise<void> {
    const behind = () => !core.failed && core.ticks() < this.#run.ticks();
    while (behind()) {
      const end = performance.now() + PART;
      while (behind() && performance.now() < end) core.tickPart(PART);
      await new Promise((done) => setTimeout(done));
    }
  }

  /** The run is the core's from now on. */
  handOver(core: Core): void {
    this.stop();
    delete byId("chrome").dataset.waits;
    this.#handedOver = performance.now();
    this.stage.show(core);
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
  }
}
