/** Which unit is under the mouse, so that it can say that it answers to a click. */
import { drawAsked } from "../../canvas/asked";
import type { Point } from "../../canvas/camera";
import type { Painter } from "../../canvas/painter";
import type { Stage } from "../../canvas/stage";

/** How often it is looked for, ms: units move under a mouse that rests. */
const EVERY = 60;
/** Beyond so many units, looking takes longer than it is worth, and they are too small to be pointed at. */
const MOST_UNITS = 20_000;

export interface HoverHooks {
  /** The unit at a place of the stage, CSS px; -1 for none. */
  unitAt(x: number, y: number): number;
  count(): number;
  /** The unit that is shown already. */
  selected(): number;
  /** Clicks are for something else: the editor. */
  busy(): boolean;
}

export class Hovered {
  private at: Point | undefined;
  private unit = -1;
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
    });
    for (const end of ["pointerleave", "pointerdown"] as const)
      host.addEventListener(end, () => {
        this.at = undefined;
        this.set(-1);
      });
    const hovered = this;
    const painter: Painter = {
      under: false,
      get over() {
        return hovered.unit >= 0;
      },
      drawOver: (layer, { poseOf, sizeOf, palette }) => {
        const pose = poseOf(this.unit);
        const size = sizeOf(this.unit);
        // Of a world that is seen several times, only the one under the mouse.
        if (!pose || !this.at || Math.hypot(pose.x - this.at.x, pose.y - this.at.y) > 60 + size) return;
        drawAsked(layer, pose, size, palette);
      },
    };
    stage.addPainter(painter);
  }

  /** Once per frame. */
  frame(now: number): void {
    if (!this.at || now < this.nextAt) return;
    this.nextAt = now + EVERY;
    const looks = !this.hooks.busy() && this.hooks.count() <= MOST_UNITS;
    const found = looks ? this.hooks.unitAt(this.at.x, this.at.y) : -1;
    this.set(found === this.hooks.selected() ? -1 : found);
  }

  private set(unit: number): void {
    if (unit === this.unit) return;
    this.unit = unit;
    this.stage.host.classList.toggle("asks", unit >= 0);
    this.stage.repaint();
  }
}
