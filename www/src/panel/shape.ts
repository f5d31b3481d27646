/** Shows the region of a radius or angle around one unit while it is tuned. */

import type { Core, GroupInfo, ParamId, UnitViews } from "../core";
import type { Stage } from "../stage/stage";

/** Time for which the region stays after release, ms. */
const LINGER_MS = 900;

/** Group whose unit shows a parameter's region: its own, or the first with units for a parameter of the world. */
export function groupOf(scope: string, groups: readonly GroupInfo[]): GroupInfo | undefined {
  const filled = groups.filter((group) => group.count > 0);
  return filled.find((group) => group.key === scope) ?? filled[0];
}

/** Index in `start..start + count` of the unit nearest to a world point; -1 if there is none. */
export function nearestOf(views: UnitViews, start: number, count: number, x: number, y: number): number {
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

  /** Called when the control of this parameter begins or ceases to be used; another control picks another unit. */
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

  /** Updates the shown region after values changed. */
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
