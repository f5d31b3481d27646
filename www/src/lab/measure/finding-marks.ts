/** Draws a ring of four strokes around each unit that a finding of the diagnosis names. */

import type { FindingInfo } from "../../core/watch";
import type { CanvasLayer } from "../../stage/layer";
import type { DrawnFrame, Painter } from "../../stage/painter";
import { addArcs, strokePath } from "../../stage/pen";

export class FindingMarks implements Painter {
  readonly drawsUnder = false;
  private findings: readonly FindingInfo[] = [];

  get drawsOver(): boolean {
    return this.findings.length > 0;
  }

  showMarks(findings: readonly FindingInfo[]): void {
    this.findings = findings;
  }

  drawOver(layer: CanvasLayer, drawn: DrawnFrame): void {
    const markedUnits = new Set<number>();
    for (const unit of this.findings.flatMap(({ units }) => units)) {
      const pose = drawn.poseOf(unit);
      if (!pose || markedUnits.has(unit)) continue;
      markedUnits.add(unit);
      const radius = drawn.sizeOf(unit) / 2 + 6;
      strokePath(layer.context, drawn.palette.leader, 1.5, () =>
        addArcs(layer.context, pose, radius, 0, 0.5),
      );
      layer.extendTouched(pose.x, pose.y, radius + 2);
    }
  }
}
