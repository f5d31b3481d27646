/** Which panels are open, where they stand beside the stage or as one sheet, and how much of the canvas they cover. */
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

/** Where one sheet stands over the stage: the same query as in the style sheet. */
const NARROW = "(max-width: 959px), (max-height: 519px)";

/** Between the parts of the chrome, as in the style sheet, CSS px. */
const GAP = 12;

/** The panels of wide windows, and whether each is open on the first visit; the scenes never are. */
const PANELS = { scenes: false, side: true, look: false, run: false } as const;
type Panel = keyof typeof PANELS;
type Tab = "scenes" | View | "look" | "run" | "";

export class Panels {
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
    for (const panel of Object.keys(PANELS) as Panel[]) {
      const kept = panel === "scenes" ? undefined : store.get(`panel.${panel}`);
      this.fold(panel, (kept ?? (PANELS[panel] ? "open" : "closed")) !== "open");
      for (const button of this.switches(panel)) button.addEventListener("click", () => this.turn(panel));
    }
    for (const button of this.tabs()) {
      button.addEventListener("click", () => {
        const tab = readTab(button.dataset.tab);
        this.choose(tab === this.tab ? "" : tab);
      });
    }
    this.show(this.tab);
    window.addEventListener("keydown", (event) => this.escape(event), { capture: true });
    const observer = new ResizeObserver(() => this.measureSoon());
    for (const id of "chrome masthead top learn scenes side look run dock tabs".split(" "))
      observer.observe(byId(id));
    this.narrow.addEventListener("change", () => {
      this.tellSwitches();
      this.tell();
      this.measureSoon();
    });
  }

  /** Reports what is covered now; the same in one call, for the first frame. */
  measure(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const box = (ids: string[]) =>
      outer(ids.map((id) => byId(id).getBoundingClientRect()).filter((one) => one.height > 0));
    const editing = byId("chrome").dataset.editing === "true";
    if (!this.narrow.matches) {
      const tools = editing ? box(["top"]) : undefined;
      this.clearTop(tools?.bottom ?? 0);
      const open = (panel: Panel) => (this.isOpen(panel) ? box([panel]) : undefined);
      // The sentence below the title gives way; whoever chooses a scene looks at the cards.
      const [top, left, right] = [tools ?? box(["scene-title"]), box(["learn"]), open("side")];
      const bottom = outer([box(["dock"]), open("look"), open("run")].filter((one) => one !== undefined));
      this.report(insetsOf({ width, height, top, left, right, bottom }));
      return;
    }
    const sheet = ["learn", ...(this.tab === "" ? [] : [isView(this.tab) ? "side" : this.tab])];
    const lower = box(["dock", "tabs", ...sheet]);
    const beside = lower && lower.left > width / 4;
    // Beside the controls, the flock is behind the words as well.
    const top = box(editing ? ["brand", "top"] : beside ? ["brand"] : ["masthead"]);
    this.report(insetsOf({ width, height, top, ...(beside ? { right: lower } : { bottom: lower }) }));
  }

  /** Messages and scenes begin below the editor's tools, which reach into their row. */
  private clearTop(bottom: number): void {
    const over = bottom + GAP - byId("messages").getBoundingClientRect().top;
    byId("chrome").style.setProperty("--over", `${Math.max(0, over)}px`);
  }

  /** The view of the right panel that is in sight. */
  get view(): View | undefined {
    return this.seen;
  }

  /** Brings a view of the right panel into sight, for this visit: what a link shows is no choice of whoever opens it. */
  bring(view: View): void {
    this.side.show(view);
    if (this.narrow.matches) this.show(view);
    else this.fold("side", false);
    this.tell();
  }

  /** Calls back now and whenever a view comes into sight or leaves it: hidden views need no updates. */
  watch(view: View, inSight: (inSight: boolean) => void): void {
    this.watchers.set(view, inSight);
    inSight(this.seen === view);
  }

  /** A scene was chosen: the gallery, which covers the stage of a wide window, has done its work. */
  closeScenes(): void {
    if (!this.narrow.matches) this.fold("scenes", true);
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.narrow.matches || !this.isOpen("scenes")) return;
    if (document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    this.turn("scenes");
  }

  /** Frees the canvas, where a sheet covers it. */
  closeSheet(): void {
    if (this.narrow.matches) this.choose("");
  }

  private measureSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.measure();
    });
  }

  private isOpen(panel: Panel): boolean {
    return byId(panel).dataset.folded !== "true";
  }

  /** The buttons that open and close a panel: the one in its head, and where there is one, that in the dock. */
  private switches(panel: Panel): HTMLElement[] {
    const own = byId(panel).querySelector<HTMLElement>(".collapse");
    const away = document.querySelector<HTMLElement>(`:is(#strip, #dock) [aria-controls="${panel}"]`);
    return [own, away].filter((one) => one !== null);
  }

  private turn(panel: Panel): void {
    if (this.narrow.matches) {
      this.choose(this.tab === panel || panel === "side" ? "" : panel);
      return;
    }
    const open = !this.isOpen(panel);
    const inside = byId(panel).contains(document.activeElement);
    this.keep(panel, open);
    // Look and details open at the same place.
    const other = panel === "look" ? "run" : panel === "run" ? "look" : undefined;
    if (open && other && this.isOpen(other)) this.keep(other, false);
    // A panel that closes gives the focus to what opens it again.
    if (!open && inside && panel !== "side") this.switches(panel).at(-1)?.focus({ preventScroll: true });
    // Who opens the gallery by a key goes on from the card of the scene that runs.
    if (open && panel === "scenes" && document.activeElement?.matches("#all-scenes:focus-visible"))
      byId("gallery").querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }

  private keep(panel: Panel, open: boolean): void {
    this.fold(panel, !open);
    if (panel !== "scenes") this.store.set(`panel.${panel}`, open ? "open" : "closed");
  }

  private fold(panel: Panel, closed: boolean): void {
    byId(panel).dataset.folded = String(closed);
    this.tellSwitches();
    this.tell();
    this.measureSoon();
  }

  /** Says of each panel whether it is open, beside the stage or as a sheet. */
  private tellSwitches(): void {
    for (const panel of Object.keys(PANELS) as Panel[]) {
      const open = this.narrow.matches && panel !== "side" ? this.tab === panel : this.isOpen(panel);
      for (const button of this.switches(panel)) button.setAttribute("aria-expanded", String(open));
    }
  }

  /** As a person wants it, now and at later visits. */
  private choose(tab: Tab): void {
    this.store.set("tab", tab || "none");
    if (isView(tab)) this.side.remember(tab);
    this.show(tab);
  }

  private show(tab: Tab): void {
    this.tab = tab;
    byId("chrome").dataset.sheet = tab;
    if (isView(tab)) this.side.show(tab);
    for (const button of this.tabs())
      button.setAttribute("aria-expanded", String(button.dataset.tab === tab));
    this.tellSwitches();
    this.tell();
    this.measureSoon();
  }

  /** Tells the watchers which view is in sight now. */
  private tell(): void {
    const open = this.narrow.matches ? isView(this.tab) : this.isOpen("side");
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

/** A remembered tab; on the first visit the flock has the screen. */
export function readTab(text: string | undefined): Tab {
  return isView(text) || text === "run" || text === "scenes" || text === "look" ? text : "";
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
