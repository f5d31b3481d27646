/** The tabs of the lab panel; a person's last choice is stored. */
import { byId } from "./dom";
import type { Store } from "./store";

export const LAB_VIEWS = ["make", "measure"] as const;
export type LabView = (typeof LAB_VIEWS)[number];

export function isLabView(text: string | undefined): text is LabView {
  return LAB_VIEWS.some((view) => view === text);
}

/** Tab that a key (`KeyboardEvent.key`) moves to from `view`; `undefined` for other keys. */
export function tabAfter(view: LabView, key: string): LabView | undefined {
  const at = LAB_VIEWS.indexOf(view);
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step !== 0) return LAB_VIEWS[(at + step + LAB_VIEWS.length) % LAB_VIEWS.length];
  if (key === "Home") return LAB_VIEWS[0];
  if (key === "End") return LAB_VIEWS.at(-1);
  return undefined;
}

export class LabTabs {
  view: LabView;

  constructor(
    private readonly store: Store,
    private readonly tabChosen: () => void,
  ) {
    const last = store.get("lab");
    this.view = isLabView(last) ? last : LAB_VIEWS[0];
    for (const view of LAB_VIEWS) this.tabOf(view).addEventListener("click", () => this.chooseView(view));
    byId("lab-tabs").addEventListener("keydown", (event) => {
      const next = tabAfter(this.view, event.key);
      if (!next || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.chooseView(next);
      this.tabOf(next).focus();
    });
    this.showView(this.view);
  }

  private chooseView(view: LabView): void {
    this.store.set("lab", view);
    this.showView(view);
    this.tabChosen();
  }

  showView(view: LabView): void {
    this.view = view;
    for (const other of LAB_VIEWS) {
      const tab = this.tabOf(other);
      const isShown = other === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !isShown;
    }
  }

  private tabOf(view: LabView): HTMLElement {
    return byId(`lab-${view}`);
  }
}
