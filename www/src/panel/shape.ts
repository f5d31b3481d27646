/**
 * Draws the region that a parameter, a radius or an angle, covers around one unit while the parameter's slider is used.
 */

import type { Core, GroupInfo, ParamId, UnitViews } from "../core";
import type { Stage } from "../stage/stage";

/** Time for which a parameter's region stays drawn after its slider was released, ms. */
const LINGER_MS = 900;

/** Group whose unit shows a parameter's region: the group with the key `scope`, else the first that has units. */
export function groupOfScope(scope: string, groups: readonly GroupInfo[]): GroupInfo | undefined {
  const filledGroups = groups.filter((group) => group.count > 0);
  return filledGroups.find((group) => group.key === scope) ?? filledGroups[0];
}

/** Index in `start..start + count` of the unit nearest to a world point; -1 if there is none. */
export function nearestUnit(views: UnitViews, start: number, count: number, x: number, y: number): number {
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
  private shownParam: ParamId | undefined;
  private shownUnit = -1;
  private hideTimer = 0;

  constructor(
    private readonly core: Core,
    private readonly stage: Stage,
  ) {}

  /** Shows this parameter's region around the unit nearest to the middle of the view; hides it soon after use. */
  controlUsed(id: ParamId, isUsed: boolean): void {
    window.clearTimeout(this.hideTimer);
    if (!isUsed) {
      if (this.shownParam === id) this.hideTimer = window.setTimeout(() => this.hide(), LINGER_MS);
      return;
    }
    const region = this.core.shape(id);
    if (!region) {
      this.hide();
      return;
    }
    if (this.shownParam !== id || this.shownUnit >= this.core.views().count) {
      this.shownParam = id;
      this.shownUnit = this.unitNearView(id);
    }
    if (this.shownUnit < 0) this.hide();
    else this.stage.showShape(region, this.shownUnit);
  }

  /** Redraws the shown region after values changed. */
  update(): void {
    if (this.shownParam === undefined) return;
    const shape = this.core.shape(this.shownParam);
    if (shape && this.shownUnit < this.core.views().count) this.stage.showShape(shape, this.shownUnit);
    else this.hide();
  }

  hide(): void {
    window.clearTimeout(this.hideTimer);
    this.shownParam = undefined;
    this.stage.showShape(undefined, -1);
  }

  private unitNearView(id: ParamId): number {
    const scope = this.core.params().find((info) => info.id === id)?.scope ?? "";
    const group = groupOfScope(scope, this.core.groups());
    if (!group) return -1;
    const { x, y } = this.stage.camera.center();
    return nearestUnit(this.core.views(), group.start, group.count, x, y);
  }
}
