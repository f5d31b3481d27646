/** The last five seconds of the asked bird as stacked bands: to which side each force turned it, and when that changed. */

import { TICKS_PER_SECOND } from "../core/declared";
import { forceColor } from "../stage/inspected-frame";
import type { Palette } from "../stage/palette";
import { element } from "../ui/dom";

const SECONDS = 5;
const TICKS = SECONDS * TICKS_PER_SECOND;
/** Bands are averaged over this many ticks: as the sentence is. */
const SMOOTH = 30;
const HEIGHT = 48;

/** Turns by tick and part, averaged over the half second around each. `rows` has `stride` numbers a tick. */
function smoothed(rows: Float32Array, stride: number): Float32Array {
  const ticks = Math.floor(rows.length / stride);
  const out = new Float32Array(ticks * stride);
  for (let part = 0; part < stride; part++) {
    let sum = 0;
    let [from, to] = [0, 0];
    for (let tick = 0; tick < ticks; tick++) {
      const [first, last] = [Math.max(0, tick - SMOOTH / 2), Math.min(ticks, tick + SMOOTH / 2)];
      while (to < last) sum += rows[to++ * stride + part] ?? 0;
      while (from < first) sum -= rows[from++ * stride + part] ?? 0;
      out[tick * stride + part] = sum / (to - from);
    }
  }
  return out;
}

export class Past {
  readonly canvas = element("canvas.ask-past.grow", { height: HEIGHT * 2, "aria-hidden": "true" });
  readonly root: HTMLElement;
  private readonly slider = element("input.ask-past-slider", {
    type: "range",
    min: 0,
    max: TICKS,
    step: 1,
    "aria-label": "The last five seconds",
  });
  private first = 0;
  private end = 0;
  private rows: Float32Array = new Float32Array(0);
  private stride = 1;
  private tick = 0;

  constructor(seek: (tick: number) => void) {
    this.slider.addEventListener("input", () => seek(this.end - TICKS + Number(this.slider.value)));
    this.root = element(
      "div.ask-strip",
      element("p.ask-small.note.spaced", "When did it change its mind? Its last five seconds:"),
      element(
        "div.ask-strip-body",
        element(
          "p.ask-strip-sides.column.hints",
          { "aria-hidden": "true" },
          element("span", "left"),
          element("span", "right"),
        ),
        this.canvas,
        this.slider,
      ),
    );
  }

  /** Another bird, or other behaviors. */
  clear(): void {
    this.rows = new Float32Array(0);
    this.first = this.end = 0;
  }

  /** `past`: the tick of the first, then the turns by tick. While one is back in time, the strip stands. */
  show(past: Float32Array, tick: number, stride: number): void {
    this.tick = tick;
    const first = past[0];
    const back = tick < this.end && tick >= this.end - TICKS && stride === this.stride;
    if (first === undefined || back) return;
    this.stride = stride;
    this.first = first;
    this.end = tick;
    this.rows = smoothed(past.subarray(1), stride);
  }

  draw(palette: Palette): void {
    const { canvas, slider } = this;
    slider.value = String(TICKS - (this.end - this.tick));
    const width = Math.max(1, Math.round(canvas.clientWidth * 2));
    if (canvas.width !== width) canvas.width = width;
    const context = canvas.getContext("2d");
    if (!context) return;
    const { height } = canvas;
    context.clearRect(0, 0, width, height);
    const ticks = this.rows.length / this.stride;
    const x = (tick: number) => ((this.first + tick - (this.end - TICKS)) / TICKS) * width;
    let largest = 20;
    for (let tick = 0; tick < ticks; tick++) {
      let [left, right] = [0, 0];
      for (let part = 0; part < this.stride; part++) {
        const turn = this.rows[tick * this.stride + part] ?? 0;
        if (turn < 0) left -= turn;
        else right += turn;
      }
      largest = Math.max(largest, left, right);
    }
    // What turns it left is above the line.
    const step = Math.max(1, width / TICKS);
    for (let tick = 0; tick < ticks; tick++) {
      let [above, below] = [height / 2, height / 2];
      for (let part = 0; part < this.stride; part++) {
        const turn = this.rows[tick * this.stride + part] ?? 0;
        const size = (Math.abs(turn) / largest) * (height / 2 - 2);
        context.fillStyle = part < this.stride - 3 ? forceColor(part, palette) : palette.text;
        if (turn < 0) above -= size;
        context.fillRect(x(tick), turn < 0 ? above : below, step + 0.5, size);
        if (turn >= 0) below += size;
      }
    }
    context.fillStyle = palette.mark;
    context.fillRect(0, height / 2 - 0.5, width, 1);
    context.fillRect(Math.min(width - 3, x(this.tick - this.first)), 0, 3, height);
  }
}
