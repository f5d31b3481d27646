/** Which parts of the page are open, and how much of the canvas they cover. */
import type { Insets } from "../stage/camera";
import { byId } from "./dom";
import { LAB, type LabView, Side } from "./side";
import type { Store } from "./store";

/** What a link may show: the list below More, or a view of the lab. */
export type View = "tune" | LabView;
export const VIEWS: readonly View[] = ["tune", ...LAB];

/** Where controls stand at the bottom: the same query as in the style sheets. */
export const NARROW = "(max-width: 59.9375em), (max-height: 32.4375em)";

/** What opens, each with its button. */
const PARTS = {
  all: "more",
  lab: "lab-button",
  scenes: "scene-title",
  look: "look-button",
  share: "share-button",
  add: "add-button",
} as const;
export type Part = keyof typeof PARTS;
/** Those that stay beside the stage, and those that lie over it until something else is done. */
const LASTING: readonly Part[] = ["all", "lab"];
const MENUS: readonly Part[] = ["scenes", "look", "share", "add"];

/** Between a lesson's card and the world, CSS px. */
const BESIDE = 24;

export class Panels {
  /** On a phone, a part opens: whatever else lies over the stage makes way. */
  onSheet: () => void = () => {};
  private readonly narrow = matchMedia(NARROW);
  private readonly side: Side;
  private readonly watchers = new Map<View, (inSight: boolean) => void>();
  private readonly listeners = new Map<Part, (open: boolean) => void>();
  private seen: View | undefined;
  private pending = 0;

  constructor(
    private readonly store: Store,
    private readonly report: (insets: Insets) => void,
    /** The world is seen whole, as large as it goes. */
    private readonly isFitted: () => boolean,
  ) {
    this.side = new Side(store, () => this.tell());
    for (const [part, button] of Object.entries(PARTS) as [Part, string][])
      byId(button).addEventListener("click", () => this.turn(part));
    byId("lab-close").addEventListener("click", () => this.turn("lab"));
    document.querySelector("[data-closes]")?.addEventListener("click", () => this.turn("scenes"));
    // On a phone the flock has the screen at first.
    const kept = store.get("open");
    if (!this.narrow.matches && (kept === "all" || kept === "lab")) this.set(kept, true);
    window.addEventListener("keydown", (event) => this.escape(event), { capture: true });
    // A menu has done its work when something else is pressed.
    document.addEventListener("pointerdown", ({ target }) => this.leave(target), { capture: true });
    const observer = new ResizeObserver(() => this.measureSoon());
    for (const id of "chrome masthead top learn panel lab dock scenes".split(" ")) observer.observe(byId(id));
    // What is open or asked hides other things.
    new MutationObserver(() => this.measureSoon()).observe(byId("chrome"), { attributes: true });
    this.narrow.addEventListener("change", () => this.measureSoon());
    this.tell();
  }

  /** Reports what is covered now; the same in one call, for the first frame. */
  measure(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const box = (id: string) => byId(id).getBoundingClientRect();
    const edge = (id: string, side: "left" | "right" | "top" | "bottom", none: number) => {
      const one = box(id);
      return one.height > 0 ? one[side] : none;
    };
    const title = edge("scene-title", "bottom", 0);
    // Who starts at the edge of the world is seen whole beside the card.
    const left = edge("learn", "right", -BESIDE) + BESIDE;
    const dock = box("dock");
    if (!this.narrow.matches) {
      // The panel's column is kept free: nothing moves when More unfolds. Beside an answer stands the lab, for which a
      // fitted world makes way; a view that a person has chosen stays as it is.
      const isBeside = this.isFitted() && byId("lab").checkVisibility({ visibilityProperty: true });
      const lab = isBeside ? edge("lab", "left", width) : width;
      const right = width - Math.min(edge("panel", "left", width), lab);
      // The editor's tools stand below the title.
      const top = Math.max(title, edge("top", "bottom", 0));
      this.report({ top, left, right, bottom: height - edge("dock", "top", height) });
      return;
    }
    // On its side, a phone has the controls in one half; else the tools stand above the dock.
    if (dock.left > width / 4) this.report({ top: 0, left: 0, right: width - dock.left, bottom: 0 });
    else {
      const top = Math.max(title, edge("scene-line", "bottom", 0));
      const bottom = height - Math.min(dock.top, edge("top", "top", height));
      this.report({ top, left: 0, right: 0, bottom });
    }
  }

  /** Panels are sheets, which cover the stage. */
  get isNarrow(): boolean {
    return this.narrow.matches;
  }

  /** The view that is in sight. */
  get view(): View | undefined {
    return this.seen;
  }

  /** Brings a view into sight, for this visit: what a link shows is no choice of the person who opens it. */
  bring(view: View): void {
    if (view !== "tune") this.side.showView(view);
    this.set(view === "tune" ? "all" : "lab", true);
  }

  /** Calls back now and whenever a view comes into sight or leaves it: hidden views need no updates. */
  watch(view: View, inSight: (inSight: boolean) => void): void {
    this.watchers.set(view, inSight);
    inSight(this.seen === view);
  }

  /** Calls back now where a part is open, and whenever it is opened or closed. */
  opens(part: Part, listener: (open: boolean) => void): void {
    this.listeners.set(part, listener);
    if (this.isOpen(part)) listener(true);
  }

  isOpen(part: Part): boolean {
    return !byId(part).hidden;
  }

  /** Closes the menu that is open. */
  closeMenus(): void {
    for (const part of MENUS) this.set(part, false);
  }

  /** Frees the canvas of what would cover it. */
  closeSheet(): void {
    this.closeMenus();
    if (this.narrow.matches) for (const part of LASTING) this.set(part, false);
  }

  /** Opens a part by a key, which goes on in it. */
  open(part: Part): void {
    this.set(part, true);
    this.enter(part);
  }

  private turn(part: Part): void {
    const open = !this.isOpen(part);
    this.set(part, open);
    if (LASTING.includes(part)) this.store.set("open", open ? part : "");
    // Keys go on in what they have opened.
    if (open && byId(PARTS[part]).matches(":focus-visible")) this.enter(part);
  }

  private enter(part: Part): void {
    // The scenes from the card of the one that runs.
    const first = part === "scenes" ? '[aria-current="true"]' : "button, input, select";
    byId(part).querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  }

  private set(part: Part, open: boolean): void {
    if (open === this.isOpen(part)) return;
    if (open) {
      this.closeMenus();
      if (this.narrow.matches) this.onSheet();
      // The list and the lab share a place.
      if (LASTING.includes(part)) this.set(part === "all" ? "lab" : "all", false);
    }
    const isLeft = byId(part).contains(document.activeElement);
    byId(part).hidden = !open;
    byId(PARTS[part]).setAttribute("aria-expanded", String(open));
    const all = (Object.keys(PARTS) as Part[]).filter((one) => this.isOpen(one));
    byId("chrome").dataset.open = all.join(" ");
    // The keys are lost to no one.
    if (isLeft) byId(PARTS[part]).focus({ preventScroll: true });
    this.listeners.get(part)?.(open);
    this.tell();
    this.measureSoon();
  }

  private leave(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    for (const part of MENUS) {
      const isOwn = target.closest(`#${part}, #${PARTS[part]}`);
      if (this.isOpen(part) && !isOwn) this.set(part, false);
    }
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const open = MENUS.find((part) => this.isOpen(part));
    if (!open) return;
    event.stopPropagation();
    this.set(open, false);
    byId(PARTS[open]).focus({ preventScroll: true });
  }

  private measureSoon(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.measure();
    });
  }

  /** Tells the watchers which view is in sight now. */
  private tell(): void {
    const now = this.isOpen("lab") ? this.side.view : this.isOpen("all") ? "tune" : undefined;
    const before = this.seen;
    if (now === before) return;
    this.seen = now;
    if (before) this.watchers.get(before)?.(false);
    if (now) this.watchers.get(now)?.(true);
  }
}
