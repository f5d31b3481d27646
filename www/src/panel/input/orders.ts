/** Orders by a tap on the ground: a place that units go to or are put at. */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { preyRole } from "../../stage/darts";

export function takesOrders(core: Core): boolean {
  return core.destinations().length > 0 || hasPreyOnTiles(core);
}

/** Prey on tiles stays at the place of its order. */
function hasPreyOnTiles(core: Core): boolean {
  if (!core.scenery().tiles) return false;
  return core.groups().some(({ role, count }) => role === preyRole && count > 0);
}

/** Time for which an order waits for a second click, which shows the whole world instead, ms. */
const secondClickMs = 300;
/** Time for which it is then held, ms, and at least until a tick has used it. */
const orderHoldMs = 100;
/** Largest distance of the second click, CSS px, by mouse and by touch. */
const clickReach = 5;
const fingerReach = 40;

/** The current order, from the tap that may become a double click to its end. */
export class Order {
  private state: "none" | "waits" | "held" = "none";
  private timer: number | undefined;
  /** The previous order stays held while this one waits: no tick may have used it yet. */
  private wasHeld = false;
  /** Tick at which it was given. */
  private givenAt = 0;
  private world: Point = { x: 0, y: 0 };
  private screen: Point = { x: 0, y: 0 };

  constructor(
    private readonly hold: (world: Point) => void,
    private readonly release: () => void,
    private readonly ticks: () => number,
  ) {}

  /** Gives an order by a tap. */
  wait(world: Point, screen: Point): void {
    if (this.state === "held") this.wasHeld = true;
    [this.world, this.screen, this.state] = [world, screen, "waits"];
    this.resume();
  }

  /** Called at the next press; unless it may be a second click, the order no longer waits. */
  pressed(screen: Point, coarse: boolean): void {
    if (this.state !== "waits") return;
    const away = Math.hypot(screen.x - this.screen.x, screen.y - this.screen.y);
    if (away > (coarse ? fingerReach : clickReach)) this.give();
    else clearTimeout(this.timer);
  }

  /** Called when that press has ended: the browser now reports a double click, if it was one. */
  resume(): void {
    if (this.state === "waits") this.soon(secondClickMs, () => this.give());
  }

  give(): void {
    if (this.state !== "waits") return;
    this.state = "held";
    this.wasHeld = false;
    this.givenAt = this.ticks();
    this.hold(this.world);
    this.endSoon();
  }

  /** Drops the order because another input holds the target. */
  drop(): void {
    clearTimeout(this.timer);
    this.state = "none";
    this.wasHeld = false;
  }

  /** Cancels the first half of a double click; the previous order stays. */
  takeBack(): void {
    if (this.wasHeld) {
      this.wasHeld = false;
      this.state = "held";
      this.endSoon();
    } else {
      this.end();
    }
  }

  /** Cancels a waiting order and releases a held one. */
  end(): void {
    const held = this.state === "held" || this.wasHeld;
    this.drop();
    if (held) this.release();
  }

  private endSoon(): void {
    this.soon(orderHoldMs, () => {
      if (this.ticks() === this.givenAt) this.endSoon();
      else this.end();
    });
  }

  private soon(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, ms);
  }
}
