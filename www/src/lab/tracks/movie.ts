/** Draws recorded animals over the stage, as hollow darts. */
import { darts, regularRole } from "../../stage/darts";
import type { Layer } from "../../stage/layer";
import type { Drawn, Painter } from "../../stage/painter";
import { withAlpha } from "../../stage/palette";
import type { Recorded } from "./recording";

export class Movie implements Painter {
  readonly under = false;
  /** Time since the first frame, s. */
  time = 0;
  private recorded: Recorded | undefined;
  /** Length of an animal, u. */
  private length = 1;

  get over(): boolean {
    return this.recorded !== undefined;
  }

  show(recorded: Recorded | undefined, length = 1): void {
    this.recorded = recorded;
    this.length = length;
  }

  drawOver(layer: Layer, { camera, lead, palette }: Drawn): void {
    const { context } = layer;
    const size = Math.max(6, this.length * camera.scale);
    const { width, wing, tail } = darts[regularRole] ?? { width: 0.3, wing: -0.4, tail: -0.3 };
    const outlines = new Path2D();
    this.recorded?.each(this.time + lead, (_, x, y, angle) => {
      const at = camera.toScreen(x, y);
      layer.touch(at.x, at.y, size + 2);
      if (!Number.isFinite(angle)) {
        outlines.moveTo(at.x + size / 3, at.y);
        outlines.arc(at.x, at.y, size / 3, 0, 2 * Math.PI);
        return;
      }
      const [hx, hy] = [Math.cos(angle), Math.sin(angle)];
      const point = (along: number, aside: number): [number, number] => [
        at.x + size * (along * hx - aside * hy),
        at.y + size * (along * hy + aside * hx),
      ];
      outlines.moveTo(...point(0.5, 0));
      outlines.lineTo(...point(wing, width));
      outlines.lineTo(...point(tail, 0));
      outlines.lineTo(...point(wing, -width));
      outlines.closePath();
    });
    context.setLineDash([]);
    context.lineJoin = "miter";
    context.lineWidth = 1.4;
    context.strokeStyle = withAlpha(palette.mark, 0.9);
    context.stroke(outlines);
  }
}
