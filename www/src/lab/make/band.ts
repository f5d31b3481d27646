/** Row for one band of a wish, the range wished for a measure: a strip with recent values; the ends can be dragged. */
import type { MeasureInfo } from "../../core/watch";
import { element, iconButton, setText, svg } from "../../ui/dom";
import { isAlongSlider } from "../../ui/touch";
import { withUnit } from "../../ui/values";
import { bandContains, type MeasureBand } from "./wish";

const STRIP_WIDTH = 280;
const STRIP_HEIGHT = 40;
/** Number of recent values that the strip shows, newest on top. */
const TRACE_SAMPLES = 40;

/** Horizontal axis of a strip from 0 to `top`; a square-root axis gives more room to small values. */
interface BandAxis {
  top: number;
  isSquareRoot: boolean;
}

export function axisFor(span: MeasureInfo["span"], { low, high }: MeasureBand, now: number): BandAxis {
  const largestEnd = Math.max(low ?? 0, high ?? 0);
  if (span === "share")
    return largestEnd < 0.2 ? { top: 0.25, isSquareRoot: true } : { top: 1, isSquareRoot: false };
  const top = 1.7 * Math.max(largestEnd, Number.isFinite(now) ? now : 0, 1e-3);
  return { top: Number(top.toPrecision(2)), isSquareRoot: false };
}

export const shareAt = ({ top, isSquareRoot }: BandAxis, value: number) => {
  const share = Math.min(1, Math.max(0, value / top));
  return isSquareRoot ? Math.sqrt(share) : share;
};

export const valueAtShare = ({ top, isSquareRoot }: BandAxis, share: number) =>
  Number((top * (isSquareRoot ? share * share : share)).toPrecision(share > 0.5 ? 3 : 2));

/** A value as text with two significant digits, three from 100 on; a dash if it is not finite. */
export function bandNumberText(value: number): string {
  if (!Number.isFinite(value)) return "\u2013";
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}

export function bandText({ low, high }: MeasureBand, unit: string): string {
  const textWithUnit = (text: string) => withUnit(text, unit);
  if (low === undefined) return textWithUnit(`at most ${bandNumberText(high ?? 0)}`);
  if (high === undefined) return textWithUnit(`at least ${bandNumberText(low)}`);
  return textWithUnit(`${bandNumberText(low)} to ${bandNumberText(high)}`);
}

export class BandRow {
  readonly root: HTMLElement;
  private readonly axis: BandAxis;
  private readonly bandLabel = element("span.hints.push");
  private readonly valueNow = element("span.source");
  private readonly strip: HTMLElement;
  private readonly bandRect = svg("rect.band-region", { y: 0, height: STRIP_HEIGHT });
  private readonly valueTrace = svg("polyline.band-trace", { points: "" });
  private readonly handles: Record<"low" | "high", HTMLElement>;
  private readonly recentValues: number[] = [];

  constructor(
    private readonly info: MeasureInfo,
    readonly band: MeasureBand,
    currentValue: number,
    remove: () => void,
  ) {
    this.axis = axisFor(info.span, band, currentValue);
    const plot = svg(
      "svg",
      { viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.bandRect,
      this.valueTrace,
    );
    this.handles = { low: this.makeHandle("low"), high: this.makeHandle("high") };
    this.strip = element("div.band-strip", plot, this.handles.low, this.handles.high);
    const removeButton = iconButton("close", `Leave out ${info.label}`, remove, "small");
    const head = element(
      "div.band-head.across",
      element("span", { title: info.doc }, info.label),
      this.valueNow,
      this.bandLabel,
      removeButton,
    );
    this.root = element("div.band", { role: "group", "aria-label": info.label }, head, this.strip);
    this.watchStrip();
    this.updateBand();
  }

  /** Adds the measure's present value to the trace of recent values; NaN is left out. */
  showValue(value: number): void {
    if (Number.isNaN(value)) return;
    this.recentValues.unshift(value);
    this.recentValues.length = Math.min(this.recentValues.length, TRACE_SAMPLES);
    const pointText = (one: number, at: number) =>
      `${(STRIP_WIDTH * shareAt(this.axis, one)).toFixed(1)},${((STRIP_HEIGHT * at) / (TRACE_SAMPLES - 1)).toFixed(1)}`;
    this.valueTrace.setAttribute("points", this.recentValues.map(pointText).join(" "));
    this.root.dataset.holds = String(bandContains(this.band, value));
    setText(this.valueNow, `now ${bandNumberText(value)}`);
  }

  private makeHandle(end: "low" | "high"): HTMLElement {
    const endWords = end === "low" ? "at least" : "at most";
    const handle = element("div.band-handle", {
      role: "slider",
      tabindex: 0,
      "aria-label": `${this.info.label}, ${endWords}`,
      "aria-valuemin": 0,
      "aria-valuemax": this.axis.top,
    });
    handle.addEventListener("keydown", (event) => {
      const stepOfKey: Record<string, number> = {
        ArrowRight: 1,
        ArrowUp: 1,
        ArrowLeft: -1,
        ArrowDown: -1,
        PageUp: 10,
        PageDown: -10,
      };
      const step = stepOfKey[event.key];
      const target = event.key === "Home" ? 0 : event.key === "End" ? 1 : undefined;
      if ((step === undefined && target === undefined) || event.ctrlKey || event.altKey || event.metaKey)
        return;
      event.preventDefault();
      event.stopPropagation();
      this.moveHandle(end, target ?? this.handleShare(end) + (step ?? 0) / 100);
    });
    return handle;
  }

  /** Lets a drag on the strip move the end of the band that is nearer to the press. */
  private watchStrip(): void {
    const { strip } = this;
    let end: "low" | "high" | undefined;
    const pointerShare = (event: PointerEvent) => {
      const box = strip.getBoundingClientRect();
      return (event.clientX - box.left) / box.width;
    };
    const onGrab = (event: PointerEvent) => {
      const at = pointerShare(event);
      const [low, high] = [this.handleShare("low"), this.handleShare("high")];
      end = Math.abs(at - low) < Math.abs(at - high) || (low === high && at < low) ? "low" : "high";
      this.handles[end].focus({ preventScroll: true });
      this.moveHandle(end, at);
    };
    // A touch may begin to scroll the page, so it moves an end only once it moved along the strip or was lifted.
    let finger: PointerEvent | undefined;
    strip.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      end = undefined;
      if (event.pointerType === "touch") {
        finger = event;
        return;
      }
      strip.setPointerCapture(event.pointerId);
      onGrab(event);
      event.preventDefault();
    });
    strip.addEventListener("pointermove", (event) => {
      if (finger && isAlongSlider(finger, event)) {
        finger = undefined;
        strip.setPointerCapture(event.pointerId);
        onGrab(event);
      } else if (end && strip.hasPointerCapture(event.pointerId)) this.moveHandle(end, pointerShare(event));
    });
    strip.addEventListener("pointerup", (event) => {
      if (finger) onGrab(event);
      finger = end = undefined;
    });
    strip.addEventListener("pointercancel", () => {
      finger = end = undefined;
    });
  }

  /** Position of an end of the band on the axis, 0 to 1; an open end is at that end of the axis. */
  private handleShare(end: "low" | "high"): number {
    const value = this.band[end];
    return value === undefined ? (end === "low" ? 0 : 1) : shareAt(this.axis, value);
  }

  private moveHandle(end: "low" | "high", to: number): void {
    const [low, high] = [this.handleShare("low"), this.handleShare("high")];
    const share = end === "low" ? Math.min(Math.max(0, to), high) : Math.max(Math.min(1, to), low);
    const isOpenEnd = end === "low" ? share <= 0 : share >= 1;
    const otherEnd = end === "low" ? this.band.high : this.band.low;
    // One end of a band may be open, but not both.
    if (isOpenEnd && otherEnd === undefined) return;
    this.band[end] = isOpenEnd ? undefined : valueAtShare(this.axis, share);
    this.updateBand();
  }

  private updateBand(): void {
    const [low, high] = [this.handleShare("low"), this.handleShare("high")];
    this.bandRect.setAttribute("x", String(STRIP_WIDTH * low));
    this.bandRect.setAttribute("width", String(Math.max(1, STRIP_WIDTH * (high - low))));
    for (const end of ["low", "high"] as const) {
      const value = this.band[end];
      const handle = this.handles[end];
      handle.style.left = `${100 * this.handleShare(end)}%`;
      handle.dataset.open = String(value === undefined);
      handle.setAttribute("aria-valuenow", String(value ?? (end === "low" ? 0 : this.axis.top)));
      handle.setAttribute(
        "aria-valuetext",
        value === undefined ? "open" : withUnit(bandNumberText(value), this.info.unit),
      );
    }
    setText(this.bandLabel, bandText(this.band, this.info.unit));
  }
}
