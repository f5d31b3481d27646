/** Canvas above the units for the target's marker, and for the region or feelers of the parameter being tuned. */
import type { ShapeInfo } from "../core";
import { CanvasLayer } from "./layer";
import { angleLabel, lengthLabel } from "./lengths";
import { type Palette, withAlpha } from "./palette";
import { addArcs, addCircle, addCross, addLine, drawClipped, drawRimmedText, strokePath } from "./pen";

/** Rectangle on screen, CSS px. */
export interface ScreenBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Position and heading of a unit on screen, CSS px. */
export interface ScreenPose {
  x: number;
  y: number;
  /** Heading of the unit as a vector of length 1; x points right and y down. */
  hx: number;
  hy: number;
}

const LABEL_FONT = "500 12px system-ui, sans-serif";

export class ShapeOverlay extends CanvasLayer {
  /** Draws the marker of the held pointer: a ring with a cross, and a line to (`moveX`, `moveY`) from its center. */
  drawPointer(x: number, y: number, moveX: number, moveY: number, palette: Palette): void {
    const { context } = this;
    const radius = 13;
    const at = { x, y };
    strokePath(context, palette.mark, 1.5, () => {
      addCircle(context, at, radius);
      addCross(context, at, radius + 5, radius - 4);
    });
    context.fillStyle = palette.mark;
    context.beginPath();
    addCircle(context, at, 1.75);
    context.fill();
    this.extendTouched(x, y, radius + 8);
    const moveLength = Math.hypot(moveX, moveY);
    if (moveLength > radius + 8) {
      const from = (radius + 5) / moveLength;
      const startPoint = { x: x + moveX * from, y: y + moveY * from };
      const end = { x: x + moveX, y: y + moveY };
      strokePath(context, withAlpha(palette.mark, 0.5), 1, () => addLine(context, startPoint, end));
      this.extendTouched(end.x, end.y, 2);
    }
  }

  /** Draws four arcs around the unit that is the target; `size`: its on-screen length, CSS px. */
  drawHunted(x: number, y: number, size: number, palette: Palette): void {
    const { context } = this;
    const radius = size / 2 + 7;
    strokePath(context, withAlpha(palette.mark, 0.6), 1.25, () =>
      addArcs(context, { x, y }, radius, 0.5, 0.4),
    );
    this.extendTouched(x, y, radius + 2);
  }

  /** Draws the region or feelers that a parameter controls, at a unit `size` CSS px long; `scale`: CSS px per u. */
  drawShape(
    shape: ShapeInfo,
    unit: ScreenPose,
    size: number,
    scale: number,
    world: ScreenBox,
    palette: Palette,
  ): void {
    const { context } = this;
    strokePath(context, withAlpha(palette.mark, 0.9), 1, () => addCircle(context, unit, size / 2 + 5));
    this.extendTouched(unit.x, unit.y, size / 2 + 7);
    if (shape.kind === "sector") this.#drawSector(shape.radius * scale, shape, unit, world, palette);
    else this.#drawFeelers(shape.reach * scale, shape, unit, palette);
  }

  #drawSector(
    radius: number,
    shape: Extract<ShapeInfo, { kind: "sector" }>,
    unit: ScreenPose,
    world: ScreenBox,
    palette: Palette,
  ): void {
    const { context } = this;
    const heading = Math.atan2(unit.hy, unit.hx);
    const halfAngle = Math.min(shape.halfAngle, Math.PI);
    const isFullCircle = halfAngle > Math.PI - 1e-3;
    // The region is clipped to the world, because a large one would tint the whole page.
    const edgeColor = withAlpha(palette.wedge, 0.8);
    drawClipped(context, world, () => {
      const addSector = () => {
        if (!isFullCircle) context.moveTo(unit.x, unit.y);
        context.arc(unit.x, unit.y, radius, heading - halfAngle, heading + halfAngle);
        context.closePath();
      };
      strokePath(context, edgeColor, 1.25, addSector, { fill: withAlpha(palette.wedge, 0.13) });
      const aheadPoint = { x: unit.x + unit.hx * radius, y: unit.y + unit.hy * radius };
      strokePath(context, edgeColor, 1, () => addLine(context, unit, aheadPoint), { dash: [3, 4] });
    });
    this.extendTouched(unit.x, unit.y, radius + 2);
    if (!isFullCircle) {
      const arcRadius = Math.min(0.45 * radius, 30);
      strokePath(context, edgeColor, 1, () =>
        context.arc(unit.x, unit.y, arcRadius, heading, heading + halfAngle),
      );
      const middle = heading + halfAngle / 2;
      const labelDistance = arcRadius + 18;
      const text = `±${angleLabel(halfAngle)}`;
      this.#label(
        text,
        unit.x + labelDistance * Math.cos(middle),
        unit.y + labelDistance * Math.sin(middle),
        palette,
      );
    }
    this.#labelAxis(lengthLabel(shape.radius), unit, radius, palette);
  }

  #drawFeelers(
    reach: number,
    shape: Extract<ShapeInfo, { kind: "feelers" }>,
    unit: ScreenPose,
    palette: Palette,
  ): void {
    const { context } = this;
    const heading = Math.atan2(unit.hy, unit.hx);
    const angles = shape.count >= 3 ? [-shape.spread, 0, shape.spread] : [0];
    strokePath(context, withAlpha(palette.wedge, 0.9), 1.5, () => {
      for (const angle of angles) {
        const [dx, dy] = [Math.cos(heading + angle), Math.sin(heading + angle)];
        const [x, y] = [unit.x + dx * reach, unit.y + dy * reach];
        addLine(context, unit, { x, y });
        addLine(context, { x: x - dy * 4, y: y + dx * 4 }, { x: x + dy * 4, y: y - dx * 4 });
      }
    });
    this.extendTouched(unit.x, unit.y, reach + 6);
    if (angles.length > 1) {
      const labelDistance = Math.min(0.5 * reach, 70);
      const middle = heading + shape.spread / 2;
      const [x, y] = [unit.x + labelDistance * Math.cos(middle), unit.y + labelDistance * Math.sin(middle)];
      this.#label(angleLabel(shape.spread), x, y, palette);
    }
    const text = lengthLabel(shape.reach);
    const labelDistance = reach + 8 + this.#halfWidth(text) * Math.abs(unit.hx) + 6 * Math.abs(unit.hy);
    this.#label(text, unit.x + unit.hx * labelDistance, unit.y + unit.hy * labelDistance, palette);
  }

  /** Draws the label of a sector's radius beside its axis, at 72 % of the radius but 34 to 190 CSS px from the unit. */
  #labelAxis(text: string, unit: ScreenPose, length: number, palette: Palette): void {
    const alongAxis = Math.max(34, Math.min(0.72 * length, 190));
    const besideAxis = 8 + this.#halfWidth(text) * Math.abs(unit.hy) + 6 * Math.abs(unit.hx);
    const x = unit.x + unit.hx * alongAxis + unit.hy * besideAxis;
    const y = unit.y + unit.hy * alongAxis - unit.hx * besideAxis;
    this.#label(text, x, y, palette);
  }

  #halfWidth(text: string): number {
    this.context.font = LABEL_FONT;
    return this.context.measureText(text).width / 2;
  }

  #label(text: string, x: number, y: number, palette: Palette): void {
    const { context } = this;
    const halfWidth = this.#halfWidth(text) + 4;
    context.textAlign = "center";
    context.textBaseline = "middle";
    // A label just outside the window is moved inside; one that would move by more than 60 CSS px is not drawn.
    const atX = Math.min(this.width - halfWidth, Math.max(halfWidth, x));
    const atY = Math.min(this.height - 10, Math.max(10, y));
    if (Math.hypot(atX - x, atY - y) > 60) return;
    drawRimmedText(context, text, { x: atX, y: atY }, palette.mark, withAlpha(palette.labelPlate, 0.85));
    this.extendTouched(atX, atY, halfWidth + 4);
  }
}
