/** The share dialog, which shows the section of one menu item. */
import "../style/share.css";
import { element, makeDialog, setText } from "../ui/dom";
import { showDialog } from "../ui/notices";
import { codeSection } from "./code";
import type { SharePage, ShareSection, ShareView } from "./dialog/section";
import { embedSection } from "./embed";
import { fileSection } from "./file";
import { mediaSection } from "./record/section";

const SHARE_SECTIONS: readonly ShareSection[] = [mediaSection, codeSection, embedSection, fileSection];

export class ShareDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly title: HTMLElement;
  private readonly panel = element("div.share-panel");
  private readonly views = new Map<ShareSection, ShareView>();
  private shownView: ShareView | undefined;
  private readonly host: SharePage;
  /** Line for messages, which are shown in the dialog because the page behind it is inert. */
  private readonly status = element("p.share-status", { role: "status" });

  /** `closed` is called when the dialog closes. */
  constructor(host: SharePage, closed: () => void) {
    this.host = { ...host, say: (text) => setText(this.status, text) };
    const { dialog, title } = makeDialog("share", "any", this.panel, this.status);
    this.dialog = dialog;
    dialog.addEventListener("close", closed);
    this.title = title;
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  /** Opens the dialog with the section `key`; `title` is the label of its menu item. */
  open(key: string, title: string): void {
    const section = SHARE_SECTIONS.find((one) => one.key === key);
    if (!section) return;
    showDialog(this.dialog);
    setText(this.status, "");
    setText(this.title, title);
    const view = this.views.get(section) ?? section.build(this.host);
    this.views.set(section, view);
    this.shownView = view;
    this.panel.replaceChildren(view.body);
    view.showSection?.();
    this.title.focus();
  }

  /** Updates the open section after another run was opened behind the dialog (by browser history or a dropped file). */
  updateView(): void {
    if (this.dialog.open) this.shownView?.showSection?.();
  }
}
