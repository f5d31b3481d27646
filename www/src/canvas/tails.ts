/**
 * Trails in WebGL2: the places of all units at every few ticks, kept on the graphics card in a ring of rows, and one
 * ribbon per unit through them. The main thread hands a tick's arrays over and makes a call per copy of the world; it has
 * no loop over units. Sampled by ticks, a trail is the same at every frame rate and every speed.
 */
import type { Views } from "../core/views";
import type { Point } from "./camera";
import { buildProgram, uniformsOf } from "./gl";
import type { UnitFrame } from "./renderer";
import { tailAttributes, tailFragment, tailRow, tailVertex } from "./shaders";

/** Ticks from one place to the next: at this distance a curve still looks like one. */
const every = 4;
/** Places of a trail, by its length (none, short, long): half a second, and a second and a half. */
const places = [0, 8, 22] as const;
const ring = Math.max(...places) + 1;

type Uniforms = Record<string, WebGLUniformLocation | null>;

/** What the renderer has on the graphics card already. */
export interface Shared {
  /** Lengths, then roles. */
  fixed: WebGLBuffer;
  shades: WebGLBuffer;
  /** Of the last tick: x, y, hx, hy, vx, vy in sections. */
  moving: WebGLBuffer;
  capacity: number;
}

export class Tails {
  readonly #program: WebGLProgram;
  readonly #at: Uniforms;
  readonly #array: WebGLVertexArrayObject;
  readonly #texture: WebGLTexture;
  /** Rows that the places of one tick take, for x; as many follow for y. */
  #rows = 0;
  #count = 0;
  /** The place in the ring that was filled last, its tick, and how many are filled. */
  #head = 0;
  #tick = -1;
  #filled = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly setColors: (at: Uniforms, frame: UnitFrame) => void,
  ) {
    this.#program = buildProgram(gl, tailVertex, tailFragment);
    this.#at = uniformsOf(gl, this.#program);
    this.#array = gl.createVertexArray();
    this.#texture = gl.createTexture();
  }

  /** Takes note of the places at this tick, if it is one of those that count. */
  note(tick: number, { count, x, y }: Views): void {
    // Nobody knows what was flown before.
    const jumped = tick < this.#tick || (this.#tick >= 0 && tick > this.#tick + 3 * every);
    if (count !== this.#count || jumped) this.#filled = 0;
    if (count === 0 || tick % every !== 0 || (tick === this.#tick && this.#filled > 0)) return;
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    this.#reserve(count);
    this.#count = count;
    this.#head = (this.#head + 1) % ring;
    this.#filled = Math.min(ring, this.#filled + 1);
    this.#tick = tick;
    const top = this.#head * 2 * this.#rows;
    this.#write(x, top);
    this.#write(y, top + this.#rows);
  }

  /** Draws the trails wherever the world is seen. */
  draw(frame: UnitFrame, shared: Shared, center: (copy: Point) => Point): void {
    const most = Math.min(places[frame.appearance.trails], this.#filled);
    if (most === 0 || frame.views.count !== this.#count || this.#tick > frame.ticks) return;
    const { gl } = this;
    const at = this.#at;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    this.#point(shared);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    this.setColors(at, frame);
    gl.uniform2f(at.halfSize ?? null, frame.width / 2, frame.height / 2);
    gl.uniform1f(at.scale ?? null, frame.camera.scale * frame.ratio);
    gl.uniform1f(at.lead ?? null, frame.lead);
    gl.uniform2f(at.wrap ?? null, frame.wrapX, frame.wrapY);
    gl.uniform1f(at.width ?? null, Math.min(3, Math.max(1.2, 0.16 * frame.basePixels)) * frame.ratio);
    gl.uniform1f(at.opacity ?? null, frame.palette.lit ? 0.55 : 0.5);
    gl.uniform4i(at.ring ?? null, this.#head, ring, this.#rows, most);
    gl.uniform1f(at.since ?? null, (frame.ticks - this.#tick) / every + frame.lead * (60 / every));
    gl.uniform1f(at.full ?? null, places[frame.appearance.trails]);
    gl.uniform1f(at.farthest ?? null, (frame.topSpeed * 1.5 * every) / 60);
    for (const copy of frame.copies) {
      const { x, y } = center(copy);
      gl.uniform2f(at.center ?? null, x, y);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (most + 1), this.#count);
    }
    gl.bindVertexArray(null);
  }

  #reserve(count: number): void {
    const rows = Math.ceil(count / tailRow);
    if (rows === this.#rows) return;
    const { gl } = this;
    this.#rows = rows;
    this.#filled = 0;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, tailRow, ring * 2 * rows, 0, gl.RED, gl.FLOAT, null);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  }

  #write(values: Float32Array, top: number): void {
    const { gl } = this;
    const whole = Math.floor(values.length / tailRow);
    const rest = values.length - whole * tailRow;
    if (whole > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, tailRow, whole, gl.RED, gl.FLOAT, values);
    if (rest > 0)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top + whole, rest, 1, gl.RED, gl.FLOAT, values, whole * tailRow);
  }

  #point({ fixed, shades, moving, capacity }: Shared): void {
    const { gl } = this;
    for (const [location, section] of [
      [tailAttributes.x, 0],
      [tailAttributes.y, 1],
      [tailAttributes.vx, 4],
      [tailAttributes.vy, 5],
    ] as const) {
      gl.bindBuffer(gl.ARRAY_BUFFER, moving);
      gl.vertexAttribPointer(location, 1, gl.FLOAT, false, 0, section * capacity * 4);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, fixed);
    gl.vertexAttribIPointer(tailAttributes.role, 1, gl.UNSIGNED_BYTE, 0, capacity * 4);
    gl.bindBuffer(gl.ARRAY_BUFFER, shades);
    gl.vertexAttribPointer(tailAttributes.shade, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    for (const location of Object.values(tailAttributes)) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribDivisor(location, 1);
    }
  }
}
