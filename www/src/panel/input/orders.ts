/** Orders: a tap on free ground makes the tapped place the target of units for a moment. */

import type { Core } from "../../core";
import type { Point } from "../../stage/camera";
import { preyRole } from "../../stage/darts";

export function takesOrders(core: Core): boolean {
  return core.destinations().length > 0 || hasPreyOnTiles(core);
}

/** Whether the run has prey that walks on tiles; such prey stays at the place of an order. */
function hasPreyOnTiles(core: Core): boolean {
  if (!core.scenery().tiles) return false;
  return core.groups().some(({ role, count }) => role === preyRole && count > 0);
}

/** Time for which a tap waits for a second one before it becomes an order, ms; a double tap fits the view instead. */
const secondClickMs = 300;
/** Shortest time for which an order's place is held as the target, ms; longer if no tick has used it until then. */
const orderHoldMs = 100;
/** Largest distance between the clicks of a double click, CSS px, by mouse and by touch. */
const clickReach = 5;
const fingerReach = 40;

/** Order by the latest tap: waits for a possible second tap, then holds the tapped place as the target for a moment. */
export class TargetOrder {
  private state: "none" | "waits" | "held" = "none";
  private timer: number | undefined;
  /** Whether the previous order is still held while this one waits, because no tick may have used it yet. */
  private isPreviousHeld = false;
  /** Tick at which the order's place became the target. */
  private heldSinceTick = 0;
  private worldPoint: Point = { x: 0, y: 0 };
  private screenPoint: Point = { x: 0, y: 0 };

  constructor(
    private readonly hold: (world: Point) => void,
    private readonly release: () => void,
    private readonly ticks: () => number,
  ) {}

  /** Begins an order by a tap at a world point (u) and a point of the stage (CSS px). */
  giveByTap(world: Point, screen: Point): void {
    if (this.state === "held") this.isPreviousHeld = true;
    [this.worldPoint, this.screenPoint, this.state] = [world, screen, "waits"];
    this.pressEnded();
  }

  /** Has to be called at each press. It makes a waiting tap an order, unless the press may be its second click. */
  pointerPressed(screen: Point, isCoarse: boolean): void {
    if (this.state !== "waits") return;
    const distance = Math.hypot(screen.x - this.screenPoint.x, screen.y - this.screenPoint.y);
    if (distance > (isCoarse ? fingerReach : clickReach)) this.holdTarget();
    else clearTimeout(this.timer);
  }

  /** Has to be called when a press has ended: a waiting tap then has time for a second click. */
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

  /** Forgets the order without releasing the target, which another input holds now. */
  forgetOrder(): void {
    clearTimeout(this.timer);
    this.state = "none";
    this.isPreviousHeld = false;
  }

  /** Cancels a tap that was the first half of a double click; an order before it stays held. */
  cancelTap(): void {
    if (this.isPreviousHeld) {
      this.isPreviousHeld = false;
      this.state = "held";
      this.endSoon();
    } else {
      this.cancelAndRelease();
    }
  }

  /** Cancels a waiting order, and releases the target if an order holds it. */
  cancelAndRelease(): void {
    const wasHeld = this.state === "held" || this.isPreviousHeld;
    this.forgetOrder();
    if (wasHeld) this.release();
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
