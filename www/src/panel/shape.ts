/** While a radius or angle is tuned, the canvas shows that very region around one unit. */

import type { Core, GroupInfo, ParamId, Views } from "../core";
import type { Stage } from "../stage/stage";

/** How long the region stays after the finger left (ms): long enough to see the result. */
const LINGER_MS = 900;

/** The group whose unit shows a parameter's region: its own, or the first one with units for a world-wide parameter. */
export function groupOf(scope: string, groups: readonly GroupInfo[]): GroupInfo | undefined {
  const filled = groups.filter((group) => group.count > 0);
  return filled.find((group) => group.key === scope) ?? filled[0];
}

/** The unit of `start..start + count` that is nearest to a world point; -1 if there is none. */
export function nearestOf(views: Views, start: number, count: number, x: number, y: number): number {
  let best = -1;
  let bestDistance = Number.POSITIVE_INFINITY;
  const end = Math.min(views.count, start + count);
  for (let unit = start; unit < end; unit += 1) {
    const dx = (views.x[unit] ?? 0) - x;
    const dy = (views.y[unit] ?? 0) - y;
    const distance = dx * dx + dy * dy;
    if (distance < bestDistance) {
      best = unit;
      bestDistance = distance;
    }
  }
  return best;
}

export class ShapeHint {
  private active: ParamId | undefined;
  private unit = -1;
  private timer = 0;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
  ) {}

  /** The control of this parameter is in use, or no longer. Using another control picks another unit. */
  use(id: ParamId, using: boolean): void {
    window.clearTimeout(this.timer);
    if (!using) {
      if (this.active === id) this.timer = window.setTimeout(() => this.hide(), LINGER_MS);
      return;
    }
    const shape = this.core.shape(id);
    if (!shape) {
      this.hide();
      return;
    }
    if (this.active !== id || this.unit >= this.core.views().count) {
      this.active = id;
      this.unit = this.choose(id);
    }
    if (this.unit < 0) this.hide();
    else this.stage.showShape(shape, this.unit);
  }

  /** Values have changed, by undo or a replay maybe: the region that is shown follows. */
  update(): void {
    if (this.active === undefined) return;
    const shape = this.core.shape(this.active);
    if (shape && this.unit < this.core.views().count) this.stage.showShape(shape, this.unit);
    else this.hide();
  }

  hide(): void {
    window.clearTimeout(this.timer);
    this.active = undefined;
    this.stage.showShape(undefined, -1);
  }

  private choose(id: ParamId): number {
    const scope = this.core.params().find((info) => info.id === id)?.scope ?? "";
    const group = groupOf(scope, this.core.groups());
    if (!group) return -1;
    const { x, y } = this.stage.camera.center();
    return nearestOf(this.core.views(), group.start, group.count, x, y);
  }
}
