/** Where a tap on the ground means something: it leaves a place that units go to, or are put at. */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { preyRole } from "../../stage/darts";

export function takesOrders(core: Core): boolean {
  return core.destinations().length > 0 || hasPreyOnTiles(core);
}

/** Prey on tiles stays where it was put. */
function hasPreyOnTiles(core: Core): boolean {
  if (!core.scenery().tiles) return false;
  return core.groups().some(({ role, count }) => role === preyRole && count > 0);
}

/** An order waits this long (ms) for a second click, which shows the whole world instead. */
const secondClick = 300;
/** Then it is held so long (ms), and until a tick has seen it: a paused run shows the order until it goes on. */
const orderTime = 100;
/** A press this near (CSS px) may be that second click; of a finger, farther away. */
const clickReach = 5;
const fingerReach = 40;

/** One order at a time, from the tap that may still be half of a double click to its end. */
export class Order {
  private state: "none" | "waits" | "held" = "none";
  private timer: number | undefined;
  /** While this one waits, the one before it is still held: it may not have been seen. */
  private before = false;
  /** The tick at which it was given. */
  private givenAt = 0;
  private world: Point = { x: 0, y: 0 };
  private screen: Point = { x: 0, y: 0 };

  constructor(
    private readonly hold: (world: Point) => void,
    private readonly release: () => void,
    private readonly ticks: () => number,
  ) {}

  /** A tap orders units to a place. */
  wait(world: Point, screen: Point): void {
    if (this.state === "held") this.before = true;
    [this.world, this.screen, this.state] = [world, screen, "waits"];
    this.resume();
  }

  /** The next press: one that is no second click no longer keeps the order waiting. */
  pressed(screen: Point, coarse: boolean): void {
    if (this.state !== "waits") return;
    const away = Math.hypot(screen.x - this.screen.x, screen.y - this.screen.y);
    if (away > (coarse ? fingerReach : clickReach)) this.give();
    else clearTimeout(this.timer);
  }

  /** That press has ended: was it a second click, the browser says so now. */
  resume(): void {
    if (this.state === "waits") this.soon(secondClick, () => this.give());
  }

  give(): void {
    if (this.state !== "waits") return;
    this.state = "held";
    this.before = false;
    this.givenAt = this.ticks();
    this.hold(this.world);
    this.endSoon();
  }

  /** Something else takes its place; a target that is held is then that of the other. */
  drop(): void {
    clearTimeout(this.timer);
    this.state = "none";
    this.before = false;
  }

  /** It was the first half of a double click: the order before it stands. */
  takeBack(): void {
    if (this.before) {
      this.before = false;
      this.state = "held";
      this.endSoon();
    } else {
      this.end();
    }
  }

  /** Takes back an order that waits, and lets go of one that is held. */
  end(): void {
    const held = this.state === "held" || this.before;
    this.drop();
    if (held) this.release();
  }

  private endSoon(): void {
    this.soon(orderTime, () => {
      if (this.ticks() === this.givenAt) this.endSoon();
      else this.end();
    });
  }

  private soon(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, ms);
  }
}
