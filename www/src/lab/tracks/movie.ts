/** Draws recorded animals over the stage as darts, in outline. */
import { dartsByRole, regularRole } from "../../stage/darts";
import type { CanvasLayer } from "../../stage/layer";
import type { DrawnFrame, Painter } from "../../stage/painter";
import { withAlpha } from "../../stage/palette";
import type { RecordedTracks } from "./recording";

export class RecordingPainter implements Painter {
  readonly drawsUnder = false;
  /** Time of the recording that is drawn, s since its first frame. */
  time = 0;
  private recording: RecordedTracks | undefined;
  /** Length of an animal, u. */
  private bodyLength = 1;

  get drawsOver(): boolean {
    return this.recording !== undefined;
  }

  showRecording(recorded: RecordedTracks | undefined, length = 1): void {
    this.recording = recorded;
    this.bodyLength = length;
  }

  drawOver(layer: CanvasLayer, { camera, lead, palette }: DrawnFrame): void {
    const { context } = layer;
    const size = Math.max(6, this.bodyLength * camera.scale);
    const { width, wing, tail } = dartsByRole[regularRole] ?? { width: 0.3, wing: -0.4, tail: -0.3 };
    const outlines = new Path2D();
    this.recording?.forEachUnit(this.time + lead, (_, x, y, angle) => {
      const screenPoint = camera.toScreen(x, y);
      layer.extendTouched(screenPoint.x, screenPoint.y, size + 2);
      if (!Number.isFinite(angle)) {
        outlines.moveTo(screenPoint.x + size / 3, screenPoint.y);
        outlines.arc(screenPoint.x, screenPoint.y, size / 3, 0, 2 * Math.PI);
        return;
      }
      const [hx, hy] = [Math.cos(angle), Math.sin(angle)];
      const point = (along: number, aside: number): [number, number] => [
        screenPoint.x + size * (along * hx - aside * hy),
        screenPoint.y + size * (along * hy + aside * hx),
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
