/** Which bird is under the mouse while it rests: a ring, and time slows until it is chosen or left. */
import type { Point } from "../stage/camera";
import type { Layer } from "../stage/layer";
import type { Drawn, Painter } from "../stage/painter";
import { circle, stroke } from "../stage/pen";
import type { Stage } from "../stage/stage";

/** How often it is looked for, ms: units move under a mouse that rests. */
const LOOKUP_INTERVAL = 60;
/** The mouse rests when it has not moved for so long, ms. */
const REST = 180;
/** Beyond this many units, looking takes longer than it is worth, and they are too small to be pointed at. */
const MOST_UNITS = 20_000;

export interface HoverHooks {
  /** The unit at a place of the stage, CSS px; -1 for none. */
  unitAt(x: number, y: number): number;
  count(): number;
  /** The unit that is asked already. */
  asked(): number;
  /** The mouse means something else now: it edits, or is the target. */
  busy(): boolean;
  /** Time slows while it rests near a bird. */
  slow(on: boolean): void;
}

export class Hovered implements Painter {
  readonly under = false;
  private at: Point | undefined;
  private movedAt = 0;
  private unit = -1;
  private slows = false;
  private nextAt = 0;

  constructor(
    private readonly stage: Stage,
    private readonly hooks: HoverHooks,
  ) {
    const { host } = stage;
    host.addEventListener("pointermove", (event) => {
      const idle = event.pointerType === "mouse" && event.buttons === 0;
      const box = host.getBoundingClientRect();
      this.at = idle ? { x: event.clientX - box.left, y: event.clientY - box.top } : undefined;
      this.movedAt = performance.now();
    });
    for (const end of ["pointerleave", "pointerdown"] as const)
      host.addEventListener(end, () => {
        this.at = undefined;
        this.set(-1);
      });
    stage.addPainter(this);
  }

  get over(): boolean {
    return this.unit >= 0;
  }

  drawOver(layer: Layer, { poseOf, sizeOf, palette }: Drawn): void {
    const pose = poseOf(this.unit);
    const size = sizeOf(this.unit);
    // Of a world that is seen several times, only the one under the mouse.
    if (!pose || !this.at || Math.hypot(pose.x - this.at.x, pose.y - this.at.y) > 60 + size) return;
    stroke(layer.context, palette.mark, 1.5, () => circle(layer.context, pose, size / 2 + 6));
    layer.touch(pose.x, pose.y, size / 2 + 9);
  }

  /** Once per frame. */
  frame(now: number): void {
    if (!this.at || now < this.nextAt) return;
    this.nextAt = now + LOOKUP_INTERVAL;
    const looks = !this.hooks.busy() && this.hooks.count() <= MOST_UNITS;
    const found = looks ? this.hooks.unitAt(this.at.x, this.at.y) : -1;
    this.set(found === this.hooks.asked() ? -1 : found);
    if (this.unit >= 0 && performance.now() - this.movedAt > REST) this.slow(true);
  }

  private set(unit: number): void {
    if (unit < 0) this.slow(false);
    if (unit === this.unit) return;
    this.unit = unit;
    this.stage.host.classList.toggle("asks", unit >= 0);
    this.stage.repaint();
  }

  private slow(on: boolean): void {
    if (on === this.slows) return;
    this.slows = on;
    // A bird that was just chosen keeps time slow.
    if (on || this.hooks.asked() < 0) this.hooks.slow(on);
  }
}
