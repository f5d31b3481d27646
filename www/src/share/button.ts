/** The Share menu. Its first items copy a link; the others open a section of a dialog, whose code is fetched then. */
import { MAX_QUERY_LENGTH, pageWith } from "../core/link/address";
import { linkDescription, shareLinkAt } from "../time/moment";
import { secondsText } from "../time/strip-math";
import { copyFailureText, copyText } from "../ui/clipboard";
import { byId, element, icon, setText } from "../ui/dom";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { ShareDialog } from "./dialog";
import type { SharePage } from "./dialog/section";

const loadDialog = () => import("./dialog");
const loadEncoder = () => import("./record/encoder");

/** Items of the Share menu that open a section of the dialog. */
const SHARE_MENU_ITEMS = [
  { key: "media", icon: "image", label: "Picture or loop" },
  { key: "code", icon: "code", label: "Code" },
  { key: "embed", icon: "open", label: "In a page of yours" },
  { key: "file", icon: "download", label: "File" },
] as const;

export class ShareMenu {
  private dialog: ShareDialog | undefined;
  /** Whether the menu or the dialog has paused a playing run, which is resumed when they close. */
  private hasPausedRun = false;
  /** Key of the chosen item while the code of the dialog loads; "" otherwise. */
  private loadingSection = "";
  private readonly tickHint = element("span.hints");
  /** Field with the link for copying by hand, shown if the browser refuses to copy it. */
  private readonly linkField = element("input#link-text", {
    ...{ type: "text", readonly: true, "aria-label": "Link", hidden: true },
    onfocus: () => this.linkField.select(),
  });

  constructor(private readonly host: SharePage) {
    const { core, panels } = host;
    const sectionItems = SHARE_MENU_ITEMS.map(({ key, icon: name, label }) =>
      menuItem(name, label, () => void this.openSection(key, label)),
    );
    for (const item of sectionItems) fetchOnApproach(item, loadDialog);
    const [media] = sectionItems;
    if (media) fetchOnApproach(media, loadEncoder);
    byId("share").prepend(
      menuItem("link", "This moment", () => void this.copyLink(core.ticks()), this.tickHint),
      menuItem("start", "From the start", () => void this.copyLink(0)),
      this.linkField,
      ...sectionItems,
    );
    panels.onToggle("share", (isOpen) => this.onToggle(isOpen));
    // In a microtask, since the camera moves only after the event; a section may show a link with the view.
    host.on("opened", () => queueMicrotask(() => this.dialog?.updateView()));
  }

  private onToggle(isOpen: boolean): void {
    this.linkField.hidden = true;
    if (isOpen) {
      this.loadingSection = "";
      this.stopTime();
      setText(this.tickHint, secondsText(this.host.core.ticks()));
    } else if (!this.loadingSection) this.resumeTime();
  }

  private stopTime(): void {
    this.hasPausedRun ||= this.host.clock.playing;
    this.host.setPlaying(false);
  }

  private resumeTime(): void {
    if (this.hasPausedRun) this.host.setPlaying(true);
    this.hasPausedRun = false;
  }

  private async openSection(section: string, title: string): Promise<void> {
    this.loadingSection = section;
    this.host.panels.closeMenus();
    try {
      const { ShareDialog } = await fetchPart(loadDialog);
      // If another item was chosen or another dialog opened while the code was loading, the section is not shown.
      if (this.loadingSection !== section || document.querySelector("dialog[open]")) return;
      this.dialog ??= new ShareDialog(this.host, () => this.resumeTime());
      this.stopTime();
      this.dialog.open(section, title);
    } finally {
      if (this.loadingSection === section) this.loadingSection = "";
      if (!this.loadingSection && !this.dialog?.isOpen) this.resumeTime();
    }
  }

  private async copyLink(tick: number): Promise<void> {
    const { host, linkField } = this;
    const href = pageWith(shareLinkAt(host.core, tick, host.look(!this.hasPausedRun)), location.href);
    if (!(await copyText(href))) {
      linkField.hidden = false;
      linkField.value = href;
      linkField.focus();
      host.say(`${copyFailureText()}. Copy the link from the menu`);
      return;
    }
    host.panels.closeMenus();
    const isLong = href.length > MAX_QUERY_LENGTH;
    const warning = isLong ? ". It is long: some chat apps cut it off, and a file is safer" : "";
    host.say(`Link copied: it ${linkDescription(host.core, tick)}${warning}`);
  }
}

const menuItem = (name: string, label: string, onclick: () => void, note?: HTMLElement) =>
  element("button.across.tall.left", { onclick }, icon(name), element("span.grow", label), note);
