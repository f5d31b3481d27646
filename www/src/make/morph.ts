/** The way along nine flocks that differ in one parameter: dragging along it moves that parameter's slider. */
import type { ParamInfo } from "../core";
import { withoutPairs } from "../link/query";
import { element, setText } from "../ui/dom";
import { snap, tidy, valueText } from "../ui/values";
import type { MakeHost } from "./host";

/** What differs from flock to flock. */
export interface Way {
  key: string;
  /** The value of each flock, from the lowest on. */
  stops: readonly number[];
  /** Between two flocks it goes by ratios. */
  log: boolean;
}

/** The value so many flocks from the first one on; at a flock, exactly its own. */
export function valueAt({ stops, log }: Way, place: number): number {
  const at = Math.min(Math.max(0, Math.floor(place)), stops.length - 1);
  const [low = 0, high = low] = stops.slice(at, at + 2);
  const part = Math.max(0, place - at);
  return log ? low * (high / low) ** part : low + (high - low) * part;
}

/** Where a value is, in flocks from the first one on; beyond the ends, at the end. */
export function placeOf({ stops, log }: Way, value: number): number {
  const at = Math.max(
    0,
    stops.findLastIndex((stop) => stop <= value),
  );
  const [low = 0, high = low] = stops.slice(at, at + 2);
  if (value <= low || high === low) return at;
  return at + (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
}

/** A press that goes farther than this is a drag, CSS px. */
const SLACK = 6;

export class Morph {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly value = element("output", { for: "morph", "aria-live": "off" });
  private readonly info: ParamInfo;
  /** The revision of the core that is shown, and the one that was made here. */
  private seen = -1;
  private gone = -1;
  private press: { x: number; y: number; drags: boolean } | undefined;
  private dragged = false;
  private readonly watching = new AbortController();

  /** Along the flocks of `list`, in their order. */
  constructor(
    private readonly host: MakeHost,
    info: ParamInfo,
    private readonly way: Way,
    /** The link of one of the flocks. */
    private readonly link: string,
    private readonly list: HTMLElement,
  ) {
    this.info = tidy(info);
    this.slider = element("input#morph", { type: "range", min: 0, max: this.last, step: "any" });
    this.slider.style.setProperty("--home", String(placeOf(way, info.value) / this.last));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.slider.addEventListener("change", () => host.settled());
    this.slider.addEventListener("keydown", (event) => this.key(event));
    const numbers = way.stops.map((_, at) => element("span", String(at + 1)));
    this.root = element(
      "div.morph",
      element("label", { for: "morph", title: info.doc }, info.label),
      this.value,
      this.slider,
      element("div.morph-stops.apart.source", { "aria-hidden": "true" }, ...numbers),
    );
    this.watchPictures();
  }

  /** Whether this link says the same of all other parameters. */
  has(link: string): boolean {
    const others = (text: string) => withoutPairs(text, (pair) => pair.startsWith(`${this.way.key}=`));
    return others(link) === others(this.link);
  }

  /** Once per frame: the mark is where the run is, whatever has changed it. True where something has. */
  frame(): boolean {
    const { core } = this.host;
    if (this.seen === core.revision) return false;
    this.seen = core.revision;
    const info = core.params().find(({ key }) => key === this.way.key);
    if (info && this.gone !== core.revision) this.show(placeOf(this.way, info.value), info.value);
    return true;
  }

  end(): void {
    this.watching.abort();
  }

  private get last(): number {
    return this.way.stops.length - 1;
  }

  private go(place: number): void {
    const { core, turn } = this.host;
    const [low = 0, high = low] = this.way.stops.slice(Math.floor(place), Math.floor(place) + 2);
    const wanted = valueAt(this.way, place);
    // At a flock it is that flock's own; between two of them it is one that the parameter's own slider has, too.
    const value = Number.isInteger(place) ? wanted : Math.min(high, Math.max(low, snap(this.info, wanted)));
    const now = turn(this.way.key, value);
    // The thumb stays under the hand, although the value goes in steps.
    this.gone = core.revision;
    this.show(place, now ?? value);
  }

  private show(place: number, value: number): void {
    const { slider } = this;
    slider.value = String(place);
    slider.style.setProperty("--fill", (place / this.last).toFixed(4));
    const text = valueText(this.info, value);
    const at = Math.floor(place + 0.005) + 1;
    const where =
      Math.abs(place - Math.round(place)) < 0.005 ? `flock ${at}` : `between flocks ${at} and ${at + 1}`;
    slider.setAttribute("aria-valuetext", `${text}, ${where}`);
    setText(this.value, text);
    for (const [at, card] of [...this.list.children].entries()) {
      (card as HTMLElement).style.setProperty("--near", Math.max(0, 1 - Math.abs(at - place)).toFixed(3));
    }
  }

  /** An arrow goes a tenth of the way to the next flock, Page Up and Page Down go to the next one. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = Number(this.slider.value);
    const tenths = Math.round(10 * place);
    const places: Record<string, number> = {
      ArrowRight: (tenths + 1) / 10,
      ArrowUp: (tenths + 1) / 10,
      ArrowLeft: (tenths - 1) / 10,
      ArrowDown: (tenths - 1) / 10,
      PageUp: Math.floor(tenths / 10) + 1,
      PageDown: Math.ceil(tenths / 10) - 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(Math.min(this.last, Math.max(0, to)));
    this.host.settled();
  }

  /** Whoever drags over the pictures goes through them as one reads. */
  private watchPictures(): void {
    const { list } = this;
    const { signal } = this.watching;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      hear: (event: HTMLElementEventMap[K]) => void,
    ) => list.addEventListener(type, hear, { signal, capture: type === "click" });
    on("pointerdown", ({ button, target, clientX: x, clientY: y }) => {
      this.dragged = false;
      const picture = target instanceof Element && target.closest(".candidate");
      this.press = picture && button === 0 ? { x, y, drags: false } : undefined;
    });
    on("pointermove", ({ buttons, pointerId, pointerType, clientX: x, clientY: y }) => {
      // It may have been let go elsewhere.
      if (!buttons) this.press = undefined;
      const { press } = this;
      if (!press) return;
      const [dx, dy] = [Math.abs(x - press.x), Math.abs(y - press.y)];
      // A finger that goes up or down scrolls.
      const meant = pointerType === "touch" ? dx > dy : true;
      if (!press.drags && meant && Math.max(dx, dy) > SLACK) {
        press.drags = true;
        list.setPointerCapture(pointerId);
      }
      if (press.drags) this.go(this.placeAt(x, y));
    });
    const done = () => {
      this.dragged = this.press?.drags ?? false;
      this.press = undefined;
      if (this.dragged) this.host.settled();
    };
    on("pointerup", done);
    on("pointercancel", done);
    // What was dragged is not pressed; keys press it.
    on("click", (event) => {
      if (this.dragged && event.detail > 0) event.stopPropagation();
      this.dragged = false;
    });
  }

  private placeAt(x: number, y: number): number {
    const box = this.list.getBoundingClientRect();
    const columns = getComputedStyle(this.list).gridTemplateColumns.split(" ").length;
    const rows = Math.ceil(this.way.stops.length / columns);
    const row = Math.min(rows - 1, Math.max(0, Math.floor(((y - box.top) / box.height) * rows)));
    const across = Math.min(1, Math.max(0, (x - box.left) / box.width)) * columns;
    return Math.min(this.last, Math.max(0, row * columns + across - 0.5));
  }
}
