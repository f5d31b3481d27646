/** What the share dialog offers, and what its sections may use. */

import type { Page } from "../../ui/page";
import type { Presets } from "../presets";

/** The page, whose messages stand in the dialog, and a person's presets, fetched on demand. */
export type Sharing = Page & { presets(): Promise<Presets> };

export interface ShareSection {
  /** As the menu names it. */
  key: string;
  /** Builds its elements, once, when it is first looked at. */
  build(host: Sharing): ShareView;
}

export interface ShareView {
  readonly body: HTMLElement;
  /** The dialog was opened: show the run as it is now. */
  showSection?(): void;
}

/** One kind of file: a heading, a sentence, buttons. Calls `opened` after files were opened: others may have more to save. */
export type FilePart = (host: Sharing, opened: () => void) => ShareView;
