/** The right panel's views, as tabs: Tune, Make it, Why and Measure. Which one a person chose last is remembered. */
import { byId } from "./dom";
import type { Store } from "./store";

export const VIEWS = ["tune", "make", "why", "measure"] as const;
export type View = (typeof VIEWS)[number];

export function isView(text: string | undefined): text is View {
  return VIEWS.some((view) => view === text);
}

/** Where a key moves from one of the tabs; undefined for keys that mean nothing there. */
export function tabAfter(view: View, key: string): View | undefined {
  const at = VIEWS.indexOf(view);
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step !== 0) return VIEWS[(at + step + VIEWS.length) % VIEWS.length];
  if (key === "Home") return VIEWS[0];
  if (key === "End") return VIEWS.at(-1);
  return undefined;
}

export class Side {
  view: View;

  constructor(
    private readonly store: Store,
    private readonly chosen: (view: View) => void,
  ) {
    const last = store.get("side");
    this.view = isView(last) ? last : "tune";
    for (const view of VIEWS) this.tab(view).addEventListener("click", () => this.choose(view));
    byId("side-tabs").addEventListener("keydown", (event) => {
      const next = tabAfter(this.view, event.key);
      if (!next || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.choose(next);
      this.tab(next).focus();
    });
    this.show(this.view);
  }

  /** For later visits, too. */
  remember(view: View): void {
    this.store.set("side", view);
  }

  private choose(view: View): void {
    this.remember(view);
    this.chosen(view);
  }

  show(view: View): void {
    this.view = view;
    for (const other of VIEWS) {
      const tab = this.tab(other);
      const shown = other === view;
      tab.setAttribute("aria-selected", String(shown));
      tab.tabIndex = shown ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !shown;
    }
  }

  private tab(view: View): HTMLElement {
    return byId(`side-${view}`);
  }
}
