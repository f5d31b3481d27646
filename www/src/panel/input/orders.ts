/** Orders by a tap on the ground: a place that units go to or are put at. */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { preyRole } from "../../stage/darts";

export function takesOrders(core: Core): boolean {
  return core.destinations().length > 0 || hasPreyOnTiles(core);
}

/** Whether prey walks on tiles: such prey stays at the place of an order. */
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
export class TargetOrder {
  private state: "none" | "waits" | "held" = "none";
  private timer: number | undefined;
  /** The previous order stays held while this one waits: no tick may have used it yet. */
  private isPreviousHeld = false;
  /** Tick at which the target was set. */
  private heldSinceTick = 0;
  private worldPoint: Point = { x: 0, y: 0 };
  private screenPoint: Point = { x: 0, y: 0 };

  constructor(
    private readonly hold: (world: Point) => void,
    private readonly release: () => void,
    private readonly ticks: () => number,
  ) {}

  /** Gives an order by a tap. */
  giveByTap(world: Point, screen: Point): void {
    if (this.state === "held") this.isPreviousHeld = true;
    [this.worldPoint, this.screenPoint, this.state] = [world, screen, "waits"];
    this.pressEnded();
  }

  /** Called at the next press; unless it may be a second click, the order no longer waits. */
  pointerPressed(screen: Point, coarse: boolean): void {
    if (this.state !== "waits") return;
    const away = Math.hypot(screen.x - this.screenPoint.x, screen.y - this.screenPoint.y);
    if (away > (coarse ? fingerReach : clickReach)) this.holdTarget();
    else clearTimeout(this.timer);
  }

  /** Called when that press has ended: the browser now reports a double click, if it was one. */
  pressEnded(): void {
    if (this.state === "waits") this.startTimer(secondClickMs, () => this.holdTarget());
  }

  holdTarget(): void {
    if (this.state !== "waits") return;
    this.state = "held";
    this.isPreviousHeld = false;
    this.heldSinceTick = this.ticks();
    this.hold(this.worldPoint);
    this.endSoon();
  }

  /** Drops the order because another input holds the target. */
  drop(): void {
    clearTimeout(this.timer);
    this.state = "none";
    this.isPreviousHeld = false;
  }

  /** Cancels the first half of a double click; the previous order stays. */
  cancelTap(): void {
    if (this.isPreviousHeld) {
      this.isPreviousHeld = false;
      this.state = "held";
      this.endSoon();
    } else {
      this.cancelAndRelease();
    }
  }

  /** Cancels a waiting order and releases a held one. */
  cancelAndRelease(): void {
    const held = this.state === "held" || this.isPreviousHeld;
    this.drop();
    if (held) this.release();
  }

  private endSoon(): void {
    this.startTimer(orderHoldMs, () => {
      if (this.ticks() === this.heldSinceTick) this.endSoon();
      else this.cancelAndRelease();
    });
  }

  private startTimer(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(then, ms);
  }
}
