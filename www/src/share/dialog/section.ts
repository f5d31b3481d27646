/** Interfaces of the share dialog's sections. */

import type { Page } from "../../ui/page";
import type { Presets } from "../presets";

/** The page as sections see it: messages go to the dialog, and presets are loaded on demand. */
export type SharePage = Page & { presets(): Promise<Presets> };

export interface ShareSection {
  /** Key of the menu item. */
  key: string;
  /** Builds the elements, once, when the section is first opened. */
  build(host: SharePage): ShareView;
}

export interface ShareView {
  readonly body: HTMLElement;
  /** Called when the dialog is opened, to show the present run. */
  showSection?(): void;
}

/**
 * One kind of file: a heading, a sentence, buttons. `opened` has to be called after files were opened, since the other
 * parts may then have more to save.
 */
export type FilePart = (host: SharePage, opened: () => void) => ShareView;
