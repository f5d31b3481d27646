/**
 * The Share menu. Its first item copies a link of the present moment; the others open sections of a dialog, loaded on
 * demand.
 */
import { MAX_QUERY_LENGTH, pageWith } from "../core/link/address";
import { linkAt, linkDescription } from "../time/moment";
import { secondsText } from "../time/strip-math";
import { copyFailureText, copyText } from "../ui/clipboard";
import { byId, element, icon, setText } from "../ui/dom";
import { fetchOnApproach, fetchPart } from "../ui/part";
import type { ShareDialog } from "./dialog";
import type { SharePage } from "./dialog/section";

const loadDialog = () => import("./dialog");
const loadEncoder = () => import("./record/encoder");

/** Menu items that open a section of the dialog. */
const SHARE_MENU_ITEMS = [
  { key: "media", icon: "image", label: "Picture or loop" },
  { key: "code", icon: "code", label: "Code" },
  { key: "embed", icon: "open", label: "In a page of yours" },
  { key: "file", icon: "download", label: "File" },
] as const;

export function attachShare(host: SharePage): void {
  const { core, panels, clock } = host;
  let dialog: ShareDialog | undefined;
  /** Whether time was stopped by the menu or its dialog, which are about the present moment. */
  let isStopped = false;
  const holdClock = () => {
    isStopped ||= clock.playing;
    host.setPlaying(false);
  };
  const releaseClock = () => {
    if (isStopped) host.setPlaying(true);
    isStopped = false;
  };
  /** Item that was chosen last. */
  let asked = "";
  const openSection = async (section: string, title: string) => {
    asked = section;
    panels.closeMenus();
    try {
      const { ShareDialog } = await fetchPart(loadDialog);
      // The code may have loaded after another item was chosen or another dialog opened.
      if (asked !== section || document.querySelector("dialog[open]")) return;
      dialog ??= new ShareDialog(host, releaseClock);
      holdClock();
      dialog.open(section, title);
    } finally {
      if (asked === section) asked = "";
      if (!asked && !dialog?.isOpen) releaseClock();
    }
  };
  const field = element("input#link-text", {
    type: "text",
    readonly: true,
    "aria-label": "Link",
    hidden: true,
  });
  field.addEventListener("focus", () => field.select());
  const copyLink = async (tick: number) => {
    const href = pageWith(linkAt(core, tick, host.look(!isStopped)), location.href);
    if (!(await copyText(href))) {
      field.hidden = false;
      field.value = href;
      field.focus();
      host.say(`${copyFailureText()}. Copy the link from the menu`);
      return;
    }
    panels.closeMenus();
    const isLong =
      href.length > MAX_QUERY_LENGTH ? ". It is long: some chat apps cut it off, and a file is safer" : "";
    host.say(`Link copied: it ${linkDescription(core, tick)}${isLong}`);
  };
  const menuItem = (name: string, label: string, act: () => void, note?: HTMLElement) =>
    element("button.across.tall.left", { onclick: act }, icon(name), element("span.grow", label), note);
  const tickHint = element("span.hints");
  const items = SHARE_MENU_ITEMS.map(({ key, icon: name, label }) =>
    menuItem(name, label, () => void openSection(key, label)),
  );
  for (const one of items) fetchOnApproach(one, loadDialog);
  const [media] = items;
  if (media) fetchOnApproach(media, loadEncoder);
  byId("share").prepend(
    menuItem("link", "This moment", () => void copyLink(core.ticks()), tickHint),
    menuItem("start", "From the start", () => void copyLink(0)),
    field,
    ...items,
  );
  panels.onToggle("share", (isOpen) => {
    field.hidden = true;
    if (!isOpen) {
      if (!asked) releaseClock();
      return;
    }
    asked = "";
    holdClock();
    setText(tickHint, secondsText(core.ticks()));
  });
  // Opening a run moves the camera afterwards.
  host.on("opened", () => queueMicrotask(() => dialog?.updateView()));
}
