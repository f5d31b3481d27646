/** Opens and closes the parts of the page, and computes how much of the canvas they cover. */
import type { Insets } from "../stage/camera";
import { byId } from "./dom";
import { LAB_VIEWS, LabTabs, type LabView } from "./side";
import type { Store } from "./store";

/** Views that a link can open: the list of parameters, or a view of the lab. */
export type PanelView = "tune" | LabView;
export const PANEL_VIEWS: readonly PanelView[] = ["tune", ...LAB_VIEWS];

/** Media query for the layout with controls at the bottom; the same as in the style sheets. */
export const NARROW_QUERY = "(max-width: 59.9375em), (max-height: 32.4375em)";

/** Parts that open, with the id of their button. */
const PART_IDS = {
  all: "more",
  lab: "lab-button",
  scenes: "scene-title",
  look: "look-button",
  share: "share-button",
  add: "add-button",
} as const;
export type PanelPart = keyof typeof PART_IDS;
/** Parts that stay open beside the stage, and menus, which close when something else is pressed. */
const STAYING_PARTS: readonly PanelPart[] = ["all", "lab"];
const MENU_PARTS: readonly PanelPart[] = ["scenes", "look", "share", "add"];

/** Distance between a lesson's card and the world, CSS px. */
const LEARN_GAP = 24;

export class Panels {
  /** Called on a phone when a part opens, so that other sheets close. */
  onSheet: () => void = () => {};
  private readonly narrowQuery = matchMedia(NARROW_QUERY);
  private readonly labTabs: LabTabs;
  private readonly viewWatchers = new Map<PanelView, (inSight: boolean) => void>();
  private readonly toggleListeners = new Map<PanelPart, (open: boolean) => void>();
  private reportedView: PanelView | undefined;
  private measureRequest = 0;

  constructor(
    private readonly store: Store,
    private readonly reportInsets: (insets: Insets) => void,
    /** Returns whether the world is fitted. */
    private readonly isFitted: () => boolean,
  ) {
    this.labTabs = new LabTabs(store, () => this.reportView());
    for (const [part, button] of Object.entries(PART_IDS) as [PanelPart, string][])
      byId(button).addEventListener("click", () => this.togglePart(part));
    byId("lab-close").addEventListener("click", () => this.togglePart("lab"));
    document.querySelector("[data-closes]")?.addEventListener("click", () => this.togglePart("scenes"));
    // On a phone everything starts closed.
    const kept = store.get("open");
    if (!this.narrowQuery.matches && (kept === "all" || kept === "lab")) this.setPart(kept, true);
    window.addEventListener("keydown", (event) => this.closeByEscape(event), { capture: true });
    // A press elsewhere closes a menu.
    document.addEventListener("pointerdown", ({ target }) => this.closeOnOutsidePress(target), {
      capture: true,
    });
    const observer = new ResizeObserver(() => this.measureSoon());
    for (const id of "chrome masthead top learn panel lab dock scenes".split(" ")) observer.observe(byId(id));
    // Attributes of #chrome show and hide other elements.
    new MutationObserver(() => this.measureSoon()).observe(byId("chrome"), { attributes: true });
    this.narrowQuery.addEventListener("change", () => this.measureSoon());
    this.reportView();
  }

  /** Reports the covered margins. */
  measureInsets(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const box = (id: string) => byId(id).getBoundingClientRect();
    const edge = (id: string, side: "left" | "right" | "top" | "bottom", none: number) => {
      const one = box(id);
      return one.height > 0 ? one[side] : none;
    };
    const title = edge("scene-title", "bottom", 0);
    // With a lesson open, a fitted world starts beside its card.
    const left = edge("learn", "right", -LEARN_GAP) + LEARN_GAP;
    const dock = box("dock");
    if (!this.narrowQuery.matches) {
      // The panel's column is kept free, so that nothing moves when More unfolds. A fitted world keeps clear of the lab
      // as well, which stands left of that column while an answer is open; a view that a person chose does not move.
      const avoidsLab = this.isFitted() && byId("lab").checkVisibility({ visibilityProperty: true });
      const lab = avoidsLab ? edge("lab", "left", width) : width;
      const right = width - Math.min(edge("panel", "left", width), lab);
      // The editor's tools are below the title.
      const top = Math.max(title, edge("top", "bottom", 0));
      this.reportInsets({ top, left, right, bottom: height - edge("dock", "top", height) });
      return;
    }
    // On a phone in landscape, the controls take one half; otherwise the tools are above the dock.
    if (dock.left > width / 4) this.reportInsets({ top: 0, left: 0, right: width - dock.left, bottom: 0 });
    else {
      const top = Math.max(title, edge("scene-line", "bottom", 0));
      const bottom = height - Math.min(dock.top, edge("top", "top", height));
      this.reportInsets({ top, left: 0, right: 0, bottom });
    }
  }

  /** Whether panels are sheets that cover the stage. */
  get isNarrow(): boolean {
    return this.narrowQuery.matches;
  }

  /** The view that is in sight. */
  get view(): PanelView | undefined {
    return this.reportedView;
  }

  /** Opens a view without storing it as the person's choice, for example from a link. */
  bringView(view: PanelView): void {
    if (view !== "tune") this.labTabs.showView(view);
    this.setPart(view === "tune" ? "all" : "lab", true);
  }

  /** Calls back now and whenever the view comes into sight or leaves it; hidden views need no updates. */
  watchView(view: PanelView, inSight: (inSight: boolean) => void): void {
    this.viewWatchers.set(view, inSight);
    inSight(this.reportedView === view);
  }

  /** Calls back whenever a part is opened or closed, and now if it is open. */
  onToggle(part: PanelPart, listener: (open: boolean) => void): void {
    this.toggleListeners.set(part, listener);
    if (this.isOpen(part)) listener(true);
  }

  isOpen(part: PanelPart): boolean {
    return !byId(part).hidden;
  }

  /** Closes the open menu. */
  closeMenus(): void {
    for (const part of MENU_PARTS) this.setPart(part, false);
  }

  /** Closes everything that covers the canvas. */
  closeSheet(): void {
    this.closeMenus();
    if (this.narrowQuery.matches) for (const part of STAYING_PARTS) this.setPart(part, false);
  }

  /** Opens a part by a key and moves the focus into it. */
  open(part: PanelPart): void {
    this.setPart(part, true);
    this.focusPart(part);
  }

  private togglePart(part: PanelPart): void {
    const open = !this.isOpen(part);
    this.setPart(part, open);
    if (STAYING_PARTS.includes(part)) this.store.set("open", open ? part : "");
    // A part opened by keyboard gets the focus.
    if (open && byId(PART_IDS[part]).matches(":focus-visible")) this.focusPart(part);
  }

  private focusPart(part: PanelPart): void {
    // In the gallery, the focus starts at the running scene.
    const first = part === "scenes" ? '[aria-current="true"]' : "button, input, select";
    byId(part).querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  }

  private setPart(part: PanelPart, open: boolean): void {
    if (open === this.isOpen(part)) return;
    if (open) {
      this.closeMenus();
      if (this.narrowQuery.matches) this.onSheet();
      // The list and the lab share one place.
      if (STAYING_PARTS.includes(part)) this.setPart(part === "all" ? "lab" : "all", false);
    }
    const isLeft = byId(part).contains(document.activeElement);
    byId(part).hidden = !open;
    byId(PART_IDS[part]).setAttribute("aria-expanded", String(open));
    const all = (Object.keys(PART_IDS) as PanelPart[]).filter((one) => this.isOpen(one));
    byId("chrome").dataset.open = all.join(" ");
    // The focus returns to the button of a closed part.
    if (isLeft) byId(PART_IDS[part]).focus({ preventScroll: true });
    this.toggleListeners.get(part)?.(open);
    this.reportView();
    this.measureSoon();
  }

  private closeOnOutsidePress(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    for (const part of MENU_PARTS) {
      const isOwn = target.closest(`#${part}, #${PART_IDS[part]}`);
      if (this.isOpen(part) && !isOwn) this.setPart(part, false);
    }
  }

  private closeByEscape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const open = MENU_PARTS.find((part) => this.isOpen(part));
    if (!open) return;
    event.stopPropagation();
    this.setPart(open, false);
    byId(PART_IDS[open]).focus({ preventScroll: true });
  }

  private measureSoon(): void {
    if (this.measureRequest) return;
    this.measureRequest = requestAnimationFrame(() => {
      this.measureRequest = 0;
      this.measureInsets();
    });
  }

  /** Notifies the watchers of the view that is in sight. */
  private reportView(): void {
    const now = this.isOpen("lab") ? this.labTabs.view : this.isOpen("all") ? "tune" : undefined;
    const before = this.reportedView;
    if (now === before) return;
    this.reportedView = now;
    if (before) this.viewWatchers.get(before)?.(false);
    if (now) this.viewWatchers.get(now)?.(true);
  }
}
