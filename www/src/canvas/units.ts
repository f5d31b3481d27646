/**
 * Units in WebGL2, drawn straight from the core's arrays. The main thread only hands the arrays over; it has no loop
 * over units. Usually each unit is a point sprite; large ones are instanced quads, because points are limited in size
 * and vanish as soon as their center leaves the canvas. (Quads for all cost a software renderer 20 us per unit.)
 */
import type { Views } from "../core/views";
import { darts, playerLeast, rimOpacity, ringOpacity, roleLimit } from "./darts";
import { buildProgram, uniformsOf } from "./gl";
import { writeRgb } from "./palette";
import { easeGain, leaderFall, leaderRise, type UnitFrame, type UnitRenderer } from "./renderer";
import { attributes, fadeFragment, fadeVertex, type Primitive, unitShaders } from "./shaders";

/** Arrays that change with every tick, in the order of their sections in a buffer; the flags follow. */
const moving = ["x", "y", "hx", "hy", "vx", "vy"] as const;
/** Buffers are used in turn, so that an upload never waits for a frame that the GPU still draws. */
const turns = 3;
/** Above this many units a jump at a wrapping edge is too small to be seen, and not worth a second pass. */
const mostGhosts = 5_000;

/** Above this size (CSS px) a point that vanishes at the border of the canvas would be noticed ... */
const largestPoint = 40;
/** ... but above this many units that matters less than the cost of quads. */
const mostQuads = 20_000;

interface Turn {
  buffer: WebGLBuffer;
  points: WebGLVertexArrayObject;
  quads: WebGLVertexArrayObject;
  fade: WebGLVertexArrayObject;
}

type Uniforms = Record<string, WebGLUniformLocation | null>;

/** One way to draw all units. */
interface Pass {
  program: WebGLProgram;
  at: Uniforms;
}

export class WebGLUnits implements UnitRenderer {
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #points: Pass;
  readonly #quads: Pass;
  readonly #fade: Pass;
  readonly #pointLimit: number;
  readonly #feedback: WebGLTransformFeedback;
  readonly #fixed: WebGLBuffer;
  readonly #leads: readonly [WebGLBuffer, WebGLBuffer];
  readonly #turns: Turn[] = [];
  readonly #fills = new Float32Array(roleLimit * 3);
  readonly #tints = new Float32Array(8 * 3);
  readonly #color = new Float32Array(3);
  #kinds = new Uint8Array(0);
  #turn = 0;
  /** Which of the two `leads` buffers holds the current values. */
  #current = 0;
  #capacity = 0;

  /** Throws when the canvas gets no WebGL2 context or the context cannot build the shaders. */
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
    this.#fade = { program: fade, at: uniformsOf(gl, fade) };
    this.#pointLimit = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)?.[1] ?? 1;
    this.#feedback = gl.createTransformFeedback();
    this.#fixed = gl.createBuffer();
    this.#leads = [gl.createBuffer(), gl.createBuffer()];
    for (let i = 0; i < turns; i++) {
      this.#turns.push({
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
    const grown = this.#reserve(views.count);
    if (frame.remade || grown) this.#uploadFixed(frame);
    if (frame.moved || grown) {
      this.#turn = (this.#turn + 1) % turns;
      this.#uploadMoving(views);
    }
    this.#fadeLeaders(views.count, frame.restarted || grown ? Number.POSITIVE_INFINITY : frame.elapsed);

    gl.viewport(0, 0, frame.width, frame.height);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (views.count === 0) return;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const asPoints = this.#fitPoints(frame);
    const { program, at } = asPoints ? this.#points : this.#quads;
    gl.useProgram(program);
    this.#setUniforms(at, frame);
    if (frame.wraps) this.#clipToWorld(frame);
    const turn = this.#turns[this.#turn];
    gl.bindVertexArray((asPoints ? turn?.points : turn?.quads) ?? null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#leads[this.#current] ?? null);
    gl.vertexAttribPointer(attributes.leads, 1, gl.FLOAT, false, 0, 0);
    this.#drawAll(asPoints, views.count);
    if (frame.wraps && views.count <= mostGhosts) {
      gl.uniform1i(at.ghosts ?? null, 1);
      this.#drawAll(asPoints, views.count);
    }
    gl.bindVertexArray(null);
  }

  #openPass(primitive: Primitive): Pass {
    const gl = this.#gl;
    const program = buildProgram(gl, ...unitShaders(primitive));
    const at = uniformsOf(gl, program);
    gl.useProgram(program);
    gl.uniform4fv(at.darts ?? null, dartTable());
    return { program, at };
  }

  #fitPoints(frame: UnitFrame): boolean {
    const size = frame.largestPixels + 10;
    if (size * frame.ratio > this.#pointLimit) return false;
    return size <= largestPoint || frame.views.count > mostQuads;
  }

  #drawAll(asPoints: boolean, count: number): void {
    const gl = this.#gl;
    if (asPoints) gl.drawArrays(gl.POINTS, 0, count);
    else gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  /** Makes room for `count` units; gives room back when most of it stays empty. True when the buffers are new. */
  #reserve(count: number): boolean {
    if (count <= this.#capacity && count * 8 >= this.#capacity) return false;
    const gl = this.#gl;
    // A multiple of 4 keeps every section of floats aligned.
    this.#capacity = Math.max(256, Math.ceil((count * 1.25) / 4) * 4);
    const capacity = this.#capacity;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixed);
    gl.bufferData(gl.ARRAY_BUFFER, capacity * 5, gl.DYNAMIC_DRAW);
    for (const buffer of this.#leads) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, capacity * 4, gl.DYNAMIC_COPY);
    }
    for (const turn of this.#turns) {
      gl.bindBuffer(gl.ARRAY_BUFFER, turn.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, capacity * (moving.length * 4 + 1), gl.DYNAMIC_DRAW);
      this.#describe(turn, capacity);
    }
    return true;
  }

  #describe(turn: Turn, capacity: number): void {
    const gl = this.#gl;
    for (const [array, divisor] of [
      [turn.points, 0],
      [turn.quads, 1],
    ] as const) {
      gl.bindVertexArray(array);
      for (const location of Object.values(attributes)) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribDivisor(location, divisor);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, turn.buffer);
      for (const [section, name] of moving.entries()) {
        gl.vertexAttribPointer(attributes[name], 1, gl.FLOAT, false, 0, section * capacity * 4);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixed);
      gl.vertexAttribPointer(attributes.length, 1, gl.FLOAT, false, 0, 0);
      gl.vertexAttribIPointer(attributes.role, 1, gl.UNSIGNED_BYTE, 0, capacity * 4);
    }
    gl.bindVertexArray(turn.fade);
    gl.bindBuffer(gl.ARRAY_BUFFER, turn.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribIPointer(0, 1, gl.UNSIGNED_BYTE, 0, moving.length * capacity * 4);
    gl.enableVertexAttribArray(1);
    gl.bindVertexArray(null);
  }

  #uploadFixed({ views, tints }: UnitFrame): void {
    const gl = this.#gl;
    let kinds = views.role;
    if (tints) {
      // The role takes five bits, the tint three.
      if (this.#kinds.length !== views.count) this.#kinds = new Uint8Array(views.count);
      kinds = this.#kinds;
      for (let i = 0; i < kinds.length; i++) kinds[i] = (views.role[i] ?? 0) | ((tints[i] ?? 0) << 5);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#fixed);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, views.length);
    gl.bufferSubData(gl.ARRAY_BUFFER, this.#capacity * 4, kinds);
  }

  #uploadMoving(views: Views): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#turns[this.#turn]?.buffer ?? null);
    let offset = 0;
    for (const name of moving) {
      gl.bufferSubData(gl.ARRAY_BUFFER, offset, views[name]);
      offset += this.#capacity * 4;
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, offset, views.flags);
  }

  #fadeLeaders(count: number, elapsed: number): void {
    if (count === 0) return;
    const gl = this.#gl;
    const next = 1 - this.#current;
    gl.useProgram(this.#fade.program);
    gl.uniform1f(this.#fade.at.rise ?? null, easeGain(elapsed, leaderRise));
    gl.uniform1f(this.#fade.at.fall ?? null, easeGain(elapsed, leaderFall));
    gl.bindVertexArray(this.#turns[this.#turn]?.fade ?? null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#leads[this.#current] ?? null);
    gl.vertexAttribPointer(1, 1, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, this.#feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, this.#leads[next] ?? null);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    this.#current = next;
  }

  #setUniforms(at: Uniforms, frame: UnitFrame): void {
    const gl = this.#gl;
    const { camera, ratio, palette } = frame;
    const scale = camera.scale * ratio;
    // Relative to the middle of the canvas, positions keep their precision in large worlds.
    const middleX = (frame.width / 2 / ratio - camera.originX) / camera.scale;
    const middleY = (frame.height / 2 / ratio - camera.originY) / camera.scale;
    gl.uniform2f(at.center ?? null, middleX, middleY);
    gl.uniform2f(at.halfSize ?? null, frame.width / 2, frame.height / 2);
    gl.uniform1f(at.scale ?? null, scale);
    gl.uniform1f(at.bodyScale ?? null, (frame.basePixels / frame.baseLength) * ratio);
    gl.uniform1f(at.lead ?? null, frame.lead);
    gl.uniform1f(at.ratio ?? null, ratio);
    gl.uniform2f(at.world ?? null, frame.worldWidth, frame.worldHeight);
    gl.uniform1f(at.playerLeast ?? null, playerLeast);
    gl.uniform1i(at.ghosts ?? null, 0);
    gl.uniform1f(at.rimOpacity ?? null, rimOpacity(frame.basePixels));
    gl.uniform1f(at.ringOpacity ?? null, ringOpacity(frame.basePixels));
    for (let role = 0; role < roleLimit; role++) {
      writeRgb(palette.roles[role] ?? palette.roles[0] ?? palette.mark, this.#fills, role * 3);
    }
    gl.uniform3fv(at.fills ?? null, this.#fills);
    for (const [tint, color] of palette.tints.entries()) writeRgb(color, this.#tints, tint * 3);
    gl.uniform3fv(at.tints ?? null, this.#tints);
    this.#setColor(at.leaderFill, palette.leader);
    this.#setColor(at.rimColor, palette.plate);
    this.#setColor(at.markColor, palette.mark);
  }

  #setColor(at: WebGLUniformLocation | null | undefined, color: string): void {
    writeRgb(color, this.#color, 0);
    this.#gl.uniform3fv(at ?? null, this.#color);
  }

  #clipToWorld(frame: UnitFrame): void {
    const gl = this.#gl;
    const { camera, ratio } = frame;
    const left = Math.round(camera.originX * ratio);
    const top = Math.round(camera.originY * ratio);
    const right = Math.round((camera.originX + frame.worldWidth * camera.scale) * ratio);
    const bottom = Math.round((camera.originY + frame.worldHeight * camera.scale) * ratio);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(left, frame.height - bottom, Math.max(0, right - left), Math.max(0, bottom - top));
  }
}

function dartTable(): Float32Array {
  const table = new Float32Array(roleLimit * 4);
  for (let role = 0; role < roleLimit; role++) {
    const dart = darts[role] ?? darts[0];
    if (dart) table.set([dart.width, dart.wing, dart.tail, dart.size], role * 4);
  }
  return table;
}
