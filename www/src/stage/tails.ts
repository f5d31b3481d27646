/**
 * Trails in WebGL2. The positions of all units at every fourth tick are kept in a ring buffer in a texture, and each
 * unit's trail is a ribbon through them. The main thread has no loop over units: it uploads the arrays of a tick and
 * makes one draw call per repetition of the world and some thousand units. Since positions are recorded by ticks,
 * trails are the same at every frame rate and speed.
 */
import type { UnitViews } from "../core/views";
import type { Point } from "./camera";
import { buildProgram, uniformLocations } from "./gl";
import type { UnitFrame } from "./renderer";
import { TAIL_ROW, tailFragment, tailVertex } from "./shaders";

/** Ticks between two recorded positions; small enough for smooth curves. */
const SAMPLE_INTERVAL = 4;
/** Positions per trail for each value of `Appearance.trails`: none, half a second, and a second and a half. */
const DRAWN_SAMPLES = [0, 8, 22] as const;
const RING_SIZE = Math.max(...DRAWN_SAMPLES) + 1;

/** Vertices per triangle strip; the ribbons that fit into one strip are drawn in one call. */
const STRIP_VERTICES = 1 << 16;

type UniformLocations = Record<string, WebGLUniformLocation | null>;

export class Tails {
  readonly #program: WebGLProgram;
  readonly #uniforms: UniformLocations;
  readonly #vertexArray: WebGLVertexArrayObject;
  readonly #positionTexture: WebGLTexture;
  readonly #kindTexture: WebGLTexture;
  readonly #shadeTexture: WebGLTexture;
  readonly #maxTextureRows: number;
  /** Texture rows for the x of all units at one recorded tick; the same number follows for y. */
  #rowsPerCoordinate = 0;
  #count = 0;
  /** Index of the newest record in the ring buffer, its tick, and the number of records. */
  #newestSample = 0;
  #tick = -1;
  #sampleCount = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly setColors: (at: UniformLocations, frame: UnitFrame) => void,
  ) {
    this.#program = buildProgram(gl, tailVertex, tailFragment);
    this.#uniforms = uniformLocations(gl, this.#program);
    this.#vertexArray = gl.createVertexArray();
    this.#positionTexture = gl.createTexture();
    this.#kindTexture = gl.createTexture();
    this.#shadeTexture = gl.createTexture();
    this.#maxTextureRows = gl.getParameter(gl.MAX_TEXTURE_SIZE) ?? 0;
    gl.useProgram(this.#program);
    for (const [unit, name] of ["placesOf", "kindsOf", "shadesOf"].entries())
      gl.uniform1i(this.#uniforms[name] ?? null, unit);
    gl.bindVertexArray(this.#vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(
      gl.ARRAY_BUFFER,
      Uint16Array.from({ length: STRIP_VERTICES }, (_, corner) => corner),
      gl.STATIC_DRAW,
    );
    gl.vertexAttribIPointer(0, 1, gl.UNSIGNED_SHORT, 0, 0);
    gl.enableVertexAttribArray(0);
    gl.bindVertexArray(null);
  }

  /** Records the units' positions if a record is due at this tick. */
  recordTick(tick: number, { count, x, y }: UnitViews): void {
    // After a jump in time, the positions on the way are unknown, so that trails start again.
    const hasJumped = tick < this.#tick || (this.#tick >= 0 && tick > this.#tick + 3 * SAMPLE_INTERVAL);
    if (count !== this.#count || hasJumped) this.#sampleCount = 0;
    if (count === 0 || tick % SAMPLE_INTERVAL !== 0 || (tick === this.#tick && this.#sampleCount > 0)) return;
    if (!this.#allocateTextures(count)) return;
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.#positionTexture);
    this.#count = count;
    this.#newestSample = (this.#newestSample + 1) % RING_SIZE;
    this.#sampleCount = Math.min(RING_SIZE, this.#sampleCount + 1);
    this.#tick = tick;
    const topRow = this.#newestSample * 2 * this.#rowsPerCoordinate;
    this.#writeRows(x, topRow, gl.RED, gl.FLOAT);
    this.#writeRows(y, topRow + this.#rowsPerCoordinate, gl.RED, gl.FLOAT);
  }

  /** Draws the trails at all repetitions of the world. `kinds`: role (lower 5 bits) and tint per unit. */
  draw(frame: UnitFrame, kinds: Uint8Array, center: (copy: Point) => Point): void {
    const maxSamples = Math.min(DRAWN_SAMPLES[frame.appearance.trails], this.#sampleCount);
    if (maxSamples === 0 || frame.views.count !== this.#count || this.#tick > frame.ticks) return;
    const { gl } = this;
    const uniforms = this.#uniforms;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#vertexArray);
    this.#upload(frame, kinds);
    this.setColors(uniforms, frame);
    gl.uniform2f(uniforms.halfSize ?? null, frame.width / 2, frame.height / 2);
    gl.uniform1f(uniforms.scale ?? null, frame.camera.scale * frame.ratio);
    gl.uniform1f(uniforms.lead ?? null, frame.secondsSinceTick);
    gl.uniform2f(uniforms.wrap ?? null, frame.wrapX, frame.wrapY);
    gl.uniform1f(uniforms.width ?? null, Math.min(3, Math.max(1.2, 0.16 * frame.basePixels)) * frame.ratio);
    gl.uniform1f(uniforms.opacity ?? null, frame.palette.hasLightGlow ? 0.55 : 0.5);
    gl.uniform4i(uniforms.ring ?? null, this.#newestSample, RING_SIZE, this.#rowsPerCoordinate, maxSamples);
    gl.uniform1f(
      uniforms.since ?? null,
      (frame.ticks - this.#tick) / SAMPLE_INTERVAL + frame.secondsSinceTick * (60 / SAMPLE_INTERVAL),
    );
    gl.uniform1f(uniforms.full ?? null, DRAWN_SAMPLES[frame.appearance.trails]);
    gl.uniform1f(uniforms.farthest ?? null, (frame.topSpeed * 1.5 * SAMPLE_INTERVAL) / 60);
    const cornerCount = 2 * maxSamples + 4;
    const inStrip = Math.floor(STRIP_VERTICES / cornerCount);
    for (const copy of frame.copies) {
      const { x, y } = center(copy);
      gl.uniform2f(uniforms.center ?? null, x, y);
      for (let first = 0; first < this.#count; first += inStrip) {
        gl.uniform1i(uniforms.first ?? null, first);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, cornerCount * Math.min(inStrip, this.#count - first));
      }
    }
    gl.bindVertexArray(null);
  }

  /** Uploads the present positions, velocities, roles and shades of all units. */
  #upload({ views, shades }: UnitFrame, kinds: Uint8Array): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.#shadeTexture);
    if (shades?.length === views.count) this.#writeRows(shades, 0, gl.RED, gl.UNSIGNED_BYTE);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#kindTexture);
    this.#writeRows(kinds, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#positionTexture);
    for (const [section, values] of [views.x, views.y, views.vx, views.vy].entries())
      this.#writeRows(values, (2 * RING_SIZE + section) * this.#rowsPerCoordinate, gl.RED, gl.FLOAT);
  }

  /** Allocates the textures; returns false if a texture cannot hold this many units. */
  #allocateTextures(count: number): boolean {
    const { gl } = this;
    const rows = Math.ceil(count / TAIL_ROW);
    if (rows === this.#rowsPerCoordinate) return true;
    const height = (2 * RING_SIZE + 4) * rows;
    if (height > this.#maxTextureRows) return false;
    this.#rowsPerCoordinate = rows;
    this.#sampleCount = 0;
    for (const [texture, inner, tall, format, type] of [
      [this.#kindTexture, gl.R8UI, rows, gl.RED_INTEGER, gl.UNSIGNED_BYTE],
      [this.#shadeTexture, gl.R8, rows, gl.RED, gl.UNSIGNED_BYTE],
      [this.#positionTexture, gl.R32F, height, gl.RED, gl.FLOAT],
    ] as const) {
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, inner, TAIL_ROW, tall, 0, format, type, null);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
    return true;
  }

  /** Writes one value per unit into the bound texture, from the row `top` on. */
  #writeRows(values: Float32Array | Uint8Array, top: number, format: number, type: number): void {
    const { gl } = this;
    const fullRows = Math.floor(values.length / TAIL_ROW);
    const restLength = values.length - fullRows * TAIL_ROW;
    if (fullRows > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, top, TAIL_ROW, fullRows, format, type, values);
    if (restLength > 0)
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        top + fullRows,
        restLength,
        1,
        format,
        type,
        values,
        fullRows * TAIL_ROW,
      );
  }
}
