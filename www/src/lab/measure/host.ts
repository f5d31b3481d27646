/** What measures and diagnosis may use of the page. */

import type { Core, ParamId } from "../../core";
import type { Stage } from "../../stage/stage";
import type { Panels } from "../../ui/panels";
import type { Store } from "../../ui/store";

export interface MeasureHost {
  core: Core;
  /** Calls back when a recording of animals is opened or closed. */
  recordings(changed: (open: boolean) => void): void;
  stage: Stage;
  store: Store;
  panels: Panels;
  /** Sets a parameter as a person would. */
  change(id: ParamId, value: number): void;
  /** Something has come into the run: a step to undo. */
  settled(): void;
  /** Shows why a unit steers as it does. */
  inspect(unit: number): void;
  say(text: string): void;
}
