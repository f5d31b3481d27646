/** The button beside "Copy link": its dialog is loaded when it is first used or the page is idle. */

import { byId } from "../../ui/dom";
import { lazy, NOT_LOADED } from "../../ui/lazy";
import type { ShareHost } from "../dialog/section";

const load = lazy(() => import("./dialog"));

export interface Share {
  /** Opens the dialog, with one of its sections in front. */
  open(section?: string): void;
  /** Another run is open: the dialog, if it is, shows that. */
  renew(): void;
}

/** Wires the button. */
export function attachShare(host: ShareHost): Share {
  let dialog: Share | undefined;
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
    // It may have come late, and the person opened another dialog.
    if (!document.querySelector("dialog[open]")) dialog.open(section);
  };
  byId("share-more").addEventListener("click", () => void open());
  // What opens a run moves the camera after that.
  const renew = () => queueMicrotask(() => dialog?.renew());
  return { open: (section) => void open(section), renew };
}
