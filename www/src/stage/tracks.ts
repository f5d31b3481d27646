/** Where the units of a scene about their tracks have been, on a small picture. */
import type { Views } from "../core";
import type { Camera } from "./camera";
import type { Palette } from "./palette";
import { roleColor } from "./scenery";

/** Ticks from one place to the next. */
const SAMPLE_INTERVAL = 4;
/** Places that are remembered. */
const MAX_PLACES = 400;
/** A step longer than this is none, CSS px: units that leave on one side of the world enter on the other. */
const JUMP = 12;

export class Tracks {
  private readonly points: number[][] = [];
  private roles: number[] = [];

  constructor(private readonly wanted: boolean) {}

  /** Remembers the places at some of the ticks. */
  recordTick(tick: number, views: () => Views): void {
    if (!this.wanted || tick % SAMPLE_INTERVAL !== 0) return;
    const { count, x, y, role } = views();
    this.roles = [...role];
    for (let i = 0; i < count; i++) {
      this.points[i] ??= [];
      this.points[i]?.push(x[i] ?? 0, y[i] ?? 0);
      if ((this.points[i]?.length ?? 0) > 2 * MAX_PLACES) this.points[i]?.splice(0, 2);
    }
  }

  /** On a canvas with `ratio` of its pixels per CSS px. */
  draw(context: CanvasRenderingContext2D | null, camera: Camera, palette: Palette, ratio: number): void {
    if (!context) return;
    context.lineWidth = ratio;
    context.globalAlpha = 0.55;
    for (const [unit, points] of this.points.entries()) {
      context.strokeStyle = roleColor(this.roles[unit] ?? 0, palette);
      context.beginPath();
      let [lastX = 0, lastY = 0] = points;
      for (let i = 0; i < points.length; i += 2) {
        const [x = 0, y = 0] = points.slice(i, i + 2);
        const at = camera.toScreen(x, y);
        const jump = Math.hypot(x - lastX, y - lastY) * camera.scale > JUMP;
        if (i === 0 || jump) context.moveTo(at.x * ratio, at.y * ratio);
        else context.lineTo(at.x * ratio, at.y * ratio);
        [lastX, lastY] = [x, y];
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
