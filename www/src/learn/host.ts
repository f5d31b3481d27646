/** What the course may use of the page. */
import type { Core, ParamId } from "../core";
import type { Store } from "../ui/store";

export interface LearnHost {
  core: Core;
  store: Store;
  /** Opens a run as a step of the history; `during`: once the address of the one before is written. */
  open(link: string, during: () => void): void;
  /** A value moves under the hand; then the change is done. */
  turn(id: ParamId, value: number): number;
  settled(): void;
  /** The address is to say another step, or none. */
  moved(): void;
  /** What covers the stage has changed. */
  covered(): void;
  /** Of whom the listing tells. */
  unit(): number;
  say(text: string): void;
}
