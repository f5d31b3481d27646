/** Opens and closes panels and menus, and measures how much of the window they cover. */
import type { Insets } from "../stage/camera";
import { byId } from "./dom";
import { LAB_VIEWS, LabTabs, type LabView } from "./side";
import type { Store } from "./store";

/** Views that a link can open: "tune", the list of parameters, or a view of the lab. */
export type PanelView = "tune" | LabView;
export const PANEL_VIEWS: readonly PanelView[] = ["tune", ...LAB_VIEWS];

/** Media query for narrow or low windows, with the controls at the bottom; the same as in the style sheets. */
export const NARROW_QUERY = "(max-width: 59.9375em), (max-height: 32.4375em)";

/** Ids of the panels and menus, each with the id of the button that opens it. */
const PART_IDS = {
  all: "more",
  lab: "lab-button",
  scenes: "scene-title",
  look: "look-button",
  share: "share-button",
  add: "add-button",
} as const;
type PanelPart = keyof typeof PART_IDS;
/** Panels that stay open beside the stage, and menus, which close at a press elsewhere. */
const STAYING_PARTS: readonly PanelPart[] = ["all", "lab"];
const MENU_PARTS: readonly PanelPart[] = ["scenes", "look", "share", "add"];

/** Distance between a lesson's card and a fitted world, CSS px. */
const LEARN_GAP = 24;

export class Panels {
  /** Called in a narrow window before a panel or menu opens, so that what covers the stage there can close. */
  onSheet: () => void = () => {};
  private readonly narrowQuery = matchMedia(NARROW_QUERY);
  private readonly labTabs: LabTabs;
  private readonly viewWatchers = new Map<PanelView, (inSight: boolean) => void>();
  private readonly toggleListeners = new Map<PanelPart, (isOpen: boolean) => void>();
  private reportedView: PanelView | undefined;
  private measureRequest = 0;

  constructor(
    private readonly store: Store,
    private readonly reportInsets: (insets: Insets) => void,
    /** Returns whether the world is fitted, that is, whether no person has moved the view. */
    private readonly isFitted: () => boolean,
  ) {
    this.labTabs = new LabTabs(store, () => this.reportView());
    for (const [part, button] of Object.entries(PART_IDS) as [PanelPart, string][])
      byId(button).addEventListener("click", () => this.togglePart(part));
    byId("lab-close").addEventListener("click", () => this.togglePart("lab"));
    document.querySelector("[data-closes]")?.addEventListener("click", () => this.togglePart("scenes"));
    // The panel that was open at the last visit is opened again, except in a narrow window, where it would cover the
    // stage.
    const storedPart = store.get("open");
    if (!this.narrowQuery.matches && (storedPart === "all" || storedPart === "lab"))
      this.setPart(storedPart, true);
    window.addEventListener("keydown", (event) => this.closeByEscape(event), { capture: true });
    // A press outside a menu closes the menu.
    document.addEventListener("pointerdown", ({ target }) => this.closeOnOutsidePress(target), {
      capture: true,
    });
    const observer = new ResizeObserver(() => this.measureSoon());
    for (const id of "chrome masthead top learn panel lab dock scenes".split(" ")) observer.observe(byId(id));
    // Attributes of #chrome show and hide other elements, which changes the covered margins.
    new MutationObserver(() => this.measureSoon()).observe(byId("chrome"), { attributes: true });
    this.narrowQuery.addEventListener("change", () => this.measureSoon());
    this.reportView();
  }

  /** Measures the margins of the window that panels cover, CSS px, and reports them. */
  measureInsets(): void {
    const { innerWidth: width, innerHeight: height } = window;
    const boxOf = (id: string) => byId(id).getBoundingClientRect();
    const edgeOf = (id: string, side: "left" | "right" | "top" | "bottom", none: number) => {
      const rect = boxOf(id);
      return rect.height > 0 ? rect[side] : none;
    };
    const title = edgeOf("scene-title", "bottom", 0);
    // A fitted world starts beside the card of an open lesson.
    const left = edgeOf("learn", "right", -LEARN_GAP) + LEARN_GAP;
    const dock = boxOf("dock");
    if (!this.narrowQuery.matches) {
      // The column of the panel is kept free even while its list of parameters is folded, so that the view stays when
      // it unfolds. A fitted world keeps clear of the lab too, which is left of that column while the explanation of a
      // bird is open.
      const avoidsLab = this.isFitted() && byId("lab").checkVisibility({ visibilityProperty: true });
      const labLeft = avoidsLab ? edgeOf("lab", "left", width) : width;
      const right = width - Math.min(edgeOf("panel", "left", width), labLeft);
      // The layout editor's tools (#top) are below the title.
      const top = Math.max(title, edgeOf("top", "bottom", 0));
      this.reportInsets({ top, left, right, bottom: height - edgeOf("dock", "top", height) });
      return;
    }
    // In a low window, the dock covers the right side; in a narrow one, the editor's tools are above the dock.
    if (dock.left > width / 4) this.reportInsets({ top: 0, left: 0, right: width - dock.left, bottom: 0 });
    else {
      const top = Math.max(title, edgeOf("scene-line", "bottom", 0));
      const bottom = height - Math.min(dock.top, edgeOf("top", "top", height));
      this.reportInsets({ top, left: 0, right: 0, bottom });
    }
  }

  /** Whether the window is narrow or low, so that panels cover the stage. */
  get isNarrow(): boolean {
    return this.narrowQuery.matches;
  }

  /** The view that is open; `undefined` if neither the list of parameters nor the lab is. */
  get view(): PanelView | undefined {
    return this.reportedView;
  }

  /** Opens a view, for example of a link, without storing it as the person's choice. */
  bringView(view: PanelView): void {
    if (view !== "tune") this.labTabs.showView(view);
    this.setPart(view === "tune" ? "all" : "lab", true);
  }

  /** Calls `inSight` now and whenever the view is shown or hidden; a hidden view needs no updates. */
  watchView(view: PanelView, inSight: (inSight: boolean) => void): void {
    this.viewWatchers.set(view, inSight);
    inSight(this.reportedView === view);
  }

  /** Calls `listener` whenever the panel or menu is opened or closed, and now if it is open. */
  onToggle(part: PanelPart, listener: (isOpen: boolean) => void): void {
    this.toggleListeners.set(part, listener);
    if (this.isOpen(part)) listener(true);
  }

  isOpen(part: PanelPart): boolean {
    return !byId(part).hidden;
  }

  /** Closes all menus. */
  closeMenus(): void {
    for (const part of MENU_PARTS) this.setPart(part, false);
  }

  /** Closes all menus and, in a narrow window, the panels, which cover the stage there. */
  closeSheet(): void {
    this.closeMenus();
    if (this.narrowQuery.matches) for (const part of STAYING_PARTS) this.setPart(part, false);
  }

  /** Opens a panel or menu as a keyboard shortcut does: with the focus in it. */
  open(part: PanelPart): void {
    this.setPart(part, true);
    this.focusPart(part);
  }

  private togglePart(part: PanelPart): void {
    const isOpen = !this.isOpen(part);
    this.setPart(part, isOpen);
    if (STAYING_PARTS.includes(part)) this.store.set("open", isOpen ? part : "");
    // If the button of the panel or menu was pressed by keyboard, the focus moves into it.
    if (isOpen && byId(PART_IDS[part]).matches(":focus-visible")) this.focusPart(part);
  }

  private focusPart(part: PanelPart): void {
    // In the gallery, the focus starts at the running scene.
    const selector = part === "scenes" ? '[aria-current="true"]' : "button, input, select";
    byId(part).querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  private setPart(part: PanelPart, isOpen: boolean): void {
    if (isOpen === this.isOpen(part)) return;
    if (isOpen) {
      this.closeMenus();
      if (this.narrowQuery.matches) this.onSheet();
      // The list of parameters ("all") and the lab share one place, so that opening one closes the other.
      if (STAYING_PARTS.includes(part)) this.setPart(part === "all" ? "lab" : "all", false);
    }
    const isLeft = byId(part).contains(document.activeElement);
    byId(part).hidden = !isOpen;
    byId(PART_IDS[part]).setAttribute("aria-expanded", String(isOpen));
    const openParts = (Object.keys(PART_IDS) as PanelPart[]).filter((one) => this.isOpen(one));
    byId("chrome").dataset.open = openParts.join(" ");
    // The focus moves from a closed panel or menu to its button.
    if (isLeft) byId(PART_IDS[part]).focus({ preventScroll: true });
    this.toggleListeners.get(part)?.(isOpen);
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

  /** Tells the watchers what view was hidden and what view is shown. */
  private reportView(): void {
    const shownView = this.isOpen("lab") ? this.labTabs.view : this.isOpen("all") ? "tune" : undefined;
    const oldView = this.reportedView;
    if (shownView === oldView) return;
    this.reportedView = shownView;
    if (oldView) this.viewWatchers.get(oldView)?.(false);
    if (shownView) this.viewWatchers.get(shownView)?.(true);
  }
}
