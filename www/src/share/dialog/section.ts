/** Interfaces of the share dialog's sections. */

import type { Page } from "../../ui/page";
import type { Presets } from "../presets";

/** The page as sections use it: `say` shows messages in the dialog, `presets` loads the presets at its first call. */
export type SharePage = Page & { presets(): Promise<Presets> };

export interface ShareSection {
  /** Key of the Share menu's item that opens the section. */
  key: string;
  /** Builds the section's elements; called once, when the section is first opened. */
  build(host: SharePage): ShareView;
}

export interface ShareView {
  readonly body: HTMLElement;
  /** Shows the present run; called when the section is opened, and when another run was opened behind the dialog. */
  showSection?(): void;
}

/** Makes the part of the section "File" for one kind of file; it has to call `opened` after opening files. */
export type FilePart = (host: SharePage, opened: () => void) => ShareView;
