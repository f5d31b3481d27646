/** What lies over the units and follows them: the target's marker and the hint of a tuned radius, angle or feeler. */
import type { ShapeInfo } from "../core";
import { Layer } from "./layer";
import { angleLabel, lengthLabel } from "./lengths";
import { type Palette, withAlpha } from "./palette";

/** A part of the screen, CSS px. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A unit on screen, CSS px. */
export interface Pose {
  x: number;
  y: number;
  /** Unit vector. */
  hx: number;
  hy: number;
}

const font = "500 12px system-ui, sans-serif";

export class Overlay extends Layer {
  /** The held pointer: a ring with a cross, and a line as far as it moves in a quarter of a second. */
  drawPointer(x: number, y: number, moveX: number, moveY: number, palette: Palette): void {
    const { context } = this;
    const radius = 13;
    context.strokeStyle = palette.mark;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    for (const [dx, dy] of cross) {
      context.moveTo(x + dx * (radius - 4), y + dy * (radius - 4));
      context.lineTo(x + dx * (radius + 5), y + dy * (radius + 5));
    }
    context.stroke();
    context.fillStyle = palette.mark;
    context.beginPath();
    context.arc(x, y, 1.75, 0, 2 * Math.PI);
    context.fill();
    this.touch(x, y, radius + 8);
    const move = Math.hypot(moveX, moveY);
    if (move > radius + 8) {
      const from = (radius + 5) / move;
      context.strokeStyle = withAlpha(palette.mark, 0.5);
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x + moveX * from, y + moveY * from);
      context.lineTo(x + moveX, y + moveY);
      context.stroke();
      this.touch(x + moveX, y + moveY, 2);
    }
  }

  /** The hunted unit: four arcs about it. */
  drawHunted(x: number, y: number, size: number, palette: Palette): void {
    const { context } = this;
    const radius = size / 2 + 7;
    context.strokeStyle = withAlpha(palette.mark, 0.6);
    context.lineWidth = 1.25;
    context.beginPath();
    for (let quarter = 0; quarter < 4; quarter++) {
      const middle = (quarter + 0.5) * (Math.PI / 2);
      context.moveTo(x + radius * Math.cos(middle - 0.4), y + radius * Math.sin(middle - 0.4));
      context.arc(x, y, radius, middle - 0.4, middle + 0.4);
    }
    context.stroke();
    this.touch(x, y, radius + 2);
  }

  /** The region or the feelers that a parameter tunes, at a unit `size` long. `scale` is CSS px per u. */
  drawShape(shape: ShapeInfo, unit: Pose, size: number, scale: number, world: Box, palette: Palette): void {
    const { context } = this;
    context.strokeStyle = withAlpha(palette.mark, 0.9);
    context.lineWidth = 1;
    context.beginPath();
    context.arc(unit.x, unit.y, size / 2 + 5, 0, 2 * Math.PI);
    context.stroke();
    this.touch(unit.x, unit.y, size / 2 + 7);
    if (shape.kind === "sector") this.#drawSector(shape.radius * scale, shape, unit, world, palette);
    else this.#drawFeelers(shape.reach * scale, shape, unit, palette);
  }

  #drawSector(
    radius: number,
    shape: Extract<ShapeInfo, { kind: "sector" }>,
    unit: Pose,
    world: Box,
    palette: Palette,
  ): void {
    const { context } = this;
    const heading = Math.atan2(unit.hy, unit.hx);
    const half = Math.min(shape.halfAngle, Math.PI);
    const whole = half > Math.PI - 1e-3;
    // Beyond the world there is nothing to see, and a wide view would tint the whole page.
    context.save();
    context.beginPath();
    context.rect(world.left, world.top, world.width, world.height);
    context.clip();
    context.beginPath();
    if (!whole) context.moveTo(unit.x, unit.y);
    context.arc(unit.x, unit.y, radius, heading - half, heading + half);
    context.closePath();
    context.fillStyle = withAlpha(palette.wedge, 0.13);
    context.fill();
    context.strokeStyle = withAlpha(palette.wedge, 0.8);
    context.lineWidth = 1.25;
    context.stroke();
    this.touch(unit.x, unit.y, radius + 2);

    context.setLineDash([3, 4]);
    context.beginPath();
    context.moveTo(unit.x, unit.y);
    context.lineTo(unit.x + unit.hx * radius, unit.y + unit.hy * radius);
    context.lineWidth = 1;
    context.stroke();
    context.restore();
    if (!whole) {
      const small = Math.min(0.45 * radius, 30);
      context.strokeStyle = withAlpha(palette.wedge, 0.8);
      context.lineWidth = 1;
      context.beginPath();
      context.arc(unit.x, unit.y, small, heading, heading + half);
      context.stroke();
      const middle = heading + half / 2;
      const away = small + 18;
      const text = `±${angleLabel(half)}`;
      this.#label(text, unit.x + away * Math.cos(middle), unit.y + away * Math.sin(middle), palette);
    }
    this.#labelAxis(lengthLabel(shape.radius), unit, radius, palette);
  }

  #drawFeelers(
    reach: number,
    shape: Extract<ShapeInfo, { kind: "feelers" }>,
    unit: Pose,
    palette: Palette,
  ): void {
    const { context } = this;
    const heading = Math.atan2(unit.hy, unit.hx);
    const angles = shape.count >= 3 ? [-shape.spread, 0, shape.spread] : [0];
    context.strokeStyle = withAlpha(palette.wedge, 0.9);
    context.lineWidth = 1.5;
    context.beginPath();
    for (const angle of angles) {
      const dx = Math.cos(heading + angle);
      const dy = Math.sin(heading + angle);
      const endX = unit.x + dx * reach;
      const endY = unit.y + dy * reach;
      context.moveTo(unit.x, unit.y);
      context.lineTo(endX, endY);
      context.moveTo(endX - dy * 4, endY + dx * 4);
      context.lineTo(endX + dy * 4, endY - dx * 4);
    }
    context.stroke();
    this.touch(unit.x, unit.y, reach + 6);
    if (angles.length > 1) {
      const away = Math.min(0.5 * reach, 70);
      const middle = heading + shape.spread / 2;
      const [x, y] = [unit.x + away * Math.cos(middle), unit.y + away * Math.sin(middle)];
      this.#label(angleLabel(shape.spread), x, y, palette);
    }
    const text = lengthLabel(shape.reach);
    const tip = reach + 8 + this.#halfWidth(text) * Math.abs(unit.hx) + 6 * Math.abs(unit.hy);
    this.#label(text, unit.x + unit.hx * tip, unit.y + unit.hy * tip, palette);
  }

  /** Near the end of the axis and clear of it, but never farther out than the eye follows. */
  #labelAxis(text: string, unit: Pose, length: number, palette: Palette): void {
    const along = Math.max(34, Math.min(0.72 * length, 190));
    const aside = 8 + this.#halfWidth(text) * Math.abs(unit.hy) + 6 * Math.abs(unit.hx);
    const x = unit.x + unit.hx * along + unit.hy * aside;
    const y = unit.y + unit.hy * along - unit.hx * aside;
    this.#label(text, x, y, palette);
  }

  #halfWidth(text: string): number {
    this.context.font = font;
    return this.context.measureText(text).width / 2;
  }

  #label(text: string, x: number, y: number, palette: Palette): void {
    const { context } = this;
    const half = this.#halfWidth(text) + 4;
    context.textAlign = "center";
    context.textBaseline = "middle";
    // A label just outside is moved in; one that belongs to something out of sight is not shown.
    const atX = Math.min(this.width - half, Math.max(half, x));
    const atY = Math.min(this.height - 10, Math.max(10, y));
    if (Math.hypot(atX - x, atY - y) > 60) return;
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = withAlpha(palette.plate, 0.85);
    context.strokeText(text, atX, atY);
    context.fillStyle = palette.mark;
    context.fillText(text, atX, atY);
    this.touch(atX, atY, half + 4);
  }
}

const cross: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
