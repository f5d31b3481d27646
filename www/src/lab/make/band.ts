/** One band of a wish: a strip that shows the measure's value over time and whose two ends can be dragged. */
import type { MeasureInfo } from "../../core/watch";
import { element, iconButton, setText, svg } from "../../ui/dom";
import { isAlong } from "../../ui/touch";
import { withUnit } from "../../ui/values";
import { type Band, holds } from "./wish";

const WIDTH = 280;
const HEIGHT = 40;
/** Number of samples shown, newest on top. */
const SEEN = 40;

/** Axis of a measure from 0 to `top`; a root enlarges small values where they matter. */
interface Axis {
  top: number;
  rooted: boolean;
}

export function axisFor(span: MeasureInfo["span"], { low, high }: Band, now: number): Axis {
  const most = Math.max(low ?? 0, high ?? 0);
  if (span === "share") return most < 0.2 ? { top: 0.25, rooted: true } : { top: 1, rooted: false };
  const top = 1.7 * Math.max(most, Number.isFinite(now) ? now : 0, 1e-3);
  return { top: Number(top.toPrecision(2)), rooted: false };
}

export const shareAt = ({ top, rooted }: Axis, value: number) => {
  const share = Math.min(1, Math.max(0, value / top));
  return rooted ? Math.sqrt(share) : share;
};

export const valueAt = ({ top, rooted }: Axis, share: number) =>
  Number((top * (rooted ? share * share : share)).toPrecision(share > 0.5 ? 3 : 2));

/** A number with as many digits as a person needs. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "\u2013";
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}

export function bandText({ low, high }: Band, unit: string): string {
  const with_ = (text: string) => withUnit(text, unit);
  if (low === undefined) return with_(`at most ${numberText(high ?? 0)}`);
  if (high === undefined) return with_(`at least ${numberText(low)}`);
  return with_(`${numberText(low)} to ${numberText(high)}`);
}

export class BandRow {
  readonly root: HTMLElement;
  private readonly axis: Axis;
  private readonly text = element("span.hints.push");
  private readonly now = element("span.source");
  private readonly strip: HTMLElement;
  private readonly region = svg("rect.band-region", { y: 0, height: HEIGHT });
  private readonly trace = svg("polyline.band-trace", { points: "" });
  private readonly handles: Record<"low" | "high", HTMLElement>;
  private readonly values: number[] = [];

  constructor(
    private readonly info: MeasureInfo,
    readonly band: Band,
    present: number,
    private readonly hooks: { changed(): void; remove(): void },
  ) {
    this.axis = axisFor(info.span, band, present);
    const plot = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.region,
      this.trace,
    );
    this.handles = { low: this.handle("low"), high: this.handle("high") };
    this.strip = element("div.band-strip", plot, this.handles.low, this.handles.high);
    const remove = iconButton("close", `Leave out ${info.label}`, () => hooks.remove(), "small");
    const head = element(
      "div.band-head.across",
      element("span", { title: info.doc }, info.label),
      this.now,
      this.text,
      remove,
    );
    this.root = element("div.band", { role: "group", "aria-label": info.label }, head, this.strip);
    this.watchStrip();
    this.show();
  }

  /** Adds the measure's present value. */
  showValue(value: number): void {
    if (Number.isNaN(value)) return;
    this.values.unshift(value);
    this.values.length = Math.min(this.values.length, SEEN);
    const point = (one: number, at: number) =>
      `${(WIDTH * shareAt(this.axis, one)).toFixed(1)},${((HEIGHT * at) / (SEEN - 1)).toFixed(1)}`;
    this.trace.setAttribute("points", this.values.map(point).join(" "));
    this.root.dataset.holds = String(holds(this.band, value));
    setText(this.now, `now ${numberText(value)}`);
  }

  private handle(end: "low" | "high"): HTMLElement {
    const words = end === "low" ? "at least" : "at most";
    const made = element("div.band-handle", {
      role: "slider",
      tabindex: 0,
      "aria-label": `${this.info.label}, ${words}`,
      "aria-valuemin": 0,
      "aria-valuemax": this.axis.top,
    });
    made.addEventListener("keydown", (event) => {
      const steps: Record<string, number> = {
        ArrowRight: 1,
        ArrowUp: 1,
        ArrowLeft: -1,
        ArrowDown: -1,
        PageUp: 10,
        PageDown: -10,
      };
      const step = steps[event.key];
      const to = event.key === "Home" ? 0 : event.key === "End" ? 1 : undefined;
      if ((step === undefined && to === undefined) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.move(end, to ?? this.place(end) + (step ?? 0) / 100);
    });
    return made;
  }

  /** A drag moves the end that is nearer to the press. */
  private watchStrip(): void {
    const { strip } = this;
    let end: "low" | "high" | undefined;
    const share = (event: PointerEvent) => {
      const box = strip.getBoundingClientRect();
      return (event.clientX - box.left) / box.width;
    };
    const grab = (event: PointerEvent) => {
      const at = share(event);
      const [low, high] = [this.place("low"), this.place("high")];
      end = Math.abs(at - low) < Math.abs(at - high) || (low === high && at < low) ? "low" : "high";
      this.handles[end].focus({ preventScroll: true });
      this.move(end, at);
    };
    // A finger may be about to scroll, so it moves an end only after it moved along the strip or was lifted.
    let finger: PointerEvent | undefined;
    strip.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      end = undefined;
      if (event.pointerType === "touch") {
        finger = event;
        return;
      }
      strip.setPointerCapture(event.pointerId);
      grab(event);
      event.preventDefault();
    });
    strip.addEventListener("pointermove", (event) => {
      if (finger && isAlong(finger, event)) {
        finger = undefined;
        strip.setPointerCapture(event.pointerId);
        grab(event);
      } else if (end && strip.hasPointerCapture(event.pointerId)) this.move(end, share(event));
    });
    strip.addEventListener("pointerup", (event) => {
      if (finger) grab(event);
      finger = end = undefined;
    });
    strip.addEventListener("pointercancel", () => {
      finger = end = undefined;
    });
  }

  /** Position of an end on the axis; an open end is at the axis' own end. */
  private place(end: "low" | "high"): number {
    const value = this.band[end];
    return value === undefined ? (end === "low" ? 0 : 1) : shareAt(this.axis, value);
  }

  private move(end: "low" | "high", to: number): void {
    const [low, high] = [this.place("low"), this.place("high")];
    const share = end === "low" ? Math.min(Math.max(0, to), high) : Math.max(Math.min(1, to), low);
    const open = end === "low" ? share <= 0 : share >= 1;
    const other = end === "low" ? this.band.high : this.band.low;
    // At least one end of a band has to be closed.
    if (open && other === undefined) return;
    this.band[end] = open ? undefined : valueAt(this.axis, share);
    this.show();
    this.hooks.changed();
  }

  private show(): void {
    const [low, high] = [this.place("low"), this.place("high")];
    this.region.setAttribute("x", String(WIDTH * low));
    this.region.setAttribute("width", String(Math.max(1, WIDTH * (high - low))));
    for (const end of ["low", "high"] as const) {
      const value = this.band[end];
      const handle = this.handles[end];
      handle.style.left = `${100 * this.place(end)}%`;
      handle.dataset.open = String(value === undefined);
      handle.setAttribute("aria-valuenow", String(value ?? (end === "low" ? 0 : this.axis.top)));
      handle.setAttribute(
        "aria-valuetext",
        value === undefined ? "open" : withUnit(numberText(value), this.info.unit),
      );
    }
    setText(this.text, bandText(this.band, this.info.unit));
  }
}
