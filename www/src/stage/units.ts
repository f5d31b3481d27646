/**
 * Units in WebGL2, drawn directly from the core's arrays. The main thread uploads the arrays and usually loops over no
 * units. Most units are point sprites; large ones are instanced quads, because points are limited in size and vanish
 * as soon as their center leaves the canvas. (Quads for all took a software renderer 20 us per unit.)
 */
import type { UnitViews } from "../core/views";
import { COLORINGS } from "./appearance";
import type { Point } from "./camera";
import { dartsByRole, MAX_ROLES, minPlayerLength, rimOpacity, ringOpacity } from "./darts";
import { buildProgram, uniformLocations } from "./gl";
import { writeRgb } from "./palette";
import { easeGain, LEADER_FALL_MS, LEADER_RISE_MS, type UnitFrame, type UnitRenderer } from "./renderer";
import {
  ATTRIBUTES,
  fadeFragment,
  fadeVertex,
  glowFragment,
  glowVertex,
  type Primitive,
  unitShaders,
} from "./shaders";
import { Tails } from "./tails";

/** Arrays that change at every tick, in the order of their sections in a buffer; the unit flags come last. */
const MOVING_ATTRIBUTES = ["x", "y", "hx", "hy", "vx", "vy"] as const;
/** Number of buffers filled in turn, so that an upload never waits for a frame that the GPU still draws. */
const RING_SIZE = 3;
/** The turning of units is extrapolated if the last two uploads are at most this many ticks apart. */
const MAX_EXTRAPOLATED_TICKS = 4;

/** Largest point sprite, CSS px; larger units are quads, because sprites vanish visibly at the canvas's border. */
const MAX_POINT_SIZE = 40;
/** With more units than this, large units are point sprites as well, because quads would cost too much. */
const MAX_QUADS = 20_000;

/** Diameter of the glow in on-screen lengths of a unit, and its bounds, CSS px. */
const GLOW_REACH = 5;
const GLOW_SIZES = [10, 64] as const;

/** A buffer of `MOVING_ATTRIBUTES`, with the vertex array objects that read it. */
interface RingSlot {
  buffer: WebGLBuffer;
  points: WebGLVertexArrayObject;
  quads: WebGLVertexArrayObject;
  fade: WebGLVertexArrayObject;
}

type Uniforms = Record<string, WebGLUniformLocation | null>;

/** A shader program that runs over all units, and its uniforms. */
interface DrawPass {
  program: WebGLProgram;
  uniforms: Uniforms;
}

export class WebGLUnits implements UnitRenderer {
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #points: DrawPass;
  readonly #quads: DrawPass;
  readonly #fade: DrawPass;
  readonly #glow: DrawPass;
  readonly #tails: Tails;
  readonly #pointLimit: number;
  readonly #feedback: WebGLTransformFeedback;
  readonly #fixedBuffer: WebGLBuffer;
  readonly #shades: WebGLBuffer;
  readonly #leadBuffers: readonly [WebGLBuffer, WebGLBuffer];
  readonly #ring: RingSlot[] = [];
  readonly #fillColors = new Float32Array(MAX_ROLES * 3);
  readonly #tints = new Float32Array(8 * 3);
  readonly #color = new Float32Array(3);
  readonly #wheel = new Float32Array(6 * 3);
  readonly #ramp = new Float32Array(4 * 3);
  #kinds = new Uint8Array(0);
  /** Ticks of the last upload of `MOVING_ATTRIBUTES` and of the one before. */
  #uploadTick = 0;
  #previousUploadTick = 0;
  #presentSlot = 0;
  /** Index in `#leadBuffers` of the buffer with the present leader marks; the other one is written next. */
  #presentLeads = 0;
  #capacity = 0;

  /** Throws an error if there is no WebGL2 context or the shaders do not compile. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", {
      alpha: true,
      premultipliedAlpha: true,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: "high-performance",
    });
    if (!gl) throw new Error("WebGL2 is not available");
    this.#gl = gl;
    this.#points = this.#openPass("points");
    this.#quads = this.#openPass("quads");
    const fade = buildProgram(gl, fadeVertex, fadeFragment, ["after"]);
    this.#fade = { program: fade, uniforms: uniformLocations(gl, fade) };
    const glow = buildProgram(gl, glowVertex, glowFragment);
    this.#glow = { program: glow, uniforms: uniformLocations(gl, glow) };
    this.#tails = new Tails(gl, (at, frame) => this.#setColors(at, frame));
    this.#pointLimit = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)?.[1] ?? 1;
    this.#feedback = gl.createTransformFeedback();
    this.#fixedBuffer = gl.createBuffer();
    this.#shades = gl.createBuffer();
    this.#leadBuffers = [gl.createBuffer(), gl.createBuffer()];
    for (let i = 0; i < RING_SIZE; i++) {
      this.#ring.push({
        buffer: gl.createBuffer(),
        points: gl.createVertexArray(),
        quads: gl.createVertexArray(),
        fade: gl.createVertexArray(),
      });
    }
  }

  draw(frame: UnitFrame): void {
    const gl = this.#gl;
    if (gl.isContextLost()) return;
    const { views } = frame;
    const hasGrown = this.#reserve(views.count);
    if (frame.isRemade || hasGrown) this.#uploadFixed(frame);
    if (frame.hasMoved || hasGrown) {
      this.#presentSlot = (this.#presentSlot + 1) % RING_SIZE;
      this.#uploadMoving(views);
      this.#previousUploadTick = frame.isRestarted || hasGrown ? frame.ticks : this.#uploadTick;
      this.#uploadTick = frame.ticks;
    }
    if (frame.shades?.length === views.count) {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#shades);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, frame.shades);
    }
    this.#fadeLeaders(views.count, frame.isRestarted || hasGrown ? Number.POSITIVE_INFINITY : frame.elapsed);

    const bottom = this.canvas.height - frame.top - frame.height;
    gl.viewport(frame.left, bottom, frame.width, frame.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(frame.left, bottom, frame.width, frame.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (views.count === 0) return;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const slot = this.#ring[this.#presentSlot];
    if (!slot) return;
    if (frame.appearance.glow) this.#drawGlow(frame, slot);
    if (frame.appearance.trails > 0) {
      this.#tails.recordTick(frame.ticks, views);
      const kinds = frame.tints ? this.#kinds : views.role;
      this.#tails.draw(frame, kinds, (copy) => centerOf(frame, copy));
    }
    const asPoints = this.#fitsPointSprites(frame);
    const { program, uniforms } = asPoints ? this.#points : this.#quads;
    gl.useProgram(program);
    this.#setUniforms(uniforms, frame);
    gl.bindVertexArray(asPoints ? slot.points : slot.quads);
    this.#bindLeads();
    for (const copy of frame.copies) {
      const { x, y } = centerOf(frame, copy);
      gl.uniform2f(uniforms.center ?? null, x, y);
      this.#drawAll(asPoints, views.count);
    }
    gl.bindVertexArray(null);
  }

  recordTick(ticks: number, views: UnitViews): void {
    if (!this.#gl.isContextLost()) this.#tails.recordTick(ticks, views);
  }

  /** Binds the buffer with the present leader marks as the attribute `leads`. */
  #bindLeads(): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#leadBuffers[this.#presentLeads] ?? null);
    gl.vertexAttribPointer(ATTRIBUTES.leads, 1, gl.FLOAT, false, 0, 0);
  }

  #drawGlow(frame: UnitFrame, slot: RingSlot): void {
    const gl = this.#gl;
    const { program, uniforms } = this.#glow;
    const [least, most] = GLOW_SIZES;
    const reach = Math.min(most, Math.max(least, GLOW_REACH * frame.basePixels)) * frame.ratio;
    gl.useProgram(program);
    this.#setColors(uniforms, frame);
    gl.uniform2f(uniforms.halfSize ?? null, frame.width / 2, frame.height / 2);
    gl.uniform1f(uniforms.scale ?? null, frame.camera.scale * frame.ratio);
    gl.uniform1f(uniforms.lead ?? null, frame.secondsSinceTick);
    gl.uniform1f(uniforms.diameter ?? null, Math.min(this.#pointLimit, reach));
    gl.uniform1f(uniforms.strength ?? null, glowStrength(frame.views.count));
    gl.uniform1i(uniforms.lit ?? null, frame.palette.hasLightGlow ? 1 : 0);
    gl.bindVertexArray(slot.points);
    this.#bindLeads();
    for (const copy of frame.copies) {
      const { x, y } = centerOf(frame, copy);
      gl.uniform2f(uniforms.center ?? null, x, y);
      gl.drawArrays(gl.POINTS, 0, frame.views.count);
    }
    gl.bindVertexArray(null);
  }

  #openPass(primitive: Primitive): DrawPass {
    const gl = this.#gl;
    const program = buildProgram(gl, ...unitShaders(primitive));
    const locations = uniformLocations(gl, program);
    gl.useProgram(program);
    gl.uniform4fv(locations.darts ?? null, dartTable());
    return { program, uniforms: locations };
  }

  #fitsPointSprites(frame: UnitFrame): boolean {
    const size = frame.largestPixels + 10;
    if (size * frame.ratio > this.#pointLimit) return false;
    return size <= MAX_POINT_SIZE || frame.views.count > MAX_QUADS;
  }

  #drawAll(asPoints: boolean, count: number): void {
    const gl = this.#gl;
    if (asPoints) gl.drawArrays(gl.POINTS, 0, count);
    else gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  /** Allocates buffers for `count` units, and smaller ones if most is unused. Returns true if the buffers are new. */
  #reserve(count: number): boolean {
    if (count <= this.#capacity && count * 8 >= this.#capacity) return false;
    const gl = this.#gl;
    // A multiple of 4 units aligns every section of a buffer to 4 bytes.
    this.#capacity = Math.max(256, Math.ceil((count * 1.25) / 4) * 4);
    const capacity = this.#capacity;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixedBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, capacity * 5, gl.DYNAMIC_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#shades);
    gl.bufferData(gl.ARRAY_BUFFER, capacity, gl.DYNAMIC_DRAW);
    for (const buffer of this.#leadBuffers) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, capacity * 4, gl.DYNAMIC_COPY);
    }
    for (const slot of this.#ring) {
      gl.bindBuffer(gl.ARRAY_BUFFER, slot.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, capacity * (MOVING_ATTRIBUTES.length * 4 + 1), gl.DYNAMIC_DRAW);
    }
    for (const [index, slot] of this.#ring.entries()) {
      const previousSlot = this.#ring[(index + RING_SIZE - 1) % RING_SIZE] ?? slot;
      this.#setAttributePointers(slot, previousSlot.buffer, capacity);
    }
    return true;
  }

  #setAttributePointers(slot: RingSlot, before: WebGLBuffer, capacity: number): void {
    const gl = this.#gl;
    for (const [array, divisor] of [
      [slot.points, 0],
      [slot.quads, 1],
    ] as const) {
      gl.bindVertexArray(array);
      for (const location of Object.values(ATTRIBUTES)) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribDivisor(location, divisor);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, slot.buffer);
      for (const [section, name] of MOVING_ATTRIBUTES.entries()) {
        gl.vertexAttribPointer(ATTRIBUTES[name], 1, gl.FLOAT, false, 0, section * capacity * 4);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixedBuffer);
      gl.vertexAttribPointer(ATTRIBUTES.length, 1, gl.FLOAT, false, 0, 0);
      gl.vertexAttribIPointer(ATTRIBUTES.role, 1, gl.UNSIGNED_BYTE, 0, capacity * 4);
      gl.bindBuffer(gl.ARRAY_BUFFER, before);
      gl.vertexAttribPointer(ATTRIBUTES.beforeX, 1, gl.FLOAT, false, 0, 2 * capacity * 4);
      gl.vertexAttribPointer(ATTRIBUTES.beforeY, 1, gl.FLOAT, false, 0, 3 * capacity * 4);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#shades);
      gl.vertexAttribPointer(ATTRIBUTES.shade, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    }
    gl.bindVertexArray(slot.fade);
    gl.bindBuffer(gl.ARRAY_BUFFER, slot.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, 1, gl.UNSIGNED_BYTE, 0, MOVING_ATTRIBUTES.length * capacity * 4);
    gl.enableVertexAttribArray(1);
    gl.bindVertexArray(null);
  }

  #uploadFixed({ views, tints }: UnitFrame): void {
    const gl = this.#gl;
    let kinds = views.role;
    if (tints) {
      // The lower five bits hold the role, the upper three the group color.
      if (this.#kinds.length !== views.count) this.#kinds = new Uint8Array(views.count);
      kinds = this.#kinds;
      for (let i = 0; i < kinds.length; i++) kinds[i] = (views.role[i] ?? 0) | ((tints[i] ?? 0) << 5);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixedBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, views.length);
    gl.bufferSubData(gl.ARRAY_BUFFER, this.#capacity * 4, kinds);
  }

  #uploadMoving(views: UnitViews): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#ring[this.#presentSlot]?.buffer ?? null);
    let offset = 0;
    for (const name of MOVING_ATTRIBUTES) {
      gl.bufferSubData(gl.ARRAY_BUFFER, offset, views[name]);
      offset += this.#capacity * 4;
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, offset, views.flags);
  }

  #fadeLeaders(count: number, elapsed: number): void {
    if (count === 0) return;
    const gl = this.#gl;
    const next = 1 - this.#presentLeads;
    gl.useProgram(this.#fade.program);
    gl.uniform1f(this.#fade.uniforms.rise ?? null, easeGain(elapsed, LEADER_RISE_MS));
    gl.uniform1f(this.#fade.uniforms.fall ?? null, easeGain(elapsed, LEADER_FALL_MS));
    gl.bindVertexArray(this.#ring[this.#presentSlot]?.fade ?? null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#leadBuffers[this.#presentLeads] ?? null);
    gl.vertexAttribPointer(1, 1, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, this.#feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, this.#leadBuffers[next] ?? null);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    this.#presentLeads = next;
  }

  #setUniforms(at: Uniforms, frame: UnitFrame): void {
    const gl = this.#gl;
    const { camera, ratio, palette } = frame;
    const scale = camera.scale * ratio;
    const tickCount = this.#uploadTick - this.#previousUploadTick;
    const canExtrapolate = tickCount > 0 && tickCount <= MAX_EXTRAPOLATED_TICKS;
    gl.uniform1f(at.swing ?? null, canExtrapolate ? (frame.secondsSinceTick * 60) / tickCount : 0);
    gl.uniform2f(at.halfSize ?? null, frame.width / 2, frame.height / 2);
    gl.uniform1f(at.scale ?? null, scale);
    gl.uniform1f(at.bodyScale ?? null, (frame.basePixels / frame.baseLength) * ratio);
    gl.uniform1f(at.lead ?? null, frame.secondsSinceTick);
    gl.uniform1f(at.ratio ?? null, ratio);
    gl.uniform1f(at.minPlayerLength ?? null, minPlayerLength);
    gl.uniform1f(at.rimOpacity ?? null, rimOpacity(frame.basePixels));
    gl.uniform1f(at.ringOpacity ?? null, ringOpacity(frame.basePixels));
    this.#setColors(at, frame);
    this.#setColor(at.leaderFill, palette.leader);
    this.#setColor(at.rimColor, palette.labelPlate);
    this.#setColor(at.markColor, palette.mark);
  }

  /** Sets the colors by role, group, heading and quantity as uniforms of a program. */
  #setColors(at: Uniforms, { palette, appearance, topSpeed }: UnitFrame): void {
    const gl = this.#gl;
    for (let role = 0; role < MAX_ROLES; role++) {
      writeRgb(palette.roles[role] ?? palette.roles[0] ?? palette.mark, this.#fillColors, role * 3);
    }
    for (const [tint, color] of palette.tints.entries()) writeRgb(color, this.#tints, tint * 3);
    for (const [place, color] of palette.wheel.entries()) writeRgb(color, this.#wheel, place * 3);
    for (const [place, color] of palette.ramp.entries()) writeRgb(color, this.#ramp, place * 3);
    gl.uniform3fv(at.fills ?? null, this.#fillColors);
    gl.uniform3fv(at.tints ?? null, this.#tints);
    gl.uniform3fv(at.wheel ?? null, this.#wheel);
    gl.uniform3fv(at.ramp ?? null, this.#ramp);
    gl.uniform1i(at.mode ?? null, COLORINGS.indexOf(appearance.color));
    gl.uniform1f(at.topSpeed ?? null, topSpeed);
  }

  #setColor(at: WebGLUniformLocation | null | undefined, color: string): void {
    writeRgb(color, this.#color, 0);
    this.#gl.uniform3fv(at ?? null, this.#color);
  }
}

/** World point (u) in the middle of the canvas; positions relative to it keep their precision in large worlds. */
function centerOf({ camera, width, height, ratio }: UnitFrame, copy: Point): Point {
  return {
    x: (width / 2 / ratio - camera.originX - copy.x) / camera.scale,
    y: (height / 2 / ratio - camera.originY - copy.y) / camera.scale,
  };
}

/** Strength of the glow per unit, 0 to 1; the more units, the weaker, so that the sum stays similar. */
function glowStrength(count: number): number {
  return Math.min(0.34, Math.max(0.05, 3.2 / Math.sqrt(Math.max(1, count))));
}

function dartTable(): Float32Array {
  const table = new Float32Array(MAX_ROLES * 4);
  for (let role = 0; role < MAX_ROLES; role++) {
    const dart = dartsByRole[role] ?? dartsByRole[0];
    if (dart) table.set([dart.width, dart.wing, dart.tail, dart.size], role * 4);
  }
  return table;
}
