/**
 * Units in Canvas 2D, for browsers without WebGL2 and while a WebGL context is lost. Units are paths with the outlines
 * and colors of WebGL2; above some thousand, where paths would take longer than a frame, they are rows of pixels.
 */
import { LEADER_FLAG } from "../core/declared";
import { dartsByRole, leaderRole, MAX_ROLES, playerRole, rimOpacity, ringOpacity, unitPixels } from "./darts";
import { writeRgb } from "./palette";
import { easeGain, LEADER_FALL_MS, LEADER_RISE_MS, type UnitFrame, type UnitRenderer } from "./renderer";

/** Largest number of units that are drawn as paths; more are drawn as rows of pixels. */
const MAX_PATHS = 4000;

/** Number of fill styles by role: one per role for its units, and one per role for its leaders. */
const ROLE_STYLES = MAX_ROLES * 2;
/** Index of the first fill style by heading or quantity; styles by role and those of 8 group colors come before it. */
const FIRST_SHADE_STYLE = ROLE_STYLES + 8;
/** Number of color steps along the palette's `wheel` or `ramp`. */
const SHADE_STEPS = 12;
const STYLE_COUNT = FIRST_SHADE_STYLE + SHADE_STEPS;
/** Flight time whose distance the line behind a unit spans, s; in Canvas 2D, this line replaces long trails. */
const STREAK_SECONDS = 0.35;

export class CanvasUnits implements UnitRenderer {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #leaderShares = new Float32Array(0);
  #pixels: ImageData | undefined;
  #pixelWords = new Uint32Array(0);

  /** Throws an error if the canvas has no 2D context. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("Canvas 2D is not available");
    this.#context = context;
  }

  draw(frame: UnitFrame): void {
    const skipsFade = frame.isRestarted || this.#leaderShares.length !== frame.views.count;
    this.#fadeLeaders(frame, skipsFade ? Number.POSITIVE_INFINITY : frame.elapsed);
    if (frame.views.count <= MAX_PATHS) {
      this.#pixels = undefined;
      this.#drawPaths(frame);
    } else {
      this.#drawPixels(frame);
    }
  }

  #fadeLeaders({ views }: UnitFrame, elapsed: number): void {
    const { count, flags } = views;
    if (this.#leaderShares.length !== count) this.#leaderShares = new Float32Array(count);
    const shares = this.#leaderShares;
    const riseGain = easeGain(elapsed, LEADER_RISE_MS);
    const fallGain = easeGain(elapsed, LEADER_FALL_MS);
    for (let i = 0; i < count; i++) {
      const oldShare = shares[i] ?? 0;
      const targetShare = (flags[i] ?? 0) & LEADER_FLAG;
      shares[i] = oldShare + (targetShare - oldShare) * (targetShare > oldShare ? riseGain : fallGain);
    }
  }

  #styleOf(role: number, i: number, frame: UnitFrame): number {
    const kind = role < MAX_ROLES ? role : 0;
    const tint = frame.tints?.[i] ?? 0;
    if (tint > 0) return ROLE_STYLES + tint;
    const shade = kind === 0 || kind === leaderRole ? colorStepOf(frame, i) : -1;
    if (shade >= 0) return FIRST_SHADE_STYLE + shade;
    const isLeader = kind === leaderRole || (kind !== playerRole && (this.#leaderShares[i] ?? 0) > 0.5);
    return isLeader ? MAX_ROLES + kind : kind;
  }

  #drawPaths(frame: UnitFrame): void {
    const context = this.#context;
    const { ratio, palette } = frame;
    context.setTransform(1, 0, 0, 1, frame.left, frame.top);
    context.clearRect(0, 0, frame.width, frame.height);
    context.save();
    context.beginPath();
    context.rect(0, 0, frame.width, frame.height);
    context.clip();
    context.scale(ratio, ratio);
    const bodies: Path2D[] = [];
    const rings = new Path2D();
    for (let style = 0; style < STYLE_COUNT; style++) bodies.push(new Path2D());
    this.#addOutlines(frame, bodies, rings);
    if (frame.appearance.trails > 0) this.#drawStreaks(frame);
    context.lineJoin = "miter";
    context.strokeStyle = palette.leader;
    context.lineWidth = 1;
    context.globalAlpha = 0.5 * ringOpacity(frame.basePixels);
    context.stroke(rings);
    for (const [style, path] of bodies.entries()) {
      const isPlayer = style === playerRole;
      context.globalAlpha = isPlayer ? 1 : rimOpacity(frame.basePixels);
      context.strokeStyle = isPlayer ? palette.mark : palette.labelPlate;
      context.lineWidth = isPlayer ? 2.8 : 1.8;
      context.stroke(path);
      context.globalAlpha = 1;
      context.fillStyle = styleColor(frame, style);
      context.fill(path);
    }
    context.restore();
  }

  #drawStreaks(frame: UnitFrame): void {
    const context = this.#context;
    const { views, camera, secondsSinceTick, copies } = frame;
    const paths: Path2D[] = Array.from({ length: STYLE_COUNT }, () => new Path2D());
    const time = (STREAK_SECONDS * frame.appearance.trails) / 2;
    for (let i = 0; i < views.count; i++) {
      const path = paths[this.#styleOf(views.role[i] ?? 0, i, frame)];
      if (!path || views.length[i] === 0) continue;
      const [vx, vy] = [views.vx[i] ?? 0, views.vy[i] ?? 0];
      const x = camera.originX + ((views.x[i] ?? 0) + vx * secondsSinceTick) * camera.scale;
      const y = camera.originY + ((views.y[i] ?? 0) + vy * secondsSinceTick) * camera.scale;
      for (const copy of copies) {
        path.moveTo(x + copy.x, y + copy.y);
        path.lineTo(x + copy.x - vx * time * camera.scale, y + copy.y - vy * time * camera.scale);
      }
    }
    context.lineWidth = 1.2;
    context.globalAlpha = 0.35;
    for (const [style, path] of paths.entries()) {
      context.strokeStyle = styleColor(frame, style);
      context.stroke(path);
    }
    context.globalAlpha = 1;
  }

  #addOutlines(frame: UnitFrame, bodies: Path2D[], rings: Path2D): void {
    const { views, camera, secondsSinceTick, copies } = frame;
    const [width, height] = [frame.width / frame.ratio, frame.height / frame.ratio];
    for (let i = 0; i < views.count; i++) {
      const role = views.role[i] ?? 0;
      const style = this.#styleOf(role, i, frame);
      const dart = dartsByRole[role < MAX_ROLES ? role : 0] ?? dartsByRole[0];
      const path = bodies[style];
      if (!dart || !path) continue;
      const size = unitPixels(role, views.length[i] ?? 0, frame.baseLength, frame.basePixels);
      const x = (views.x[i] ?? 0) + (views.vx[i] ?? 0) * secondsSinceTick;
      const y = (views.y[i] ?? 0) + (views.vy[i] ?? 0) * secondsSinceTick;
      const hx = (views.hx[i] ?? 1) * size;
      const hy = (views.hy[i] ?? 0) * size;
      const ring = (this.#leaderShares[i] ?? 0) > 0.5 && role !== playerRole ? size / 2 + 2.5 : 0;
      const left = camera.originX + x * camera.scale;
      const top = camera.originY + y * camera.scale;
      const reach = size + 6;
      for (const copy of copies) {
        const px = left + copy.x;
        const py = top + copy.y;
        if (px < -reach || py < -reach || px > width + reach || py > height + reach) continue;
        path.moveTo(px + hx / 2, py + hy / 2);
        path.lineTo(px + hx * dart.wing - hy * dart.width, py + hy * dart.wing + hx * dart.width);
        path.lineTo(px + hx * dart.tail, py + hy * dart.tail);
        path.lineTo(px + hx * dart.wing + hy * dart.width, py + hy * dart.wing - hx * dart.width);
        path.closePath();
        if (ring > 0) {
          rings.moveTo(px + ring, py);
          rings.arc(px, py, ring, 0, 2 * Math.PI);
        }
      }
    }
  }

  #drawPixels(frame: UnitFrame): void {
    const { views, camera, ratio, width, height } = frame;
    if (this.#pixels?.width !== width || this.#pixels.height !== height) {
      this.#pixels = new ImageData(width, height);
      this.#pixelWords = new Uint32Array(this.#pixels.data.buffer);
    }
    const pixelWords = this.#pixelWords.fill(0);
    const inks = new Uint32Array(STYLE_COUNT);
    for (let style = 0; style < STYLE_COUNT; style++) inks[style] = packedPixel(styleColor(frame, style));
    const scale = camera.scale * ratio;
    const bodyScale = (frame.basePixels / frame.baseLength) * ratio;
    for (let i = 0; i < views.count; i++) {
      const ink = inks[this.#styleOf(views.role[i] ?? 0, i, frame)] ?? 0;
      const steps = Math.max(1, Math.min(64, Math.round((views.length[i] ?? 0) * bodyScale * 0.8)));
      const hx = views.hx[i] ?? 0;
      const hy = views.hy[i] ?? 0;
      const left =
        camera.originX * ratio + ((views.x[i] ?? 0) + (views.vx[i] ?? 0) * frame.secondsSinceTick) * scale;
      const top =
        camera.originY * ratio + ((views.y[i] ?? 0) + (views.vy[i] ?? 0) * frame.secondsSinceTick) * scale;
      for (const copy of frame.copies) {
        let x = left + copy.x * ratio - (hx * steps) / 2;
        let y = top + copy.y * ratio - (hy * steps) / 2;
        for (let step = 0; step < steps; step++) {
          if (x >= 0 && x < width && y >= 0 && y < height) pixelWords[(y | 0) * width + (x | 0)] = ink;
          x += hx;
          y += hy;
        }
      }
    }
    this.#context.putImageData(this.#pixels, frame.left, frame.top);
  }
}

/** Color step of a unit by its heading or a quantity; -1 if it has the color of its role. */
function colorStepOf({ views, appearance, shades, topSpeed }: UnitFrame, i: number): number {
  const step = (part: number) => Math.min(SHADE_STEPS - 1, Math.max(0, Math.floor(part * SHADE_STEPS)));
  if (appearance.color === "heading") {
    const turn = Math.atan2(views.hy[i] ?? 0, views.hx[i] ?? 1) / (2 * Math.PI);
    return step((turn + 1) % 1);
  }
  if (appearance.color === "speed") return step(Math.hypot(views.vx[i] ?? 0, views.vy[i] ?? 0) / topSpeed);
  return appearance.color === "neighbors" ? step((shades?.[i] ?? 0) / 256) : -1;
}

/** Color of a step along `wheel` or `ramp`, interpolated between the palette's colors. */
function colorOfStep({ palette, appearance }: UnitFrame, step: number): string {
  if (appearance.color === "heading") {
    const place = (step / SHADE_STEPS) * palette.wheel.length;
    const from = Math.floor(place);
    return mixedColor(palette.wheel[from], palette.wheel[(from + 1) % palette.wheel.length], place - from);
  }
  const place = (step / (SHADE_STEPS - 1)) * (palette.ramp.length - 1.001);
  return mixedColor(palette.ramp[Math.floor(place)], palette.ramp[Math.floor(place) + 1], place % 1);
}

const mixBuffer = new Float32Array(6);

function mixedColor(one = "#000000", other = one, part = 0): string {
  writeRgb(one, mixBuffer, 0);
  writeRgb(other, mixBuffer, 3);
  const byteAt = (at: number) =>
    Math.round(255 * ((mixBuffer[at] ?? 0) * (1 - part) + (mixBuffer[at + 3] ?? 0) * part))
      .toString(16)
      .padStart(2, "0");
  return `#${byteAt(0)}${byteAt(1)}${byteAt(2)}`;
}

function styleColor(frame: UnitFrame, style: number): string {
  const { palette } = frame;
  if (style >= FIRST_SHADE_STYLE) return colorOfStep(frame, style - FIRST_SHADE_STYLE);
  if (style >= ROLE_STYLES) return palette.tints[style - ROLE_STYLES] ?? palette.mark;
  if (style >= MAX_ROLES) return palette.leader;
  return palette.roles[style] ?? palette.roles[0] ?? palette.mark;
}

const rgb = new Float32Array(3);
const pixel = new Uint8ClampedArray(4);
const word = new Uint32Array(pixel.buffer);

/** Returns an opaque color as one 32-bit word of ImageData, in the machine's byte order. */
function packedPixel(color: string): number {
  writeRgb(color, rgb, 0);
  for (let i = 0; i < 3; i++) pixel[i] = (rgb[i] ?? 0) * 255;
  pixel[3] = 255;
  return word[0] ?? 0;
}
