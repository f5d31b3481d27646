/** Where the findings are, on the canvas: a ring of four strokes about each unit that is named. */
import type { Layer } from "../../canvas/layer";
import type { Drawn, Painter } from "../../canvas/painter";
import type { FindingInfo } from "../../core/watch";

export class FindingMarks implements Painter {
  readonly under = false;
  private findings: readonly FindingInfo[] = [];

  get over(): boolean {
    return this.findings.length > 0;
  }

  show(findings: readonly FindingInfo[]): void {
    this.findings = findings;
  }

  drawOver(layer: Layer, drawn: Drawn): void {
    const { context } = layer;
    context.strokeStyle = drawn.palette.leader;
    context.lineWidth = 1.5;
    const seen = new Set<number>();
    for (const unit of this.findings.flatMap(({ units }) => units)) {
      const pose = drawn.poseOf(unit);
      if (!pose || seen.has(unit)) continue;
      seen.add(unit);
      const radius = drawn.sizeOf(unit) / 2 + 6;
      context.beginPath();
      for (let quarter = 0; quarter < 4; quarter++) {
        const middle = quarter * (Math.PI / 2);
        context.moveTo(pose.x + radius * Math.cos(middle - 0.5), pose.y + radius * Math.sin(middle - 0.5));
        context.arc(pose.x, pose.y, radius, middle - 0.5, middle + 0.5);
      }
      context.stroke();
      layer.touch(pose.x, pose.y, radius + 2);
    }
  }
}
