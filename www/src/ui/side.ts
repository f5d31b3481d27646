/** Tabs of the lab; the last choice is remembered. */
import { byId } from "./dom";
import type { Store } from "./store";

export const LAB = ["make", "measure"] as const;
export type LabView = (typeof LAB)[number];

export function isLabView(text: string | undefined): text is LabView {
  return LAB.some((view) => view === text);
}

/** Tab that a key moves to; `undefined` for other keys. */
export function tabAfter(view: LabView, key: string): LabView | undefined {
  const at = LAB.indexOf(view);
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (step !== 0) return LAB[(at + step + LAB.length) % LAB.length];
  if (key === "Home") return LAB[0];
  if (key === "End") return LAB.at(-1);
  return undefined;
}

export class Side {
  view: LabView;

  constructor(
    private readonly store: Store,
    private readonly chosen: () => void,
  ) {
    const last = store.get("lab");
    this.view = isLabView(last) ? last : LAB[0];
    for (const view of LAB) this.tab(view).addEventListener("click", () => this.choose(view));
    byId("lab-tabs").addEventListener("keydown", (event) => {
      const next = tabAfter(this.view, event.key);
      if (!next || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.choose(next);
      this.tab(next).focus();
    });
    this.showView(this.view);
  }

  private choose(view: LabView): void {
    this.store.set("lab", view);
    this.showView(view);
    this.chosen();
  }

  showView(view: LabView): void {
    this.view = view;
    for (const other of LAB) {
      const tab = this.tab(other);
      const shown = other === view;
      tab.setAttribute("aria-selected", String(shown));
      tab.tabIndex = shown ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !shown;
    }
  }

  private tab(view: LabView): HTMLElement {
    return byId(`lab-${view}`);
  }
}
