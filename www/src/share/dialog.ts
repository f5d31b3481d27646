/** The dialog of what is shared other than by a link: one section, which the menu has chosen. Built when first asked for. */
import "../style/share.css";
import { element, makeDialog, setText } from "../ui/dom";
import { showDialog } from "../ui/notices";
import { codeSection } from "./code";
import type { ShareSection, ShareView, Sharing } from "./dialog/section";
import { embedSection } from "./embed";
import { fileSection } from "./file";
import { mediaSection } from "./record/section";

const SECTIONS: readonly ShareSection[] = [mediaSection, codeSection, embedSection, fileSection];

export class ShareDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly title: HTMLElement;
  private readonly panel = element("div.share-panel");
  private readonly views = new Map<ShareSection, ShareView>();
  private shown: ShareView | undefined;
  private readonly host: Sharing;
  /** Messages stand in the dialog: what lies behind it cannot be seen or heard now. */
  private readonly status = element("p.share-status", { role: "status" });

  constructor(host: Sharing) {
    this.host = { ...host, say: (text) => setText(this.status, text) };
    const { dialog, title } = makeDialog("share", "any", this.panel, this.status);
    this.dialog = dialog;
    this.title = title;
  }

  /** Shows a section under its name in the menu. */
  open(key: string, title: string): void {
    const section = SECTIONS.find((one) => one.key === key);
    if (!section) return;
    showDialog(this.dialog);
    setText(this.status, "");
    setText(this.title, title);
    const view = this.views.get(section) ?? section.build(this.host);
    this.views.set(section, view);
    this.shown = view;
    this.panel.replaceChildren(view.body);
    view.showSection?.();
    this.title.focus();
  }

  /** Going back in the browser's history, or a dropped file, opens another run behind it. */
  renew(): void {
    if (this.dialog.open) this.shown?.showSection?.();
  }
}
