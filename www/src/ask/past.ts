/** Bands over the last five seconds: how far each force turned the explained bird; left is above, right below. */

import { TICKS_PER_SECOND } from "../core/declared";
import { forceColor } from "../stage/inspection";
import type { Palette } from "../stage/palette";
import { element } from "../ui/dom";

const PAST_SECONDS = 5;
const PAST_TICKS = PAST_SECONDS * TICKS_PER_SECOND;
/**
 * Length of the moving average that smooths the bands, ticks: half a second, like the average behind the answer's
 * sentence (src/lab/insight/ask/mod.rs).
 */
const SMOOTHING_TICKS = 30;
const CANVAS_HEIGHT = 40;

/** Moving averages of the turns. Both arrays have `stride` numbers per tick, one per force, in degrees per second. */
function smoothedRows(rows: Float32Array, stride: number): Float32Array {
  const ticks = Math.floor(rows.length / stride);
  const averages = new Float32Array(ticks * stride);
  for (let part = 0; part < stride; part++) {
    let sum = 0;
    let [from, to] = [0, 0];
    for (let tick = 0; tick < ticks; tick++) {
      const [first, last] = [
        Math.max(0, tick - SMOOTHING_TICKS / 2),
        Math.min(ticks, tick + SMOOTHING_TICKS / 2),
      ];
      while (to < last) sum += rows[to++ * stride + part] ?? 0;
      while (from < first) sum -= rows[from++ * stride + part] ?? 0;
      averages[tick * stride + part] = sum / (to - from);
    }
  }
  return averages;
}

/** Largest number of behaviors that get a color of their own; all others share one. */
const MAX_BANDS = 4;
/** Smallest share of the sum of all turns for which a behavior gets a color of its own. */
const MIN_BAND_SHARE = 0.06;

/** Indices of the behaviors with a color of their own, ascending. `rows`: `stride` turns per tick, behaviors first. */
export function strongestParts(rows: Float32Array, stride: number, behaviors: number): number[] {
  const sums = new Array<number>(stride).fill(0);
  for (const [at, turn] of rows.entries()) sums[at % stride] = (sums[at % stride] ?? 0) + Math.abs(turn);
  const total = sums.reduce((all, sum) => all + sum, 0);
  const sumOf = (part: number) => sums[part] ?? 0;
  return sums
    .map((_, part) => part)
    .filter((part) => part < behaviors && sumOf(part) > MIN_BAND_SHARE * total)
    .sort((a, b) => sumOf(b) - sumOf(a))
    .slice(0, MAX_BANDS)
    .sort((a, b) => a - b);
}

export class TurnHistory {
  readonly canvas = element("canvas.ask-past.grow", { height: CANVAS_HEIGHT * 2, "aria-hidden": "true" });
  readonly root: HTMLElement;
  private readonly slider = element("input.ask-past-slider", {
    type: "range",
    min: 0,
    max: PAST_TICKS,
    step: 1,
    "aria-label": "The last five seconds",
  });
  /** Legend: behaviors with a color of their own, in pipeline order, then all others. */
  private readonly legend = element("p.ask-strip-names.flow.hints");
  private shownNamesKey = "";
  private firstTick = 0;
  private endTick = 0;
  private rows: Float32Array = new Float32Array(0);
  private stride = 1;
  private labels: readonly string[] = [];
  /** Indices, in one tick's row of turns, of the behaviors that have a color of their own. */
  private bandParts: number[] = [];
  private shownTick = 0;

  constructor(seek: (tick: number) => void) {
    this.slider.addEventListener("input", () => seek(this.endTick - PAST_TICKS + Number(this.slider.value)));
    this.root = element(
      "div.ask-strip",
      element("p.note.spaced", "What turned it in the last five seconds:"),
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
      this.legend,
    );
  }

  /** Clears the bands, for another bird. */
  clear(): void {
    this.rows = new Float32Array(0);
    this.firstTick = this.endTick = 0;
  }

  /**
   * Takes the turns up to `tick`. `past`: tick of the first row, numbers per row, then one row of turns per tick. After
   * a jump back within the five seconds, the bands stay, so that their time slider can go forward again.
   */
  showPast(past: Float32Array, tick: number, labels: readonly string[]): void {
    this.labels = labels;
    this.shownTick = tick;
    const [first, stride = 0] = past;
    const isBackStep = tick < this.endTick && tick >= this.endTick - PAST_TICKS && stride === this.stride;
    if (first === undefined || stride === 0 || isBackStep) return;
    this.stride = stride;
    this.firstTick = first;
    this.endTick = tick;
    this.rows = smoothedRows(past.subarray(2), stride);
    this.bandParts = strongestParts(this.rows, stride, labels.length);
  }

  /** Whether the bands reach back all five seconds, or to the start of the run. */
  get isFull(): boolean {
    return this.rows.length > 0 && this.firstTick <= Math.max(0, this.endTick - PAST_TICKS);
  }

  /** Color of the band of a force, by its index in a row of turns. */
  private colorOf(part: number, palette: Palette): string {
    return this.bandParts.includes(part) ? forceColor(part, palette) : palette.text;
  }

  private showNames(palette: Palette): void {
    const namesKey = `${this.bandParts} ${this.labels} ${palette.labelPlate}`;
    if (namesKey === this.shownNamesKey) return;
    this.shownNamesKey = namesKey;
    const spans = this.bandParts.map((part) => {
      const span = element("span", this.labels[part] ?? "");
      span.style.color = forceColor(part, palette);
      return span;
    });
    const restLabel = element("span", "the rest");
    restLabel.style.color = palette.text;
    this.legend.replaceChildren(...spans, restLabel);
  }

  draw(palette: Palette): void {
    this.showNames(palette);
    const { canvas, slider } = this;
    slider.value = String(PAST_TICKS - (this.endTick - this.shownTick));
    const width = Math.max(1, Math.round(canvas.clientWidth * 2));
    if (canvas.width !== width) canvas.width = width;
    const context = canvas.getContext("2d");
    if (!context) return;
    const { height } = canvas;
    context.clearRect(0, 0, width, height);
    const ticks = this.rows.length / this.stride;
    const x = (tick: number) => ((this.firstTick + tick - (this.endTick - PAST_TICKS)) / PAST_TICKS) * width;
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
    const tickWidth = Math.max(1, width / PAST_TICKS);
    for (let tick = 0; tick < ticks; tick++) {
      let [above, below] = [height / 2, height / 2];
      for (let part = 0; part < this.stride; part++) {
        const turn = this.rows[tick * this.stride + part] ?? 0;
        const size = (Math.abs(turn) / largest) * (height / 2 - 2);
        context.fillStyle = this.colorOf(part, palette);
        if (turn < 0) above -= size;
        context.fillRect(x(tick), turn < 0 ? above : below, tickWidth + 0.5, size);
        if (turn >= 0) below += size;
      }
    }
    context.fillStyle = palette.mark;
    context.fillRect(0, height / 2 - 0.5, width, 1);
    context.fillRect(Math.min(width - 3, x(this.shownTick - this.firstTick)), 0, 3, height);
  }
}
