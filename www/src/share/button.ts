/** The button beside "Copy link": its dialog is loaded when it is first used or the page is idle. */

import { lazy, NOT_LOADED } from "../lazy";
import { byId } from "../ui/dom";
import type { ShareHost } from "./dialog/section";

const load = lazy(() => import("./dialog"));

/** Wires the button; the returned function opens the dialog, with one of its sections in front. */
export function attachShare(host: ShareHost): (section?: string) => void {
  let dialog: { open(section?: string): void } | undefined;
  const open = async (section?: string) => {
    try {
      if (!dialog) {
        const { ShareDialog } = await load();
        dialog ??= new ShareDialog(host);
      }
    } catch {
      host.say(NOT_LOADED);
      return;
    }
    dialog.open(section);
  };
  byId("share-more").addEventListener("click", () => void open());
  return (section) => void open(section);
}
