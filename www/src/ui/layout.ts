/** Which panels are open, in both layouts, and how much of the canvas they cover. */
import type { Insets } from "../canvas/camera";
import { byId } from "./dom";
import { isView, Side, type View } from "./side";
import type { Store } from "./store";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Chrome around a canvas of this size: what reaches along a whole side counts, small islands on top do not. */
export interface Cover {
  width: number;
  height: number;
  top?: Box | undefined;
  left?: Box | undefined;
  right?: Box | undefined;
  bottom?: Box | undefined;
}

/** The px that chrome covers on each side. */
export function insetsOf({ width, height, top, left, right, bottom }: Cover): Insets {
  return {
    top: Math.max(0, top?.bottom ?? 0),
    left: Math.max(0, left?.right ?? 0),
    right: Math.max(0, width - (right?.left ?? width)),
    bottom: Math.max(0, height - (bottom?.top ?? height)),
  };
}

/** The narrow layout, the same query as in the style sheet. */
const NARROW = "(max-width: 959px), (max-height: 519px)";

/** Between the parts of the chrome, as in the style sheet, CSS px. */
const GAP = 12;

const PANELS = ["scenes", "side"] as const;
type Tab = "scenes" | View | "run" | "";

export class Layout {
  private readonly narrow = matchMedia(NARROW);
  private readonly side: Side;
  private readonly watchers = new Map<View, (inSight: boolean) => void>();
  private tab: Tab;
  private seen: View | undefined;
  private pending = 0;

  constructor(
    private readonly store: Store,
    private readonly report: (insets: Insets) => void,
  ) {
    this.tab = readTab(store.get("tab"));
    this.side = new Side(store, (view) => this.bring(view));
    for (const panel of PANELS) {
      this.fold(panel, store.get(`panel.${panel}`) === "closed");
      byId(panel)
        .querySelector(".collapse")
        ?.addEventListener("click", () => {
          const closed = byId(panel).dataset.folded !== "true";
          this.fold(panel, closed);
          store.set(`panel.${panel}`, closed ? "closed" : "open");
        });
    }
    for (const button of this.tabs()) {
      button.addEventListener("click", () => {
        const tab = readTab(button.dataset.tab);
        this.show(tab === this.tab ? "" : tab);
      });
    }
    this.show(this.tab);
    const observer = new ResizeObserver(() => this.measureSoon());
    for (const id of ["chrome", "top", "scenes", "side", "dock", "timeline", "transport", "run", "tabs"]) {
      observer.observe(byId(id));
    }
    this.narrow.addEventListener("change", () => {
      this.tell();
      this.measureSoon();
    });
  }

  /** Reports what is covered now; the same in one call, for the first frame. */
  measure(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const sheet = this.narrow.matches;
    const boxes = (ids: string[]) =>
      ids.map((id) => byId(id).getBoundingClientRect()).filter((box) => box.height > 0);
    const top = outer(boxes(sheet ? ["brand", "top"] : ["top"]));
    if (!sheet) {
      this.clearTop(top?.bottom ?? 0);
      const open = (panel: string) => byId(panel).dataset.folded !== "true";
      const side = (panel: string) => (open(panel) ? outer(boxes([panel])) : undefined);
      this.report(
        insetsOf({
          width,
          height,
          top,
          left: side("scenes"),
          right: side("side"),
          bottom: outer(boxes(["dock"])),
        }),
      );
      return;
    }
    const lower = outer(
      boxes(["timeline", "transport", "tabs", ...(this.tab ? [isView(this.tab) ? "side" : this.tab] : [])]),
    );
    const beside = lower && lower.left > width / 4;
    this.report(insetsOf({ width, height, top, ...(beside ? { right: lower } : { bottom: lower }) }));
  }

  /** Messages begin below the bars at the top, which reach into their row where they take several lines. */
  private clearTop(bottom: number): void {
    const messages = byId("messages");
    const over = bottom + GAP - messages.getBoundingClientRect().top;
    messages.style.setProperty("--over", `${Math.max(0, over)}px`);
  }

  /** The view of the right panel that is in sight. */
  get view(): View | undefined {
    return this.seen;
  }

  /** Brings a view of the right panel into sight. */
  bring(view: View): void {
    this.side.show(view);
    if (this.narrow.matches) this.show(view);
    else if (byId("side").dataset.folded === "true") this.fold("side", false);
    this.tell();
  }

  /** Calls back now and whenever a view comes into sight or leaves it: hidden views need no updates. */
  watch(view: View, inSight: (inSight: boolean) => void): void {
    this.watchers.set(view, inSight);
    inSight(this.seen === view);
  }

  /** Frees the canvas, where a sheet covers it. */
  closeSheet(): void {
    if (this.narrow.matches) this.show("");
  }

  private measureSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.measure();
    });
  }

  private fold(panel: string, closed: boolean): void {
    const root = byId(panel);
    const button = root.querySelector<HTMLButtonElement>(".collapse");
    root.dataset.folded = String(closed);
    button?.setAttribute("aria-expanded", String(!closed));
    if (button) button.title = closed ? "Expand" : "Collapse";
    this.tell();
    this.measureSoon();
  }

  private show(tab: Tab): void {
    this.tab = tab;
    this.store.set("tab", tab || "none");
    byId("chrome").dataset.sheet = tab;
    if (isView(tab)) this.side.show(tab);
    for (const button of this.tabs())
      button.setAttribute("aria-expanded", String(button.dataset.tab === tab));
    this.tell();
    this.measureSoon();
  }

  /** Tells the watchers which view is in sight now. */
  private tell(): void {
    const open = this.narrow.matches ? isView(this.tab) : byId("side").dataset.folded !== "true";
    const now = open ? this.side.view : undefined;
    const before = this.seen;
    if (now === before) return;
    this.seen = now;
    if (before) this.watchers.get(before)?.(false);
    if (now) this.watchers.get(now)?.(true);
  }

  private tabs(): HTMLButtonElement[] {
    return [...byId("tabs").querySelectorAll("button")];
  }
}

/** A remembered tab; the first visit shows the scene with its two sentences. */
export function readTab(text: string | undefined): Tab {
  if (text === "none") return "";
  return isView(text) || text === "run" ? text : "scenes";
}

/** The smallest box around all of these. */
export function outer(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes;
  if (!first) return undefined;
  return boxes.reduce<Box>(
    (all, box) => ({
      left: Math.min(all.left, box.left),
      top: Math.min(all.top, box.top),
      right: Math.max(all.right, box.right),
      bottom: Math.max(all.bottom, box.bottom),
    }),
    first,
  );
}
