/** The dialog behind "More ways to share": one tab per way. It is built when it is first asked for. */
import "../../style/share.css";
import { element, icon, setText } from "../../ui/dom";
import type { ShareHost, ShareSection, ShareView } from "../dialog/section";
import { SECTIONS } from "./registry";

export class ShareDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly tabs: HTMLButtonElement[];
  private readonly panels: HTMLElement[];
  private readonly views = new Map<ShareSection, ShareView>();
  private shown = 0;

  private readonly host: ShareHost;
  /** Messages stand in the dialog: what lies behind it cannot be seen or heard now. */
  private readonly status = element("p.share-status", { role: "status" });

  constructor(host: ShareHost) {
    this.host = { ...host, say: (text) => setText(this.status, text) };
    this.tabs = SECTIONS.map(({ key, title }, index) => {
      const look = { role: "tab", id: `share-tab-${key}`, "aria-controls": `share-panel-${key}` };
      return element("button", { ...look, onclick: () => this.select(index) }, title);
    });
    this.panels = SECTIONS.map(({ key }) =>
      element("div.share-panel", {
        role: "tabpanel",
        id: `share-panel-${key}`,
        "aria-labelledby": `share-tab-${key}`,
        tabindex: 0,
        hidden: true,
      }),
    );
    const close = element("button#share-close.icon-button", { "aria-label": "Close" }, icon("close"));
    const list = element(
      "div.share-tabs",
      { role: "tablist", "aria-label": "Ways to share", onkeydown: (event) => this.tabKey(event) },
      ...this.tabs,
    );
    this.dialog = element(
      "dialog#share-dialog",
      { "aria-labelledby": "share-title" },
      element("header.panel-head", element("h2#share-title", "Share this run"), close),
      list,
      ...this.panels,
      this.status,
    );
    document.body.append(this.dialog);
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  /** Opens it, with that section in front where there is one. */
  open(key?: string): void {
    if (!this.dialog.open) this.dialog.showModal();
    const index = SECTIONS.findIndex((section) => section.key === key);
    this.select(index < 0 ? this.shown : index);
    this.tabs[this.shown]?.focus();
  }

  /** Going back in the browser's history, or a dropped file, opens another run behind it. */
  renew(): void {
    if (this.dialog.open) this.view()?.show();
  }

  private view(): ShareView | undefined {
    const section = SECTIONS[this.shown];
    return section && this.views.get(section);
  }

  private select(index: number): void {
    const section = SECTIONS[index];
    const panel = this.panels[index];
    if (!section || !panel) return;
    this.shown = index;
    setText(this.status, "");
    let view = this.views.get(section);
    if (!view) {
      view = section.build(this.host);
      this.views.set(section, view);
      panel.append(view.body);
    }
    for (const [at, tab] of this.tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    }
    for (const [at, one] of this.panels.entries()) one.hidden = at !== index;
    this.tabs[index]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    view.show();
  }

  private tabKey(event: KeyboardEvent): void {
    const last = SECTIONS.length - 1;
    const steps: Record<string, number> = {
      ArrowLeft: this.shown === 0 ? last : this.shown - 1,
      ArrowRight: this.shown === last ? 0 : this.shown + 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(next);
    this.tabs[next]?.focus();
  }
}
