/** Draws a ring around the unit under the mouse pointer, and slows time while the pointer rests on it. */
import type { Point } from "../stage/camera";
import type { CanvasLayer } from "../stage/layer";
import type { DrawnFrame, Painter } from "../stage/painter";
import { addCircle, strokePath } from "../stage/pen";
import type { Stage } from "../stage/stage";

/** Interval between two searches for the unit under the pointer, ms; units move under a resting pointer. */
const LOOKUP_INTERVAL = 60;
/** Time without movement after which the pointer counts as resting, ms. */
const REST_DELAY = 180;
/** Number of units above which no unit is searched: a search takes too long, and units are too small to point at. */
const MAX_HOVERED_UNITS = 20_000;

interface HoverHooks {
  /** Index of the unit at a point of the stage, CSS px; -1 for none. */
  unitAt(x: number, y: number): number;
  unitCount(): number;
  /** Index of the unit that Ask a bird explains; -1 for none. */
  askedUnit(): number;
  /** Whether a click would not explain a unit, because the layout is edited or the pointer is the units' target. */
  areClicksTaken(): boolean;
  setSlowMotion(on: boolean): void;
}

export class HoverRing implements Painter {
  readonly drawsUnder = false;
  private pointerPoint: Point | undefined;
  private movedAt = 0;
  private unit = -1;
  private isSlowing = false;
  private nextAt = 0;

  constructor(
    private readonly stage: Stage,
    private readonly hooks: HoverHooks,
  ) {
    const { host } = stage;
    host.addEventListener("pointermove", (event) => {
      const isIdle = event.pointerType === "mouse" && event.buttons === 0;
      const at = stage.locate(event);
      this.pointerPoint = isIdle && at.sky === 0 ? at : undefined;
      this.movedAt = performance.now();
    });
    for (const end of ["pointerleave", "pointerdown"] as const)
      host.addEventListener(end, () => {
        this.pointerPoint = undefined;
        this.setHoveredUnit(-1);
      });
    stage.addPainter(this);
  }

  get drawsOver(): boolean {
    return this.unit >= 0;
  }

  drawOver(layer: CanvasLayer, { poseOf, sizeOf, palette }: DrawnFrame): void {
    const pose = poseOf(this.unit);
    const size = sizeOf(this.unit);
    // In a world that is drawn repeatedly, only the copy of the unit under the pointer gets the ring.
    if (
      !pose ||
      !this.pointerPoint ||
      Math.hypot(pose.x - this.pointerPoint.x, pose.y - this.pointerPoint.y) > 60 + size
    )
      return;
    strokePath(layer.context, palette.mark, 1.5, () => addCircle(layer.context, pose, size / 2 + 6));
    layer.extendTouched(pose.x, pose.y, size / 2 + 9);
  }

  /** Looks up the unit under the pointer; has to be called once per frame, `now` in ms. */
  frame(now: number): void {
    if (!this.pointerPoint || now < this.nextAt) return;
    this.nextAt = now + LOOKUP_INTERVAL;
    const shouldLook = !this.hooks.areClicksTaken() && this.hooks.unitCount() <= MAX_HOVERED_UNITS;
    const hoveredUnit = shouldLook ? this.hooks.unitAt(this.pointerPoint.x, this.pointerPoint.y) : -1;
    this.setHoveredUnit(hoveredUnit === this.hooks.askedUnit() ? -1 : hoveredUnit);
    if (this.unit >= 0 && performance.now() - this.movedAt > REST_DELAY) this.setSlow(true);
  }

  private setHoveredUnit(unit: number): void {
    if (unit < 0) this.setSlow(false);
    if (unit === this.unit) return;
    this.unit = unit;
    this.stage.host.classList.toggle("asks", unit >= 0);
    this.stage.repaint();
  }

  private setSlow(on: boolean): void {
    if (on === this.isSlowing) return;
    this.isSlowing = on;
    // Time stays slow while Ask a bird explains a unit.
    if (on || this.hooks.askedUnit() < 0) this.hooks.setSlowMotion(on);
  }
}
