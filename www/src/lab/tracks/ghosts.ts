/** Recorded animals over the stage: hollow darts, and a line from each to the unit that began as it was. */
import { darts, regularRole } from "../../stage/darts";
import type { Layer } from "../../stage/layer";
import type { Drawn, Painter } from "../../stage/painter";
import { withAlpha } from "../../stage/palette";
import type { Recorded } from "./recording";

/** Lines are no longer than this share of the world: units that leave on one side enter on the other. */
const LONGEST = 0.5;

export class Ghosts implements Painter {
  readonly under = false;
  /** By id, the unit that began as it was. */
  partners: ReadonlyMap<number, number> = new Map();
  /** s since the first frame. */
  time = 0;
  private recorded: Recorded | undefined;
  /** Length of an animal, u. */
  private length = 1;

  get over(): boolean {
    return this.recorded !== undefined;
  }

  showRecorded(recorded: Recorded | undefined, length = 1): void {
    this.recorded = recorded;
    this.length = length;
  }

  drawOver(layer: Layer, drawn: Drawn): void {
    const { context } = layer;
    const { camera, palette, views, scenery } = drawn;
    const size = Math.max(6, this.length * camera.scale);
    const { width, wing, tail } = darts[regularRole] ?? { width: 0.3, wing: -0.4, tail: -0.3 };
    const [outlines, lines] = [new Path2D(), new Path2D()];
    this.recorded?.each(this.time + drawn.lead, (id, x, y, angle) => {
      const at = camera.toScreen(x, y);
      const [hx, hy] = Number.isFinite(angle) ? [Math.cos(angle), Math.sin(angle)] : [0, 0];
      const point = (along: number, aside: number): [number, number] => [
        at.x + size * (along * hx - aside * hy),
        at.y + size * (along * hy + aside * hx),
      ];
      if (hx === 0 && hy === 0) {
        outlines.moveTo(at.x + size / 3, at.y);
        outlines.arc(at.x, at.y, size / 3, 0, 2 * Math.PI);
      } else {
        outlines.moveTo(...point(0.5, 0));
        outlines.lineTo(...point(wing, width));
        outlines.lineTo(...point(tail, 0));
        outlines.lineTo(...point(wing, -width));
        outlines.closePath();
      }
      layer.touch(at.x, at.y, size + 2);
      const unit = this.partners.get(id);
      if (unit === undefined || unit >= views.count) return;
      const [ux, uy] = [views.x[unit] ?? 0, views.y[unit] ?? 0];
      if (Math.abs(ux - x) > LONGEST * scenery.width || Math.abs(uy - y) > LONGEST * scenery.height) return;
      const there = drawn.poseOf(unit);
      if (!there) return;
      lines.moveTo(at.x, at.y);
      lines.lineTo(there.x, there.y);
      layer.touch(there.x, there.y, 2);
    });
    context.setLineDash([]);
    context.lineJoin = "miter";
    context.lineWidth = 1;
    context.strokeStyle = withAlpha(palette.mark, 0.35);
    context.stroke(lines);
    context.lineWidth = 1.4;
    context.strokeStyle = withAlpha(palette.mark, 0.9);
    context.stroke(outlines);
  }
}
