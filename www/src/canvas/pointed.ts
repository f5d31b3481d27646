/** What a line of a rule comes to, while somebody points at it: an arrow from the unit, and lines to those who count. */
import type { Layer } from "./layer";
import type { Drawn } from "./painter";
import { withAlpha } from "./palette";

export interface Pointed {
  /** World units, or a share of what the unit can steer. */
  vector?: [number, number];
  isForce?: boolean;
  members?: number[];
}

/** How long a force is drawn that takes all that a unit can steer, CSS px. */
const FULL_FORCE = 72;

export function drawPointed(
  layer: Layer,
  drawn: Drawn,
  unit: { x: number; y: number },
  pointed: Pointed,
): void {
  const { context } = layer;
  const { palette, camera } = drawn;
  const from = unit;
  context.setLineDash([]);
  context.lineCap = "round";
  context.strokeStyle = context.fillStyle = withAlpha(palette.mark, 0.9);
  context.lineWidth = 1.25;
  for (const id of pointed.members ?? []) {
    const at = drawn.poseOf(id);
    if (!at) continue;
    const radius = Math.max(6, 0.75 * drawn.sizeOf(id));
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(at.x, at.y);
    context.moveTo(at.x + radius, at.y);
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.stroke();
    layer.touch(at.x, at.y, radius + 2);
  }
  if (!pointed.vector) return;
  const scale = pointed.isForce ? FULL_FORCE : camera.scale;
  const [dx, dy] = [pointed.vector[0] * scale, pointed.vector[1] * scale];
  const length = Math.hypot(dx, dy);
  if (!(length > 1)) return;
  // Farther than the window is far enough.
  const part = Math.min(1, 4000 / length);
  const to = { x: from.x + dx * part, y: from.y + dy * part };
  const [ux, uy] = [dx / length, dy / length];
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.moveTo(to.x - 8 * ux + 4 * uy, to.y - 8 * uy - 4 * ux);
  context.lineTo(to.x, to.y);
  context.lineTo(to.x - 8 * ux - 4 * uy, to.y - 8 * uy + 4 * ux);
  context.stroke();
  layer.touch(to.x, to.y, 10);
}
