/** Which panels are open, in both layouts, and how much of the canvas they cover. */
import type { Insets } from "./canvas/camera";
import { byId } from "./dom";
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
const NARROW = "(max-width: 799px), (max-height: 519px)";

const PANELS = ["scenes", "params"] as const;
type Tab = (typeof PANELS)[number] | "run" | "";

export class Layout {
  private readonly narrow = matchMedia(NARROW);
  private tab: Tab;
  private pending = 0;

  constructor(
    private readonly store: Store,
    private readonly report: (insets: Insets) => void,
  ) {
    this.tab = readTab(store.get("tab"));
    for (const panel of PANELS) {
      const button = byId(panel).querySelector<HTMLButtonElement>(".collapse");
      if (!button) continue;
      this.fold(panel, button, store.get(`panel.${panel}`) === "closed");
      button.addEventListener("click", () => {
        const closed = button.getAttribute("aria-expanded") === "true";
        this.fold(panel, button, closed);
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
    for (const id of ["chrome", "legend", "scenes", "params", "dock", "transport", "run", "tabs"]) {
      observer.observe(byId(id));
    }
    this.narrow.addEventListener("change", () => this.measureSoon());
  }

  /** Reports what is covered now; the same in one call, for the first frame. */
  measure(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const sheet = this.narrow.matches;
    const boxes = (ids: string[]) =>
      ids.map((id) => byId(id).getBoundingClientRect()).filter((box) => box.height > 0);
    const top = outer(boxes(sheet ? ["brand", "legend"] : ["legend"]));
    if (!sheet) {
      const open = (panel: string) => byId(panel).dataset.folded !== "true";
      const side = (panel: string) => (open(panel) ? outer(boxes([panel])) : undefined);
      this.report(
        insetsOf({
          width,
          height,
          top,
          left: side("scenes"),
          right: side("params"),
          bottom: outer(boxes(["dock"])),
        }),
      );
      return;
    }
    const lower = outer(boxes(["transport", "tabs", ...(this.tab ? [this.tab] : [])]));
    const beside = lower && lower.left > width / 4;
    this.report(insetsOf({ width, height, top, ...(beside ? { right: lower } : { bottom: lower }) }));
  }

  /** Brings the parameters into sight. */
  showParams(): void {
    const button = byId("params").querySelector<HTMLButtonElement>(".collapse");
    if (this.narrow.matches) this.show("params");
    else if (button?.getAttribute("aria-expanded") === "false") this.fold("params", button, false);
  }

  private measureSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.measure();
    });
  }

  private fold(panel: string, button: HTMLButtonElement, closed: boolean): void {
    byId(panel).dataset.folded = String(closed);
    button.setAttribute("aria-expanded", String(!closed));
    button.title = closed ? "Unfold" : "Fold";
    this.measureSoon();
  }

  private show(tab: Tab): void {
    this.tab = tab;
    this.store.set("tab", tab || "none");
    byId("chrome").dataset.sheet = tab;
    for (const button of this.tabs())
      button.setAttribute("aria-expanded", String(button.dataset.tab === tab));
    this.measureSoon();
  }

  private tabs(): HTMLButtonElement[] {
    return [...byId("tabs").querySelectorAll("button")];
  }
}

/** A remembered tab; the first visit shows the scene with its two sentences. */
export function readTab(text: string | undefined): Tab {
  if (text === "none") return "";
  return text === "params" || text === "run" ? text : "scenes";
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
